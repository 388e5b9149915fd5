"""Settings are read once, and a wrong one is named."""

from pathlib import Path

import pytest

from sayso.errors import SettingsError
from sayso.settings import Settings


def test_nothing_has_to_be_set() -> None:
    settings = Settings.read({"XDG_DATA_HOME": "/data"})
    assert settings.database_url == "sqlite:////data/sayso/sayso.db"
    assert (settings.token_hours, settings.confirm_seconds, settings.repeat_seconds) == (12, 300, 10)
    assert settings.secret is None


def test_a_relative_data_folder_is_ignored_as_its_specification_says() -> None:
    assert Settings.read({"XDG_DATA_HOME": "data"}).data_folder == Path.home() / ".local/share/sayso"


def test_what_is_set_holds_and_blank_counts_as_not_set() -> None:
    environ = {
        "SAYSO_DATABASE_URL": "postgres://me@db/tasks",
        "SAYSO_PORT": " 9000 ",
        "SAYSO_HOST": "",
        "SAYSO_ALLOWED_HOSTS": "a.example, b.example",
        "SAYSO_ALLOWED_ORIGINS": "https://a.example",
        "SAYSO_SECRET": "x" * 32,
    }
    settings = Settings.read(environ)
    assert settings.database_url == "postgresql://me@db/tasks"
    assert (settings.host, settings.port) == ("127.0.0.1", 9000)
    assert settings.allowed_hosts == ("a.example", "b.example")
    assert settings.allowed_origins == ("https://a.example",)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SAYSO_DATABASE_URL", "mysql://x/y"),
        ("SAYSO_DATABASE_URL", "sqlite://"),
        ("SAYSO_DATABASE_URL", "sqlite:///:memory:"),
        ("SAYSO_SECRET", "hunter2"),
        ("SAYSO_TOKEN_HOURS", "soon"),
        ("SAYSO_CONFIRM_SECONDS", "0"),
        ("SAYSO_SIGNED_IN_DAYS", "0"),
        ("SAYSO_TRUSTED_PROXIES", "127.0.0.1, proxy"),
        ("SAYSO_REPEAT_SECONDS", "-1"),
        ("SAYSO_KEEP_DELETED_DAYS", "1.5"),
        ("SAYSO_PORT", "70000"),
        ("SAYSO_ALLOWED_ORIGINS", "a.example"),
    ],
)
def test_a_wrong_value_is_told_with_its_variable_and_a_next_step(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as wrong:
        Settings.read({name: value})
    assert wrong.value.where == name
    assert wrong.value.next_step
    if name == "SAYSO_SECRET":
        assert value not in str(wrong.value)
