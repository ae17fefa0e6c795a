"""The rules of the game, pure: no clock, no chance, no disk, no web, no database.

Read in this order: `cards`, `options` and `clock`, `moves`, `state`, `events`, `evolve` and `deadlines`, `legal`,
`dealer` (who alone knows the cards), `decide` (on a `request`, or with `refusals`) and `scoring`, `lifecycle`, `view`;
`bots` are players. What events looked like in every version, and how old ones are read: `shapes`, `steps`, `versions`.
Rules by name: `rulebook`. The numbers R1 to R39 in comments and refusals are those of `RULES.md` beside this file.
"""
