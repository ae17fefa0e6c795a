"""Around the tables: where games are found and made, and who plays them.

`home` (the first page, and `quick`: a game at once), `lobby` (tables that wait), `watch` (games to look at), `mine`
(one's own); their tables come in `lists`, with the time off that is on (`away`). `new_table` with its `presets`, its
`clock_form`, and who is asked to it (`asking`). `player` is the page of somebody with an account.
"""
