"""Settings are read once, and a wrong one is named."""

from pathlib import Path

import pytest

from sayso.errors import SettingsError
from sayso.settings import Mqtt, Settings, Things5


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


def test_the_platform_is_where_it_is_said_to_be() -> None:
    assert Things5.read({}) == Things5(None, 10)
    found = Things5.read({"SAYSO_THINGS5_URL": " https://api.example.org/v1/ ", "SAYSO_THINGS5_TIMEOUT_SECONDS": "3"})
    assert found == Things5("https://api.example.org/v1", 3)
    for here in ("http://127.0.0.1:8080", "http://localhost/v1", "http://[::1]:9"):
        assert Things5.read({"SAYSO_THINGS5_URL": here}).url == here


@pytest.mark.parametrize(
    "url",
    [
        "api.example.org",
        "ftp://api.example.org",
        "https://",
        "https://api.example.org:port",
        "https://[api",
        "https://api.example.org/a b",
        "http://api.example.org",
        "http://127.0.0.1.example.org",
        "https://ann:hunter2@api.example.org",
        "https://api.example.org?token=hunter2",
    ],
)
def test_a_platform_that_keys_must_not_be_sent_to_is_refused(url: str) -> None:
    with pytest.raises(SettingsError) as wrong:
        Things5.read({"SAYSO_THINGS5_URL": url})
    assert wrong.value.where == "SAYSO_THINGS5_URL"
    assert wrong.value.next_step
    assert "hunter2" not in str(wrong.value)


def test_a_broker_is_read_from_its_address_and_its_password_shown_nowhere() -> None:
    assert Mqtt.read({}) is None
    broker = Mqtt.read({"SAYSO_MQTT_URL": "mqtts://ann:s%40cret@broker.example.org", "SAYSO_MQTT_PREFIX": "ha"})
    assert broker is not None
    assert (broker.address, broker.user, broker.password) == ("mqtts://broker.example.org:8883", "ann", "s@cret")
    assert (broker.prefix, broker.organisation, broker.timeout_seconds) == ("ha", "home", 5)
    assert "s@cret" not in repr(broker)
    assert Mqtt.at("mqtt://localhost").address == "mqtt://localhost:1883"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SAYSO_MQTT_URL", "http://ann:s@cret@host"),
        ("SAYSO_MQTT_URL", "mqtt://ann:s@cret@host:notaport"),
        ("SAYSO_MQTT_URL", "mqtt://"),
        ("SAYSO_MQTT_URL", "mqtt://host/topic"),
        ("SAYSO_MQTT_URL", "mqtt://[ann:s@cret"),
        ("SAYSO_MQTT_PREFIX", "home/#"),
        ("SAYSO_MQTT_PREFIX", "home/"),
        ("SAYSO_MQTT_CA", "/nowhere/ca.pem"),
        ("SAYSO_MQTT_INSECURE", "perhaps"),
        ("SAYSO_MQTT_TIMEOUT_SECONDS", "0"),
    ],
)
def test_a_broker_that_cannot_be_is_told_without_its_password(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as wrong:
        Mqtt.read({"SAYSO_MQTT_URL": "mqtt://host", name: value})
    assert wrong.value.where == name
    assert "s@cret" not in str(wrong.value)


MODEL = {"SAYSO_MODEL": "m", "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}


def test_a_model_is_named_by_the_environment() -> None:
    assert Settings.read({}).model is None
    found = Settings.read(MODEL).model
    assert found
    assert (found.mode, found.is_chat, found.seconds) == ("cascade", True, 20)
    openai = Settings.read({"SAYSO_MODEL": "m", "OPENAI_API_KEY": "sk-secret"}).model
    assert openai
    assert not openai.is_chat
    assert "sk-secret" not in repr(openai)


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"SAYSO_MODEL": "m"}, "OPENAI_API_KEY"),
        ({"SAYSO_MODE": "cascade"}, "SAYSO_MODE"),
        ({**MODEL, "SAYSO_MODE": "clever"}, "SAYSO_MODE"),
        ({**MODEL, "SAYSO_MODEL_API": "soap"}, "SAYSO_MODEL_API"),
        ({**MODEL, "OPENAI_BASE_URL": "here"}, "OPENAI_BASE_URL"),
        ({**MODEL, "SAYSO_MODEL_PRICE_IN": "cheap"}, "SAYSO_MODEL_PRICE_IN"),
        ({**MODEL, "SAYSO_MODEL_SECONDS": "0"}, "SAYSO_MODEL_SECONDS"),
        ({**MODEL, "SAYSO_MODEL_MONEY_PER_DAY": "-1"}, "SAYSO_MODEL_MONEY_PER_DAY"),
    ],
)
def test_a_model_that_cannot_be_is_told_by_its_variable(wrong: dict[str, str], where: str) -> None:
    with pytest.raises(SettingsError) as told:
        Settings.read(wrong)
    assert told.value.where == where
