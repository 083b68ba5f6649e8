"""Settings: what a host may write, and one line for each thing that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.settings import Settings, SettingsError, host_and_port, load_settings
from judge.wiring import policy_of


@pytest.fixture(autouse=True)
def _no_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("STATE_DIRECTORY", "CREDENTIALS_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)


def load(folder: Path, text: str) -> Settings:
    path = folder / "judge.toml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path)


def test_the_embedded_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings = load_settings(None)
    assert settings.state == tmp_path / "var"
    assert settings.database_url == f"sqlite:///{tmp_path / 'var' / 'judge.sqlite3'}"
    assert settings.maildirs == tmp_path / "var" / "mail"
    assert settings.listener.smtp == "127.0.0.1:2525"
    assert settings.judge.creators == ("gm@localhost",)


def test_an_empty_file_is_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path, "") == Settings(base=tmp_path)


def test_relative_paths_start_from_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "judge.toml").write_text('[judge]\nstate = "state"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    settings = load_settings(Path("etc/judge.toml"))
    assert settings.state == tmp_path / "etc" / "state"


def test_an_absolute_state_folder(tmp_path: Path) -> None:
    assert load(tmp_path, '[judge]\nstate = "/srv/judge"\n').state == Path("/srv/judge")


def test_systemd_names_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/judge:/var/lib/other")
    assert load(tmp_path, '[judge]\nstate = "state"\n').state == Path("/var/lib/judge")


def test_who_polls_a_mailbox_has_no_listener_unasked(tmp_path: Path) -> None:
    imap = '[imap]\nhost = "imap.example.org"\nuser = "judge"\n'
    assert load(tmp_path, imap).listener.smtp == ""
    assert load(tmp_path, imap + '[listener]\nlmtp = "[::1]:24"\n').listener.smtp


def test_every_setting_can_be_written(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        """
        [judge]
        address = "Judge@Example.org"
        state = "state"
        creators = ["a@example.org", "B@example.net"]
        operator = "root@example.org"
        separator = "-"
        answers_per_hour = 0
        settle_seconds = 0
        [database]
        url = "postgresql://judge@/judge"
        [listener]
        smtp = "0.0.0.0:25"
        lmtp = "[::1]:24"
        [imap]
        host = "imap.example.org"
        port = 143
        tls = "starttls"
        user = "judge"
        password_file = "imap"
        ca_file = "imap.pem"
        folder = "Judge"
        done_folder = "Done"
        poll_seconds = 5
        [relay]
        host = "smtp.example.org"
        port = 465
        tls = "tls"
        user = "judge"
        password_file = "relay"
        ca_file = "relay.pem"
        [maildir]
        folder = "out"
        """,
    )
    assert settings.judge.operator == "root@example.org"
    assert settings.relay.tls == "tls"
    assert settings.maildirs == tmp_path / "state" / "out"
    assert settings.database_url == "postgresql://judge@/judge"


FAULTS = [
    ("x = ", "not TOML"),
    ("a = " + "[" * 5000, "not TOML"),
    ("[juge]", "unknown section [juge]; did you mean judge? known: judge, database"),
    ('address = "judge@example.org"', "put it below [judge]"),
    ("judge = 3", "[judge] must be a section"),
    ('[judge]\nadress = "a@example.org"', "unknown adress in [judge]; did you mean address?"),
    ("[judge]\naddress = 3", "address in [judge] must be a text"),
    ('[judge]\naddress = "judge"', 'write it as "judge@example.org"'),
    ('[judge]\naddress = "a@b@c"', "a@b@c"),
    ('[judge]\naddress = "the judge@example.org"', "the judge@example.org"),
    ('[judge]\naddress = "@example.org"', "@example.org"),
    ('[judge]\naddress = "judge@"', "judge@"),
    ('[judge]\naddress = "Judge <judge@example.org>"', "write it as"),
    ('[judge]\naddress = "judge-of-many-many-games@example.org"', "18 characters"),
    ('[judge]\ncreators = "gm@example.org"', "list of texts"),
    ("[judge]\ncreators = [1]", "list of texts"),
    ('[judge]\naddress = ""', 'write it as "judge@example.org"'),
    ('[judge]\ncreators = [""]', "creators in [judge] is ''"),
    ('[judge]\ncreators = ["gm"]', "creators in [judge] is 'gm'"),
    ('[judge]\noperator = "root"', "operator in [judge] is 'root'"),
    ("[judge]\noperator = 3", "operator in [judge] must be a text"),
    ('[judge]\nseparator = ""', "separator in [judge]"),
    ('[judge]\nseparator = "@"', "separator in [judge]"),
    ("[judge]\nanswers_per_hour = true", "must be a whole number"),
    ("[judge]\nanswers_per_hour = -1", "must be a whole number"),
    ("[judge]\nanswers_per_hour = 1.5", "must be a whole number"),
    ('[judge]\nsettle_seconds = "5"', "must be a whole number"),
    ('[listener]\nsmtp = "2525"', "write host and port"),
    ('[listener]\nsmtp = ":2525"', "smtp in [listener] is ':2525'"),
    ('[listener]\nlmtp = "127.0.0.1:65536"', "lmtp in [listener]"),
    ('[listener]\nsmtp = "::1:2525"', "write host and port"),
    ('[listener]\nsmtp = "127.0.0.1:²"', "write host and port"),
    ('[imap]\nhost = "imap.example.org"', "user in [imap] is missing"),
    ("[imap]\nport = 0", "port in [imap] is 0: it must be 1 to 65535"),
    ("[imap]\nport = 70000", "port in [imap] is 70000"),
    ("[relay]\nport = 99999", "port in [relay]"),
    ('[imap]\ntls = "ssl"', 'say "none", "starttls" or "tls"'),
    ("[relay]\ntls = true", 'say "none", "starttls" or "tls"'),
    ("[imap]\npoll_seconds = 0", "poll_seconds in [imap]"),
]


@pytest.mark.parametrize(("text", "wanted"), FAULTS, ids=[text[:40] for text, _ in FAULTS])
def test_a_fault_is_one_line_that_names_file_and_setting(
    tmp_path: Path, text: str, wanted: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        load(tmp_path, text)
    assert wanted in str(caught.value)
    assert "judge.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_empty_operator_is_nobody(tmp_path: Path) -> None:
    settings = load(tmp_path, '[judge]\noperator = ""\n')
    assert policy_of(settings).operator is None


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere.toml"):
        with pytest.raises(SettingsError, match="cannot read"):
            load_settings(path)


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "judge.toml").write_bytes(b'[judge]\naddress = "j\xfcdge@example.org"\n')
    with pytest.raises(SettingsError, match="not TOML"):
        load_settings(tmp_path / "judge.toml")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("127.0.0.1:2525", ("127.0.0.1", 2525)),
        ("[::1]:2525", ("::1", 2525)),
        ("localhost:0", ("localhost", 0)),
        ("[::]:25", ("::", 25)),
    ],
)
def test_host_and_port(text: str, wanted: tuple[str, int]) -> None:
    assert host_and_port(text) == wanted


def test_a_password_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("se cret \n", encoding="utf-8")
    settings = Settings(base=tmp_path)
    assert settings.secret("imap-password", "password") == "se cret"


def test_a_credential_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "credentials").mkdir()
    (tmp_path / "credentials" / "imap-password").write_text("from systemd\n", encoding="utf-8")
    (tmp_path / "password").write_text("from the file", encoding="utf-8")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path / "credentials"))
    settings = Settings(base=tmp_path)
    assert settings.secret("imap-password", "password") == "from systemd"
    assert settings.secret("relay-password", "password") == "from the file"


def test_a_password_that_is_nowhere(tmp_path: Path) -> None:
    settings = Settings(base=tmp_path)
    with pytest.raises(SettingsError, match="credential imap-password, or set password_file"):
        settings.secret("imap-password", "")
    with pytest.raises(SettingsError, match=r"cannot read the password in .*nowhere"):
        settings.secret("imap-password", "nowhere")
    (tmp_path / "binary").write_bytes(b"\xff")
    with pytest.raises(SettingsError, match="cannot read the password"):
        settings.secret("imap-password", "binary")


def test_certificates_to_trust_that_are_none(tmp_path: Path) -> None:
    settings = Settings(base=tmp_path)
    assert settings.trusted("") is None
    (tmp_path / "empty.pem").write_text("")
    for name in ("nowhere.pem", "empty.pem"):
        with pytest.raises(SettingsError, match=rf"cannot read certificates in .*{name}"):
            settings.trusted(name)
