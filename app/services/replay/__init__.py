"""What was played, looked at again.

- `looks` (views of any moment through any eyes, events, the record) by `moments` (which one is meant), from `stages`
  where the way there is long; `stories` (what happened lately); `openings`, `audits`; `exports` (a game in other
  forms), `pictures`; `archives` (all that is over, as one stream).
- `comments` on events.
- From elsewhere: `uploads` (a file within limits), `readings` (what of it can be kept), `imports`.
- What if: `branches` of games and imports, `origins` (what was played up to there, made again).
- What else could have been done: `analyses`, made behind the requests.
"""
