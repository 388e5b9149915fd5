"""Every table there is. Statements stand with their subject, in its `store.py`; how they came to be: `migrations`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from sayso.storage.column_types import Id, UtcDateTime

METADATA = MetaData()
SEQUENCE = BigInteger().with_variant(Integer, "sqlite")  # only an INTEGER key counts by itself there
ID = Id()
ORGANISATION = String(64)

users = Table(
    "users",
    METADATA,
    Column("id", ID, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("email", String(320)),
    Column("email_folded", String(320), unique=True),
    Column("password_hash", String(500)),
    Column("timezone", String(64), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("last_number", Integer, nullable=False),  # of the person's tasks; whoever changes these holds this row
    Column("organisation", ORGANISATION, nullable=False, server_default="home"),  # whose machines the person sees
    Column("tokens_since", UtcDateTime),  # access tokens from before are good no longer
    Column("language", String(8)),  # of the page; none: the browser's
)

tasks = Table(
    "tasks",
    METADATA,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", ID, nullable=False, unique=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("title", String(200), nullable=False),
    Column("folded", String(600), nullable=False),
    Column("description", String(1000), nullable=False),
    Column("priority", String(6), nullable=False),
    Column("due", String(40)),  # as it was said: a day, or a time with its offset
    Column("due_day", Date),
    Column("due_at", UtcDateTime),
    Column("completed_at", UtcDateTime),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("deleted_at", UtcDateTime),
    Column("version", Integer, nullable=False),
    Column("repeat", String(200)),  # how it repeats: a rule of RFC 5545
    Column("occurrence", Date),  # the day that the rule gave it, where it is due on another one by now
    UniqueConstraint("user_id", "number", name="uq_tasks_user_number"),
    Index("ix_tasks_user_folded", "user_id", "folded"),
    Index("ix_tasks_deleted", "deleted_at"),
    Index("ix_tasks_due_at", "due_at"),
)

changes = Table(
    "changes",
    METADATA,
    Column("seq", SEQUENCE, primary_key=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("task_id", ID, ForeignKey("tasks.id", ondelete="CASCADE"), nullable=False),
    Column("tool", String(64), nullable=False),
    Column("before", Text),  # the task as it was, JSON; none where the change made it
    Column("version", Integer, nullable=False),  # of the task, as this change or its undoing left it
    Column("at", UtcDateTime, nullable=False),
    Column("step", String(36)),  # what was changed at once, and is taken back at once
    Column("state", String(8), nullable=False, server_default="done"),  # done, undone, or mark: of an undo or a redo
    Column("after", Text),  # of what is undone: the task as it was then, JSON
    Index("ix_changes_user", "user_id", "seq"),
    Index("ix_changes_task", "task_id", "seq"),
)

results = Table(
    "results",
    METADATA,
    Column("seq", SEQUENCE, primary_key=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("key", String(200), nullable=False),
    Column("tool", String(64), nullable=False),
    Column("arguments_hash", String(64), nullable=False),
    Column("task_id", ID, nullable=False),
    Column("result", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("user_id", "key", name="uq_results_user_key"),
    Index("ix_results_at", "at"),
)

audit = Table(
    "audit",
    METADATA,
    Column("seq", SEQUENCE, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
    Column("user_id", ID),  # no reference: a call is written down whoever made it, and none where a person was removed
    Column("door", String(64), nullable=False),
    Column("tool", String(128), nullable=False),
    Column("arguments", Text, nullable=False),
    Column("decision", Text),
    Column("status", String(32), nullable=False),
    Column("result", Text, nullable=False),
    Column("microseconds", BigInteger, nullable=False),
    Column("digest", String(64)),  # of this line and the person's line before; none in lines of before there were any
    Index("ix_audit_user", "user_id", "seq"),
    Index("ix_audit_at", "at"),
)

confirmations = Table(
    "confirmations",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("tool", String(128), nullable=False),
    Column("arguments", Text, nullable=False),
    Column("arguments_hash", String(64), nullable=False),
    Column("summary", String(500), nullable=False),
    Column("door", String(64), nullable=False),
    Column("asked_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("state", String(8), nullable=False),  # open, granted, standing, refused, spent
    Column("decided_at", UtcDateTime),
    Column("decision", Text),  # what led to it
    # one question is open once: of what is open or granted alone, as its migration has it. Said here, too, in the words
    # of each database, it would load both of them at every start
    Index("uq_confirmations_alive", "user_id", "arguments_hash", unique=True),
)

conversations = Table(
    "conversations",
    METADATA,
    Column("id", ID, primary_key=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("title", String(200), nullable=False),
    Column("folded", String(600), nullable=False),  # the title as it is searched
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("mode", String(8)),  # engine, cascade or model; none where nobody chose
    Index("ix_conversations_user", "user_id", "updated_at"),
)

messages = Table(
    "messages",
    METADATA,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", ID, nullable=False, unique=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("conversation_id", ID, ForeignKey("conversations.id", ondelete="CASCADE"), nullable=False),
    Column("role", String(9), nullable=False),
    Column("content", String, nullable=False),
    Column("language", String(16)),
    Column("created_at", UtcDateTime, nullable=False),
    Column("about", Text),  # of an assistant's: decision, results and what is offered; of a person's: what it answers
    Column("reply_to", ID, unique=True),  # the message that an assistant's one answers: one answer for each
    Column("key", String(200)),  # under which a person's message may come again
    Column("body_hash", String(64)),
    UniqueConstraint("conversation_id", "key", name="uq_messages_conversation_key"),
    Index("ix_messages_conversation", "conversation_id", "seq"),
    Index("ix_messages_user", "user_id"),
)

open_decisions = Table(
    "open_decisions",
    METADATA,
    Column(
        "conversation_id", ID, ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True
    ),  # one question is open at a time
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("message_id", ID, nullable=False),  # the assistant's message that asks
    Column("question", Text, nullable=False),  # the decision from its open step on, JSON
    Column("expires_at", UtcDateTime, nullable=False),
    Index("ix_open_decisions_user", "user_id"),
)

signin_keys = Table(
    "signin_keys",
    METADATA,
    Column("key_hash", String(64), primary_key=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Index("ix_signin_keys_user", "user_id"),
    Index("ix_signin_keys_expires", "expires_at"),
)

web_sessions = Table(
    "web_sessions",
    METADATA,
    Column("secret_hash", String(64), primary_key=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("last_seen_at", UtcDateTime, nullable=False),
    Column("id", String(16)),  # by which its owner names it
    Column("address", String(64)),  # from where it was opened
    Column("browser", String(32)),  # and with what, as far as we know it
    Column("system", String(32)),
    Index("ix_web_sessions_user", "user_id"),
    Index("ix_web_sessions_expires", "expires_at"),
)

rate_counts = Table(  # how often something was done in a minute, by whom
    "rate_counts",
    METADATA,
    Column("key", String(200), primary_key=True),
    Column("minute", BigInteger, primary_key=True),
    Column("count", Integer, nullable=False),
)

kitchens = Table(  # the simulated machines, as they were at a time
    "kitchens",
    METADATA,
    Column("organisation", ORGANISATION, primary_key=True),
    Column("machine_id", String(64), primary_key=True),
    Column("state", Text, nullable=False),  # JSON
    Column("at", UtcDateTime, nullable=False),
)

readings = Table(
    "readings",
    METADATA,
    Column("seq", SEQUENCE, primary_key=True),
    Column("organisation", ORGANISATION, nullable=False),
    Column("device_id", String(200), nullable=False),
    Column("kind", String(6), nullable=False),  # metric, state, event
    Column("name", String(200), nullable=False),
    Column("value", Text, nullable=False),  # JSON
    Column("unit", String(32), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_readings_series", "organisation", "device_id", "kind", "name", "at"),
    Index("ix_readings_at", "at"),
)

orders = Table(
    "orders",
    METADATA,
    Column("seq", SEQUENCE, primary_key=True),
    Column("id", ID, nullable=False, unique=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("organisation", ORGANISATION, nullable=False),
    Column("key", String(200), nullable=False),
    Column("arguments_hash", String(64), nullable=False),
    Column("device_id", String(200), nullable=False),
    Column("about", Text, nullable=False),  # which device, command and values, JSON
    Column("effect", Text),  # what became of it, JSON; none while nobody knows
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("user_id", "key", name="uq_orders_user_key"),
    Index("ix_orders_device", "organisation", "device_id", "seq"),
    Index("ix_orders_at", "at"),
)

preferences = Table(
    "preferences",
    METADATA,
    Column("seq", SEQUENCE, primary_key=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("hint", String(400), nullable=False),
    Column("record", String(400), nullable=False),
    Column("count", Integer, nullable=False),
    Column("of", Integer, nullable=False),
    Column("last", UtcDateTime, nullable=False),
    UniqueConstraint("user_id", "hint", "record", name="uq_preferences_user_hint_record"),
)

fleet_keys = Table(  # with which a person's calls reach a platform; a token is shown to nobody, not even its owner
    "fleet_keys",
    METADATA,
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("fleet", String(32), primary_key=True),
    Column("organisation", ORGANISATION, nullable=False),
    Column("token", String(4000).with_variant(Text(), "postgresql"), nullable=False),  # encrypted
    Column("at", UtcDateTime, nullable=False),
)

model_use = Table(
    "model_use",
    METADATA,
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Date, primary_key=True),  # where the person is
    Column("messages", Integer, nullable=False),
    Column("tokens_in", BigInteger, nullable=False),
    Column("tokens_out", BigInteger, nullable=False),
    Column("micros", BigInteger, nullable=False),  # of money
)

reminders = Table(  # what has a time, from when it is due; one row for each time that a task was due at
    "reminders",
    METADATA,
    Column("id", ID, primary_key=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("task_id", ID, ForeignKey("tasks.id", ondelete="CASCADE"), nullable=False),
    Column("due_at", UtcDateTime, nullable=False),
    Column("at", UtcDateTime, nullable=False),  # when it is delivered next: when due, after a snooze or the quiet hours
    Column("state", String(8), nullable=False),  # waiting, claimed, over
    Column("holder", String(36)),  # who delivers it
    Column("held_until", UtcDateTime),  # then another one may
    Column("turn", Integer, nullable=False),  # 0, and one more after each snooze
    Column("tries", Integer, nullable=False),
    Column("channels", String(64), nullable=False),  # that it is still to go through
    Column("shown_at", UtcDateTime),
    Column("seen_at", UtcDateTime),
    UniqueConstraint("task_id", "due_at", name="uq_reminders_task_due"),
    Index("ix_reminders_state", "state", "at"),
    Index("ix_reminders_user", "user_id", "shown_at"),
)

quiet_hours = Table(  # in which nobody is reminded, where the person is
    "quiet_hours",
    METADATA,
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("starts", String(5), nullable=False),
    Column("ends", String(5), nullable=False),
)

push_subscriptions = Table(  # browsers that are told while no page is open; signing out ends it
    "push_subscriptions",
    METADATA,
    Column("key_hash", String(64), primary_key=True),  # of the address
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("session", String(64), ForeignKey("web_sessions.secret_hash", ondelete="CASCADE"), nullable=False),
    Column("token", String(1200), nullable=False),  # its address and keys, JSON: shown to nobody
    Column("language", String(16), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_push_subscriptions_user", "user_id"),
    Index("ix_push_subscriptions_session", "session"),
)

calendar_feeds = Table(  # the secret address at which a calendar shows what is due
    "calendar_feeds",
    METADATA,
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("key_hash", String(64), nullable=False, unique=True),
)

plans = Table(  # what machines are told at another time; when, and whether still, is what the task says
    "plans",
    METADATA,
    Column("id", ID, primary_key=True),
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    Column("task_id", ID, ForeignKey("tasks.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("about", Text, nullable=False),  # which device, command and values, JSON
    Column("then", Text),  # what takes it back, as `about`, and when, JSON
    Column("language", String(16), nullable=False),
    Column("is_agreed", Boolean, nullable=False),  # the person said yes to what is dangerous
    Column("is_end", Boolean, nullable=False),  # it takes something back
    Column("state", String(8), nullable=False),  # waiting, claimed, over, failed
    Column("holder", String(36)),  # who carries it out
    Column("held_until", UtcDateTime),  # then another one may
    Index("ix_plans_state", "state"),
    Index("ix_plans_user", "user_id"),
)

pins = Table(  # without which nothing dangerous at a machine is allowed, where a person has one
    "pins",
    METADATA,
    Column("user_id", ID, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("pin_hash", String(200), nullable=False),
    Column("tries", Integer, nullable=False),  # wrong ones since the last right one
    Column("blocked_until", UtcDateTime),
)
