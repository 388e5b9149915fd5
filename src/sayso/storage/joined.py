"""Verbs that belong together, in one transaction: to begin and commit one takes longer than most statements do."""

from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol

from sayso.storage.database import Transaction


class TransactionSource(Protocol):
    """Where transactions are opened: a database, or one transaction that is open already."""

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """One that may write."""
        ...

    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        """One that only reads."""
        ...


class Joined:
    """An open transaction as a door: what goes through it happens with all the rest, or nothing does."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """The open one; whoever opened it ends it."""
        return nullcontext(self._tx)

    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        """The open one."""
        return nullcontext(self._tx)
