"""Letters on their way: to a real mail server, encrypted and with a password, and into a folder."""

import logging
import ssl
import stat
from email.message import EmailMessage

import pytest

from app.services.letters.post import Folder, NotSent, Smtp, Undeliverable
from tests.letterbox import Letterbox, certificate, encrypted, only


def letter() -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Kartfold <k@example.org>", "ann@example.org", "Hello"
    message["Message-ID"] = "<one.two@example.org>"
    message.set_content("A secret: s3cret\n")
    return message


@pytest.fixture
def opened():
    """Starts mail servers, and stops them."""
    boxes = []

    def start(**kwargs) -> Letterbox:
        boxes.append(Letterbox(**kwargs))
        boxes[-1].start()
        return boxes[-1]

    yield start
    for box in boxes:
        box.stop()


def test_a_mail_server_takes_a_letter(opened):
    box = opened()
    Smtp(box.url).send(letter())
    assert box.next()["Subject"] == "Hello"


@pytest.mark.parametrize("scheme", ["smtp+starttls", "smtps"])
def test_a_password_travels_encrypted(opened, tmp_path, scheme):
    path = certificate(tmp_path)
    known = only("k@rt", "p:/ss")
    if scheme == "smtps":
        box = opened(ssl_context=encrypted(path), authenticator=known, auth_require_tls=False)
    else:
        box = opened(tls_context=encrypted(path), require_starttls=True, authenticator=known, auth_required=True)
    trusting = ssl.create_default_context(cafile=str(path))
    Smtp(f"{scheme}://k%40rt:p%3A%2Fss@localhost:{box.port}", trusting).send(letter())
    assert box.next()["To"] == "ann@example.org"
    with pytest.raises(NotSent, match="SMTPAuthenticationError 535"):
        Smtp(f"{scheme}://k%40rt:wrong@localhost:{box.port}", trusting).send(letter())
    with pytest.raises(NotSent, match="SSLCertVerificationError"):
        Smtp(f"{scheme}://k%40rt:p%3A%2Fss@localhost:{box.port}").send(letter())
    assert box.is_empty()


def test_a_server_that_offers_no_encryption_is_told_no_password(opened):
    box = opened(authenticator=only("kart", "password"), auth_require_tls=False)
    with pytest.raises(NotSent, match="SMTPNotSupportedError"):
        Smtp(f"smtp+starttls://kart:password@127.0.0.1:{box.port}").send(letter())
    assert box.is_empty()


def test_what_a_server_says_for_now_and_for_good(opened):
    box = opened()
    box.refusal = "451 4.3.0 come again"
    with pytest.raises(NotSent):
        Smtp(box.url).send(letter())
    box.refusal = "550 5.1.1 nobody"
    with pytest.raises(Undeliverable):
        Smtp(box.url).send(letter())


def test_a_server_that_is_not_there_is_no_surprise():
    box = Letterbox()
    box.start()
    box.stop()
    with pytest.raises(NotSent, match="ConnectionRefusedError"):
        Smtp(box.url).send(letter())


def test_a_folder_keeps_letters_for_its_owner_alone(tmp_path, caplog):
    folder = tmp_path / "instance" / "letters"
    with caplog.at_level(logging.INFO):
        Folder(folder).send(letter())
    (path,) = folder.iterdir()
    assert path.suffix == ".eml"
    assert b"s3cret" in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert str(path) in caplog.text
    assert "s3cret" not in caplog.text
    assert "ann@" not in caplog.text


def test_a_folder_that_cannot_be_written_to_is_no_surprise(tmp_path):
    (tmp_path / "letters").write_text("a file")
    with pytest.raises(NotSent):
        Folder(tmp_path / "letters").send(letter())
