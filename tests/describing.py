"""Whether a running server does what its OpenAPI description says, tried with what that allows and what it forbids."""

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

PROGRAM = str(Path(sys.executable).with_name("schemathesis"))
CHECKS = Path(__file__).parent / "schemathesis.toml"

PROBLEM = {"type", "title", "status", "detail", "error", "message", "next"}  # members of every error


@dataclass(frozen=True)
class Tried:
    """What came of it: how many requests, how many of them were answered otherwise than described, and the report."""

    cases: int
    is_right: bool
    report: str


def try_description(address: str, token: str, examples: int, seed: int = 7) -> Tried:
    """Send requests of every kind to every operation and hold the answers against the description, by all checks."""
    options = ["--max-examples", str(examples), "--seed", str(seed), "--phases", "examples,coverage,fuzzing"]
    quiet = ["--no-color", "--continue-on-failure", "--warnings", "off", "--no-shrink"]
    who = ["--header", f"Authorization: Bearer {token}"]
    command = [PROGRAM, "--config-file", str(CHECKS), "run", f"{address}/api/openapi.json", *who, *options, *quiet]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(command, cwd=folder, text=True, capture_output=True, check=False, timeout=600)
    counted = re.search(r"(\d+) generated", done.stdout)
    return Tried(int(counted[1]) if counted else 0, done.returncode == 0, done.stdout + done.stderr)
