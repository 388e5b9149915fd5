"""Sayso turns what people say into tool calls that it can justify."""

from sayso.errors import SaysoError
from sayso.face import Catalogue, Engine

__all__ = ["Catalogue", "Engine", "SaysoError"]
