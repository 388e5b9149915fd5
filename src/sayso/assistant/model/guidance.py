"""The engine's policies as text, for anyone's own model: which words mean which tool, what is asked and confirmed."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence

from sayso.domains.shipped import shipped_tools
from sayso.engine.pack import Pack
from sayso.engine.policy import Policy
from sayso.engine.tool import Tool

_WORDS = 12  # of each tool
_CLEAR = ("named", "plain")  # grades of patterns that ask for something by themselves
_ALWAYS = ("guidance_several", "guidance_all", "guidance_focus", "guidance_declined")


def guidance(pack: Pack, policy: Policy, dangerous: Sequence[str], intents: Collection[str]) -> str:
    """The text for the tools of these intents; `dangerous` names the commands that always wait for a yes."""
    told, words = pack.speech.told, _words(pack)
    lines = [f"# {told['guidance_title']}", "", pack.speech.role, "", *_listed(pack.speech.rules)]
    lines += ["", f"## {told['guidance_words']}"]
    for tool in (tool for tool in policy.tools if tool.intent in intents):
        lines += ["", *_tool(pack, tool, words[tool.intent])]
    lines += ["", f"## {told['guidance_asks']}", "", *_listed([told[key] for key in _ALWAYS])]
    lines += ["", f"## {told['guidance_confirms']}", "", *_listed(_confirmed(pack, policy, dangerous, intents))]
    lines += ["", f"## {told['guidance_style']}", "", *_listed(pack.speech.style)]
    return "\n".join(lines)


def intents_of(domain: str | None) -> frozenset[str]:
    """The intents of one domain, or of all."""
    return frozenset(shipped_tools().intents(domain))


def _tool(pack: Pack, tool: Tool, words: Sequence[str]) -> Iterator[str]:
    told = pack.speech.told
    takes, needs = [p.name for p in tool.parameters], [p.name for p in tool.parameters if p.is_required]
    yield f"### {tool.name}"
    yield ""
    yield f"{pack.speech.tools[tool.name]} {pack.replies[f'how_to_{tool.intent}']}"
    yield ""
    yield f"- {told['guidance_begins'].format(words=', '.join(words))}"
    if takes:
        yield f"- {told['guidance_takes'].format(names=', '.join(takes))}"
    if needs:
        yield f"- {told['guidance_needs'].format(names=', '.join(needs))}"


def _confirmed(pack: Pack, policy: Policy, dangerous: Sequence[str], intents: Collection[str]) -> Iterator[str]:
    told = pack.speech.told
    shares = {
        "tasks": policy.threshold_of("tasks"),
        "machines": policy.threshold_of("machines"),
        "others": policy.others,
    }
    yield told["guidance_threshold"].format(**shares)
    for tool in (tool for tool in policy.tools if tool.always_confirms and tool.intent in intents):
        yield told["guidance_destructive"].format(tool=tool.name)
    if any(policy.has_capabilities(intent) for intent in intents):
        yield told["guidance_dangerous"].format(names=", ".join(dangerous))
        yield told["guidance_offline"]
    yield told["guidance_offered"]


def _words(pack: Pack) -> dict[str, list[str]]:
    """The words with which requests for each intent begin, those that tell it from others first."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for pattern in (*pack.patterns.all(), *pack.loose.patterns):
        if pattern.grade in _CLEAR:
            counts[pattern.intent.split(" ")[0]].update(pattern.first or ())
    all_of: Counter[str] = sum(counts.values(), Counter())

    def weight(count: Counter[str], word: str) -> tuple[float, str]:
        return -count[word] * count[word] / all_of[word], word

    return {intent: sorted(count, key=lambda w, c=count: weight(c, w))[:_WORDS] for intent, count in counts.items()}  # type: ignore[misc]


def _listed(texts: Sequence[str] | Iterator[str]) -> Iterator[str]:
    return (f"- {text}" for text in texts)
