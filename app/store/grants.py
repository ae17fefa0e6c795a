"""What the service's role may do on PostgreSQL: of what is never changed, add and read, and nothing else."""

import sqlalchemy as sa

from app.store.guards import PARTITION_NAMES

ADD = "SELECT, INSERT"
ALL = "SELECT, INSERT, UPDATE, DELETE"

NARROW = {
    "events": ADD,
    "positions": ADD,
    "idempotency": ADD,
    "branches": ADD,
    "streams": "SELECT, INSERT, UPDATE",
    "consumers": "SELECT, INSERT, UPDATE",
    "secrets": "SELECT, INSERT, DELETE",
    "alembic_version": "SELECT",
    **dict.fromkeys(PARTITION_NAMES, ""),  # reached through their parent alone
}
"""Tables with less than all; what is not named here holds what may change and go."""

_ROLE = sa.text("SELECT rolsuper FROM pg_roles WHERE rolname = :role")
_OWNED = sa.text(
    "SELECT count(*) FROM pg_class JOIN pg_roles ON pg_roles.oid = relowner"
    " WHERE relname = 'events' AND pg_has_role(:role, pg_roles.oid, 'MEMBER')"
)


class NotGranted(Exception):
    """The role cannot be bound; the message says why."""


def grant(engine: sa.Engine, role: str) -> list[str]:
    """Give a role exactly what the service needs, whatever it had before; what was granted, a line a table.

    Raises NotGranted on another database than PostgreSQL, and for a role that is unknown or that no grant binds.
    """
    if engine.dialect.name != "postgresql":
        raise NotGranted("SQLite knows no roles: who may write its file may change it, and only triggers stand guard")
    with engine.begin() as connection:
        _check_role(connection, role)
        quote = connection.dialect.identifier_preparer.quote
        schema = quote(connection.scalar(sa.text("SELECT current_schema()")))
        connection.execute(sa.text(f"GRANT USAGE ON SCHEMA {schema} TO {quote(role)}"))
        tables = sorted(sa.inspect(connection).get_table_names())
        return [_grant(connection, quote(role), f"{schema}.{quote(table)}", table) for table in tables]


def _check_role(connection: sa.Connection, role: str) -> None:
    superuser = connection.scalar(_ROLE, {"role": role})
    if superuser is None:
        raise NotGranted(f"there is no role {role!r}: CREATE ROLE it first, with LOGIN and a password")
    if superuser or connection.scalar(_OWNED, {"role": role}):
        raise NotGranted(f"{role!r} owns the tables or is a superuser, whom no grant binds: name another role")


def _grant(connection: sa.Connection, role: str, where: str, table: str) -> str:
    rights = NARROW.get(table, ALL)
    connection.execute(sa.text(f"REVOKE ALL ON TABLE {where} FROM {role}"))
    if rights:
        connection.execute(sa.text(f"GRANT {rights} ON TABLE {where} TO {role}"))
    return f"{table}: {rights or 'nothing'}"
