"""The built-in game: seven players answer their bulletins by mail until the agreed last year."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill

from judge.demo.gazette import Picture
from judge.demo.habits import Tally, is_careful, is_fickle, is_forgetful
from judge.demo.mailboxes import Received
from judge.demo.opening import address_of, open_game
from judge.demo.players import LANGUAGES, Player
from judge.demo.progress import Progress
from judge.demo.recorded import folder_for
from judge.demo.table import GM, DemoFailed, Table
from judge.maps.variant import Variant
from judge.resources import variant
from judge.rules.phase import Phase

NAME = "sunday"
_STEPS_A_YEAR = 5
_ORDERS_AS_RECEIVED = "\nOrders as received"


def play_builtin(years: int, is_imap: bool, keep: Path | None) -> int:
    """Play that many years from 1901; return 0 when the last bulletin has come."""
    board = variant("standard")
    first_year = board.start.phase.year
    progress = Progress(years * _STEPS_A_YEAR)
    with folder_for(keep) as folder, Table(folder, is_imap) as table:
        powers = board.board.powers
        last_year = first_year + years - 1
        open_game(table, NAME, powers, f"last_year={last_year} move=3d retreat=1d adjust=1d")
        progress.say(f"{len(powers)} players are registered; the game {NAME} runs to {last_year}")
        players = _Round(table, board, progress)
        last = players.play(years)
        progress.close()
        _conclude(progress, table, last, keep)
        progress.say(fill(players.tell(), 78))
    return 0


class _Round:
    """The players around the table."""

    def __init__(self, table: Table, board: Variant, progress: Progress) -> None:
        self._table = table
        self._picture = Picture(board)
        self._players = [Player(power, board) for power in board.board.powers]
        self._progress = progress
        self._tally = Tally()

    def play(self, years: int) -> Received:
        """Let all answer each bulletin until the game is over; return the last one."""
        watched = address_of(self._players[0].power)
        last: Received | None = None
        for _ in range(years * _STEPS_A_YEAR + 1):
            for letter in self._table.letters(watched):
                self._tally.note(letter)
                if letter.is_bulletin:
                    self._picture.read(letter.text)
                    last = letter
            if last is None:
                break
            if self._picture.is_over:
                return last
            self._progress.step(self._answer_all())
        raise DemoFailed("the bulletins stopped before the game was over")

    def _answer_all(self) -> str:
        """Mail everybody's orders, with the habits that players have; then the deadline passes."""
        phase = self._picture.phase
        sent = 0
        for number, player in enumerate(self._players):
            body = player.letter(self._picture)
            self._open_letters(player)
            if body is None or phase is None or is_forgetful(number, phase):
                continue
            sent += self._write(player, body, number, phase)
        self._table.settle()
        self._pass_deadline(str(phase))
        return f"{phase}: {sent} {'mail' if sent == 1 else 'mails'}"

    def _open_letters(self, player: Player) -> None:
        for letter in self._table.letters(address_of(player.power)):
            self._tally.note(letter)

    def _write(self, player: Player, body: str, number: int, phase: Phase) -> int:
        """Send the orders; some try them out first, some change their mind when it is too late."""
        address = address_of(player.power)
        mails: list[tuple[str | None, str]] = [(None, body)]
        if is_careful(number, phase):
            mails.insert(0, ("CHECK", body))
        if is_fickle(number, phase):
            mails.append((None, body.replace(" - ", " S ", 1)))
        for subject, text in mails:
            self._table.reply(address, text, subject)
        return len(mails)

    def tell(self) -> str:
        """Return what there was to be seen, in one line."""
        for player in self._players:
            self._open_letters(player)
        return str(self._tally)

    def _pass_deadline(self, phase: str) -> None:
        with self._table.daemon.store.transaction() as books:
            game = books.game(NAME)
        is_open = game is not None and str(game.position.phase) == phase
        if game is not None and is_open and game.deadline is not None:
            self._table.pass_to(game.deadline)


def _conclude(progress: Progress, table: Table, last: Received, keep: Path | None) -> None:
    written = ", ".join(sorted(set(LANGUAGES.values())))
    progress.say(f"the game is over; the orders were written in {written}")
    progress.say("")
    shown = last.text.partition(_ORDERS_AS_RECEIVED)[0]
    progress.say("\n".join(shown.splitlines()[2:]).rstrip())
    progress.say("")
    if keep is None:
        progress.say(
            "judge demo --keep DIR keeps all mail, to be read with mutt -f DIR/var/mail/..."
        )
    else:
        progress.say(f"the bulletins lie in {table.settings.maildirs}: mutt -f .../{GM}")
