"""The language model on the page: the switch, the stop, the mark and the cost."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import NoBrowser, Visitor, launched, program
from model_server import Call, Fails, Hangs, ModelServer, Says
from playwright.sync_api import expect
from serving import Served


@pytest.fixture
def ann(tmp_path: Path, scripted: ModelServer) -> Iterator[Visitor]:
    """A visitor of a server that has a model."""
    try:
        program()
    except NoBrowser as wrong:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(wrong))
    with (
        Served(tmp_path, "--local", settings=scripted.environment("chat", "cascade")) as server,
        launched() as browser,
    ):
        visitor = Visitor.arrive(browser, server.address, is_kept=False)
        yield visitor
        visitor.page.context.close()
        assert not visitor.complaints


def test_the_model_is_chosen_stopped_marked_and_its_cost_shown(ann: Visitor, scripted: ModelServer) -> None:
    switch = ann.page.locator("#mode")
    expect(switch).to_have_value("cascade")
    scripted.plays(Says("Hello. How are you?"))
    expect(ann.say("hello there my friend")).to_contain_text("Hello. How are you?")
    ann.answer.locator("summary").click()
    expect(ann.answer).to_contain_text("100 tokens read, 20 written")
    expect(ann.answer.locator(".mark")).to_have_count(0)

    switch.select_option("model")
    scripted.plays(Says(calls=(Call("add_task", {"title": "buy milk"}),)), Fails(500))
    expect(ann.say("add buy milk")).to_contain_text("Added 'buy milk'.")
    expect(ann.answer.locator(".mark")).to_contain_text("not reachable")

    hangs = Hangs("Well")
    scripted.plays(hangs)
    try:
        ann.field.fill("add call mom")
        stopped = ann.after(lambda: send_and_stop(ann))
        expect(stopped).to_contain_text("Stopped; nothing more was done.")
    finally:
        hangs.until.set()
    assert not ann.violations()
    ann.picture("model")

    ann.page.reload()
    expect(switch).to_have_value("model")
    switch.select_option("engine")
    asked = len(scripted.script.asked)
    ann.say("hello there my friend")
    assert len(scripted.script.asked) == asked


def send_and_stop(visitor: Visitor) -> None:
    visitor.field.press("Enter")
    visitor.page.get_by_role("button", name="Stop").click()
