"""The HTTP API's own description, from an application that is built and never served."""

import asyncio
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import fastapi_offline
import httpx2

from sayso.assemble import assembled
from sayso.face import standard
from sayso.settings import Settings
from sayso.web.app import build_app
from sayso.web.desk import Desk, signed_in
from sayso.web.limits import Rate
from sayso.web.metrics import Metrics

PAGE = """# HTTP API

Made from the code: the description that a server gives of itself at `/api/openapi.json` ([as a file](openapi.json)).
How messages, streams and sign-in go together is told in [The API](../assistant.md#the-api).

Nothing on this page comes from another host. To send requests, copy the `curl` lines that *Try it out* writes, with
what `sayso token` prints as the token: a server answers no page but its own.

<iframe src="api.html" title="The HTTP API" style="width: 100%; height: 85vh; border: 0"></iframe>
"""
_FRAME = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sayso's HTTP API</title>
<link rel="stylesheet" href="swagger-ui.css">
<body>
<div id="api"></div>
<script src="swagger-ui-bundle.js"></script>
<script>
SwaggerUIBundle({dom_id: "#api", spec: %s, deepLinking: true, docExpansion: "none", validatorUrl: null});
</script>
"""


def interactive(described: Mapping[str, Any]) -> dict[str, str]:
    """The interactive page and its parts, by name: the description stands in it, so that it also works as a file."""
    parts = Path(fastapi_offline.__file__).parent / "static"
    files = {name: (parts / name).read_text(encoding="utf-8") for name in ("swagger-ui.css", "swagger-ui-bundle.js")}
    written = json.dumps(described, ensure_ascii=False).replace("</", "<\\/")
    return files | {"api.html": _FRAME % written, "openapi.json": json.dumps(described, indent=1, ensure_ascii=False)}


def description() -> dict[str, Any]:
    """The OpenAPI description."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_described(Settings.read({"XDG_DATA_HOME": folder})))


async def _described(settings: Settings) -> dict[str, Any]:
    async with assembled(settings) as parts:
        engine = standard()
        desk = Desk(parts, engine, parts.assistant(engine), signed_in(parts, "token"), "token", Rate(0), Metrics())
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(build_app(desk))) as client:
            answered = await client.get(f"http://{settings.host}/api/openapi.json")
    found: dict[str, Any] = answered.json()
    return {**found, "servers": [{"url": "http://127.0.0.1:8000", "description": "sayso serve on this machine"}]}
