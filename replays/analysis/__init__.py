"""Analysis: for each decision of a hand what else was legal, and how good it was by what that seat knew.

The chances come from playouts: the cards that the seat did not know are dealt at random, consistent with everything it
had seen, each alternative is played, and the hand is played on by quick players. Read in this order: `history` (what
everybody sees of a hand), `knowledge` (what one seat makes of it), `worlds` (deals that agree with it: `dealing` puts
them together, `counted` where that fails), `policy` (the quick players), `playouts`, `estimates` (chances with their
errors), `turning` (the decisions of a record), `analyst` (one of them analysed), `swings` (where a hand was won),
`telling` and `files` (for people).
"""

ANALYSER = "1"
"""The version of the analyser. Whatever changes a figure that it gives needs a new one: analyses are kept by it."""
