"""What a person may set: read once from the environment, each variable checked, nothing read later."""

from collections.abc import Mapping
from dataclasses import field, replace
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import unquote, urlsplit

from sayso.authorization_settings import AuthorizationServer
from sayso.dataclass import dataclass
from sayso.errors import SettingsError
from sayso.reminder_settings import ReminderSettings
from sayso.setting_values import amount_of, choice_of, flag_of, number_of, one_of, several_of, share_of

_PUBLIC = "SAYSO_PUBLIC_URL"
FLEETS = ("simulated", "mqtt", "things5", "none")  # where the machines are
SHORTEST_SECRET = 32  # bytes: a shorter key of HS256 can be guessed


@dataclass(frozen=True, slots=True)
class Settings:
    """All that can be set, with what holds where nothing is.

    >>> Settings.read({"SAYSO_TOKEN_HOURS": "1"}).token_hours
    1
    """

    data_folder: Path
    database_url: str
    secret: str | None  # None: a key of its own, kept in a file of the data folder
    vault_keys: tuple[str, ...]  # none: one of its own, kept in a file beside that
    token_hours: int
    signed_in_days: int
    confirm_seconds: int
    repeat_seconds: int
    keep_deleted_days: int
    host: str
    port: int
    allowed_hosts: tuple[str, ...]
    allowed_origins: tuple[str, ...]
    public_url: str | None  # None: where it listens
    bound_tokens: bool  # whether a token at /mcp must be made for that very address
    authorization_server: AuthorizationServer | None  # whose tokens are taken at /mcp besides ours
    trusted_proxies: tuple[str, ...]  # whose word counts about where a request came from, and how
    messages_per_minute: int  # of one person; 0: as many as come
    calls_per_minute: int  # of one person's programs
    clients_confirm: bool  # whether a yes counts that a program hands over
    fleet: str
    is_fleet_set: bool  # whether the environment says where the machines are
    mqtt: "Mqtt | None"
    things5: "Things5"
    has_outages: bool  # of the simulated machines
    keep_readings_days: int
    model: "Model | None" = None  # None: the engine alone
    reminding: ReminderSettings = field(default_factory=ReminderSettings)

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> "Settings":
        """The settings of an environment; a variable that is set to nothing counts as not set."""
        given = {name: value.strip() for name, value in environ.items() if value.strip()}
        folder = _data_folder(given)
        return cls(
            data_folder=folder,
            database_url=_database_url(given, folder),
            secret=_secret(given),
            vault_keys=several_of(given, "SAYSO_VAULT_KEYS"),
            token_hours=number_of(given, "SAYSO_TOKEN_HOURS", 12, (1, 24 * 366)),
            signed_in_days=number_of(given, "SAYSO_SIGNED_IN_DAYS", 30, (1, 366)),
            confirm_seconds=number_of(given, "SAYSO_CONFIRM_SECONDS", 300, (1, 86_400)),
            repeat_seconds=number_of(given, "SAYSO_REPEAT_SECONDS", 10, (0, 3600)),
            keep_deleted_days=number_of(given, "SAYSO_KEEP_DELETED_DAYS", 30, (0, 36_500)),
            host=given.get("SAYSO_HOST", "127.0.0.1"),
            port=number_of(given, "SAYSO_PORT", 8000, (0, 65_535)),
            allowed_hosts=several_of(given, "SAYSO_ALLOWED_HOSTS"),
            allowed_origins=_origins(given, "SAYSO_ALLOWED_ORIGINS"),
            public_url=_address(given, _PUBLIC, "https://tasks.example.org") if _PUBLIC in given else None,
            bound_tokens=flag_of(given, "SAYSO_BOUND_TOKENS", False),
            authorization_server=AuthorizationServer.read(given),
            trusted_proxies=_proxies(given, "SAYSO_TRUSTED_PROXIES"),
            messages_per_minute=number_of(given, "SAYSO_MESSAGES_PER_MINUTE", 30, (0, 1_000_000)),
            calls_per_minute=number_of(given, "SAYSO_CALLS_PER_MINUTE", 600, (0, 1_000_000)),
            clients_confirm=flag_of(given, "SAYSO_CLIENTS_CONFIRM", False),
            fleet=_fleet(given),
            is_fleet_set=any(name in given for name in ("SAYSO_FLEET", "SAYSO_MQTT_URL", "SAYSO_THINGS5_URL")),
            mqtt=Mqtt.read(given),
            things5=Things5.read(given),
            has_outages=flag_of(given, "SAYSO_SIMULATED_OUTAGES", True),
            keep_readings_days=number_of(given, "SAYSO_KEEP_READINGS_DAYS", 7, (1, 3650)),
            model=Model.read(given),
            reminding=ReminderSettings.read(given),
        )

    @property
    def key_folder(self) -> Path:
        """Where keys are kept that nobody set: beside the database, where that is a file."""
        scheme, _, rest = self.database_url.partition(":///")
        return Path(rest.partition("?")[0]).parent if scheme == "sqlite" else self.data_folder


Mode = Literal["engine", "cascade", "model"]
MODES: tuple[Mode, ...] = get_args(Mode)
_OPENAI = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class Model:
    """A language model behind an OpenAI-compatible endpoint, and what it may cost."""

    name: str
    key: str = field(repr=False)
    url: str
    is_chat: bool  # Chat Completions, not Responses
    mode: Mode
    seconds: int  # for all that it says about one message
    price_in: float  # of a million tokens
    price_out: float
    tokens_per_day: int  # of one person; 0: as many as it takes
    money_per_day: float

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "Model | None":
        """The model that an environment names."""
        mode = one_of(given, "SAYSO_MODE", MODES, "cascade")
        name = given.get("SAYSO_MODEL")
        if name is None:
            if mode != "engine" and "SAYSO_MODE" in given:
                raise SettingsError("needs a model", "SAYSO_MODE", "name one in SAYSO_MODEL, or set it to engine")
            return None
        url = _address(given, "OPENAI_BASE_URL", _OPENAI)
        key = given.get("OPENAI_API_KEY", "")
        is_openai = urlsplit(url).hostname == urlsplit(_OPENAI).hostname
        if not key and is_openai:
            raise SettingsError("is not set", "OPENAI_API_KEY", "set it, or name another endpoint in OPENAI_BASE_URL")
        return cls(
            name=name,
            key=key or "none",  # a server of one's own often wants none, but the client sends something
            url=url,
            is_chat=one_of(given, "SAYSO_MODEL_API", ("responses", "chat"), "responses" if is_openai else "chat")
            == "chat",
            mode=mode,
            seconds=number_of(given, "SAYSO_MODEL_SECONDS", 20, (1, 600)),
            price_in=amount_of(given, "SAYSO_MODEL_PRICE_IN"),
            price_out=amount_of(given, "SAYSO_MODEL_PRICE_OUT"),
            tokens_per_day=number_of(given, "SAYSO_MODEL_TOKENS_PER_DAY", 0, (0, 10**12)),
            money_per_day=amount_of(given, "SAYSO_MODEL_MONEY_PER_DAY"),
        )


@dataclass(frozen=True, slots=True)
class Composition:
    """How calls that somebody else chose are completed."""

    is_enabled: bool = True
    threshold: float = 0.9  # from which a step about machines or other tools is carried out
    suggest_at_most: int = 5

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Composition":
        """The settings that an environment holds; what it does not say stays as it is."""
        usual = cls()
        given = {name: value.strip() for name, value in environment.items() if value.strip()}
        return cls(
            flag_of(given, "ENABLE_INTELLIGENT_COMPOSITION", usual.is_enabled),
            share_of(given, "INTELLIGENT_COMPOSITION_CONFIDENCE_THRESHOLD", usual.threshold),
            number_of(given, "INTELLIGENT_COMPOSITION_MAX_SUGGESTIONS", usual.suggest_at_most, (1, 5)),
        )


@dataclass(frozen=True, slots=True)
class Things5:
    """Where the Things5 platform is, None where nobody said, and how long one answer is waited for."""

    url: str | None = None
    answer_seconds: int = 10

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Things5":
        """The settings that an environment holds."""
        given = {name: value.strip() for name, value in environment.items() if value.strip()}
        return cls(_platform(given), number_of(given, "SAYSO_THINGS5_TIMEOUT_SECONDS", cls().answer_seconds, (1, 300)))


def _platform(given: Mapping[str, str]) -> str | None:
    name, example = "SAYSO_THINGS5_URL", "for example https://api.example.org/v1"
    url = given.get(name)
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        host, is_whole = parts.hostname or "", parts.port != 0 and url.isprintable() and " " not in url
    except ValueError:
        host, is_whole = "", False
    if not host or not is_whole or parts.scheme not in ("http", "https"):
        raise SettingsError("is no address of a platform", name, example)
    if "@" in parts.netloc or parts.query or parts.fragment:  # not shown: what stands there may be a secret
        raise SettingsError("holds more than an address; keys are set for each user", name, example)
    if parts.scheme == "http" and not is_loopback(host):
        raise SettingsError("is not encrypted, and every user's key would be sent there", name, example)
    return url.rstrip("/")


def is_loopback(host: str) -> bool:
    """Whether only this machine is meant."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True, slots=True)
class Mqtt:
    """The broker behind which machines are, and how it is spoken to.

    >>> Mqtt.at("mqtts://ann:secret@broker.example.org").address
    'mqtts://broker.example.org:8883'
    """

    host: str
    port: int
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    is_encrypted: bool = False
    authority: Path | None = None  # a file of certificates to trust instead of the machine's
    is_insecure: bool = False  # whoever answers is believed
    prefix: str = "homeassistant"
    organisation: str = "home"  # whose machines they are
    timeout_seconds: int = 5
    areas: Path | None = None  # a file of the areas of devices that tell none
    floors: Path | None = None  # a file of the floors of areas

    @property
    def address(self) -> str:
        """Where the broker is, to be shown: without who we are."""
        return f"{'mqtts' if self.is_encrypted else 'mqtt'}://{self.host}:{self.port}"

    @classmethod
    def at(cls, url: str, name: str = "SAYSO_MQTT_URL") -> "Mqtt":
        """The broker of an address; `name` is who is told where it is none."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        is_known = parts.scheme in ("mqtt", "mqtts") and not (parts.path.strip("/") or parts.query or parts.fragment)
        if not is_known or not parts.hostname:
            raise SettingsError("is no address of a broker", name, "for example mqtt://user:password@host:1883")
        is_encrypted = parts.scheme == "mqtts"
        user = None if parts.username is None else unquote(parts.username)
        password = None if parts.password is None else unquote(parts.password)
        return cls(parts.hostname, port or (8883 if is_encrypted else 1883), user, password, is_encrypted)

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Mqtt | None":
        """The broker that an environment names, if it does."""
        given = {name: value.strip() for name, value in environment.items() if value.strip()}
        if "SAYSO_MQTT_URL" not in given:
            return None
        prefix = given.get("SAYSO_MQTT_PREFIX", "homeassistant")
        if any(c in "+#$\0" for c in prefix) or prefix.strip("/") != prefix:
            raise SettingsError(f"{prefix!r} is no beginning of a topic", "SAYSO_MQTT_PREFIX", "it is: homeassistant")
        authority = Path(given["SAYSO_MQTT_CA"]) if "SAYSO_MQTT_CA" in given else None
        if authority is not None and not authority.is_file():
            raise SettingsError("there is no such file", "SAYSO_MQTT_CA", "name a file of certificates (PEM)")
        return replace(
            cls.at(given["SAYSO_MQTT_URL"]),
            authority=authority,
            is_insecure=flag_of(given, "SAYSO_MQTT_INSECURE", False),
            prefix=prefix,
            organisation=given.get("SAYSO_MQTT_ORGANISATION", "home"),
            timeout_seconds=number_of(given, "SAYSO_MQTT_TIMEOUT_SECONDS", 5, (1, 300)),
            areas=Path(given["SAYSO_MQTT_AREAS"]) if "SAYSO_MQTT_AREAS" in given else None,
            floors=Path(given["SAYSO_MQTT_FLOORS"]) if "SAYSO_MQTT_FLOORS" in given else None,
        )


def _data_folder(given: Mapping[str, str]) -> Path:
    home = given.get("XDG_DATA_HOME", "")
    if home and Path(home).is_absolute():  # the specification says that a relative one is to be ignored
        return Path(home) / "sayso"
    return Path.home() / ".local" / "share" / "sayso"


def _database_url(given: Mapping[str, str], folder: Path) -> str:
    name = "SAYSO_DATABASE_URL"
    url = given.get(name, f"sqlite:///{folder / 'sayso.db'}")
    scheme, separator, rest = url.partition("://")
    if scheme in ("postgresql", "postgres") and separator:
        return f"postgresql://{rest}"
    if scheme != "sqlite" or not separator:
        raise SettingsError(
            "is no address of a database we know", name, "sqlite:///file or postgresql://user@host/name"
        )
    if rest.strip("/") in ("", ":memory:"):
        raise SettingsError("names no file", name, "for example sqlite:////var/lib/sayso/sayso.db")
    return url


def _secret(given: Mapping[str, str]) -> str | None:
    name = "SAYSO_SECRET"
    secret = given.get(name)
    if secret is not None and len(secret.encode()) < SHORTEST_SECRET:
        raise SettingsError(f"is shorter than {SHORTEST_SECRET} bytes", name, "make one with: openssl rand -hex 32")
    return secret


def _fleet(given: Mapping[str, str]) -> str:
    """The fleet that is named; where none is, the one whose address is set, or else a simulated one."""
    fleet = given.get("SAYSO_FLEET")
    needed = {"mqtt": "SAYSO_MQTT_URL", "things5": "SAYSO_THINGS5_URL"}
    if fleet is None:
        return next((name for name, address in needed.items() if address in given), "simulated")
    chosen = choice_of(given, "SAYSO_FLEET", FLEETS)
    if chosen in needed and needed[chosen] not in given:
        raise SettingsError(f"is not set, and SAYSO_FLEET is {chosen}", needed[chosen], "say where it is")
    return chosen


def _origins(given: Mapping[str, str], name: str) -> tuple[str, ...]:
    origins = several_of(given, name)
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
            raise SettingsError(f"{origin!r} is no origin", name, "for example https://tasks.example.org")
    return origins


def _proxies(given: Mapping[str, str], name: str) -> tuple[str, ...]:
    proxies = several_of(given, name) or ("127.0.0.1", "::1")
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise SettingsError(f"{proxy!r} is no address", name, "for example 10.0.0.5 or 10.0.0.0/24") from None
    return proxies


def _address(given: Mapping[str, str], name: str, default: str) -> str:
    url = given.get(name, default)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise SettingsError(f"{url!r} is no address", name, f"for example {default}")
    return url
