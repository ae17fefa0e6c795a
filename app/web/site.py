"""All pages: add yours here."""

from app.web.account.account_page import account_page
from app.web.account.addresses import addresses
from app.web.account.browsers_page import browsers_page
from app.web.account.feed import feed
from app.web.account.notices_page import notices_page
from app.web.account.passwords import passwords
from app.web.account.reports_page import reports_page
from app.web.account.seats_page import seats_page
from app.web.account.sign_in import sign_in_pages
from app.web.account.stopping import stopping
from app.web.account.time_page import own_time
from app.web.account.tokens_page import tokens_page
from app.web.account.webhooks_page import webhooks_page
from app.web.around.home import home
from app.web.around.lobby import lobby
from app.web.around.mine import mine
from app.web.around.new_table import new_table
from app.web.around.player import player
from app.web.around.watch import watch
from app.web.looks import looks
from app.web.offline import offline
from app.web.pages import Pages
from app.web.reading.developers import developers
from app.web.reading.learn import learn
from app.web.reading.rules_page import rules_page
from app.web.replay.audit import audit as audit_page
from app.web.replay.remarks import remarks
from app.web.replay.replays_page import replays
from app.web.replay.viewer import viewer
from app.web.replay.what_if import what_if
from app.web.table.company import company
from app.web.table.deeds import deeds
from app.web.table.orders_page import orders_page
from app.web.table.table import table
from app.web.table.time_page import time_page
from app.web.text_mode.text_mode import text_mode

PAGES: tuple[Pages, ...] = (
    home,
    table,
    deeds,
    orders_page,
    company,
    time_page,
    lobby,
    looks,
    mine,
    new_table,
    watch,
    offline,
    rules_page,
    developers,
    audit_page,
    learn,
    text_mode,
    player,
    sign_in_pages,
    passwords,
    account_page,
    notices_page,
    stopping,
    feed,
    addresses,
    tokens_page,
    webhooks_page,
    browsers_page,
    own_time,
    seats_page,
    reports_page,
    viewer,
    remarks,
    what_if,
    replays,
)
"""The blueprints of the pages."""
