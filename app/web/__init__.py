"""Pages: what people see, in five languages, and what works without scripts. Templates, and forms that they post.

- The ground: `site` (all pages), `pages` (the blueprint of every page, errors), `render` (what each template knows),
  `safety` (CSRF, Content-Security-Policy, no open redirects), `forms` (what was filled in, and what is wrong with it),
  `people` (who asks, and what they are asked first), `errors` (what went wrong), `notices` (what was done),
  `navigation` (where the header leads).
- Words: `language` (which one, and messages in it), `isolate` (how names are written), `times` (in the reader's
  `zone`), `agreed` (what people agree on at a table).
- Looks: `looks` (the form) and `preferences` (what this browser keeps), `art` (our cards), `assets` (files, kept for
  ever under an address that changes with them), `install` and `offline` (the program on a device).
- Packages, of pages with one subject each: `around` the tables (finding and making games), the `table`, the `text_mode`
  (the same by typed words), `replay` (games that were played), `account`, and what is to be read (`reading`).

A package's templates lie in the folder of its name; the scripts in `static/js/` are ES modules that make pages quicker
and never more able: they ask the same addresses.
"""
