"""Trying a broker: which devices tell of themselves there, or why it cannot be used."""

import socket
import ssl
from collections.abc import Sequence

from aiomqtt.exceptions import MqttConnectError
from paho.mqtt.reasoncodes import ReasonCode

from sayso.errors import FleetUnavailable
from sayso.machines.device import DeviceReading, Member, Range
from sayso.machines.mqtt.fleet import MqttFleet
from sayso.machines.probing import Reached, Trouble, Unreached
from sayso.settings import Mqtt

_NOT_TAKEN = (4, 5, 134, 135)  # codes of brokers, old and new: wrong name or password, not allowed
_ORDER: tuple[tuple[type[BaseException], Trouble], ...] = (  # the narrower before the wider
    (ssl.SSLCertVerificationError, "certificate"),
    (ssl.SSLError, "not_encrypted"),
    (socket.gaierror, "unknown_host"),
    (ConnectionRefusedError, "refused"),
    (UnicodeError, "unknown_host"),  # no name can be written so
    (TimeoutError, "no_answer"),
)


class _Unkept:
    """Keeps no readings: it is only tried."""

    async def keep(self, organisation: str, readings: Sequence[DeviceReading]) -> None:
        """No."""

    async def read(self, organisation: str, wanted: Range) -> Sequence[DeviceReading]:  # noqa: ARG002 - the shape of a store
        """None."""
        return ()


async def probe(broker: Mqtt) -> Reached | Unreached:
    """The names of the devices behind it."""
    async with MqttFleet(broker, _Unkept()) as fleet:
        try:
            found = await fleet.machines(Member("", broker.organisation))
        except FleetUnavailable:
            return Unreached(_trouble(fleet.wrong, broker.is_encrypted))
    return Reached(broker, tuple(device.name for device in found))


def _trouble(wrong: BaseException | None, is_encrypted: bool) -> Trouble:
    """What an error of the connection means to whoever filled in the form."""
    if isinstance(wrong, MqttConnectError):
        code = wrong.rc.value if isinstance(wrong.rc, ReasonCode) else wrong.rc
        return "credentials" if code in _NOT_TAKEN else "odd"
    while wrong is not None:
        for kind, trouble in _ORDER:
            if isinstance(wrong, kind):
                return trouble
        if isinstance(wrong, ConnectionError):  # it hung up at the first words: it did not understand them
            return "not_encrypted" if is_encrypted else "odd"
        wrong = wrong.__cause__ or wrong.__context__
    return "no_answer"
