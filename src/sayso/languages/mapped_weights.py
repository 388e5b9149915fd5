"""A file of trained weights (`.npz`) as NumPy's arrays, which stay where they lie in the file until they are used."""

import mmap
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from sayso.regex import regex

_HEADER = regex(r"\{'descr': '([^']+)', 'fortran_order': False, 'shape': \(([\d, ]*)\), \}\s*")
_LOCAL = 30  # bytes of what stands before each file of an archive, less its name and its extras
_MAGIC = b"\x93NUMPY\x01"


def read_weights(path: Path) -> dict[str, Any]:
    """The arrays by their names; where they are compressed, or written otherwise than NumPy does, as it reads them."""
    with path.open("rb") as file, zipfile.ZipFile(file) as archive:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        found = {one.filename.removesuffix(".npy"): _array(data, one) for one in archive.infolist()}
    if all(array is not None for array in found.values()):
        return found
    with np.load(path) as weights:
        return dict(weights)


def _array(data: mmap.mmap, one: zipfile.ZipInfo) -> Any:
    at = one.header_offset
    at += _LOCAL + sum(int.from_bytes(data[at + part : at + part + 2], "little") for part in (26, 28))
    if one.compress_type != zipfile.ZIP_STORED or data[at : at + len(_MAGIC)] != _MAGIC:
        return None
    start = at + 10 + int.from_bytes(data[at + 8 : at + 10], "little")
    header = _HEADER.fullmatch(data[at + 10 : start].decode("latin-1"))
    if header is None:
        return None
    shape = tuple(int(size) for size in header.group(2).split(",") if size.strip())
    kind = np.dtype(header.group(1))
    count = (at + one.file_size - start) // kind.itemsize
    return np.frombuffer(data, kind, count, start).reshape(shape)
