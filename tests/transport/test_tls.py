"""Encrypted ways in and out: a certificate that is trusted, and one that is not."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from doorbells import Inbox, eventually
from postoffice import row

from judge.demo.dovecot import Dovecot, installed, running_dovecot
from judge.settings import load_settings
from judge.transport.errors import MailboxUnreachable
from judge.transport.imap import ImapDoor
from judge.transport.outcomes import Delivered, Unreachable
from judge.transport.relay import Relay, RelaySettings
from judge.transport.session import Session
from judge.wiring import log_in_to_mailbox, log_in_to_relay, mailbox_of

MAIL = b"Subject: orders\r\n\r\nA par - bur\r\n"
USER, PASSWORD = "judge", "secret"
HOST = "127.0.0.1"


@dataclass(frozen=True)
class Certificate:
    """A certificate for loopback that only itself vouches for, and its key; PEM files."""

    path: Path
    key: Path

    @property
    def context(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.path, self.key)
        return context


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    folder = tmp_path_factory.mktemp("certificate")
    made = Certificate(folder / "cert.pem", folder / "key.pem")
    words = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext"
    names = f"subjectAltName=IP:{HOST},DNS:localhost"
    files = ("-keyout", str(made.key), "-out", str(made.path))
    subprocess.run([*words.split(), names, *files], check=True, capture_output=True)
    return made


def configuration(folder: Path, section: str, port: int, tls: str, ca_file: str) -> str:
    (folder / "password").write_text(PASSWORD)
    return (
        f'[{section}]\nhost = "{HOST}"\nport = {port}\ntls = "{tls}"\nuser = "{USER}"\n'
        f'password_file = "password"\nca_file = "{ca_file}"\n'
    )


# -- in --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TlsServer:
    """A Dovecot, and its ports by the setting of ``tls``."""

    dovecot: Dovecot
    ports: dict[str, int]


@pytest.fixture(scope="module")
def tls_server(certificate: Certificate) -> Iterator[TlsServer]:
    with socket.create_server((HOST, 0)) as holder:
        port = int(holder.getsockname()[1])
    _, version = installed()
    words = ("ssl_cert = <", "ssl_key = <")
    if version >= (2, 4):
        words = ("ssl_server_cert_file = ", "ssl_server_key_file = ")
    more = (
        f"ssl = yes\n{words[0]}{certificate.path}\n{words[1]}{certificate.key}\n"
        f"service imap-login {{\n  inet_listener imaps {{\n    port = {port}\n    ssl = yes\n"
        "  }\n}\n"
    )
    with running_dovecot({USER: PASSWORD}, more) as dovecot:
        yield TlsServer(dovecot, {"tls": port, "starttls": dovecot.imap_port})


@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_a_mailbox_is_read_over_tls(
    tls: str, tls_server: TlsServer, certificate: Certificate, tmp_path: Path
) -> None:
    text = configuration(tmp_path, "imap", tls_server.ports[tls], tls, str(certificate.path))
    (tmp_path / "judge.toml").write_text(text)
    settings = load_settings(tmp_path / "judge.toml")
    log_in_to_mailbox(settings)
    inbox = Inbox()
    door = ImapDoor(mailbox_of(settings), inbox.accept, lambda: datetime.now(tz=UTC), lambda: 0.0)
    door.start()
    try:
        tls_server.dovecot.deliver(MAIL, f"{USER}@judge.test", "france@example.org")
        assert eventually(lambda: inbox.mails)
    finally:
        door.stop()
    assert inbox.mails[0][0].endswith(MAIL)


@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_a_mail_server_that_nobody_vouches_for_gets_no_password(
    tls: Any, tls_server: TlsServer
) -> None:
    mailbox = replace(
        tls_server.dovecot.mailbox(USER), tls=tls, port=tls_server.ports[tls], timeout=5.0
    )
    with pytest.raises(MailboxUnreachable, match=r"(?i)certificate"):
        Session.open(mailbox)


# -- out -------------------------------------------------------------------------------------------


@dataclass
class Sink:
    """What a relay takes in, and who logged in."""

    mails: list[bytes] = field(default_factory=list)
    users: list[str] = field(default_factory=list)

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(envelope.original_content)
        return "250 2.0.0 taken"

    def authenticate(
        self, _server: Any, _session: Any, _envelope: Any, _how: str, data: Any
    ) -> Any:
        is_right = data == LoginPassword(USER.encode(), PASSWORD.encode())
        self.users += [data.login.decode()] if is_right else []
        return AuthResult(success=is_right, handled=False)


@contextmanager
def serving_tls(sink: Sink, tls: str, certificate: Certificate) -> Iterator[int]:
    """Run a relay that wants TLS and a log-in; give its port."""
    is_upgraded = tls == "starttls"
    context = certificate.context
    loop = asyncio.new_event_loop()
    wires: list[SMTP] = []

    def wire() -> SMTP:
        made = SMTP(
            sink,
            hostname=HOST,
            loop=loop,
            authenticator=sink.authenticate,
            auth_required=is_upgraded,
            auth_require_tls=is_upgraded,
            tls_context=context if is_upgraded else None,
            require_starttls=is_upgraded,
        )
        wires.append(made)
        return made

    async def close() -> None:
        server.close()
        for each in wires:
            if each.transport is not None:
                each.transport.abort()
        await asyncio.sleep(0.05)

    server = loop.run_until_complete(
        loop.create_server(wire, HOST, 0, ssl=None if is_upgraded else context)
    )
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        asyncio.run_coroutine_threadsafe(close(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_letters_go_out_over_tls_with_a_log_in(
    tls: Any, certificate: Certificate, tmp_path: Path
) -> None:
    sink = Sink()
    with serving_tls(sink, tls, certificate) as port:
        text = configuration(tmp_path, "relay", port, tls, str(certificate.path))
        (tmp_path / "judge.toml").write_text(text)
        log_in_to_relay(load_settings(tmp_path / "judge.toml"))
        carrier = Relay(
            RelaySettings(HOST, port, tls, USER, PASSWORD, timeout=5.0, ca_file=certificate.path)
        )
        assert [carrier.carry(row(number)) for number in (1, 2)] == [Delivered()] * 2
        carrier.rest()
    assert len(sink.mails) == 2
    assert sink.users == [USER] * 2


@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_a_relay_that_nobody_vouches_for_gets_no_password(
    tls: Any, certificate: Certificate
) -> None:
    sink = Sink()
    with serving_tls(sink, tls, certificate) as port:
        carrier = Relay(RelaySettings(HOST, port, tls, USER, PASSWORD, timeout=5.0))
        outcome = carrier.carry(row(1))
        carrier.rest()
    assert isinstance(outcome, Unreachable)
    assert "certificate of the relay" in outcome.why
    assert (sink.users, sink.mails) == ([], [])


def test_a_wrong_password_over_tls_is_said(certificate: Certificate) -> None:
    with serving_tls(Sink(), "starttls", certificate) as port:
        carrier = Relay(
            RelaySettings(HOST, port, "starttls", USER, "wrong", ca_file=certificate.path)
        )
        outcome = carrier.carry(row(1))
        carrier.rest()
    assert isinstance(outcome, Unreachable)
    assert "check [relay] user and password" in outcome.why
