"""Programs of others that are written for Node: installed once into `.tools`, and run."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".tools" / "npm"
PACKAGES = (
    "@modelcontextprotocol/inspector@2.12.0",
    "@modelcontextprotocol/conformance@0.2.0-alpha.12",
    "oidc-provider@9.13.3",
)
HOW = f"install them where npm's registry can be reached: npm install --prefix {FOLDER} {' '.join(PACKAGES)}"


class NoPrograms(Exception):  # noqa: N818 - said as it is
    """They are not here, and could not be installed."""


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Ours, with the Node that came with the development tools first."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **(more or {})}


def install() -> None:
    """Fetch the programs, unless just these are here."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    done = FOLDER / "installed"
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several workers may want them at once
        if done.exists() and done.read_text() == "\n".join(PACKAGES):
            return
        command = ["npm", "install", "--prefix", str(FOLDER), "--no-audit", "--no-fund", *PACKAGES]
        got = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False, timeout=600)
        if got.returncode:
            raise NoPrograms(f"{HOW}\n{got.stderr[-1000:]}")
        done.write_text("\n".join(PACKAGES))


def run(program: str, *arguments: str, more: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run one of the programs."""
    command = [str(FOLDER / "node_modules" / ".bin" / program), *arguments]
    return subprocess.run(command, env=environment(more), capture_output=True, text=True, check=False, timeout=300)


def needed() -> None:
    """Install them, for tests that cannot do without: a build fails where that does not work, elsewhere they skip."""
    try:
        install()
    except NoPrograms as wrong:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(wrong))
