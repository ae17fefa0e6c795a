"""A record shown to people: in words, as a document for viewers, and as pages and pictures that need nothing else.

Read in this order: `words` (names that people and bots go by), `sentences` (what happened, as a key and parameters),
`language` (what a language gives), `english`, `albanian`, `icelandic`, `esperanto`, `arabic`, and `languages` (all of
them behind one door); then `document` (all of a game for a viewer, as `replay.schema.json` fixes it), `stops` and
`steps` (the same for a script that steps through it) and `page` (the game as one file that plays without a network).
Pictures: `svg` (elements, and names made harmless), `cards` (our own art), `alt` and `table` (a view in words and as a
picture: `pieces`, put together on a `track` or in `lanes`), `laps`, `marks` and `race` (the race chart).
"""
