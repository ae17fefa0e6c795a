"""When clocks stand still.

`waits` (what a table allows, and the longest wait), `calendars` (quiet hours and days off), `vacations`; `pauses` stop
single clocks within `limits`, `rests` sees to it behind the requests, and what it could not see to is `overlooked`;
`proposals` (what all agree on: pauses, clocks).
"""
