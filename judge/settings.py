"""The host's settings: one TOML file, with embedded defaults that need none.

Secrets stand in files of their own: in the folder that systemd hands over as
CREDENTIALS_DIRECTORY, or at the path that ``password_file`` names.
"""

from __future__ import annotations

import difflib
import os
import re
import ssl
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeAlias, TypeVar, get_args, get_type_hints

from judge.message.addresses import normal_address

_Part = TypeVar("_Part")

_LAST_PORT = 65535
_LONGEST_LOCAL = 18
_SEPARATORS = ("+", "-", "=", "_")
_HOST_AND_PORT = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^:\[\]\s]+)):(\d{1,5})", re.ASCII)

Tls: TypeAlias = Literal["none", "starttls", "tls"]
"""No encryption, an upgrade of a plain connection, or TLS from the first byte."""


class SettingsError(Exception):
    """A setting that is missing, unknown or cannot be; the text says which and what to do."""


@dataclass(frozen=True, slots=True)
class House:
    """``[judge]``: who the judge is. ``state`` is relative to the configuration file."""

    address: str = "judge@localhost"
    state: str = "var"
    creators: tuple[str, ...] = ("gm@localhost",)
    operator: str | None = None
    separator: str = "+"
    answers_per_hour: int = 60
    settle_seconds: int = 5


@dataclass(frozen=True, slots=True)
class DatabaseSettings:
    """``[database]``: an SQLAlchemy URL; empty is SQLite in the state folder."""

    url: str = ""


@dataclass(frozen=True, slots=True)
class ListenerSettings:
    """``[listener]``: where mail is taken in; ``host:port``, empty for none, port 0 for any.

    A configuration that polls a mailbox has no listener unless it says so.
    """

    smtp: str = "127.0.0.1:2525"
    lmtp: str = ""


@dataclass(frozen=True, slots=True)
class ImapSettings:
    """``[imap]``: the mailbox that is polled; none while ``host`` is empty."""

    host: str = ""
    port: int = 993
    tls: Tls = "tls"
    user: str = ""
    password_file: str = ""
    ca_file: str = ""
    folder: str = "INBOX"
    done_folder: str = "judge-done"
    poll_seconds: int = 60


@dataclass(frozen=True, slots=True)
class RelaySettings:
    """``[relay]``: the SMTP server that mail goes out by; none while ``host`` is empty."""

    host: str = ""
    port: int = 587
    tls: Tls = "starttls"
    user: str = ""
    password_file: str = ""
    ca_file: str = ""


@dataclass(frozen=True, slots=True)
class MaildirSettings:
    """``[maildir]``: where outgoing mail lies when there is no relay: a Maildir an address."""

    folder: str = "mail"


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. ``base`` is the folder that relative paths start from."""

    base: Path
    judge: House = field(default_factory=House)
    database: DatabaseSettings = field(default_factory=DatabaseSettings)
    listener: ListenerSettings = field(default_factory=ListenerSettings)
    imap: ImapSettings = field(default_factory=ImapSettings)
    relay: RelaySettings = field(default_factory=RelaySettings)
    maildir: MaildirSettings = field(default_factory=MaildirSettings)

    @property
    def state(self) -> Path:
        """The folder of runtime state: systemd's STATE_DIRECTORY, else ``[judge] state``."""
        given = os.environ.get("STATE_DIRECTORY", "")
        return Path(given.split(":")[0]) if given else self.base / self.judge.state

    @property
    def database_url(self) -> str:
        """The database's URL."""
        return self.database.url or f"sqlite:///{self.state / 'judge.sqlite3'}"

    @property
    def maildirs(self) -> Path:
        """The folder that holds a Maildir for each address written to."""
        return self.state / self.maildir.folder

    @property
    def local_and_domain(self) -> tuple[str, str]:
        """The judge's own address, cut at the ``@``."""
        local, _, domain = self.judge.address.partition("@")
        return local, domain

    @property
    def settle(self) -> timedelta:
        """How long after a deadline the judge waits for mail that is being stored just then."""
        return timedelta(seconds=self.judge.settle_seconds)

    def trusted(self, ca_file: str) -> Path | None:
        """Return the file of certificates to trust, None for the system's; raises SettingsError."""
        if not ca_file:
            return None
        path = self.base / ca_file
        try:
            ssl.create_default_context(cafile=path)
        except (OSError, ValueError) as error:
            raise SettingsError(
                f"ca_file: cannot read certificates in {path} ({error}): it must be a PEM file"
            ) from error
        return path

    def secret(self, name: str, password_file: str) -> str:
        """Return a secret: credential ``name`` of systemd, else the file; raises SettingsError."""
        folder = os.environ.get("CREDENTIALS_DIRECTORY")
        path = Path(folder, name) if folder else None
        if path is None or not path.exists():
            if not password_file:
                raise SettingsError(
                    f"no password for {name}: give systemd a credential {name}, "
                    "or set password_file to a file that holds it"
                )
            path = self.base / password_file
        try:
            return path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            raise SettingsError(f"cannot read the password in {path}: {error}") from error


def load_settings(path: Path | None) -> Settings:
    """Read a configuration file; None gives the embedded defaults in the current folder.

    Raises SettingsError with one line that names the setting and says what to do.
    """
    if path is None:
        return _checked(Settings(base=Path.cwd()))
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"cannot read {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeError, RecursionError) as error:
        raise SettingsError(f"{path} is not TOML: {error}") from error
    try:
        built = _settings(path.resolve().parent, document)
        return _checked(built)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from error


_PARTS: Mapping[str, type[Any]] = {
    "judge": House,
    "database": DatabaseSettings,
    "listener": ListenerSettings,
    "imap": ImapSettings,
    "relay": RelaySettings,
    "maildir": MaildirSettings,
}


def _settings(base: Path, document: Mapping[str, Any]) -> Settings:
    for name, value in document.items():
        if name not in _PARTS:
            raise SettingsError(_misplaced(name, value))
    built: dict[str, Any] = {
        name: _part(name, kind, document.get(name, {})) for name, kind in _PARTS.items()
    }
    if built["imap"].host and "listener" not in document:
        built["listener"] = ListenerSettings(smtp="", lmtp="")
    return Settings(base=base, **built)


def _misplaced(name: str, value: Any) -> str:
    """Say what is wrong with a name at the top of the file."""
    homes = [part for part, kind in _PARTS.items() if name in _keys_of(kind)]
    if homes and not isinstance(value, dict):
        return f"{name} stands outside of its section: put it below [{homes[0]}]"
    return f"unknown section [{name}]; {_known(name, _PARTS)}"


def _known(word: str, known: Iterable[str]) -> str:
    names = list(known)
    near = difflib.get_close_matches(word, names, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    return f"{hint}known: {', '.join(names)}"


def _keys_of(kind: type[Any]) -> list[str]:
    return [each.name for each in fields(kind)]


def _part(name: str, kind: type[_Part], values: Any) -> _Part:
    if not isinstance(values, dict):
        raise SettingsError(f"[{name}] must be a section")
    hints = get_type_hints(kind)
    known = _keys_of(kind)
    for key in values:
        if key not in known:
            raise SettingsError(f"unknown {key} in [{name}]; {_known(key, known)}")
    given = {key: _value(f"{key} in [{name}]", hints[key], each) for key, each in values.items()}
    return kind(**given)


def _value(where: str, wanted: Any, value: Any) -> Any:
    if wanted == tuple[str, ...]:
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(value)
        raise SettingsError(f'{where} must be a list of texts: ["one", "two"]')
    if wanted == Tls and value not in get_args(Tls):
        raise SettingsError(f'{where} is {value!r}: say "none", "starttls" or "tls"')
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if wanted is int and is_whole and value >= 0:
        return value
    if (wanted in (str, Tls) or isinstance(wanted, UnionType)) and isinstance(value, str):
        return value
    raise SettingsError(f"{where} must be {'a whole number' if wanted is int else 'a text'}")


def _checked(settings: Settings) -> Settings:
    """Return the settings if each can be; raises SettingsError for the first that cannot."""
    _check_house(settings.judge)
    for key, value in (("smtp", settings.listener.smtp), ("lmtp", settings.listener.lmtp)):
        if value:
            host_and_port(value, f"{key} in [listener]")
    for name, server in (("imap", settings.imap), ("relay", settings.relay)):
        if not 1 <= server.port <= _LAST_PORT:
            raise SettingsError(f"port in [{name}] is {server.port}: it must be 1 to {_LAST_PORT}")
    if settings.imap.host and not settings.imap.user:
        raise SettingsError("user in [imap] is missing: whose mailbox is it?")
    if settings.imap.poll_seconds < 1:
        raise SettingsError("poll_seconds in [imap] must be 1 or more")
    return settings


def _check_house(house: House) -> None:
    local, _, domain = house.address.partition("@")
    _check_address("address", house.address)
    if not domain or len(local) > _LONGEST_LOCAL:
        raise SettingsError(
            f"address in [judge] is {house.address!r}: what stands before the @ can have "
            f"{_LONGEST_LOCAL} characters at most, since game and token are added to it"
        )
    for creator in house.creators:
        _check_address("creators", creator)
    if house.operator:
        _check_address("operator", house.operator)
    if house.separator not in _SEPARATORS:
        raise SettingsError(
            f"separator in [judge] is {house.separator!r}: it must be one of "
            f"{' '.join(_SEPARATORS)}, the one at which your mail server cuts addresses"
        )


def _check_address(key: str, text: str) -> None:
    if not text or normal_address(text) != text.lower():
        raise SettingsError(f'{key} in [judge] is {text!r}: write it as "judge@example.org"')


def host_and_port(text: str, where: str = "the address") -> tuple[str, int]:
    """Read ``127.0.0.1:2525`` or ``[::1]:2525``; raises SettingsError."""
    found = _HOST_AND_PORT.fullmatch(text)
    if found is None or int(found[3]) > _LAST_PORT:
        raise SettingsError(f'{where} is {text!r}: write host and port, "127.0.0.1:2525"')
    return found[1] or found[2], int(found[3])
