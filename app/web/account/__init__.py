"""Accounts: signing in, and everything that is somebody's own.

`sign_in` (in, up and out), `passwords` (lost ones); `account_page` (one's own account), `addresses` (where its letters
go), `notices_page` (what one is told, and where), `stopping` (no more letters), `feed`, `browsers_page`, `tokens_page`
and `webhooks_page` (for programs), `time_page` (when one's clocks stand still, by one of the `zones`); `seats_page`
(of guests, who come back or become an account; `kept_seats` are those that this browser keeps); `reports_page` for
officials. All of them are forms: `entries` is what people type of themselves, `tried` how a form comes again that
could not be taken.
"""
