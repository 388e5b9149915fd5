"""One conversation at a terminal: what was said last, what was answered, and what got no answer yet."""

from collections.abc import Mapping

from sayso.assistant.message import Said, Unheard
from sayso.terminal.talk.talk import OutgoingMessage, Talk
from sayso.terminal.talk.turn import ShownTurn
from sayso.terminal.typed.meant import typed_words

Replies = Mapping[str, Mapping[str, str]]  # by language, the usual one first


class Chat:
    """A conversation; it begins with the first thing that is said."""

    def __init__(self, talk: Talk, replies: Replies) -> None:
        self._talk = talk
        typed = typed_words(replies)
        self._replies = {language: {**words, **typed} for language, words in replies.items()}
        self._id: str | None = None
        self._unanswered: Said | OutgoingMessage | None = None
        self.last: ShownTurn | None = None

    @property
    def words(self) -> Mapping[str, str]:
        """The replies of the language that is spoken."""
        language = self.last.language if self.last is not None else ""
        return self._replies.get(language) or next(iter(self._replies.values()))

    @property
    def is_in_doubt(self) -> bool:
        """Whether what got no answer may have been carried out all the same."""
        return isinstance(self._unanswered, OutgoingMessage) and self._talk.is_in_doubt

    async def say(self, said: Said) -> ShownTurn | Unheard:
        """What is answered to something."""
        self._unanswered = said
        if self._id is None:
            self._id = await self._talk.begin()
        return await self._send(OutgoingMessage(self._id, said))

    async def again(self) -> ShownTurn | Unheard | None:
        """What is answered to what got no answer; None where everything did."""
        match self._unanswered:
            case None:
                return None
            case OutgoingMessage() as sent:
                return await self._send(sent)
            case said:
                return await self.say(said)

    def renew(self) -> None:
        """Begin anew with the next thing that is said."""
        self._id, self.last, self._unanswered = None, None, None

    async def _send(self, sent: OutgoingMessage) -> ShownTurn | Unheard:
        self._unanswered = sent
        answered = await self._talk.say(sent)
        self._unanswered = None
        if isinstance(answered, ShownTurn):
            self.last = answered
        elif answered.kind == "no_conversation":
            self._id = None
        return answered
