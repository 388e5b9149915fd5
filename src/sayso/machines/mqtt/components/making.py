"""A thing in the making: what it says and what it can be told, gathered from its config under one way of naming."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sayso.machines.device import Kind, Setting, Value
from sayso.machines.mqtt.config import Config
from sayso.machines.mqtt.entity import (
    AnyValue,
    Deed,
    Encoding,
    Expected,
    Form,
    Measured,
    Place,
    Scale,
    Sending,
    Signal,
    Switched,
    named_values,
)
from sayso.machines.mqtt.shades import SHADES, shade
from sayso.machines.mqtt.template import filled, parsed

MOST_OPTIONS = 64
PLAIN = Scale()


class EntityParts(NamedTuple):
    """What a thing says, and what it can be told."""

    signals: tuple[Signal, ...] = ()
    deeds: tuple[Deed, ...] = ()


class Act(NamedTuple):
    """An act with a fixed payload: what it is called, what is sent, and what is said once it is done."""

    verb: str
    payload: str
    done: Value = None
    is_dangerous: bool = False


@dataclass(slots=True)
class Making:
    """Gathers the signals and deeds of a thing; `own` is what it is called within its device."""

    config: Config
    own: str
    signals: list[Signal] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)

    def named(self, what: str) -> str:
        """The name of something of this thing."""
        if self.own and what in self.own.split("_"):
            return self.own
        return "_".join(filter(None, (self.own, what)))

    def says(self, what: str, place: Place | None, form: Form, unit: str = "", kind: Kind = "state") -> Signal | None:
        """Have something that it says; nothing where it has no place to say it."""
        if place is None:
            return None
        signal = Signal(self.named(what), kind, place, form, unit, self.config.own_name)
        self.signals.append(signal)
        return signal

    def does(self, what: str, sending: Sending | None, acts: tuple[Act, ...], signal: Signal | None = None) -> None:
        """Have acts that each send a payload of their own."""
        if sending is None:
            return
        for verb, payload, done, is_dangerous in acts:
            sent = filled(sending.template, payload)
            if sent is None:
                self.config.unreadable += 1
                return
            expected = Expected(signal.name, done) if signal and done is not None and self._is_told else None
            deed = Deed("", sending.topic, sent, expected, is_dangerous=is_dangerous)
            self._add(deed, verb, what)

    def sets(
        self, what: str, sending: Sending | None, setting: Setting, signal: Signal | None = None, scale: Scale = PLAIN
    ) -> Deed | None:
        """Have a value that can be set; the deed, as far as it can be written with certainty."""
        if sending is None:
            return None
        sample: object = setting.options[0] if setting.options and setting.least is None else setting.most or 1.0
        known = {**named_values(sample), **(shade(next(iter(SHADES))) or {})}
        if filled(sending.template, sample, known) is None:
            self.config.unreadable += 1
            return None
        slack = max(abs(1 / scale.factor), 0.001) if scale.factor != 1.0 else 0.001
        expected = Expected(signal.name, slack=slack) if signal and self._is_told else None
        deed = Deed("", sending.topic, sending.template, expected, replace(setting, is_needed=True), scale)
        return self._add(deed, "set", what)

    def chooses(self, what: str, keys: tuple[str, str], options: tuple[str, ...], signal: Signal | None = None) -> None:
        """Have one of several words that can be chosen."""
        if options:
            called = what or self.own.rpartition("_")[2] or "option"
            self.sets(what, self.config.sending(*keys), Setting(called, options=options[:MOST_OPTIONS]), signal)

    def steps(self, deed: Deed | None, what: str, step: float) -> None:
        """Have a value made more or less, where it is known which it is."""
        if deed is not None and deed.expected is not None and deed.setting is not None:
            taken = replace(deed, setting=replace(deed.setting, is_needed=False))
            self._add(replace(taken, step=abs(step)), "raise", what)
            self._add(replace(taken, step=-abs(step)), "lower", what)

    def encoded(self, deed: Deed | None, encoding: Encoding) -> None:
        """Have something made of a value before it is sent."""
        if deed is not None:
            self.deeds[self.deeds.index(deed)] = replace(deed, encoding=encoding)

    def state(self, what: str, keys: tuple[str, str], words: tuple[str, str]) -> Signal | None:
        """What says whether it is on."""
        return self.says(what, self.config.place(*keys), Switched(*words))

    def parts(self) -> EntityParts:
        """All of it; why there is nothing is noted."""
        if not self.signals and not self.deeds and not self.config.faults and not self.config.unreadable:
            self.config.faults.append("no_topic")
        return EntityParts(tuple(self.signals), tuple(self.deeds))

    @property
    def _is_told(self) -> bool:
        return not self.config.is_optimistic

    def _add(self, deed: Deed, verb: str, what: str) -> Deed:
        name = "_".join(filter(None, (verb, self.named(what) if what else self.own)))
        plain = name if self.config.is_setting else "_".join(filter(None, (verb, what)))
        about = self.config.own_name
        made = replace(deed, name=name, plain=plain, description=about, is_setting=self.config.is_setting)
        self.deeds.append(made)
        return made


def at(topic: str | None, template: str) -> Place | None:
    """A place of a message whose form is known."""
    found = parsed(template)
    return None if topic is None or found is None else Place(topic, found)


def percent(making: Making, what: str, place: Place | None, scale: Scale) -> Signal | None:
    """A share of a hundred that is said in the steps of the device."""
    return making.says(what, place, Measured(scale.factor, scale.offset), "%")


def word(making: Making, what: str, topic: str, template: str) -> Signal | None:
    """A word that is said: a mode, an effect."""
    return making.says(what, making.config.place(topic, template), AnyValue())
