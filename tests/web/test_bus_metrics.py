"""What comes over a bus can be watched: garbage too is counted where operators look."""

from pathlib import Path

import aiomqtt
import httpx2
from broker import Broker

from sayso import Engine
from sayso.assemble import assembled
from sayso.settings import Settings
from sayso.web.app import build_app
from sayso.web.desk import Desk, signed_in
from sayso.web.limits import Rate
from sayso.web.metrics import Metrics


async def test_garbage_on_the_bus_is_counted_in_the_metrics(broker: Broker, tmp_path: Path, engine: Engine) -> None:
    host, _, port = broker.url.removeprefix("mqtt://").partition(":")
    async with aiomqtt.Client(host, int(port)) as stranger:
        await stranger.publish("homeassistant/light/lamp/config", b"{not json", qos=1, retain=True)
    settings = Settings.read({"XDG_DATA_HOME": str(tmp_path), "SAYSO_MQTT_URL": broker.url})
    async with assembled(settings) as parts:
        desk = Desk(parts, engine, parts.assistant(engine), signed_in(parts, "local"), "local", Rate(0), Metrics())
        person = await parts.local_person()
        transport = httpx2.ASGITransport(build_app(desk))
        token = {"Authorization": f"Bearer {parts.tokens.issue(person.id)}"}
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=token) as client:
            seen = (await client.get("/api/machines")).json()  # waits until what was there before us is known
            told = (await client.get("/metrics")).text
    assert seen == {"total": 0, "machines": [], "simulated": False, "connectable": False}
    assert 'sayso_machines_total{what="received"} 1' in told
    assert any(line.startswith('sayso_machines_total{what="garbage ') for line in told.splitlines())
