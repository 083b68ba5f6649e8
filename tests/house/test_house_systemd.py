"""What systemd is given: a unit that it accepts, and a configuration that the judge accepts."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from checkout import PACKAGE, ROOT

from judge.settings import load_settings

UNIT = ROOT / "systemd" / "judge.service"
EXAMPLE = ROOT / "systemd" / "judge.toml"
WORST_EXPOSURE = 2.0


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit as installed on a machine where its program exists."""
    path = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8")
    path.write_text(text.replace("/opt/judge/bin/judge", "/bin/true"), encoding="utf-8")
    return path


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    tool = shutil.which("systemd-analyze")
    assert tool, "systemd-analyze is missing: make servers brings it (Debian: package systemd)"
    return subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=60)


def test_the_unit_is_accepted(unit: Path) -> None:
    done = analyze("verify", "--man=no", str(unit))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_unit_is_hardened(unit: Path) -> None:
    done = analyze("security", "--offline=yes", "--no-pager", str(unit))
    found = re.search(r"exposure level for judge\.service: (\d+\.\d+)", done.stdout)
    assert found, done.stderr
    assert float(found[1]) <= WORST_EXPOSURE


def test_the_documentation_tells_the_exposure(unit: Path) -> None:
    done = analyze("security", "--offline=yes", "--no-pager", str(unit))
    found = re.search(r"exposure level for judge\.service: (\d+\.\d+)", done.stdout)
    told = re.search(r"`(\d+\.\d+)`", (ROOT / "docs/hosting.md").read_text(encoding="utf-8"))
    assert found
    assert told
    assert float(told[1]) == float(found[1])


def test_the_unit_runs_a_command_that_exists() -> None:
    from judge.cli import parser_for

    parser = configparser.RawConfigParser(strict=False)
    parser.read(UNIT, encoding="utf-8")
    program, *arguments = parser["Service"]["ExecStart"].split()
    assert Path(program).is_absolute()
    assert parser_for(arguments).parse_args(arguments).config == Path("/etc/judge/judge.toml")


def test_the_example_is_accepted(tmp_path: Path) -> None:
    settings = load_settings(EXAMPLE)
    assert (settings.imap.host, settings.relay.host) == ("imap.example.org", "smtp.example.org")
    assert (settings.listener.smtp, settings.listener.lmtp) == ("", "")


def test_the_credentials_are_those_the_judge_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    named = re.findall(r"^LoadCredential=([\w-]+):", UNIT.read_text(encoding="utf-8"), re.M)
    for name in named:
        (tmp_path / name).write_text(f"the word for {name}\n", encoding="utf-8")
    source = "".join(p.read_text(encoding="utf-8") for p in PACKAGE.rglob("*.py"))
    assert set(re.findall(r'\.secret\(\s*"([\w-]+)"', source)) == set(named)
    settings = load_settings(EXAMPLE)
    assert [settings.secret(name, "") for name in named] == [f"the word for {n}" for n in named]
