"""`flask account …`: what only whoever runs the service may do with an account."""

import click
from flask.cli import AppGroup

from app.services.account.accounts import ROLES, Account, Accounts, NoSuchAccount


def commands(accounts: Accounts) -> AppGroup:
    """The commands for these accounts."""
    group = AppGroup("account", help="Officials, and forgotten passwords.")

    @group.command()
    @click.argument("name")
    @click.option("--role", "roles", multiple=True, type=click.Choice(ROLES), help="May be repeated; none takes all.")
    def appoint(name: str, roles: tuple[str, ...]) -> None:
        """Give an account these roles and no others."""
        try:
            click.echo(_said(accounts.appoint(name, roles)))
        except NoSuchAccount:
            raise _nobody(name) from None

    @group.command()
    @click.argument("name")
    @click.password_option()
    def password(name: str, password: str) -> None:
        """Set a new password, and sign the account out everywhere."""
        try:
            accounts.set_password(name, password)
        except NoSuchAccount:
            raise _nobody(name) from None
        click.echo(f"{name} has a new password.")

    return group


def _said(account: Account) -> str:
    return f"{account.name}: {', '.join(account.roles) or 'no role'}"


def _nobody(name: str) -> click.ClickException:
    return click.ClickException(f"Nobody goes by {name!r}.")
