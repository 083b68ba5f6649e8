"""A judge in a process of its own: started, killed, started again, stopped."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

SERVE = (sys.executable, "-m", "judge", "serve")
_PATIENCE_SECONDS = 60.0


def environment(**more: str) -> dict[str, str]:
    """Return our environment for a process that runs in another folder."""
    paths = os.environ.get("PYTHONPATH", "")
    whole = os.pathsep.join(str(Path(each).resolve()) for each in paths.split(os.pathsep) if each)
    return {**os.environ, "PYTHONPATH": whole, "PYTHONWARNINGS": "error::ResourceWarning", **more}


def free_port() -> int:
    """Return a port of loopback that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Serving:
    """A daemon on the configuration in ``folder``; its log is kept in ``folder/log``.

    It tells by NOTIFY_SOCKET what it does, as it tells systemd.
    """

    def __init__(self, folder: Path, command: Sequence[str] = SERVE) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        self._command = (*command, "--config", str(folder / "judge.toml"))
        self._place = TemporaryDirectory(prefix="judge-")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"{self._place.name}/notify")

    def start(self) -> None:
        """Start a process; it is not ready yet."""
        self.told()
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir(exist_ok=True)
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=elsewhere,
                env=environment(NOTIFY_SOCKET=f"{self._place.name}/notify"),
            )

    def await_ready(self) -> bool:
        """Wait until it says READY=1; False if it ended before."""
        until = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < until:
            if b"READY=1" in self.told(0.05):
                return True
            if self.code is not None:
                return False
        raise AssertionError(f"the judge is not ready\n{self.log()}")

    def told(self, seconds: float = 0.0) -> list[bytes]:
        """Return what it has told by NOTIFY_SOCKET since the last look."""
        messages = []
        while select.select([self._socket], [], [], seconds)[0]:
            messages.append(self._socket.recv(4096))
            seconds = 0.0
        return messages

    @property
    def code(self) -> int | None:
        """The exit status of the process, None while it runs."""
        assert self.process is not None
        return self.process.poll()

    def kill(self) -> bool:
        """Send SIGKILL and wait for the end; whether there was anything to kill."""
        if self.process is None or self.code is not None:
            return False
        self.process.kill()
        return self.process.wait() == -signal.SIGKILL

    def terminate(self) -> int:
        """Send SIGTERM, wait, and return the exit status."""
        assert self.process is not None
        self.process.terminate()
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the judge does not stop\n{self.log()}") from None

    def log(self) -> str:
        """Return what it wrote to its log so far."""
        with suppress(FileNotFoundError):
            return (self.folder / "log").read_text(encoding="utf-8", errors="replace")
        return ""

    def close(self) -> None:
        """Leave nothing running."""
        self.kill()
        self._socket.close()
        self._place.cleanup()


@contextmanager
def serving(folder: Path, configuration: str) -> Iterator[Serving]:
    """Write the configuration, and give a daemon on it that is ready; it is killed at the end."""
    (folder / "judge.toml").write_text(configuration, encoding="utf-8")
    daemon = Serving(folder)
    try:
        daemon.start()
        assert daemon.await_ready(), daemon.log()
        yield daemon
    finally:
        daemon.close()
