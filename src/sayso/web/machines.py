"""The routes of the machines and of what was learned, for the page beside the conversation."""

from datetime import UTC
from typing import Annotated, Any
from uuid import uuid4

from fastapi import APIRouter, Header, Query, Request

from sayso.assistant.wings.machine_words import MachineSpeech, about, state_words
from sayso.assistant.wings.machines import speech_of
from sayso.domains.shipped import shipped_tools
from sayso.engine.preferred import AFTER, PRIORITY
from sayso.errors import FleetUnavailable
from sayso.machines.asked import CommandRequest, Listing, Which, check_listing
from sayso.machines.device import Device, DeviceCommand, DeviceReading
from sayso.machines.outcome import MachineNeedsConfirmation
from sayso.machines.service import EXECUTE
from sayso.session import Session
from sayso.web.answers import CommandAnswer, Forgotten, MachinePage, PreferencePage
from sayso.web.approvals import NO_PIN
from sayso.web.connecting import may_connect
from sayso.web.description import answers, bounds
from sayso.web.desk import DOOR, Desk, language_of
from sayso.web.problem import Problem
from sayso.web.shapes import CommandBody

Key = Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+$")]
Language = Annotated[str, Query(max_length=16)]
Words = Annotated[str | None, Query(max_length=400)]
Told = dict[str, object]


def machine_routes(desk: Desk) -> APIRouter:
    """Watch the machines and command them; see and forget what was learned."""
    routes = APIRouter(prefix="/api", tags=["machines"])
    service = desk.parts.machines
    page = shipped_tools()[Listing.tool].parameter("limit")
    usual: Any = page.default

    @routes.get("/machines", response_model=None, responses=answers(MachinePage))
    async def watch(
        request: Request,
        language: Language = "en",
        search: Annotated[str, Query(max_length=200)] = "",
        limit: Annotated[int, Query(json_schema_extra=bounds(page))] = usual,
    ) -> Told:
        """The machines as they are now, in the words of a language."""
        speech = speech_of(desk.engine, desk.engine.pack(language), UTC)
        misfit = check_listing(Listing(limit=limit))
        if misfit is not None:
            raise Problem(422, "invalid", misfit.message, misfit.suggestion)
        try:
            session = await desk.session(request)
            seen, total = await service.watch(session, search, limit)
        except FleetUnavailable as wrong:
            raise Problem(
                503, "unavailable", f"The machines cannot be reached: {wrong.what}.", wrong.next_step
            ) from None
        told = [_machine(device, status, speech) for device, status in seen]
        is_ours = may_connect(desk, session.user_id)
        about = {"simulated": desk.parts.fleet.kind == "simulated", "connectable": is_ours}
        return {"total": total, **about, "machines": told}

    @routes.post("/machines/{machine_id}/commands/{command_id}", response_model=None, responses=answers(CommandAnswer))
    async def command(request: Request, machine_id: str, command_id: str, body: CommandBody, key: Key = None) -> Told:
        """Have a machine do something. What is dangerous wants `confirm`, which is the person's own yes."""
        person = await desk.identify(request)
        await desk.rate.count(person.id)
        session, once = Session(person.id, DOOR, language=language_of(request)), key or str(uuid4())
        which, wish = Which(device_id=machine_id), CommandRequest(machine_command_id=command_id, overrides=body.values)
        done = await service.execute(session, which, wish, once)
        if isinstance(done, MachineNeedsConfirmation) and body.confirm:
            told = await service.confirmations.pin_check(done.pending.id, session.user_id, body.pin)
            if told != "right":
                raise NO_PIN[told]
            await service.confirmations.grant(done.pending.id, session.user_id, body.pin)
            done = await service.execute(session, which, wish, once)
        if isinstance(done, MachineNeedsConfirmation):
            raise Problem(409, "needs_confirmation", done.pending.summary, "Send it again with confirm: true.")
        result, speech = done.to_dict(), speech_of(desk.engine, desk.engine.pack(body.language), person.zone)
        return {"result": result, "text": about(EXECUTE, result, speech)}

    @routes.get("/preferences", response_model=None, responses=answers(PreferencePage))
    async def learned(request: Request, language: Language = "en") -> Told:
        """What was learned from your choices, the latest first, in the words of a language."""
        speech = speech_of(desk.engine, desk.engine.pack(language), UTC)
        return {
            "preferences": [_learned(one, speech) for one in await desk.assistant.learned(await desk.session(request))]
        }

    @routes.delete("/preferences", response_model=None, responses=answers(Forgotten))
    async def forget(request: Request, hint: Words = None, record: Words = None) -> Told:
        """Forget what was learned: of a hint, of a record, or all of it."""
        session = await desk.session(request)
        return {"forgotten": await desk.assistant.preferences.forget(session.user_id, hint, record)}

    return routes


def _learned(one: Told, speech: MachineSpeech) -> Told:
    """A preference, with what it is about in words."""
    hint = str(one["hint"])
    if hint == PRIORITY:
        return {**one, "kind": "priority", "about": hint, "name": one["record"]}
    if not hint.startswith(AFTER):
        return {**one, "kind": "choice", "about": hint}
    about_it = {"about": _deed(hint.removeprefix(AFTER), speech), "name": _deed(str(one["record"]), speech)}
    return {**one, "kind": "sequence", **about_it}


def _deed(key: str, speech: MachineSpeech) -> str:
    """What was done, in words; by its tool where that is all there is to say."""
    act, *things = key.split()
    if act == "read" and things:
        return speech.say("read_metric", metric=speech.metric(things[0]))
    if act == "status":
        return "device_firmware_detail"
    return speech.command("_".join((act, *things))) if things or act in ("turn_on", "turn_off") else key


def _machine(device: Device, status: tuple[DeviceReading, ...], speech: MachineSpeech) -> Told:
    latest = [
        {"metric": r.name, "label": speech.metric(r.name), "unit": r.unit, "value": r.value, "at": r.at.isoformat()}
        for r in status
        if r.kind == "metric"
    ]
    states = [
        {"name": r.name, "value": r.value, "text": state_words(r.name, r.value, speech), "at": r.at.isoformat()}
        for r in status
        if r.kind == "state" and r.name != "connection"
    ]
    who = {"id": device.id, "name": device.name, "serial": device.serial, "kind": device.kind, "place": device.place}
    about_it = {"description": device.description, "firmware": device.firmware, "connected": device.is_connected}
    commands = [_command(one, speech) for one in device.commands]
    return {**who, **about_it, "latest": latest, "states": states, "commands": commands}


def _command(command: DeviceCommand, speech: MachineSpeech) -> Told:
    settings = [{"name": s.name, "unit": s.unit, "least": s.least, "most": s.most} for s in command.settings]
    named = {"id": command.id, "name": command.name, "label": speech.command(command.name)}
    return {**named, "dangerous": command.is_dangerous, "settings": settings}
