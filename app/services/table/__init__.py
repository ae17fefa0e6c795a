"""A table and its company.

- `tables` (what is agreed), `seating` (make, sit, leave), `players` (who that is, seat links), `lists` of tables,
  `invitations` (by name), `rematches` (once more with the same people), `takeovers` (bots that play on for people).
- `phrases` (what is said at a table), `mutes` (who is not heard).
"""
