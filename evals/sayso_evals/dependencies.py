"""What an installation brings along: each package with its version, its licence, its hashes in the lock file, and known
holes where the database of them can be reached: `python -m sayso_evals.dependencies`. And what a library would cost, in
an empty environment or in this one: `python -m sayso_evals.dependencies --cost limits --import sayso.settings`."""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import httpx2
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCK = Path(__file__).parent.parent.parent / "uv.lock"
HOLES = "https://api.osv.dev/v1/querybatch"
_PATIENCE = 10.0  # seconds
_LONGEST = 40  # letters of a licence's name; some write the whole text there
_IMPORTS = 7  # of each library, the quickest told


@dataclass(frozen=True, slots=True)
class Dependency:
    """A package that comes along."""

    name: str
    version: str
    licence: str
    is_pinned: bool


def brought(root: str, extras: Sequence[str], pinned: Mapping[str, bool]) -> list[Dependency]:
    """All that a package needs, and what these need in turn, as it is installed here."""
    found: dict[str, Dependency] = {}
    waiting = [(root, frozenset(extras))]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        name, wanted = waiting.pop()
        seen.add((name, wanted))
        try:
            about = distribution(name)
        except PackageNotFoundError:  # for another system, or an extra that is not installed
            continue
        for line in about.requires or ():
            needs = Requirement(line)
            is_wanted = needs.marker is None or any(needs.marker.evaluate({"extra": e}) for e in ("", *wanted))
            more = (canonicalize_name(needs.name), frozenset(needs.extras))
            if is_wanted and more not in seen:
                waiting.append(more)
        key = canonicalize_name(about.name)
        found[key] = Dependency(key, about.version, _licence(about.metadata.json), pinned.get(key, False))
    found.pop(canonicalize_name(root), None)
    return sorted(found.values(), key=lambda one: one.name)


def _licence(about: Mapping[str, Any]) -> str:
    named = about.get("license_expression") or about.get("license") or ""
    listed = [c.rpartition(" :: ")[2] for c in about.get("classifier", ()) if c.startswith("License ::")]
    is_name = isinstance(named, str) and 0 < len(named.strip()) <= _LONGEST
    return str(named).strip() if is_name else " / ".join(listed) or "not said"


def pinned_in(lock: Path) -> dict[str, bool]:
    """Of each package of a lock file, whether every file of it has a hash."""
    packages = tomllib.loads(lock.read_text())["package"]
    files = {p["name"]: [*p.get("wheels", ()), *([p["sdist"]] if "sdist" in p else ())] for p in packages}
    return {name: bool(all_of) and all("hash" in one for one in all_of) for name, all_of in files.items()}


def holes_in(dependencies: Sequence[Dependency], address: str) -> list[tuple[str, str]] | str:
    """Package and id of each known hole; why nobody knows where the database cannot be reached."""
    asked = [{"package": {"name": d.name, "ecosystem": "PyPI"}, "version": d.version} for d in dependencies]
    try:
        answer = httpx2.post(address, json={"queries": asked}, timeout=_PATIENCE).raise_for_status().json()
        results = answer["results"]
    except (httpx2.HTTPError, ValueError, KeyError, TypeError) as wrong:
        return type(wrong).__name__
    return [
        (f"{d.name} {d.version}", str(hole.get("id")))
        for d, found in zip(dependencies, results, strict=False)
        for hole in found.get("vulns", ())
    ]


def import_milliseconds(module: str, python: str = sys.executable) -> float:
    """How long an import keeps the processor, compiled files at hand, less an interpreter that does nothing."""
    for statement in (f"import {module}", "pass"):  # what is not compiled yet is so afterwards
        subprocess.run([python, "-c", statement], check=True)
    quickest = {s: min(_processor_seconds(python, s) for _ in range(_IMPORTS)) for s in (f"import {module}", "pass")}
    return 1000 * (quickest[f"import {module}"] - quickest["pass"])


def _processor_seconds(python: str, statement: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, "-c", statement], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@dataclass(frozen=True, slots=True)
class Cost:
    """What a library costs by itself."""

    packages: int
    megabytes: float
    milliseconds: float  # to import it


def cost_of(name: str, module: str) -> Cost:
    """What comes along with a library in an empty environment, what that weighs without compiled files, and how long
    one of its modules takes to import."""
    uv = shutil.which("uv") or str(LOCK.parent / ".tools/bin/uv")
    with tempfile.TemporaryDirectory(prefix="sayso-cost-") as folder:
        python = str(Path(folder) / "bin/python")
        kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        for command in (
            ("venv", "-q", "--allow-existing", "--python", sys.executable, folder),
            ("pip", "install", "-q", "--python", python, name),
        ):
            subprocess.run([uv, *command], check=True, env=kept)
        inside = next(Path(folder).glob("lib/python*/site-packages"))
        files = [file for file in inside.rglob("*") if file.is_file() and file.suffix != ".pyc"]
        size = sum(file.stat().st_size for file in files if not file.name.startswith("_virtualenv"))
        return Cost(len(list(inside.glob("*.dist-info"))), size / 1e6, import_milliseconds(module, python))


def _print_costs(libraries: Sequence[str], modules: Sequence[str]) -> None:
    for one in libraries:
        name, _, module = one.partition("=")
        cost = cost_of(name, module or name.replace("-", "_"))
        told = f"{cost.packages:4} packages{cost.megabytes:8.1f} MB{cost.milliseconds:7.0f} ms to import"
        print(f"{name:32}{told}", flush=True)
    for module in modules:
        print(f"{module:32}{import_milliseconds(module):26.0f} ms to import", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the list; 1 where a hole is known or a package is not pinned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--holes", metavar="URL", default=HOLES, help="a database of the shape of OSV's")
    parser.add_argument("--cost", nargs="+", default=(), metavar="NAME[=MODULE]", help="of libraries, each alone")
    parser.add_argument("--import", nargs="+", default=(), metavar="MODULE", dest="modules", help="of modules, as here")
    given = parser.parse_args(arguments)
    if given.cost or given.modules:
        _print_costs(given.cost, given.modules)
        return 0
    dependencies = brought("sayso", ("all",), pinned_in(LOCK))
    for one in dependencies:
        print(f"{one.name:32}{one.version:16}{one.licence:42}{'hashes pinned' if one.is_pinned else 'NOT PINNED'}")
    loose = [one.name for one in dependencies if not one.is_pinned]
    print(f"{len(dependencies)} packages, {len(loose)} not pinned by hash in uv.lock")
    holes = holes_in(dependencies, given.holes)
    if isinstance(holes, str):
        print(f"known holes: not looked for, {given.holes} cannot be reached ({holes})")
        return 1 if loose else 0
    for package, hole in holes:
        print(f"KNOWN HOLE in {package}: {hole}")
    print(f"known holes: {len(holes)}")
    return 1 if holes or loose else 0


if __name__ == "__main__":
    sys.exit(main())
