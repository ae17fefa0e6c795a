"""What is to be read: the rules, the first lessons, and what programmers need.

`learn` is a first game, guided: `lessons`, of which `course` has the texts. `rules_page` shows the long `texts`: the
rules, and what differs from the UNO people know; they lie beside the modules, in each language (`en/rules.md`).
`developers` is for those who write programs, with its `papers`.
"""
