"""The guidance: every tool, every rule about what is asked and confirmed, in each language."""

import pytest

from sayso import Engine
from sayso.assistant.model.guidance import guidance, intents_of
from sayso.cli import main
from sayso.domains.shipped import shipped_tools
from sayso.languages.shipped import load_domain


@pytest.mark.parametrize("language", ["en", "it"])
def test_it_names_every_tool_and_every_rule(engine: Engine, language: str) -> None:
    pack = next(pack for pack in engine.packs if pack.language == language)
    dangerous = load_domain()["dangerous"]
    text = guidance(pack, engine.policy, dangerous, intents_of(None))
    told = pack.speech.told
    for tool in shipped_tools():
        assert f"### {tool.name}" in text
        assert all(parameter.name in text for parameter in tool.parameters)
    for key in ("several", "all", "focus", "declined", "offered", "offline"):
        assert told[f"guidance_{key}"] in text
    assert all(command in text for command in dangerous)
    assert "delete_task" in told["guidance_destructive"].format(tool="delete_task")
    assert told["guidance_destructive"].format(tool="delete_task") in text
    assert str(engine.policy.threshold_of("tasks")) in text
    assert str(engine.policy.threshold_of("machines")) in text
    assert all(rule in text for rule in (*pack.speech.rules, *pack.speech.style))


def test_the_words_are_those_that_the_engine_understands(engine: Engine) -> None:
    text = guidance(engine.packs[0], engine.policy, [], intents_of("tasks"))
    section = text.split("### delete_task")[1].split("###")[0]
    assert "delete, " in section or "remove, " in section


def test_one_domain_can_be_had_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["guidance", "--language", "it", "--tools", "machines"]) == 0
    printed = capsys.readouterr().out
    assert all((f"### {tool.name}" in printed) is (tool.domain == "machines") for tool in shipped_tools())
    assert "### add_task" not in printed


def test_a_language_that_there_is_not_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["guidance", "--language", "xx"]) == 2
    assert "there are en, it" in capsys.readouterr().err
