"""`flask database …`: the schema of the database, and what the service's role may do in it."""

import click
from flask.cli import AppGroup

from app.store import grants, migrate
from app.store.engine import make_engine


def commands(url: str) -> AppGroup:
    """The commands for the database at this URL."""
    group = AppGroup("database", help="The schema of the database, and the rights of the service's role.")

    @group.command()
    @click.argument("revision", default="head")
    def upgrade(revision: str) -> None:
        """Bring the schema up to a revision, by default the newest."""
        migrate.upgrade(url, revision)

    @group.command()
    @click.argument("revision")
    @click.confirmation_option(prompt="What the dropped tables hold is lost. Go on?")
    def downgrade(revision: str) -> None:
        """Take the schema down to a revision; `base` leaves nothing."""
        migrate.downgrade(url, revision)

    @group.command()
    def check() -> None:
        """Say whether the schema is what the code expects; exit 1 if not."""
        try:
            migrate.check(url)
        except migrate.SchemaDiffers as error:
            raise click.ClickException(str(error)) from error
        click.echo("The schema is as the code expects.")

    @group.command()
    @click.argument("role")
    def grant(role: str) -> None:
        """Give a PostgreSQL role what the service needs, and no more; may be repeated."""
        engine = make_engine(url)
        try:
            for line in grants.grant(engine, role):
                click.echo(line)
        except grants.NotGranted as error:
            raise click.ClickException(str(error)) from error
        finally:
            engine.dispose()

    return group
