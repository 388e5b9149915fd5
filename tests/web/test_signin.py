"""Signing in at a running server: by its link, by a password, and what a cookie may do."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from children import sayso
from serving import PASSWORD, Served, invitation, newcomer, people, said

PAGE = {"X-Sayso": "1", "Sec-Fetch-Site": "same-origin"}
TASK = {"title": "buy milk"}
Guest = Callable[[], httpx2.Client]


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """For whoever sits here."""
    with Served(tmp_path_factory.mktemp("local"), "--local") as server:
        yield server


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """For people with accounts: Ann and Bob."""
    with Served(tmp_path_factory.mktemp("served")) as server:
        assert list(people(server, "Ann", "Bob")) == ["Ann", "Bob"]
        yield server


@pytest.fixture
def guest() -> Iterator[Guest]:
    """Makes browsers without a window, each with cookies of its own."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(httpx2.Client(headers=PAGE, timeout=60))


def sign_in(client: httpx2.Client, server: Served, email: str, password: str = PASSWORD) -> httpx2.Response:
    return client.post(f"{server.origin}/api/signin", json={"email": email, "password": password})


def assert_says_what_to_do(answered: httpx2.Response, status: int, kind: str) -> None:
    assert answered.status_code == status, answered.text
    told = answered.json()
    assert told["error"] == kind
    assert told["message"]
    assert told["next"]


def cookie_of(answered: httpx2.Response) -> tuple[str, set[str]]:
    """A cookie that was set: its name, and what else is said about it, in lower case."""
    pair, *rest = answered.headers["set-cookie"].split("; ")
    return pair.partition("=")[0], {part.casefold() for part in rest}


def test_the_printed_link_signs_in_once(local: Served, guest: Guest) -> None:
    ann, bob = guest(), guest()
    assert_says_what_to_do(ann.get(f"{local.origin}/api/me"), 401, "unauthorized")
    assert "sayso link" in ann.get(f"{local.origin}/api/me").json()["next"]
    assert ann.get(f"{local.origin}/api/signin").json() == {"by": "link", "person": None}
    opened = ann.get(local.address)
    assert (opened.status_code, opened.headers["location"]) == (303, "/")
    assert opened.headers["cache-control"] == "no-store"
    me = ann.get(f"{local.origin}/api/me").json()
    assert me["mode"] == "local"
    assert ann.get(f"{local.origin}/api/signin").json()["person"]["id"] == me["id"]
    assert ann.post(f"{local.origin}/api/tasks", json=TASK).status_code == 201
    assert ann.get(local.address).headers["location"] == "/"  # again, while signed in
    again = bob.get(local.address)
    assert (again.status_code, again.headers["location"]) == (303, "/?link=used")
    assert "set-cookie" not in again.headers
    assert bob.get(f"{local.origin}/api/me").status_code == 401


def test_no_password_and_no_guess_opens_the_local_server(local: Served, guest: Guest) -> None:
    ann = guest()
    assert_says_what_to_do(sign_in(ann, local, "Ann@example.org"), 403, "forbidden")
    for key in ("", "?key=", "?key=guess", f"?key={'x' * 5000}"):
        assert ann.get(f"{local.origin}/signin{key}").headers["location"] == "/?link=used"
    looked_at = invitation(local)
    ann.head(looked_at)  # as those do who only want to show where a link leads
    assert ann.get(looked_at).headers["location"] == "/"


def test_the_cookie_is_for_this_server_and_no_script(local: Served, guest: Guest) -> None:
    ann = guest()
    name, rules = cookie_of(ann.get(invitation(local)))
    assert name == f"sayso-{local.origin.rpartition(':')[2]}"
    assert {"httponly", "samesite=strict", "path=/", "max-age=2592000"} <= rules
    assert "secure" not in rules
    assert not any(rule.startswith("domain") for rule in rules)
    name, rules = cookie_of(
        ann.get(invitation(local), headers={"X-Forwarded-Proto": "https"})
    )  # a proxy on this machine
    assert name.startswith("__Host-sayso")
    assert "secure" in rules


def test_a_cookie_outlives_a_restart_and_only_a_trusted_proxy_is_believed(tmp_path: Path, guest: Guest) -> None:
    ann = guest()
    server = Served(tmp_path, "--local")
    server.environment |= {"SAYSO_TRUSTED_PROXIES": "10.0.0.5", "SAYSO_SIGNED_IN_DAYS": "2"}
    with server:
        first = server.address
        _, rules = cookie_of(ann.get(first, headers={"X-Forwarded-Proto": "https"}))
        assert "secure" not in rules
        assert "max-age=172800" in rules
        server.stop()
        server.start()
        assert server.address != first
        assert ann.get(f"{server.origin}/api/me").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Sayso": ""},
        {"X-Sayso": "1", "Sec-Fetch-Site": "cross-site"},
        {"X-Sayso": "1", "Sec-Fetch-Site": "same-site"},
        {"X-Sayso": "1", "Sec-Fetch-Site": "none"},
        {"X-Sayso": "1", "Origin": "http://evil.example"},
        {"X-Sayso": "1", "Origin": "null"},
        {"X-Sayso": "", "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_cookie_alone_changes_nothing(local: Served, guest: Guest, headers: dict[str, str]) -> None:
    ann = guest()
    ann.get(invitation(local))
    before = ann.get(f"{local.origin}/api/tasks").json()
    places = [("POST", "tasks"), ("POST", "undo"), ("PATCH", "tasks/1"), ("DELETE", "tasks/1"), ("POST", "decide")]
    for method, place in [*places, ("POST", "conversations"), ("POST", "signin"), ("POST", "signout")]:
        answered = ann.request(method, f"{local.origin}/api/{place}", headers=headers, content="title=milk")
        assert_says_what_to_do(answered, 403, "forbidden")
    assert ann.get(f"{local.origin}/api/tasks").json() == before  # and still signed in


def test_nobody_is_signed_in_by_another_page(served: Served) -> None:
    body = {"email": "Ann@example.org", "password": PASSWORD}
    assert_says_what_to_do(httpx2.post(f"{served.origin}/api/signin", json=body), 403, "forbidden")


def test_a_program_needs_a_token_and_no_proof(served: Served, guest: Guest) -> None:
    command = sayso("token", "--user", "Ann@example.org", "--password-stdin")
    got = subprocess.run(
        command, env=served.environment, input=PASSWORD, text=True, check=True, capture_output=True, timeout=120
    ).stdout
    bearing = {"Authorization": f"Bearer {got.strip()}", "X-Sayso": ""}
    assert httpx2.post(f"{served.origin}/api/tasks", json=TASK, headers=bearing).status_code == 201
    ann = guest()
    assert sign_in(ann, served, "Bob@example.org").status_code == 200
    assert (
        ann.get(f"{served.origin}/api/me", headers=bearing).json()["name"] == "Ann"
    )  # the token speaks, if one is there
    wrong = {"Authorization": "Bearer nonsense"}
    assert ann.get(f"{served.origin}/api/me", headers=wrong).status_code == 401


def test_a_password_signs_in_until_one_signs_out(served: Served, guest: Guest) -> None:
    ann, elsewhere = guest(), guest()
    assert ann.get(f"{served.origin}/api/signin").json() == {"by": "password", "person": None}
    answered = sign_in(ann, served, " ANN@example.org ")
    assert answered.json()["name"] == "Ann"
    assert {"httponly", "samesite=strict", "path=/"} <= cookie_of(answered)[1]
    assert sign_in(elsewhere, served, "Ann@example.org").status_code == 200
    stolen = dict(ann.cookies)
    gone = ann.post(f"{served.origin}/api/signout")
    assert gone.status_code == 204
    assert "max-age=0" in cookie_of(gone)[1]
    assert ann.get(f"{served.origin}/api/me").status_code == 401
    assert httpx2.get(f"{served.origin}/api/me", cookies=stolen).status_code == 401  # over is over
    assert elsewhere.get(f"{served.origin}/api/me").status_code == 200
    assert ann.post(f"{served.origin}/api/signout").status_code == 204  # again, and nothing happens


def test_signing_in_anew_ends_the_session_before(served: Served, guest: Guest) -> None:
    ann = guest()
    sign_in(ann, served, "Ann@example.org")
    before = dict(ann.cookies)
    ann.get(newcomer(served, "Cleo"))
    assert ann.get(f"{served.origin}/api/me").json()["name"] == "Cleo"
    assert httpx2.get(f"{served.origin}/api/me", cookies=before).status_code == 401


def test_a_wrong_password_and_nobodys_address_get_one_answer(served: Served, guest: Guest) -> None:
    known = sign_in(guest(), served, "Bob@example.org", "wrong horse")
    unknown = sign_in(guest(), served, "nobody@example.org", "wrong horse")
    assert_says_what_to_do(known, 401, "wrong_password")
    assert known.json() == unknown.json()
    for answered in (known, unknown):
        assert "set-cookie" not in answered.headers


def test_tries_are_counted_for_each_account(served: Served, guest: Guest) -> None:
    ann = guest()
    tried = [sign_in(ann, served, "guessed@example.org", "wrong horse") for _ in range(6)]
    assert [answered.status_code for answered in tried] == [401] * 5 + [429]
    assert_says_what_to_do(tried[-1], 429, "too_many")
    assert 1 <= int(tried[-1].headers["retry-after"]) <= 60
    assert sign_in(ann, served, "GUESSED@example.org").status_code == 429
    assert sign_in(ann, served, "Ann@example.org").status_code == 200


def test_what_is_no_sign_in_is_told_without_the_password(served: Served, guest: Guest) -> None:
    ann = guest()
    for body in (
        {},
        {"email": "a@x.it"},
        {"email": "a\0@x.it", "password": PASSWORD},
        {"email": 1, "password": PASSWORD},
    ):
        answered = ann.post(f"{served.origin}/api/signin", json=body)
        assert_says_what_to_do(answered, 422, "invalid")
        assert PASSWORD not in answered.text


def test_an_operator_lets_people_in_without_a_password(served: Served, guest: Guest) -> None:
    ann = guest()
    opened = ann.get(said(served, "link", "--user", "ann@example.org", "--at", f"{served.origin}/"))
    assert opened.headers["location"] == "/"
    assert ann.get(f"{served.origin}/api/me").json()["name"] == "Ann"


def test_who_is_removed_is_out(served: Served, guest: Guest) -> None:
    cy = guest()
    cy.get(newcomer(served, "Cy"))
    said(served, "user", "delete", cy.get(f"{served.origin}/api/me").json()["email"], "--yes")
    assert cy.get(f"{served.origin}/api/me").status_code == 401


def test_two_people_never_see_each_other(served: Served, guest: Guest) -> None:
    ann, bob = guest(), guest()
    for person, name in ((ann, "Ann"), (bob, "Bob")):
        person.get(newcomer(served, name))
    path = f"{served.origin}/api/conversations/{ann.post(f'{served.origin}/api/conversations').json()['id']}/messages"
    ann.post(path, json={"content": "add buy milk"})
    assert ann.get(f"{served.origin}/api/tasks").json()["total"] == 1
    assert bob.get(f"{served.origin}/api/tasks").json()["total"] == 0
    assert bob.get(path).status_code == 404


def test_no_key_cookie_or_password_is_in_the_log(served: Served, guest: Guest) -> None:
    ann = guest()
    opened = newcomer(served)
    for _ in range(2):
        ann.get(opened)
    assert sign_in(ann, served, "Ann@example.org", "a wrong horse").status_code == 401
    ann.get(f"{served.origin}/api/me", headers={"Authorization": "Bearer not-a-good-one"})
    log = served.log.read_text()
    assert '"route": "/signin", "status": 303' in log
    secrets = (opened.partition("key=")[2], "a wrong horse", "not-a-good-one", *ann.cookies.values())
    assert all(secret not in log for secret in secrets)
