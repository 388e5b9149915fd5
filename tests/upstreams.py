"""Real MCP servers of others, installed once into `.tools`, and started by the tests."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from node import environment

ROOT = Path(__file__).parent.parent
HOME = ROOT / ".tools" / "servers"
UV = ROOT / ".tools" / "bin" / "uv"
QUICK = Path(__file__).with_name("quick_timers.cjs")
NODE = Path(sys.executable).with_name("node")
NPM = tuple(f"@modelcontextprotocol/server-{name}" for name in ("filesystem", "memory", "everything"))
PYTHON = {"venv": ("mcp-server-time", "mcp-server-git"), "venv-sqlite": ("mcp<2", "mcp-server-sqlite")}
HOW = f"where the registries can be reached: npm install --prefix {HOME} {' '.join(NPM)}"


def _installed() -> None:
    HOME.mkdir(parents=True, exist_ok=True)
    done = HOME / "installed"
    with (HOME / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several workers may want them at once
        if done.exists():
            return
        npm = ["npm", "install", "--prefix", str(HOME), "--no-audit", "--no-fund", *NPM]
        subprocess.run(npm, env=environment(), capture_output=True, check=True, timeout=600)
        for venv, packages in PYTHON.items():
            folder = HOME / venv
            subprocess.run([UV, "venv", "-q", "--python", sys.executable, folder], capture_output=True, check=True)
            install = [str(UV), "pip", "install", "-q", "--python", str(folder / "bin/python"), *packages]
            subprocess.run(install, capture_output=True, check=True, timeout=600)
        done.touch()


def installed() -> None:
    """Have the servers; where they cannot be got, skip the test, or fail it where all tests have to run."""
    try:
        _installed()
    except (OSError, subprocess.SubprocessError) as wrong:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"servers are missing ({wrong}); {HOW}")


def command(server: str, folder: Path) -> list[str]:
    """How a server is started, on a folder of its own."""
    if server in ("filesystem", "memory", "everything"):
        index = HOME / "node_modules/@modelcontextprotocol" / f"server-{server}" / "dist/index.js"
        return [str(NODE), "--require", str(QUICK), str(index), *([str(folder)] if server == "filesystem" else [])]
    if server == "sqlite":
        return [str(HOME / "venv-sqlite/bin/mcp-server-sqlite"), "--db-path", str(folder / "shop.db")]
    options = {"time": ["--local-timezone", "Europe/Rome"], "git": []}[server]
    return [str(HOME / f"venv/bin/mcp-server-{server}"), *options]
