"""What a conversation is called: what its first decision was about, in the language it was said in."""

from collections.abc import Mapping

from sayso.assistant.looking import MessageContext
from sayso.assistant.message import first_words
from sayso.engine.nouns import Action, Decision
from sayso.engine.pack import Pack
from sayso.engine.tell import say
from sayso.face import Engine

_NAMED = 2  # steps that a name tells


def name_of(decision: Decision, scene: MessageContext, engine: Engine) -> str:
    """A name from what is asked for and of what; empty where nothing is, or nothing that tells one from another."""
    pack = engine.pack(decision.language)
    named = [_about(step.action, scene, pack, engine) for step in decision.steps[:_NAMED]]
    return first_words(" · ".join(dict.fromkeys(name for name in named if name)))


def _about(action: Action, scene: MessageContext, pack: Pack, engine: Engine) -> str:
    key = f"named_{action.intent}"
    if key not in pack.replies:
        return ""
    given = {argument.name: argument.value for argument in action.arguments}
    holes = {"name": _record(action, given, scene), "what": _what(given, scene, pack, engine)}
    needed = [hole for hole in holes if f"{{{hole}}}" in pack.replies[key]]
    return say(pack, key, holes) if all(holes[hole] for hole in needed) else ""


def _record(action: Action, given: Mapping[str, object], scene: MessageContext) -> str:
    """What the record is called that the action is about; of a new one, its own name."""
    names = {task.id: task.title for task in scene.tasks.tasks}
    names |= {machine.id: machine.name for machine in (scene.machines.all if scene.machines else ())}
    said = action.of("name") or given.get("device_name")
    known = next((names[value] for value in given.values() if isinstance(value, str) and value in names), None)
    mentioned = action.mention.text if action.mention is not None else ""
    return str(said or known or mentioned or "")


def _what(given: Mapping[str, object], scene: MessageContext, pack: Pack, engine: Engine) -> str:
    """The command, or the first reading, in words."""
    machines = scene.machines.all if scene.machines else ()
    commands = {command.id: command.name for machine in machines for command in machine.commands}
    command = commands.get(str(given.get("machine_command_id")), given.get("command_name"))
    if command:
        return engine.command_label(str(command), pack)
    metrics = given.get("metric_names")
    return engine.metric_label(str(metrics[0]), pack) if isinstance(metrics, list | tuple) and metrics else ""
