"""REST: a blueprint a resource, without SQLAlchemy. All of them are in `resources`.

- Resources: `accounts`, `account` (one's own), `sessions`, `tokens`, `recovery` (by letters), `guests`, `games`,
  `seats`, `links`, `moves`, `events` (and openings), `exports` (as files), `imports` and `import_exports`, `audit`,
  `branches`, `comments`, `analyses`, `archives`, `invitations` (by name), `rematches`, `phrases`, `mutes`, `players`
  (who they are to others); `schemas` say what is answered of games, `fields` how strictly bodies are read, `moments`
  which position and whose eyes are meant; `orders` are what players want done when they do not look.
- Time off: `calendar` (and vacations) of an account, `proposals` at a table that plays.
- As it happens: `streams` (Server-Sent Events). For whoever watches over the service: `metrics`.
- Told elsewhere: `webhooks` (for programs), `push` (in browsers).
- What one is told: `notices`.
- Asking: `auth` (who asks, scopes, cookies, CSRF), `limits` (how often), `terms` and `conditional` (If-Match,
  expected_version, Idempotency-Key), `blueprint` (bodies and queries), `queries` (those that several take),
  `context` (the services).
- Answering: `boundary` (from services to HTTP), `problems` (refusals), `codes` (all that there are), `headers`, `logs`.
- The document: `openapi`, `oneof`, and `docs`, the page to try it. `stateless` is Flask without its session.
"""
