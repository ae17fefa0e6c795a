"""Who looks at a table at the moment, and until when that is taken for granted."""

import sqlalchemy as sa

from app.store.engine import or_nothing, writing
from app.store.schema import metadata

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
    sa.PrimaryKeyConstraint("game", "account"),
)


class PresenceStore:
    """Who looks, in this engine's database. Times are UTC milliseconds."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def look(self, game: str, account: str, until: int) -> None:
        """Somebody looks, as far as is known until then."""
        mine = (presence.c.game == game, presence.c.account == account)
        with writing(self._engine) as connection:
            row = {"game": game, "account": account, "until": until}
            if connection.execute(or_nothing(connection, presence), row).rowcount == 0:
                connection.execute(presence.update().where(*mine, presence.c.until < until).values(until=until))

    def sweep(self, now: int) -> int:
        """Forgets who no longer looks; says how many."""
        with writing(self._engine) as connection:
            return connection.execute(presence.delete().where(presence.c.until < now)).rowcount


def looking(connection: sa.Connection, game: str) -> dict[str, int]:
    """The accounts that look at a game or have looked of late, each with until when."""
    query = sa.select(presence.c.account, presence.c.until).where(presence.c.game == game)
    return {row.account: row.until for row in connection.execute(query).all()}
