"""`sayso machines`: the machines of your organisation, what they are doing, and pulling the plug on a simulated one."""

import argparse
import asyncio
import importlib
import os
from collections.abc import Callable, Sequence
from datetime import timedelta

from sayso.accounts.here import language_here
from sayso.accounts.person import Person
from sayso.assemble import Parts, assembled
from sayso.errors import CommandError
from sayso.face import standard
from sayso.machines.asked import Which
from sayso.machines.device import Device, DeviceReading, Member
from sayso.machines.outcome import Failure, MachineNotFound, SeveralMachines
from sayso.machines.resolve import MachineNames, Roll, find_device
from sayso.machines.simulated.fleet import SimulatedFleet
from sayso.settings import Settings
from sayso.terminal.people import wanted_person

_LONGEST = 24 * 60
_ROOMS = {"simulate": "sayso.terminal.simulating", "key": "sayso.terminal.keys"}
_EPILOG = """examples:
  sayso machines                              what there is, and how it is
  sayso machines unplug cella --minutes 5     take a simulated machine off its line
  sayso machines plug cella                   and put it back
  sayso machines simulate --mqtt URL          show the simulated kitchen on a broker
  sayso machines key --user EMAIL < token     a person's key to a Things5 platform
"""


def run(arguments: list[str]) -> int:
    """Show the machines, or plug one."""
    parser = argparse.ArgumentParser(
        prog="sayso machines",
        description="The machines of your organisation.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--user", metavar="EMAIL", help="whose machines; default: whoever sits at this machine")
    verbs = parser.add_subparsers(dest="verb", metavar="list|unplug|plug|simulate|key")
    verbs.add_parser("list", help="what there is, and how it is")
    unplug = verbs.add_parser("unplug", help="take a simulated machine off its line")
    unplug.add_argument("name")
    unplug.add_argument("--minutes", type=int, default=10, help="for how long; default: %(default)s")
    plug = verbs.add_parser("plug", help="put it back")
    plug.add_argument("name")
    verbs.add_parser(
        "simulate", help="show the simulated kitchen on an MQTT broker; see: sayso machines simulate --help"
    )
    verbs.add_parser("key", help="set a user's key to a platform; see: sayso machines key --help")
    if arguments[:1] in (["simulate"], ["key"]):
        return _elsewhere(arguments[0], arguments[1:])
    given = parser.parse_args(arguments)
    if given.verb == "unplug" and not 0 < given.minutes <= _LONGEST:
        raise CommandError(f"{given.minutes} minutes cannot be", "--minutes", f"use 1 to {_LONGEST}")
    return asyncio.run(_do(given))


def _elsewhere(verb: str, rest: list[str]) -> int:
    """The verbs that need the library of a broker or a platform, each in a room of its own."""
    run: Callable[[list[str]], int] = importlib.import_module(_ROOMS[verb]).run
    return run(rest)


async def _do(given: argparse.Namespace) -> int:
    async with assembled(Settings.read(os.environ)) as parts:
        person = await wanted_person(parts, given.user)
        if given.verb in ("unplug", "plug"):
            minutes = given.minutes if given.verb == "unplug" else 0
            print(await _plugged(parts, person, given.name, timedelta(minutes=minutes)))
        else:
            await _show(parts, person)
    return 0


async def _show(parts: Parts, person: Person) -> None:
    member = Member(person.id, person.organisation, language_here(os.environ))
    devices = await parts.fleet.machines(member)
    if not devices:
        print("no machines")
    for device in devices:
        line = {True: "online", False: "OFFLINE", None: "?"}[device.is_connected]
        print(f"{device.name:16} {line:8} {_told(await parts.fleet.status(member, device.id))}")


def _told(status: Sequence[DeviceReading]) -> str:
    measured = [f"{r.name} {r.value} {r.unit}".rstrip() for r in status if r.kind == "metric"]
    is_so = [f"{r.name} {r.value}" for r in status if r.kind == "state" and r.name != "connection"]
    return " · ".join([*measured, *is_so])


async def _plugged(parts: Parts, person: Person, name: str, lasts: timedelta) -> str:
    fleet = parts.fleet.current
    member = Member(person.id, person.organisation, language_here(os.environ))
    if not isinstance(fleet, SimulatedFleet):
        raise CommandError("only simulated machines have a plug here", "SAYSO_FLEET", "set it to simulated")
    roll = Roll(member.organisation, await fleet.machines(member), MachineNames(standard()))
    device = find_device(roll, Which(device_name=name))
    if not isinstance(device, Device):
        raise _unfound(device, name)
    await fleet.unplug(member, device.id, lasts)
    minutes = lasts // timedelta(minutes=1)
    return f"{device.name} is unplugged for {minutes} minutes" if minutes else f"{device.name} is plugged in"


def _unfound(failure: Failure, name: str) -> CommandError:
    match failure:
        case SeveralMachines(_, candidates):
            names = ", ".join(device.name for device in candidates)
            return CommandError("several machines match", name, f"one of: {names}")
        case MachineNotFound(_, nearest):
            names = ", ".join(device.name for device in nearest)
            return CommandError("no machine matches", name, f"did you mean {names}?" if names else "sayso machines")
        case _:
            return CommandError("names no machine", name, "see: sayso machines")
