"""What many tests share: one engine, made once; both databases, each test with a fresh one."""

import asyncio
import os
import shlex
import shutil
import sys
import threading
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import certificates
import children
import pytest
import schemas
import scratch
from execnet import XSpec
from hypothesis import HealthCheck, settings
from postgres import NoPostgres, Server

import sayso.engine
from sayso import Engine
from sayso.face import standard
from sayso.storage.database import Database

# the same examples every time, so that nobody's tests fail by luck; `make search` looks for new ones. How long one
# takes says more about the machine than about us
_patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
settings.register_profile("same", _patient, derandomize=True)
settings.register_profile("search", _patient, max_examples=2000, derandomize=False, print_blob=True)
settings.register_profile("deep", _patient, max_examples=10_000, derandomize=False, print_blob=True)  # for one test
settings.load_profile("same")
certificates.read_once()
schemas.checked_once()
scratch.used()
os.environ["LC_ALL"] = "C.UTF-8"  # whatever language the machine is set to
os.environ["SAYSO_SIMULATED_OUTAGES"] = "false"  # a line that fails by chance would fail a test by chance

pytest_plugins = ["bistro", "broker", "doors", "ending", "model_talk", "served", "visiting"]

# whose tests count for the coverage of the engine: tracing doubles the time of all the others and tells nothing of them
COVERING = (
    "engine",
    "languages",
    "domains",
    "assistant/test_conversation.py",
    "assistant/test_machine_words.py",
    "evals/test_stories.py",
    "test_composition.py",
    "test_doors.py",
    "test_guard.py",
)

# ten seconds of the processor or more each, the longest first, so that no worker sits alone with one at the end
LONGEST = (
    "engine/test_sentences.py",
    "evals/test_stories.py",
    "engine/test_fleets.py",
    "web/test_page.py",
    "evals/test_blind.py",
    "web/test_machines_api.py",
    "engine/test_kin.py",
    "engine/test_cases.py",
    "test_guard.py",
    "test_doors.py",
    "test_wheel.py",
    "web/test_rooms_page.py",
    "web/test_gate.py",
    "web/test_machines_page.py",
    "machines/server/test_machine_tools.py",
    "engine/test_properties.py",
    "gateway/test_real.py",
    "web/test_settings_page.py",
    "assistant/test_conversation.py",
    "tasks/test_model.py",
    "web/test_cards_page.py",
    "tasks/test_verbs.py",
    "tasks/server/test_tools.py",
    "tasks/server/test_asking.py",
    "web/test_list_page.py",
    "languages/test_load.py",
    "engine/test_onward.py",
    "gateway/test_hostile.py",
    "web/test_offline_page.py",
    "gateway/test_inbox.py",
    "gateway/test_examples.py",
    "engine/test_growth.py",
    "test_docs_typed.py",
    "web/test_schema.py",
    "web/test_reminders_page.py",
    "web/test_accounts_web.py",
    "gateway/test_gateway_conformance.py",
    "terminal/test_chatting.py",
    "tasks/server/test_conformance.py",
    "gateway/test_changes.py",
    "web/test_connecting_page.py",
    "machines/mqtt/test_mqtt_zigbee.py",
    "test_site.py",
)
NOW = "2026-11-16T10:00:00+01:00"
FreshUrl = Callable[[], str]


def pytest_configure(config: pytest.Config) -> None:
    """One process forks the workers, and the commands for all of them; it loads what they need.

    So the engine is loaded where nobody traces it, but for here: that its modules can be loaded counts, too.
    """
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        children.share_forkserver()
        for module in walk_packages(sayso.engine.__path__, "sayso.engine."):
            import_module(module.name)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(specs: list[XSpec]) -> None:
    """Fork the workers, too, from where all that the tests load is loaded, and the patterns are compiled."""
    for spec in specs:
        spec.python = shlex.join(children.forked("python"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Trace nothing while the tests are collected: that takes twice as long, and shows only that modules are loaded."""
    with untraced():
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Trace only the tests that count, and begin with the longest files."""
    turns = {file: turn for turn, file in enumerate(LONGEST)}
    items.sort(key=lambda item: turns.get(_file_of(item), len(LONGEST)))
    for item in items:
        if not _file_of(item).startswith(COVERING):
            item.add_marker("untraced")


def _file_of(item: pytest.Item) -> str:
    return item.path.relative_to(Path(__file__).parent).as_posix()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Trace nothing from the setting-up of a test to its end. pytest-cov's own `no_cover` does nothing in a worker of
    pytest-xdist, where another tracer waits beneath the one that it stops."""
    if item.get_closest_marker("untraced") is None:
        return (yield)
    with untraced():
        return (yield)


@contextmanager
def untraced() -> Iterator[None]:
    """Within it nothing counts for the coverage, and all is quicker for it."""
    here, in_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        sys.settrace(here)
        threading.settrace(in_threads)


@pytest.fixture(scope="session")
def without_tracing() -> Callable[[], AbstractContextManager[None]]:
    """For a test that decides thousands of times, a few of which count for the coverage."""
    return untraced


@pytest.fixture(scope="session")
def engine() -> Engine:
    """The one of the whole process: compiling its patterns takes seconds."""
    return standard()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A running server; a build fails without one, elsewhere its tests are skipped and say how to get it."""
    try:
        server = Server.start_new()
    except NoPostgres as wrong:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(wrong))
    yield server
    server.remove()


def migrated(url: str) -> None:
    async def migrate() -> None:
        database = Database(url)
        await database.migrate()
        await database.close()

    asyncio.run(migrate())


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "sayso.db"
    migrated(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgres_template(postgres: Server) -> str:
    url = postgres.new_database()
    migrated(url)
    return url.partition("?")[0].rpartition("/")[2]


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """Which of the two databases; every test that uses it runs on both."""
    return str(request.param)


@pytest.fixture
def lent(kind: str, request: pytest.FixtureRequest) -> Iterator[Callable[..., str] | None]:
    """Makes PostgreSQL databases that are gone after the test; None where the test is for SQLite."""
    if kind == "sqlite":
        yield None
        return
    server: Server = request.getfixturevalue("postgres")
    with server.lent() as lend:
        yield lend


@pytest.fixture
def empty_url(lent: Callable[..., str] | None, tmp_path: Path) -> str:
    """The address of a database without tables."""
    return f"sqlite:///{tmp_path / 'empty.db'}" if lent is None else lent()


@pytest.fixture
def fresh_url(lent: Callable[..., str] | None, request: pytest.FixtureRequest, tmp_path: Path) -> FreshUrl:
    """Gives the address of a database with tables and nothing in them, another one each time."""
    if lent is not None:
        template: str = request.getfixturevalue("postgres_template")
        return partial(lent, template)
    original: Path = request.getfixturevalue("sqlite_template")
    made = iter(range(1_000_000))

    def copied() -> str:
        path = tmp_path / f"sayso{next(made)}.db"
        shutil.copy(original, path)
        return f"sqlite:///{path}"

    return copied


@pytest.fixture
async def database(fresh_url: FreshUrl) -> AsyncIterator[Database]:
    opened = Database(fresh_url())
    yield opened
    await opened.close()
