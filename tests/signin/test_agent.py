"""Which browser it is, by what real ones say of themselves; of anything else nothing is kept."""

import pytest

from sayso.signin.agent import UserAgent, agent_of

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("header", "browser", "system"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox", "Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/142.0 Safari/537.36", "Chrome", "Windows"),
        (f"Mozilla/5.0 (X11; Linux x86_64) {WEBKIT} HeadlessChrome/142.0 Safari/537.36", "Chrome", "Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0", "Edge", "Windows"),
        (f"Mozilla/5.0 (Linux; Android 16) {WEBKIT} Chrome/142.0 Mobile Safari/537.36", "Chrome", "Android"),
        (f"Mozilla/5.0 (X11; CrOS x86_64 16433) {WEBKIT} Chrome/142.0 Safari/537.36", "Chrome", "ChromeOS"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/604.1", "Safari", "iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) FxiOS/144.0 Safari/605.1", "Firefox", "iPad"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15", "Safari", "macOS"),
        ("curl/8.10.1", None, None),
        ("", None, None),
        ("<script>alert(1)</script> '; DROP TABLE web_sessions; --", None, None),
        ("x" * 100_000 + " Firefox/144.0 Linux", None, None),
    ],
)
def test_it_is_named_as_people_call_it(header: str, browser: str | None, system: str | None) -> None:
    assert agent_of(header) == UserAgent(browser, system)
