"""The table: what one sees of a game that one plays or watches, and everything that is done there.

`table` (the page) with what stands on it: `held` (the reader's cards), `story` (what happened lately), `finish` (how a
hand or the match ended), `talk` (what is said), `zero` (what happens when time runs out) and `clocks`, which have
`time_page` besides, with what people can agree on (`agreement`). Its forms post to `deeds` (sitting down, moves,
resigning) and to `company` (who is asked to come, what is said, a guest's way back, once more). What is to be done for
a reader who does not look has a page of its own, `orders_page`.
"""
