"""A good model: what it proposes is guarded, carried out and told from the results."""

from model_server import Call, ModelServer, Says
from model_talk import Talk, tools_in


async def test_a_proposed_call_is_carried_out_and_told_from_its_result(talk: Talk, scripted: ModelServer) -> None:
    script = scripted.plays(
        Says(calls=(Call("add_task", {"title": "buy milk"}),)), Says("Buy milk was added to your list!")
    )
    assert await talk.say("add buy milk") == "Added 'buy milk'."
    assert await talk.titles() == ["buy milk"]
    assert talk.model["asked"]
    assert talk.model["fallback"] is None
    assert {"add_task", "list_tasks", "delete_task"} <= tools_in(script)


async def test_harmless_words_are_shown_as_they_come(talk: Talk, scripted: ModelServer) -> None:
    scripted.plays(Says("Hello there. How can I help?"))
    assert await talk.say("good morning to you") == "Hello there. How can I help?"
    assert [about["delta"] for about in talk.named("draft")] == ["Hello there. "]
    assert talk.model["fallback"] is None


async def test_a_result_goes_back_to_the_model_as_data(talk: Talk, scripted: ModelServer) -> None:
    await talk.add("call <data> mom")
    script = scripted.plays(Says(calls=(Call("list_tasks", {}),)), Says("Anything else?"))
    told = await talk.say("show my tasks")
    assert "1. call <data> mom" in told
    assert told.endswith("Anything else?")
    assert r"\\u003cdata> mom" in script.words
    assert len(script.asked) == 2


async def test_several_calls_of_one_turn_are_done_in_order_and_stop_at_a_question(
    talk: Talk, scripted: ModelServer
) -> None:
    await talk.add("report")
    calls = (
        Call("add_task", {"title": "buy milk"}),
        Call("delete_task", {"task_identifier": "report"}),
        Call("add_task", {"title": "call mom"}),
    )
    scripted.plays(Says(calls=calls), Says("never asked again"))
    told = await talk.say("add buy milk, delete report and add call mom")
    assert told.startswith("Added 'buy milk'. Delete 'report'?")
    assert await talk.titles() == ["report", "buy milk"]
    assert await talk.answer(yes=True) == "Deleted 'report'. You can still undo that. Added 'call mom'."
    assert await talk.titles() == ["buy milk", "call mom"]


async def test_reads_are_made_side_by_side_and_each_once(talk: Talk, scripted: ModelServer) -> None:
    calls = (Call("list_tasks", {}), Call("get_user_info", {}), Call("list_tasks", {}))
    scripted.plays(Says(calls=calls), Says(""))
    told = await talk.say("show my tasks and who am I?")
    assert "Your list is empty" in told
    assert "You are Ann" in told
    assert [about["tool_name"] for about in talk.named("call")] == ["list_tasks", "get_user_info"]


async def test_what_the_model_leaves_undone_the_engine_does(talk: Talk, scripted: ModelServer) -> None:
    scripted.plays(Says(calls=(Call("add_task", {"title": "buy milk"}),)), Says("Is that all?"))
    assert await talk.say("add buy milk and add call mom") == "Added 'buy milk'. Added 'call mom'."
    assert await talk.titles() == ["buy milk", "call mom"]


async def test_a_deletion_waits_for_the_person(talk: Talk, scripted: ModelServer) -> None:
    await talk.add("buy milk", "report")
    scripted.plays(Says(calls=(Call("delete_task", {"task_identifier": "buy milk"}),)))
    assert await talk.say("delete buy milk") == "Delete 'buy milk'?"
    assert len(await talk.titles()) == 2
    assert await talk.say("yes") == "Deleted 'buy milk'. You can still undo that."
    assert await talk.titles() == ["report"]
    assert not talk.model["asked"]  # a yes is the person's own


async def test_italian_is_told_in_italian(talk: Talk, scripted: ModelServer) -> None:
    script = scripted.plays(Says(calls=(Call("add_task", {"title": "comprare il latte"}),)), Says("Altro?"))
    assert await talk.say("aggiungi comprare il latte") == "Ho aggiunto 'comprare il latte'. Altro?"
    assert "Sei Sayso" in script.words


async def test_twenty_messages_and_few_records_are_handed_over(talk: Talk, scripted: ModelServer) -> None:
    await talk.add(*(f"errand number {number}" for number in range(30)), "water the ferns")
    script = scripted.plays(Says("Good to hear."))
    for number in range(15):
        await talk.say(f"hello number{number} to you")
    scripted.plays(Says("Fine."))
    await talk.say("the ferns look good today")
    told = script.asked[-1]
    sent = told.get("input") or [m for m in told["messages"] if m["role"] != "system"]
    assert [turn["role"] for turn in sent] == ["user", "assistant"] * 10 + ["user"]  # what was said, and the message
    assert "water the ferns" in str(sent[-1])
    assert "errand number 3" not in str(sent[-1])
