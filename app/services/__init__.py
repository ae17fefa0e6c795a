"""Use cases: what the service does for its callers, without Flask, marshmallow and SQL.

- A move, from who asks to what they are answered: `play`.
- A table, and who is at it: `table`. When its clocks stand still: `clocks`. What its players have ordered: `orders`.
- What was played, looked at again: `replay`. What happens, as it happens: `streams`.
- People and what is theirs: `account`. What they are told: `notices`, and by mail `letters`.
- What is done behind the requests: `upkeep`. What is there for whoever runs the service: `operation`.

All of them are joined in `container`; `refusals` are what any of them may answer instead. `clock` is the time, `kept`
what stays in memory, `pages` how lists are cut, `languages` in which words people are spoken to, `guard` what keeps the
work on one game from holding up that on others.
"""
