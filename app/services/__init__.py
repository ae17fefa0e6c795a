"""Use cases: what the service does for its callers, without Flask, marshmallow and SQL.

The way of a move: `callers` (who asks) → `sight` (may they see this table) → `positions` (how it stands: the fold of
its events, `dealers` who know its cards) → `games` (the rules decide) → `requests` (written once, or not at all) →
`views`.

- Tables: `tables` (what is agreed), `seating` (make, sit, leave), `players` (who that is, seat links), `lists`,
  `invitations` (by name), `rematches` (once more with the same people).
- Looking: `looks` (views of any moment through any eyes, events, the record) by `moments` (which one is meant), from
  `stages` where the way there is long; `stories` (what happened lately); `openings`, `audits`; `exports` (a game in
  other forms), `pictures`.
- As it happens: `live` (who waits is woken), `feeds` (what a stream then says), `places` (how many fit).
- Beside games: `comments` on their events, `archives` (all that is over, as one stream); `pages` are how lists are cut.
- Replays from elsewhere: `uploads` (a file within limits), `readings` (what of it can be kept), `imports`.
- What if: `branches` of games and imports, `origins` (what was played up to there, made again).
- What else could have been done: `analyses`, made behind the requests.
- Time off: `waits` (what a table allows, and the longest wait), `calendars` (quiet hours and days off), `vacations`;
  `pauses` stop single clocks, `rests` sees to it behind the requests; `proposals` (what all agree on: pauses, clocks).
- Orders: `orders` (what players want done when they do not look), `order_list` (what can be ordered, and which move it
  makes), `order_words`; `errands` carries them out, behind the requests.
- Company: `phrases` (what is said at a table), `mutes` (who is not heard), `profiles` (who plays how), `persons` (who
  is called so).
- People: `accounts`, `tokens`, `credentials` (passwords and secrets), `preferences`, `addresses`; `recovery` (lost
  passwords, new addresses), `guests` (lost seats, and seats that accounts take along), `belongings` (all that is
  somebody's) and `departures` (accounts that are deleted).
- Letters: `letters` (their words, written on `paper`), `deliveries` (to whom, and when again), `post` (by which way).
- What people are told: `notices`, when (`reminders`) and to whom not (`presence`), as they like it (`notice_choices`);
  in which words (`notice_words`), by `notice_letters`, in `digests`, as `atom`.
- Notices for programs and browsers: `webhooks` and `push`, each receiver in its turn (`turns`), and
  `outward`, the one way to addresses that others name.
- Behind the requests: `attendance` (bots), `takeovers` (bots for people), `sweeps` (what time does), `guard` (what
  fails holds up no other).
- For whoever runs it: `doctor` and its `checkup` of one game, `measures`, `simulation`, `demo`.
- What is said to people, and in which words: `languages`.
- Joined in `container`; `refusals` are what all of them may answer instead, `clock` is the time, `kept` is what stays
  in memory.
"""
