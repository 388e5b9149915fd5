"""The machines of the kitchen as they are built: what they can do, and the constants of their physics."""

from hashlib import blake2s

from sayso.dataclass import dataclass
from sayso.machines.device import Device, DeviceCommand, Metric, Setting
from sayso.machines.simulated.named import named

_WORDS = {
    "turn_on_light": "Turn the light on",
    "turn_off_light": "Turn the light off",
    "start_defrost": "Start a defrost",
    "stop_defrost": "Stop the defrost",
    "turn_on": "Turn it on",
    "turn_off": "Turn it off",
    "start_cycle": "Start a cycle",
    "stop_cycle": "Stop the cycle that runs",
    "open_door": "Open the door",
    "close_door": "Close the door",
    "lock_door": "Lock the door",
    "unlock_door": "Unlock the door",
}
_LIGHT = ("turn_on_light", "turn_off_light")
_DEFROST = ("start_defrost", "stop_defrost")
_DOOR = ("open_door", "close_door", "lock_door", "unlock_door")
_CYCLE = ("start_cycle", "stop_cycle")
_SWITCH = ("turn_on", "turn_off")
_STATES = {_LIGHT: ("light",), _DEFROST: ("defrost",), _DOOR: ("lock",), _CYCLE: ("cycle",), _SWITCH: ("switch",)}
TEMPERATURE, HUMIDITY, POWER = Metric("temperature", "°C"), Metric("humidity", "%"), Metric("power", "W")


@dataclass(frozen=True, slots=True)
class Physics:
    """How warmth comes and goes, each as the share of the difference that half a minute makes up."""

    source: float  # °C of what cools or heats
    drive: float  # towards the source, while it runs
    leak: float  # towards the room
    open_leak: float  # towards the room, with the door open
    band: float  # around the set point, before it switches
    watts: float
    humidity: float  # % where it comes to rest
    openings: float = 0.0  # chance of staff opening the door, in a minute of work
    cycle: float = 0.0  # towards `cycle_source`, while a cycle runs
    cycle_source: float = -20.0

    @property
    def heats(self) -> bool:
        """An oven, rather than a fridge."""
        return self.source > 100


@dataclass(frozen=True, slots=True)
class Plant:
    """A machine as it is built."""

    key: str
    kind: str
    target: float
    bounds: tuple[float, float]
    abilities: tuple[tuple[str, ...], ...]
    physics: Physics
    metrics: tuple[Metric, ...] = (TEMPERATURE, HUMIDITY, POWER)

    @property
    def defrosts(self) -> bool:
        """Whether it has to be freed of ice."""
        return _DEFROST in self.abilities

    @property
    def states(self) -> tuple[str, ...]:
        """What it is, rather than what it measures."""
        own = tuple(name for ability in self.abilities for name in _STATES[ability])
        return ("door", *own, "target_temperature", "connection")

    @property
    def commands(self) -> tuple[DeviceCommand, ...]:
        """What it does when it is told to; which of these are dangerous is in the domain's data."""
        simple = tuple(DeviceCommand(name, name, _WORDS[name]) for ability in self.abilities for name in ability)
        taken = (Setting("temperature", "°C", *self.bounds),)
        needed = (Setting("temperature", "°C", *self.bounds, is_needed=True),)
        return (
            *simple,
            DeviceCommand("set_temperature", "set_temperature", "Set the temperature", settings=needed),
            DeviceCommand("raise_temperature", "raise_temperature", "Raise the set temperature", settings=taken),
            DeviceCommand("lower_temperature", "lower_temperature", "Lower the set temperature", settings=taken),
        )

    def id_in(self, organisation: str) -> str:
        """Its id among all machines of all organisations."""
        return f"{self.key}-{_digest(organisation)}"

    def device(self, organisation: str, is_connected: bool, language: str = "") -> Device:
        """The machine as its fleet knows it, by its name in a language."""
        words = named(self.key, language)
        return Device(
            id=self.id_in(organisation),
            name=words.name,
            serial=f"{self.key.replace('-', '')[:6]}{_digest(organisation)}".upper(),
            place=words.place,
            description=words.description,
            kind=self.kind,
            firmware="2.4.1",
            is_connected=is_connected,
            commands=self.commands,
            metrics=self.metrics,
            states=self.states,
        )


def _digest(organisation: str) -> str:
    return blake2s(organisation.encode(), digest_size=3).hexdigest()


_FRIDGE = Physics(-15, 0.0058, 0.0021, 0.020, 0.7, 180, 60, openings=0.05)
_CHILLER = Physics(-20, 0.006, 0.0025, 0.020, 0.6, 900, 55, openings=0.01, cycle=0.00755)
_OVEN = Physics(500, 0.035, 0.0196, 0.06, 2.5, 3200, 20)
_ROOM = Physics(-15, 0.0030, 0.0008, 0.006, 0.8, 1100, 85, openings=0.06)

KITCHEN = (
    Plant(
        "frigo-cucina",
        "fridge",
        4.0,
        (0.0, 10.0),
        (_LIGHT, _DEFROST),
        _FRIDGE,
    ),
    Plant(
        "frigo-sala",
        "fridge",
        6.0,
        (0.0, 12.0),
        (_LIGHT, _DEFROST),
        _FRIDGE,
    ),
    Plant(
        "abbattitore",
        "blast_chiller",
        3.0,
        (-5.0, 10.0),
        (_CYCLE,),
        _CHILLER,
    ),
    Plant(
        "forno",
        "oven",
        200.0,
        (50.0, 280.0),
        (_LIGHT, _SWITCH),
        _OVEN,
        (TEMPERATURE, POWER),
    ),
    Plant(
        "cella",
        "cold_room",
        2.0,
        (-5.0, 8.0),
        (_LIGHT, _DEFROST, _DOOR),
        _ROOM,
    ),
)
