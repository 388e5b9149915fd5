"""A server's list of tools, of which one that cannot be read does not take the others with it."""

from collections.abc import Callable, Mapping
from typing import Any

from mcp.client.session import ClientSession
from mcp_types.methods import parse_server_result
from pydantic import ValidationError

_METHOD = "tools/list"
_EARLIER = "2025-11-25"  # what is spoken before both sides agreed on it
Told = Callable[[str], None]


class SoundLists:
    """What a session asks its server through: entries of a list that are no tools are left out of it, and told."""

    def __init__(self, session: ClientSession, told: Told) -> None:
        self._session, self._inside, self._told = session, session._dispatcher, told

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inside, name)

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: Any | None = None
    ) -> dict[str, Any]:
        """What the server answers."""
        raw = await self._inside.send_raw_request(method, params, opts)
        entries = raw.get("tools")
        if method != _METHOD or not isinstance(entries, list) or self._is_sound(raw):
            return raw
        sound = [entry for entry in entries if self._is_sound({**raw, "tools": [entry]})]
        if not sound and not self._is_sound({**raw, "tools": []}):
            return raw  # more is wrong with it than its entries
        for entry in entries:
            if entry not in sound:
                name = entry.get("name") if isinstance(entry, dict) else entry
                self._told(f"a tool is left out, for its definition is none: {str(name)[:60]!r}")
        return {**raw, "tools": sound}

    def _is_sound(self, raw: Mapping[str, Any]) -> bool:
        try:
            parse_server_result(_METHOD, self._session._negotiated_version or _EARLIER, raw)
        except KeyError:
            return True
        except ValidationError:
            return False
        return True


def keep_sound_tools(session: ClientSession, told: Told) -> None:
    """Have a session's lists read entry by entry where one of them cannot be read."""
    session._dispatcher = SoundLists(session, told)
