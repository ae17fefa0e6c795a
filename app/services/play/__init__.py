"""The way of a move.

`callers` (who asks) → `sight` (may they see this table) → `positions` (how it stands: the fold of its events,
`dealers` who know its cards) → `games` (the rules decide) → `requests` (written once, or not at all) → `views`.
"""
