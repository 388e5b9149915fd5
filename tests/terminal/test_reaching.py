"""`sayso serve --host 0.0.0.0`, reached from another device: what it prints, and what a browser is shown."""

from pathlib import Path

import httpx2
import pytest
from serving import Served, people

from sayso.terminal.reaching import network_address, reaching

BROWSER = {"Accept": "text/html,application/xhtml+xml"}


def test_a_server_for_everybody_says_how_it_is_reached_and_that_nobody_has_an_account(tmp_path: Path) -> None:
    with Served(tmp_path, "--host", "0.0.0.0") as server:
        told = server.log.read_text(encoding="utf-8")
        assert "There is no account yet; to make one: sayso user add NAME EMAIL" in told
        found, port = network_address(), server.origin.rpartition(":")[2]
        if found is not None:
            assert f"From another device: http://{found}:{port}/" in told
            assert f"SAYSO_ALLOWED_HOSTS={found}" in told
            assert "SAYSO_ALLOWED_ORIGINS" not in told  # the page of an allowed name needs none, as seen below
        own = f"http://127.0.0.1:{port}/"
        shown = httpx2.get(own, headers={**BROWSER, "Host": f"192.0.2.2:{port}"})
        assert shown.status_code == 403
        assert shown.headers["content-type"].startswith("text/html")
        assert f"SAYSO_ALLOWED_HOSTS=192.0.2.2 sayso serve --host 0.0.0.0 --port {port}" in shown.text
        for path, headers in (("", {}), ("api/me", BROWSER)):
            refused = httpx2.get(f"{own}{path}", headers={**headers, "Host": "192.0.2.2"})
            assert refused.status_code == 403
            assert refused.json()["error"] == "forbidden"
            assert "SAYSO_ALLOWED_HOSTS" in refused.json()["next"]
        odd = httpx2.get(own, headers={**BROWSER, "Host": "a<b>c"})
        assert odd.status_code == 403
        assert "a<b>c" not in odd.text
        assert list(people(server, "Ann")) == ["Ann"]
        server.stop()
        server.log.write_text("", encoding="utf-8")
        server.environment["SAYSO_ALLOWED_HOSTS"] = "192.0.2.2"
        server.start()
        assert "no account" not in server.log.read_text(encoding="utf-8")
        allowed = httpx2.get(f"http://127.0.0.1:{port}/", headers={**BROWSER, "Host": f"192.0.2.2:{port}"})
        assert allowed.status_code == 200
        page = {"Host": "192.0.2.2", "Origin": "https://192.0.2.2", "X-Forwarded-Proto": "https", "X-Sayso": "1"}
        proxied = httpx2.post(f"http://127.0.0.1:{port}/api/signout", headers=page)
        assert proxied.status_code == 204
        assert httpx2.post(str(proxied.url), headers={**page, "Origin": "https://x.example"}).status_code == 403


@pytest.mark.parametrize(
    ("host", "is_told"), [("0.0.0.0", network_address() is not None), ("127.0.0.1", False), ("192.0.2.7", False)]
)
def test_only_what_listens_everywhere_names_an_address(host: str, is_told: bool) -> None:
    assert bool(reaching(host, 8000, (), has_accounts=True)) == is_told
    found = network_address() or ""
    assert not any("refused" in line for line in reaching(host, 8000, (found,), has_accounts=True))
