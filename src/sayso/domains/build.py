"""A domain's data, however it was read, becomes the tools that the engine knows."""

from collections.abc import Mapping
from typing import Any

from sayso.domains.shape import FACTS
from sayso.engine.tool import DomainTools, Parameter, RecordKind, Tool


def build(data: Mapping[str, Any]) -> DomainTools:
    """The tools of a domain whose data were checked for their shape."""
    name = data["domain"]
    tools = tuple(_tool(tool, given, name) for tool, given in data["tools"].items())
    records = tuple(
        RecordKind(
            kind,
            given["context"],
            given["name"],
            tuple(given.get("attributes", ())),
            *(given.get(key, "") for key in ("done", "rank", "when", "repeat")),
        )
        for kind, given in data["records"].items()
    )
    facts = {key: inside for key, inside in data.items() if key in FACTS}
    return DomainTools(name, float(data["threshold"]), tools, records, facts)


def _tool(name: str, given: Mapping[str, Any], domain: str) -> Tool:
    hints = given.get("hints", ())
    parameters = tuple(_parameter(key, inside) for key, inside in (given.get("parameters") or {}).items())
    bare = Tool(name, domain=domain, parameters=parameters)
    return Tool(
        name,
        given["description"],
        bare.input_schema(),
        "destructive" in hints,
        "read_only" in hints,
        given["title"],
        given["intent"],
        domain,
        parameters,
        "idempotent" in hints,
        "open_world" in hints,
        given.get("does", ""),
    )


def _parameter(name: str, given: Mapping[str, Any]) -> Parameter:
    return Parameter(
        name,
        given["kind"],
        given.get("description", ""),
        given.get("role", ""),
        given.get("of", ""),
        is_required=given.get("required", False),
        is_many=given.get("many", False),
        is_whole=given.get("whole", True),
        may_be_empty=given.get("empty", False),
        options=tuple(given.get("options", ())),
        least=given.get("least"),
        most=given.get("most"),
        default=given.get("default"),
        is_written=given.get("written", False),
    )
