"""People, and what is theirs.

- `accounts`, `tokens`, `credentials` (passwords and secrets), `preferences`, `addresses`; `recovery` (lost passwords,
  new addresses), `guests` (lost seats, and seats that accounts take along).
- `belongings` (all that is somebody's) and `departures` (accounts that are deleted).
- Seen by others: `profiles` (who plays how), `persons` (who is called so).
"""
