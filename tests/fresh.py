"""Types README's lines one by one, as on a machine with Python, pip and make only; prints times, sizes and packages.

python tests/fresh.py [--keep FOLDER]

The nearest to a fresh container without one: a clean clone, an empty home, no caches, and a path with the system's own
folders and this Python. In a real container (`docker run -v "$PWD:/src" debian …`) it does the same. What is read from
README is typed as it stands; `sayso` alone is found in .venv/bin, where README says that `make run` puts it.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
PASSED_ON = ("PIP_", "UV_", "SSL_", "REQUESTS_", "LANG", "LC_")  # how packages are reached, and nothing else
PATIENCE = 1200.0
INSTALL = re.compile(r"python3 -m venv env && env/bin/pip install (?:\.|'\.\[(?P<extra>\w+)\]')")


def blocks(readme: str, language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", readme, re.DOTALL)


def typed_lines(readme: str) -> list[str]:
    """The lines to type, without what is said about them and what they print."""
    lines = [line.partition("  #")[0].strip() for block in blocks(readme, "sh") for line in block.splitlines()]
    return [line for line in lines if not line.startswith("#")]


def environment(home: Path, *first: Path) -> dict[str, str]:
    """What a new shell of a new person has."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(PASSED_ON)}
    python = Path(sys.base_prefix) / "bin"
    # another server may have the usual port here
    return {
        **kept,
        "SAYSO_PORT": "0",
        "HOME": str(home),
        "PATH": ":".join(map(str, (*first, python, "/usr/bin", "/bin"))),
    }


def megabytes(folder: Path) -> int:
    """What a folder weighs, without what Python compiled there."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return round(sum(path.stat().st_size for path in files if path.suffix != ".pyc") / 1e6)


def packages(python: Path) -> int:
    """How many distributions are installed in an environment."""
    script = "from importlib.metadata import distributions; print(len({d.name for d in distributions()}))"
    told = subprocess.run([python, "-c", script], capture_output=True, text=True, check=True, timeout=PATIENCE)
    return int(told.stdout)


class Report:
    """What was typed, how long it took and whether it went well."""

    def __init__(self) -> None:
        self.failed = 0

    def row(self, what: str, seconds: float, code: int, note: str = "") -> None:
        self.failed += code != 0
        print(f"{seconds:8.1f} s  {'ok  ' if code == 0 else f'FAIL {code}'}  {what}  {note}".rstrip(), flush=True)


def typed(line: str, folder: Path, around: Mapping[str, str], report: Report) -> None:
    """Type a line; nobody answers where it asks."""
    began = time.monotonic()
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env=around,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    report.row(line, time.monotonic() - began, done.returncode, "" if done.returncode == 0 else done.stderr[-500:])


@contextmanager
def running(line: str, folder: Path, around: Mapping[str, str]) -> Iterator[str]:
    """A line that does not end by itself: gives the link that it prints."""
    server = subprocess.Popen(
        ["sh", "-c", f"exec {line}"], cwd=folder, env=around, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert server.stdout is not None
        yield next((said.split()[-1] for said in server.stdout if said.startswith("open http")), "")
    finally:
        os.killpg(server.pid, signal.SIGINT)
        server.wait(60)


def run_it(line: str, folder: Path, around: Mapping[str, str], report: Report, note: str = "") -> None:
    """`make run`: until the page behind its link answers."""
    began = time.monotonic()
    with running(line, folder, around) as link:
        code = 1
        if link:
            with urllib.request.urlopen(link, timeout=60) as answered:
                code = 0 if answered.status == 200 else 1
        report.row(line, time.monotonic() - began, code, note)


def embedded(line: str, program: str, clone: Path, around: Mapping[str, str], report: Report) -> None:
    """README's line that installs into an empty environment, then one of README's Python blocks in it."""
    folder = clone / "env"
    shutil.rmtree(folder, ignore_errors=True)
    typed(line, clone, around, report)
    python = folder / "bin/python"
    site = next(folder.glob("lib/python*/site-packages"))
    own = sum(
        megabytes(part) for part in site.iterdir() if part.is_dir() and part.name.split("-")[0] in ("pip", "setuptools")
    )
    besides = sum((site / name).exists() for name in ("pip", "setuptools"))
    print(
        f"{'':10}      {packages(python) - besides} packages, {megabytes(site) - own} MB (without pip's own)",
        flush=True,
    )
    began = time.monotonic()
    done = subprocess.run(
        [python, "-c", program], env=around, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    report.row("the Python block of README", time.monotonic() - began, done.returncode, done.stderr[-500:])
    spent = "import time; t = time.process_time(); import sayso; print(time.process_time() - t)"
    took = [
        float(subprocess.run([python, "-c", spent], env=around, capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    print(f"{min(took):8.2f} s  of a processor for `import sayso`, the best of three", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, help="a new folder to work in, which stays")
    folder = parser.parse_args().keep or Path(tempfile.mkdtemp(prefix="sayso-fresh-"))
    home, clone = folder / "home", folder / "sayso"
    home.mkdir(parents=True)
    about = f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"
    print(f"a clean clone in an empty home; {about}", flush=True)
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True, timeout=PATIENCE)
    readme = (clone / "README.md").read_text(encoding="utf-8")
    report, around = Report(), environment(home, clone / ".venv/bin")
    try:
        stopped, decided, served = blocks(readme, "python")
        for line in typed_lines(readme):
            if found := INSTALL.fullmatch(line):
                program = served if found["extra"] else f"{stopped}\n{decided}"
                embedded(line, program, clone, environment(home), report)
                continue
            if line != "make run":
                typed(line, clone, around, report)
                continue
            run_it(line, clone, around, report, "nothing in any cache")
            run_it(line, clone, around, report, "again")
            shutil.rmtree(clone / ".venv")
            run_it(line, clone, around, report, "packages in the cache, no environment")
            installed = packages(clone / ".venv/bin/python")
            print(f"{'':10}      {installed} packages, {megabytes(clone / '.venv')} MB in .venv", flush=True)
        entry = json.loads(blocks(readme, "json")[0])["mcpServers"]["files"]
        typed(f"env/bin/{entry['command']} guard --help", clone, around, report)
    finally:
        if parser.parse_args().keep is None:
            shutil.rmtree(folder, ignore_errors=True)
    print("all of it works as typed" if not report.failed else f"{report.failed} lines failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
