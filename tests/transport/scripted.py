"""Servers that follow a script, one connection after the other."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from doorbells import Conversation

Scene = Callable[[Conversation], None]


class ScriptedServer:
    """Plays a scene for each connection, the last one again and again."""

    def __init__(self, *scenes: Scene) -> None:
        self._scenes = list(scenes)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._links: list[socket.socket] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._ended = False
        self.port: int = self._listener.getsockname()[1]
        self.connections = 0

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        for link in [self._listener, *self._links]:
            with suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
        self._listener.close()
        for link in self._links:
            link.close()

    def _serve(self) -> None:
        while not self._ended:
            try:
                link, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._links.append(link)
            link.settimeout(10)
            scene = self._scenes.pop(0) if len(self._scenes) > 1 else self._scenes[0]
            try:
                scene(Conversation(link))
                link.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue


@dataclass
class FakeRelay:
    """An SMTP server whose replies can be set by the command's first words, once each."""

    replies: dict[str, list[str]] = field(default_factory=dict)
    extensions: tuple[str, ...] = ("SIZE 1000000", "8BITMIME")
    said: list[str] = field(default_factory=list)
    mails: list[bytes] = field(default_factory=list)

    def __call__(self, talk: Conversation) -> None:
        talk.say(self._reply("CONNECT", "220 relay").encode())
        while line := talk.line().decode("utf-8", "replace").strip():
            self.said.append(line)
            if not self._answer(talk, line):
                return

    def _answer(self, talk: Conversation, line: str) -> bool:
        verb = line.split(None, 1)[0].upper()
        if verb == "EHLO":
            talk.say("".join(f"250-{word}\r\n" for word in ("relay", *self.extensions)).encode())
        reply = self._reply(line.upper(), "354 go" if verb == "DATA" else "250 ok")
        if not reply:
            return False
        talk.say(reply.encode())
        if verb == "DATA" and reply.startswith("354"):
            return self._data(talk)
        return verb != "QUIT" and not reply.startswith("421")

    def _data(self, talk: Conversation) -> bool:
        lines = []
        while (line := talk.line()) != b".":
            lines.append(line)
        reply = self._reply("END", "250 queued")
        if reply.startswith("250"):
            self.mails.append(b"\n".join(lines))
        talk.say(reply.encode())
        return bool(reply)

    def _reply(self, line: str, usual: str) -> str:
        for start, replies in self.replies.items():
            if line.startswith(start.upper()) and replies:
                reply = replies.pop(0)
                return f"{reply}\r\n" if reply else ""
        return f"{usual}\r\n"


@contextmanager
def relay(server: FakeRelay) -> Iterator[ScriptedServer]:
    with ScriptedServer(server) as running:
        yield running
