"""A private Dovecot on loopback, on free ports, as root or as an ordinary user.

It is a real mail server: it takes mail by LMTP, stamps it, and shows it by IMAP.
"""

from __future__ import annotations

import grp
import os
import pwd
import re
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from judge.transport.session import Mailbox

HOST = "127.0.0.1"
_PLACES = "/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin"
_TRIES = 3
_READY_SECONDS = 10.0
_STOP_SECONDS = 2.0


class DovecotFailed(Exception):
    """Dovecot does not start; the text holds the end of its log."""


class NotInstalled(DovecotFailed):
    """There is no Dovecot, or not all of it."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what}. Install it: apt-get install dovecot-imapd dovecot-lmtpd "
            "(Debian, Ubuntu), dnf install dovecot (Fedora), apk add dovecot dovecot-lmtpd (Alpine)"
        )


_COMMON = """\
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
listen = {host}
ssl = no
first_valid_uid = 1
recipient_delimiter = +
postmaster_address = postmaster@judge.test
auth_failure_delay = 0
service imap-login {{
  inet_listener imap {{
    port = {imap_port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp_port}
  }}
}}
"""

_ORDINARY_USER = """\
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
}}
"""

_UP_TO_2_3 = """\
protocols = imap lmtp
disable_plaintext_auth = no
auth_username_format = %Ln
mail_location = maildir:~/Maildir
passdb {{
  driver = passwd-file
  args = scheme=PLAIN {folder}/users
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/mail/%Ln
}}
"""

_FROM_2_4 = """\
protocols {{
  imap = yes
  lmtp = yes
}}
auth_allow_cleartext = yes
auth_username_format = %{{user | username | lower}}
mail_driver = maildir
mail_path = ~/Maildir
namespace inbox {{
  inbox = yes
}}
passdb passwd-file {{
  passwd_file_path = {folder}/users
}}
userdb static {{
  fields {{
    uid = {user}
    gid = {group}
    home = {folder}/mail/%{{user | username | lower}}
  }}
}}
"""


def installed() -> tuple[str, tuple[int, int]]:
    """Return the path of Dovecot and its version; raises NotInstalled."""
    path = f"{os.environ.get('PATH', os.defpath)}:{_PLACES}"
    program = shutil.which("dovecot", path=path)
    if program is None:
        raise NotInstalled("Dovecot is not installed")
    shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"(\d+)\.(\d+)", shown.stdout)
    if found is None:
        raise DovecotFailed(f"{program} --version says {shown.stdout or shown.stderr!r}")
    return program, (int(found[1]), int(found[2]))


def configuration(version: tuple[int, int], is_root: bool, **facts: object) -> str:
    """Return the configuration for a Dovecot of that version (2.4 knows another language)."""
    head, accounts = "", _UP_TO_2_3
    if version >= (2, 4):
        head = "dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0\n"
        accounts = _FROM_2_4
    parts = (_COMMON, accounts, "" if is_root else _ORDINARY_USER)
    return head + "".join(part.format(host=HOST, **facts) for part in parts)


class Dovecot:
    """A server that can be stopped and started again on the same ports and mail."""

    def __init__(self, folder: Path, accounts: Mapping[str, str], more: str = "") -> None:
        self._program, self._version = installed()
        self._more = more
        self._folder = folder
        self._accounts = dict(accounts)
        self._process: subprocess.Popen[bytes] | None = None
        self.imap_port = 0
        self.lmtp_port = 0
        self._lay_out()

    def start(self) -> None:
        """Start, and wait until both doors are open; raises DovecotFailed."""
        for tries_left in reversed(range(_TRIES)):
            if not self.imap_port or tries_left < _TRIES - 1:
                self.imap_port, self.lmtp_port = _free_ports()
            try:
                self._launch()
            except NotInstalled:
                raise
            except DovecotFailed:
                if not tries_left:
                    raise
            else:
                return

    def stop(self) -> None:
        """Stop it and its children, which serve open connections and would outlive it."""
        if self._process is not None:
            _end(self._process)
            self._process = None

    def mailbox(self, user: str) -> Mailbox:
        """Return the settings with which the IMAP door reads an account."""
        return Mailbox(HOST, user, self._accounts[user], port=self.imap_port, tls="none")

    def deliver(self, raw: bytes, to: str, sender: str = "") -> None:
        """Hand a mail over by LMTP, as a mail server would; raises smtplib's errors."""
        with smtplib.LMTP(HOST, self.lmtp_port, local_hostname="mx.judge.test") as lmtp:
            lmtp.sendmail(sender, [to], raw)

    def maildir(self, user: str) -> Path:
        """Return the Maildir of an account."""
        return self._folder / "mail" / user / "Maildir"

    def renew_uids(self, user: str) -> None:
        """Lose what the server knows of UIDs: it comes back with another UIDVALIDITY."""
        for known in self.maildir(user).rglob("dovecot*"):
            known.unlink()

    def _lay_out(self) -> None:
        """Make the folders; as root the mail belongs to an unprivileged user."""
        self._folder.chmod(0o711)
        mail = self._folder / "mail"
        mail.mkdir(exist_ok=True)
        accounts = "".join(f"{user}:{{PLAIN}}{word}\n" for user, word in self._accounts.items())
        users = self._folder / "users"
        users.write_text(accounts, encoding="utf-8")
        users.chmod(0o644)
        if _is_root():
            shutil.chown(mail, *_owner())

    def _launch(self) -> None:
        user, group = _owner()
        text = configuration(
            self._version,
            _is_root(),
            folder=self._folder,
            user=user,
            group=group,
            imap_port=self.imap_port,
            lmtp_port=self.lmtp_port,
        )
        config = self._folder / "dovecot.conf"
        config.write_text(text + self._more, encoding="utf-8")
        with (self._folder / "output").open("wb") as output:
            self._process = subprocess.Popen(
                [self._program, "-F", "-c", str(config)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self._folder,
                start_new_session=True,
            )
        self._await(self._process)

    def _await(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + _READY_SECONDS
        while not (_answers(self.imap_port) and _answers(self.lmtp_port)):
            if process.poll() is not None or time.monotonic() > until:
                self.stop()
                raise self._failure()
            time.sleep(0.02)

    def _failure(self) -> DovecotFailed:
        told = [
            place.read_text(encoding="utf-8", errors="replace").strip()[-1000:]
            for place in (self._folder / "output", self._folder / "log")
            if place.exists()
        ]
        text = "\n".join(filter(None, told))
        if "nknown protocol" in text:
            return NotInstalled("Dovecot lacks IMAP or LMTP")
        return DovecotFailed(f"Dovecot {self._version} does not start: {text or 'it says nothing'}")


@contextmanager
def running_dovecot(accounts: Mapping[str, str], more: str = "") -> Iterator[Dovecot]:
    """Run a Dovecot with those accounts (name to password) in a temporary folder.

    ``more`` is added to its configuration. Raises NotInstalled, or DovecotFailed with the end of
    its log.
    """
    with tempfile.TemporaryDirectory(prefix="judge-dovecot-", ignore_cleanup_errors=True) as folder:
        server = Dovecot(Path(folder), accounts, more)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and its group, gently first."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_STOP_SECONDS)


def _is_root() -> bool:
    return os.geteuid() == 0


def _owner() -> tuple[str, str]:
    """Return user and group whose the mail is: ours, but never root's (Dovecot refuses that)."""
    entry = pwd.getpwnam("nobody") if _is_root() else pwd.getpwuid(os.geteuid())
    return entry.pw_name, grp.getgrgid(entry.pw_gid).gr_name


def _free_ports() -> tuple[int, int]:
    with socket.create_server((HOST, 0)) as one, socket.create_server((HOST, 0)) as other:
        return one.getsockname()[1], other.getsockname()[1]


def _answers(port: int) -> bool:
    try:
        with socket.create_connection((HOST, port), timeout=1) as link:
            return bool(link.recv(1))
    except OSError:
        return False
