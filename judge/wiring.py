"""From settings to parts: the doors, the way out, and the desk that they call."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable

from judge.bulletin.compose import Composer
from judge.desk import Desk, Office, Policy
from judge.game.game import Options
from judge.message.addresses import normal_address
from judge.message.identity import Identity
from judge.resources import map_ids, template_texts, variant
from judge.settings import ImapSettings, RelaySettings, Settings, host_and_port
from judge.store.database import Store
from judge.transport import relay as smtp
from judge.transport.doors import Accept, Door, Now
from judge.transport.imap import ImapDoor
from judge.transport.listener import Listener, Listening
from judge.transport.maildir import Maildirs
from judge.transport.outcomes import Carrier
from judge.transport.session import Mailbox, Session


def new_salt() -> str:
    """Return a salt that nobody can guess: 128 random bits in hexadecimal."""
    return secrets.token_hex(16)


def identity_of(settings: Settings, keys: tuple[bytes, ...]) -> Identity:
    """Return the judge's identity: its address, and the keys that seat tokens are made with."""
    local, domain = settings.local_and_domain
    return Identity(local, domain, keys, settings.judge.separator)


def policy_of(settings: Settings) -> Policy:
    """Return the host's rules for the desk."""
    return Policy(
        creators=tuple(normal_address(each) or each.lower() for each in settings.judge.creators),
        operator=settings.judge.operator or None,
        answers_per_hour=settings.judge.answers_per_hour,
        defaults=Options(),
    )


def open_desk(settings: Settings, store: Store, salt: Callable[[], str] = new_salt) -> Desk:
    """Return a desk on the store, with every installed map and template."""
    office = Office(
        composer=Composer(template_texts(), variant),
        identity=identity_of(settings, store.key_material()),
        variants={each: variant(each) for each in map_ids()},
        policy=policy_of(settings),
        salt=salt,
    )
    return Desk(store, office)


def mailbox_of(settings: Settings) -> Mailbox:
    """Return the mailbox that the settings name; raises SettingsError for a missing file."""
    imap: ImapSettings = settings.imap
    return Mailbox(
        host=imap.host,
        port=imap.port,
        tls=imap.tls,
        user=imap.user,
        password=settings.secret("imap-password", imap.password_file),
        folder=imap.folder,
        done_folder=imap.done_folder,
        poll=imap.poll_seconds,
        ca_file=settings.trusted(imap.ca_file),
    )


def relay_of(settings: Settings) -> smtp.Relay:
    """Return the relay that the settings name; raises SettingsError for a missing file."""
    relay: RelaySettings = settings.relay
    password = settings.secret("relay-password", relay.password_file) if relay.user else ""
    return smtp.Relay(
        smtp.RelaySettings(
            relay.host,
            relay.port,
            relay.tls,
            relay.user,
            password,
            ca_file=settings.trusted(relay.ca_file),
        )
    )


def doors_of(
    settings: Settings,
    accept: Accept,
    now: Now,
    wake: Callable[[], None],
    is_ours: Callable[[str], bool],
) -> tuple[Door, ...]:
    """Return the doors that the settings open, not yet started."""
    doors: list[Door] = []
    for protocol in ("smtp", "lmtp"):
        address = getattr(settings.listener, protocol)
        if address:
            host, port = host_and_port(address)
            listening = Listening(host=host, port=port, protocol=protocol)
            doors.append(Listener(listening, accept, now, is_ours))
    if settings.imap.host:
        doors.append(ImapDoor(mailbox_of(settings), accept, now, random.random))
    for door in doors:
        door.on_mail = wake
    return tuple(doors)


def sender_of(settings: Settings) -> Carrier:
    """Return the way out: the relay, or Maildirs where there is none."""
    if settings.relay.host:
        return relay_of(settings)
    return Maildirs(settings.maildirs)


def log_in_to_mailbox(settings: Settings) -> None:
    """Log in and look at the folder; raises TransportFailure or SettingsError with the cause."""
    Session.open(mailbox_of(settings)).close()


def log_in_to_relay(settings: Settings) -> None:
    """Log in to the relay; raises TransportFailure or SettingsError with the cause."""
    relay_of(settings).test()
