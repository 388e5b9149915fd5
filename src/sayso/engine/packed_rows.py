"""Rows of small weights, each packed into one number, so that rows are summed in one go."""

LANE = 24  # bits of a column in a packed row
LANE_ZERO = 128  # what a weight of nothing is stored as, so that no lane is ever below zero
_STEP = LANE // 8
_FROM_ZERO = bytes((byte + LANE_ZERO) % 256 for byte in range(256))  # a signed byte, counted from the smallest


class PackedRows(dict[int, int]):
    """Rows of weights from -127 to 127, by their number; each is packed when it is first asked for.

    >>> PackedRows(bytes([1, 2, 255, 0]), 2)[0] == 129 + (130 << LANE)
    True
    """

    __slots__ = ("_weights", "_width", "count")

    def __init__(self, weights: bytes = b"", width: int = 1) -> None:
        super().__init__()
        self._weights, self._width = weights, width
        self.count = len(weights) // width

    def __missing__(self, row: int) -> int:
        at, width = row * self._width, self._width
        lanes = bytearray(_STEP * width)
        lanes[::_STEP] = self._weights[at : at + width].translate(_FROM_ZERO)
        self[row] = packed = int.from_bytes(lanes, "little")
        return packed
