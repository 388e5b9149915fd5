"""What is kept of conversations: every statement about them, each by the person they belong to."""

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, RowMapping, Select, and_, bindparam, case, delete, func, insert, select, update

from sayso.assistant.message import (
    Conversation,
    Message,
    Page,
    Question,
    Said,
    Taken,
    Unheard,
    Words,
    first_words,
    hash_of,
    moment_of,
)
from sayso.dataclass import dataclass
from sayso.settings import MODES, Mode
from sayso.storage.at_once import TAKES_LONG
from sayso.storage.by_dialect import ByDialect
from sayso.storage.database import Transaction
from sayso.storage.joined import Joined, TransactionSource
from sayso.storage.often import OFTEN
from sayso.storage.tables import conversations, messages, open_decisions
from sayso.storage.whole import whole
from sayso.tasks.task import fold

HISTORY = 20  # messages that are looked back on
Spoken = Callable[[Said, Question | None], str | Unheard]

# made once: to make and read a statement takes longer than to carry it out
_NEVER = 2**62  # comes after every message
_IS_IT = and_(conversations.c.id == bindparam("which"), conversations.c.user_id == bindparam("whose"))
_HOLD = (  # SQLite needs no such word: there one writes at a time
    select(conversations.c.title, conversations.c.mode)
    .where(_IS_IT)
    .with_for_update(key_share=True)
    .execution_options(**OFTEN)
)
_TOUCH = update(conversations).where(_IS_IT).execution_options(**OFTEN)
_SAY = insert(messages).inline().execution_options(**OFTEN)
_SAID, _TOLD = "said_", "told_"  # before the names of what is kept of a message and of its answer
_BOTH = (
    insert(messages)
    .inline()
    .values(
        [
            {c.name: bindparam(f"{of}{c.name}", type_=c.type) for c in messages.c if c.name != "seq"}
            for of in (_SAID, _TOLD)
        ]
    )
    .execution_options(**OFTEN)
)
_ANSWER = ByDialect(
    lambda insert: insert(messages).on_conflict_do_nothing().returning(messages.c.id).execution_options(**OFTEN)
)
_ASK = ByDialect(
    lambda insert: (
        (into := insert(open_decisions))
        .on_conflict_do_update(
            index_elements=[open_decisions.c.conversation_id],
            set_={name: into.excluded[name] for name in ("user_id", "message_id", "question", "expires_at")},
        )
        .execution_options(**OFTEN)
    )
)
_SPEAK = (
    update(messages)
    .where(messages.c.id == bindparam("which"), messages.c.user_id == bindparam("whose"))
    .execution_options(**OFTEN)
)
_CLOSE = delete(open_decisions).where(open_decisions.c.conversation_id == bindparam("which")).execution_options(**OFTEN)
_OPEN = (
    select(open_decisions.c.question)
    .where(
        open_decisions.c.conversation_id == bindparam("which"),
        open_decisions.c.user_id == bindparam("whose"),
        open_decisions.c.expires_at > bindparam("now"),
    )
    .execution_options(**OFTEN)
)
_IS_BEFORE = and_(
    messages.c.user_id == bindparam("whose"),
    messages.c.conversation_id == bindparam("which"),
    messages.c.seq < bindparam("before"),
)
_RECENT = 6  # messages of which it is asked what was done
_FIRST_OF_THEM = (
    select(messages.c.seq)
    .where(_IS_BEFORE)
    .order_by(messages.c.seq.desc())
    .limit(1)
    .offset(_RECENT - 1)
    .correlate(None)
    .scalar_subquery()
)
_LATEST = (
    select(
        messages.c.id,
        messages.c.role,
        messages.c.content,
        messages.c.created_at,
        messages.c.language,
        # of the last ones it is asked what was done; what the others are made of is long
        case((messages.c.seq >= func.coalesce(_FIRST_OF_THEM, 0), messages.c.about)).label("about"),
    )
    .where(_IS_BEFORE)
    .order_by(messages.c.seq.desc())
    .limit(HISTORY)
    .execution_options(**OFTEN)
)


@dataclass(frozen=True, slots=True)
class Posted:
    """What a person posts: where, what, and under which key it may come again."""

    user_id: str
    conversation_id: str
    said: Said
    key: str | None = None
    language: str = ""  # that the person reads, where the door knows it

    def __post_init__(self) -> None:
        object.__setattr__(self, "conversation_id", _uuid(self.conversation_id) or "")


class Memory:
    """Everybody's conversations. A question stays open for a while, in the database: any replica takes the answer."""

    def __init__(self, database: TransactionSource, clock: Callable[[], datetime], lifetime: timedelta) -> None:
        self._database = database
        self._clock = clock
        self._lifetime = lifetime

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """One for what is kept here and what belongs to it."""
        return self._database.transaction()

    def within(self, tx: Transaction) -> "Memory":
        """The same, in a transaction that is open."""
        return Memory(Joined(tx), self._clock, self._lifetime)

    @whole
    async def begin(self, user_id: str) -> Conversation:
        """A new conversation, without a name until something is said."""
        now = self._clock()
        new = Conversation(str(uuid4()), "", now, now)
        row = {"id": new.id, "user_id": user_id, "title": "", "folded": "", "created_at": now, "updated_at": now}
        async with self._database.transaction() as tx:
            await tx.execute(insert(conversations).values(row))
        return new

    @whole
    async def list(
        self, user_id: str, limit: int, before: datetime | None = None, search: str = ""
    ) -> tuple[tuple[Conversation, ...], bool]:
        """The person's conversations, the latest first, and whether there are more."""
        wanted = select(conversations).where(conversations.c.user_id == user_id)
        if before is not None:
            wanted = wanted.where(conversations.c.updated_at < before)
        if fold(search):
            wanted = wanted.where(_mentions(user_id, search)).execution_options(**TAKES_LONG)
        wanted = wanted.order_by(conversations.c.updated_at.desc(), conversations.c.id).limit(limit + 1)
        async with self._database.reading() as tx:
            rows = (await tx.execute(wanted)).mappings().all()
        return tuple(_conversation(row) for row in rows[:limit]), len(rows) > limit

    @whole
    async def choose(self, user_id: str, conversation_id: str, mode: Mode | None) -> Conversation | Unheard:
        """Let a conversation use the model so from now on; None: as it is set for all."""
        chosen = update(conversations).where(_is(user_id, conversation_id)).values(mode=mode).returning(conversations)
        async with self._database.transaction() as tx:
            row = (await tx.execute(chosen)).mappings().first()
        return Unheard("no_conversation") if row is None else _conversation(row)

    @whole
    async def rename(self, user_id: str, conversation_id: str, title: str) -> Conversation | Unheard:
        """Give a conversation another name."""
        named = update(conversations).where(_is(user_id, conversation_id)).values(title=title, folded=fold(title))
        async with self._database.transaction() as tx:
            row = (await tx.execute(named.returning(conversations))).mappings().first()
        return Unheard("no_conversation") if row is None else _conversation(row)

    @whole
    async def name(self, posted: Posted, was: str, name: str) -> None:
        """Call a conversation by what it is about, where it still is called as it `was`: a name given by hand stays."""
        is_so = and_(_is(posted.user_id, posted.conversation_id), conversations.c.title == was)
        async with self._database.transaction() as tx:
            await tx.execute(update(conversations).where(is_so).values(title=name, folded=fold(name)))

    @whole
    async def remove(self, user_id: str, conversation_id: str) -> bool:
        """Forget a conversation for good."""
        async with self._database.transaction() as tx:
            gone = delete(conversations).where(_is(user_id, conversation_id)).returning(conversations.c.id)
            return (await tx.execute(gone)).first() is not None

    @whole
    async def messages(
        self, user_id: str, conversation_id: str, limit: int, before: str | None = None
    ) -> Page | Unheard:
        """The last messages of a conversation, or the last before one of them; the oldest first."""
        async with self._database.reading() as tx:
            known = await _known(tx, user_id, conversation_id)
            if known is None:
                return Unheard("no_conversation")
            wanted = _of(user_id, conversation_id)
            if before is not None:
                first = select(messages.c.seq).where(messages.c.id == _uuid(before), messages.c.user_id == user_id)
                wanted = wanted.where(messages.c.seq < first.scalar_subquery())
            rows = (await tx.execute(wanted.order_by(messages.c.seq.desc()).limit(limit + 1))).mappings().all()
            question = await self._open(tx, user_id, conversation_id)
        found = tuple(_message(row) for row in reversed(rows[:limit]))
        return Page(found, len(rows) > limit, question.message_id if question else None, known.mode)

    @whole
    async def hear(self, posted: Posted, spoken: Spoken) -> Taken | Unheard:
        """What a person says, with the question it answers or drops; `spoken` gives its words.

        Nobody else's words come between this and what is kept of it in the same transaction, so that of two answers to
        one question one is taken. What came before under the same key is given back, with its answer if there is one.
        """
        async with self._database.transaction() as tx:
            held = await _hold(tx, posted)  # posts to one conversation queue here
            if held is None:
                return Unheard("no_conversation")
            title, mode = held
            past = await self._earlier(tx, posted)
            if past is not None:
                return replace(past, mode=mode) if isinstance(past, Taken) else past
            question, said = await self._open(tx, posted.user_id, posted.conversation_id), posted.said
            if not isinstance(said, Words) and (question is None or question.message_id != said.message_id):
                return Unheard("question_closed")
            content = spoken(said, question)
            if isinstance(content, Unheard):
                return content
            history = await _history(tx, posted, None)
            moment = moment_of(said.said_at if isinstance(said, Words) else None, self._clock())
            message = Message(str(uuid4()), "user", content, moment)
            return Taken(message, question, history, mode=mode, title=title or first_words(content))

    @whole
    async def say(self, posted: Posted, taken: Taken) -> Taken:
        """Keep what was heard, and close the question that it answers or drops."""
        async with self._database.transaction() as tx:
            await tx.execute(_SAY, _said(posted, taken))
            if taken.question is not None:  # one that is too old is nobody's, and the next one takes its place
                await tx.execute(_CLOSE, {"which": posted.conversation_id})
            await self._touch(tx, posted, taken.title)
        return replace(taken, is_kept=True)

    @whole
    async def keep(self, posted: Posted, taken: Taken, reply: Message, question: Question | None) -> Message:
        """Keep the answer to a message, and what it leaves open, and the message itself where it is not kept yet; where
        another has answered it already, that answer."""
        async with self._database.transaction() as tx:
            if not taken.is_kept:
                await self._keep_both(tx, posted, taken, reply)
            elif await _hold(tx, posted) is None:  # forgotten meanwhile
                return reply
            else:
                which = taken.message.id
                if (await tx.execute(_ANSWER[tx.dialect.name], _answered(posted, which, reply))).first() is None:
                    return await _answer(tx, posted.user_id, which) or reply
                await tx.execute(_SPEAK, {"which": which, "whose": posted.user_id, "language": reply.language})
            if question is not None:
                values = {
                    "user_id": posted.user_id,
                    "message_id": reply.id,
                    "question": question.to_json(),
                    "expires_at": self._clock() + self._lifetime,
                }
                await tx.execute(_ASK[tx.dialect.name], {"conversation_id": posted.conversation_id, **values})
            elif not taken.is_kept and taken.question is not None:
                await tx.execute(_CLOSE, {"which": posted.conversation_id})
            return reply

    async def _keep_both(self, tx: Transaction, posted: Posted, taken: Taken, reply: Message) -> None:
        """Keep a message and its answer at once, in the transaction in which it was heard."""
        said = _said(posted, taken) | {"language": reply.language, "reply_to": None}
        told = _answered(posted, taken.message.id, reply) | {"key": None, "body_hash": None}
        rows = {f"{_SAID}{k}": v for k, v in said.items()} | {f"{_TOLD}{k}": v for k, v in told.items()}
        await tx.execute(_BOTH, rows)
        await self._touch(tx, posted, taken.title)

    async def _open(self, tx: Transaction, user_id: str, conversation_id: str) -> Question | None:
        which = {"which": _uuid(conversation_id), "whose": user_id, "now": self._clock()}
        text = (await tx.execute(_OPEN, which)).scalar_one_or_none()
        return None if text is None else Question.from_json(text)

    async def _earlier(self, tx: Transaction, posted: Posted) -> Taken | Unheard | None:
        """What came before under the same key."""
        if posted.key is None:
            return None
        found = _of(posted.user_id, posted.conversation_id).where(messages.c.key == posted.key)
        row = (await tx.execute(found)).mappings().first()
        if row is None:
            return None
        if row["body_hash"] != hash_of(posted.said):
            return Unheard("key_reused")
        message = Message(row["id"], "user", row["content"], row["created_at"], row["language"])
        question = Question.from_json(row["about"]) if row["about"] else None
        history = await _history(tx, posted, row["seq"])
        return Taken(message, question, history, await _answer(tx, posted.user_id, row["id"]), is_kept=True)

    async def _touch(self, tx: Transaction, posted: Posted, title: str) -> None:
        """Move a conversation to the front; its first words name it, until it has another name."""
        which = {"which": posted.conversation_id, "whose": posted.user_id}
        await tx.execute(_TOUCH, which | {"updated_at": self._clock(), "title": title, "folded": fold(title)})


def _is(user_id: str, conversation_id: str) -> ColumnElement[bool]:
    return and_(conversations.c.id == _uuid(conversation_id), conversations.c.user_id == user_id)


def _of(user_id: str, conversation_id: str) -> Select[Any]:
    return select(messages).where(messages.c.user_id == user_id, messages.c.conversation_id == _uuid(conversation_id))


def _mentions(user_id: str, search: str) -> ColumnElement[bool]:
    said = select(messages.c.conversation_id).where(
        messages.c.user_id == user_id, func.lower(messages.c.content).contains(search.strip().lower(), autoescape=True)
    )
    return conversations.c.folded.contains(fold(search), autoescape=True) | conversations.c.id.in_(said)


async def _known(tx: Transaction, user_id: str, conversation_id: str) -> Conversation | None:
    row = (await tx.execute(select(conversations).where(_is(user_id, conversation_id)))).mappings().first()
    return None if row is None else _conversation(row)


async def _hold(tx: Transaction, posted: Posted) -> tuple[str, Mode | None] | None:
    """Keep others off a conversation until this transaction ends; its title and mode, None where there is none."""
    which = {"which": _uuid(posted.conversation_id), "whose": posted.user_id}
    row = (await tx.execute(_HOLD, which)).first()
    return None if row is None else (row[0], _mode(row[1]))


async def _history(tx: Transaction, posted: Posted, before: int | None) -> tuple[Message, ...]:
    which = {"which": _uuid(posted.conversation_id), "whose": posted.user_id, "before": before or _NEVER}
    rows = (await tx.execute(_LATEST, which)).mappings().all()
    return tuple(_message(row) for row in reversed(rows))


async def _answer(tx: Transaction, user_id: str, message_id: str) -> Message | None:
    found = select(messages).where(messages.c.user_id == user_id, messages.c.reply_to == message_id)
    row = (await tx.execute(found)).mappings().first()
    return None if row is None else _message(row)


def _said(posted: Posted, taken: Taken) -> dict[str, object]:
    about = taken.question.to_json() if taken.question else None
    return _row(posted, taken.message) | {"key": posted.key, "body_hash": hash_of(posted.said), "about": about}


def _answered(posted: Posted, reply_to: str, reply: Message) -> dict[str, object]:
    return _row(posted, reply) | {"reply_to": reply_to, "about": json.dumps(reply.about)}


def _row(posted: Posted, message: Message) -> dict[str, object]:
    return {
        "id": message.id,
        "user_id": posted.user_id,
        "conversation_id": posted.conversation_id,
        "role": message.role,
        "content": message.content,
        "language": message.language,
        "created_at": message.created_at,
    }


def _conversation(row: RowMapping) -> Conversation:
    return Conversation(row["id"], row["title"], row["created_at"], row["updated_at"], _mode(row["mode"]))


def _mode(kept: str | None) -> Mode | None:
    return next((mode for mode in MODES if mode == kept), None)


def _message(row: RowMapping) -> Message:
    about = json.loads(row["about"]) if row["about"] and row["role"] == "assistant" else {}
    return Message(row["id"], row["role"], row["content"], row["created_at"], row["language"], about)


def _uuid(text: str) -> str | None:
    """An id as the databases take it; None, which is nobody's, where it is none."""
    try:
        return str(UUID(text))
    except ValueError:
        return None
