"""When clocks stand still.

`waits` (what a table allows, and the longest wait), `calendars` (quiet hours and days off), `vacations`; `pauses` stop
single clocks, `rests` sees to it behind the requests; `proposals` (what all agree on: pauses, clocks).
"""
