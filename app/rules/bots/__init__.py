"""Players that need no person: each sees what its seat may see, and nothing else.

`bot` is what they are; `first`, `uniform` and `racer`, which reads off a view by `sight` what it weighs by `worth` and
`outcomes`. `driver` lets them play whole matches.
"""

from app.rules.bots.bot import Body, Bot, Chance, wants_to_act
from app.rules.bots.first import First
from app.rules.bots.racer import Racer
from app.rules.bots.uniform import Uniform

_ALL: tuple[Bot, ...] = (Uniform(), First(), Racer())

BOTS: dict[str, Bot] = {bot.name: bot for bot in _ALL}
"""The bots by name."""

__all__ = ["BOTS", "Body", "Bot", "Chance", "wants_to_act"]
