"""A file of trained weights (`.npz`) without NumPy: every array as rows of plain numbers, or of texts."""

import ast
import struct
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_MAGIC = b"\x93NUMPY"
_KINDS = {"<f2": "e", "<f4": "f", "|b1": "?"}


def read_weights(path: Path) -> dict[str, Any]:
    """The arrays by their names."""
    with zipfile.ZipFile(path) as archive:
        return {name.removesuffix(".npy"): _array(archive.read(name)) for name in archive.namelist()}


def _array(data: bytes) -> Sequence[Any]:
    if not data.startswith(_MAGIC) or data[6] != 1:
        raise ValueError("is no array of the first version")
    end = 10 + int.from_bytes(data[8:10], "little")
    about = ast.literal_eval(data[10:end].decode("latin-1"))
    body, kind, shape = memoryview(data)[end:], str(about["descr"]), about["shape"]
    flat: Sequence[Any]
    if kind.startswith("<U"):
        size = 4 * int(kind[2:])
        flat = [bytes(body[i : i + size]).decode("utf-32-le").rstrip("\0") for i in range(0, len(body), size)]
    elif kind == "|i1":
        flat = body.cast("b")  # the largest by far: its rows are looked at where they lie
    else:
        code = _KINDS[kind]
        flat = struct.unpack(f"<{len(body) // struct.calcsize(code)}{code}", body)
    if len(shape) == 1:
        return flat
    return [flat[i : i + shape[1]] for i in range(0, len(flat), shape[1])]
