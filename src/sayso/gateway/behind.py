"""All servers behind the gateway as one: their tools, resources and prompts under their own names, a server's name
before them only where two would be the same."""

import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from fastmcp.prompts import Prompt
from fastmcp.resources import Resource, ResourceTemplate
from fastmcp.server.context import Context
from fastmcp.server.providers.base import Provider
from fastmcp.server.providers.proxy import ProxyPrompt, ProxyResource, ProxyTemplate, ProxyTool
from fastmcp.tools import Tool, ToolResult
from fastmcp.utilities.components import FastMCPComponent
from fastmcp.utilities.versions import VersionSpec
from mcp.shared.exceptions import MCPError
from mcp_types import METHOD_NOT_FOUND
from mcp_types import Tool as ListedTool
from pydantic import ValidationError

from sayso.dataclass import dataclass
from sayso.gateway.answers import in_place
from sayso.gateway.names_apart import Prefixed, before, before_uri, names_apart
from sayso.gateway.pipe import TOO_LARGE
from sayso.gateway.upstream import Upstream, UpstreamDown
from sayso.tools.told import error

C = TypeVar("C", Tool, Resource, ResourceTemplate, Prompt)
TOOLS = 20_000  # of one server; more are left out and told
LONGEST_NAME = 128
LARGEST_SCHEMA = 400_000  # characters
LARGEST_ANSWER = 16_000_000  # bytes of a result that are passed on
_AGAIN = "Try again in a moment."
_LOOK_FIRST = "It may have been done: look whether it was, before trying again."


@dataclass(frozen=True, slots=True)
class _Named:
    """Which field of a kind of things names them, and what a server's name before it is."""

    field: str
    prefixed: Prefixed


_NAMES, _URIS, _TEMPLATES = _Named("name", before), _Named("uri", before_uri), _Named("uri_template", before_uri)


class BehindTool(ProxyTool):
    """A tool of a server behind the gateway."""

    _upstream: Upstream

    @classmethod
    def of(cls, upstream: Upstream, listed: ListedTool) -> "BehindTool":
        """A tool as its server lists it."""
        made = cls.from_mcp_tool(upstream.client, listed)
        assert isinstance(made, cls)
        made._upstream = upstream
        return made

    @property
    def server(self) -> str:
        """The name of its server."""
        return self._upstream.name

    @property
    def identity(self) -> str:
        """Which server it is, where several bear that name."""
        return self._upstream.identity

    @property
    def own_name(self) -> str:
        """As its server calls it."""
        return self._backend_name or self.name

    async def run(self, arguments: dict[str, Any], context: Context | None = None) -> ToolResult:
        """Make the call; a server that ended or hangs, or answers without end, is told as a tool's error."""
        notes = self.annotations
        may_repeat = notes is not None and bool(notes.read_only_hint)

        async def work() -> ToolResult:
            return await ProxyTool.run(self, arguments, context)

        try:
            result = await self._upstream.call(work, may_repeat)
        except UpstreamDown as down:
            is_unknown = down.may_be_done and not may_repeat
            return in_place(error("upstream_down", str(down), _LOOK_FIRST if is_unknown else _AGAIN))
        except MCPError as wrong:
            if wrong.error.code != TOO_LARGE:
                raise
            return _too_large(self.name)
        return result if _size(result) <= LARGEST_ANSWER else _too_large(self.name)


def _size(result: ToolResult) -> int:
    texts = (getattr(part, "text", None) or getattr(part, "data", None) or "" for part in result.content)
    listed = sum(len(text) for text in texts)
    if listed > LARGEST_ANSWER or not result.structured_content:
        return listed
    return listed + len(json.dumps(result.structured_content, default=str))


def _too_large(name: str) -> ToolResult:
    what = f"What '{name}' answered is larger than {LARGEST_ANSWER // 1_000_000} MB and was not passed on."
    return in_place(error("too_large", what, "Ask for less at once."))


class Behind(Provider):
    """What all the servers offer. One that cannot be reached is told and leaves the others as they are."""

    def __init__(self, upstreams: Sequence[Upstream], reserved: Sequence[str] = ()) -> None:
        super().__init__()
        self._reserved = tuple(reserved)  # names of the gateway's own tools
        self.upstreams = tuple(upstreams)
        self._tools: dict[str, Tool] | None = None
        self._told: set[str] = set()

    async def close(self) -> None:
        """End all servers that were started."""
        for upstream in self.upstreams:
            await upstream.close()

    async def get_tasks(self) -> Sequence[FastMCPComponent]:
        """None: nothing of theirs runs in the background here, and when the gateway starts nobody is there yet whose
        connections could be asked."""
        return ()

    async def _list_tools(self) -> Sequence[Tool]:
        async def of(upstream: Upstream) -> list[Tool]:
            upstream.has_changed = False
            listed = await (await upstream.client()).list_tools()
            for wrong in sorted(upstream.left_out):
                self._say(f"{upstream.name}: {wrong}")
            upstream.left_out.clear()
            return [BehindTool.of(upstream, tool) for tool in self._sound(upstream, listed)]

        found = await self._gathered(of)
        self._tools = {tool.name: tool for tool in self._apart(found, _NAMES, self._reserved)}
        return tuple(self._tools.values())

    async def _get_tool(self, name: str, version: VersionSpec | None = None) -> Tool | None:  # noqa: ARG002 - theirs
        if self._tools is None or any(upstream.has_changed for upstream in self.upstreams):
            await self._list_tools()
        assert self._tools is not None
        if name not in self._tools and len(self._tools) == 0:  # a server that was away may be back
            await self._list_tools()
        return self._tools.get(name)

    def _sound(self, upstream: Upstream, listed: Sequence[ListedTool]) -> Iterable[ListedTool]:
        """The tools that can be offered: with a name that can be said, and a schema of some bound."""
        if len(listed) > TOOLS:
            self._say(f"{upstream.name}: {len(listed)} tools; the first {TOOLS} are offered")
        seen: set[str] = set()
        for tool in listed[:TOOLS]:
            if not tool.name.isprintable() or not 0 < len(tool.name) <= LONGEST_NAME or tool.name in seen:
                self._say(f"{upstream.name}: a tool is left out for its name: {tool.name[:60]!r}")
            elif len(json.dumps(tool.input_schema, default=str)) > LARGEST_SCHEMA:
                self._say(f"{upstream.name}: the tool {tool.name!r} is left out for the size of its schema")
            else:
                seen.add(tool.name)
                yield tool

    async def _list_resources(self) -> Sequence[Resource]:
        async def of(upstream: Upstream) -> list[Resource]:
            listed = await (await upstream.client()).list_resources()
            return [ProxyResource.from_mcp_resource(upstream.client, one) for one in listed]

        return self._apart(await self._gathered(of), _URIS)

    async def _get_resource(self, uri: str, version: VersionSpec | None = None) -> Resource | None:  # noqa: ARG002
        return next((one for one in await self._list_resources() if str(one.uri) == uri), None)

    async def _list_resource_templates(self) -> Sequence[ResourceTemplate]:
        async def of(upstream: Upstream) -> list[ResourceTemplate]:
            listed = await (await upstream.client()).list_resource_templates()
            return [ProxyTemplate.from_mcp_template(upstream.client, one) for one in listed]

        return self._apart(await self._gathered(of), _TEMPLATES)

    async def _get_resource_template(
        self,
        uri: str,
        version: VersionSpec | None = None,  # noqa: ARG002 - theirs
    ) -> ResourceTemplate | None:
        return next((one for one in await self._list_resource_templates() if one.matches(uri) is not None), None)

    async def _list_prompts(self) -> Sequence[Prompt]:
        async def of(upstream: Upstream) -> list[Prompt]:
            listed = await (await upstream.client()).list_prompts()
            return [ProxyPrompt.from_mcp_prompt(upstream.client, one) for one in listed]

        return self._apart(await self._gathered(of), _NAMES)

    async def _get_prompt(self, name: str, version: VersionSpec | None = None) -> Prompt | None:  # noqa: ARG002 - theirs
        return next((one for one in await self._list_prompts() if one.name == name), None)

    async def _gathered(self, of: Callable[[Upstream], Awaitable[list[C]]]) -> dict[str, list[C]]:
        out: dict[str, list[C]] = {}
        for upstream in self.upstreams:
            try:
                out[upstream.name] = await upstream.supervised(partial(of, upstream), may_repeat=True)
            except MCPError as wrong:
                if wrong.error.code != METHOD_NOT_FOUND:
                    self._say(f"{upstream.name}: {wrong.error.message[:200]}")
            except UpstreamDown as down:
                self._say(str(down))
            except ValidationError:
                self._say(f"{upstream.name}: what it answers is no list")
        return out

    def _apart(self, found: Mapping[str, list[C]], named: _Named, reserved: Sequence[str] = ()) -> list[C]:
        """All of them under names that are all different; what is called otherwise for another's sake is told."""
        parts = {(server, str(getattr(one, named.field))): one for server, inside in found.items() for one in inside}
        own = Counter(name for _, name in parts)
        out: list[C] = []
        for (server, name), listed in zip(parts, names_apart(tuple(parts), named.prefixed, reserved), strict=True):
            one = parts[server, name]
            out.append(one if listed == name else one.model_copy(update={named.field: listed}))
            if listed != name and (listed != named.prefixed(server, name) or (own[name] == 1 and name not in reserved)):
                self._say(f"{server}: {name!r} is listed as {listed!r}, for another server's is listed under that name")
        return out

    def _say(self, what: str) -> None:
        """Tell whoever runs the gateway, each thing once."""
        if what not in self._told and len(self._told) < 1000:
            self._told.add(what)
            print(f"sayso: {''.join(c if c.isprintable() else '?' for c in what)}", file=sys.stderr, flush=True)
