"""Pages: what people see, in five languages, and what works without scripts. Templates, and forms that they post.

- The ground: `pages` (the blueprint of every page, errors), `render` (what each template knows), `safety` (CSRF,
  Content-Security-Policy, no open redirects), `forms` (what was filled in, and what is wrong with it), `language`
  (which one, and messages in it), `preferences` (looks and sound of this browser), `assets` (files, kept for ever under
  an address that changes with them), `people` (who asks, and what they are asked first).
- The table: `table` (what is done there: `deeds`), `held` (the reader's cards), `story` (what happened lately),
  `finish` (how it ended), `company` (people there, and what they say: `talk`), `art` (our cards, for any page).
- Other pages: `audit`; `errors` is what went wrong, `notices` what was done, `isolate` how names are
  written.
- The text mode: `text_mode`, what can be typed there (`typed`), and what is answered (`spoken`).
- Around the table: `home`, `lobby`, `watch`, `mine` (tables in `lists`, what was agreed in `agreed`, `times`),
  `new_table` with its `presets` and who is asked to it (`asking`), `player`, `rules_page`, `developers` with its
  `papers`, `learn` (`lessons`, of which `course` has the texts), `looks`, `install` and `offline`;
  `navigation` is where the header of each page leads.
- The viewer: `viewer` (a game, or an import, at any position: `replayed`), what it draws (`position`, `board`), what
  stands beside it (`beside`, `decisions`), what its script steps through (`steps`), what is written there (`remarks`),
  played and analysed (`what_if`); `replays_page` is where records from elsewhere are brought.
- Accounts: `sign_in`, `passwords` (lost ones), `account_page`, `addresses`, `tokens_page`, `seats_page` (of guests, who
  come back or become an account; `kept_seats`), `reports_page` for officials; `entries` is what people type of
  themselves, `tried` how a form comes again that could not be taken.
- To be read: `texts` (the rules, and what differs from the UNO people know, as `reading/` has them in each language).

Scripts in `static/js/` are ES modules that make pages quicker and never more able: they ask the same addresses.
"""
