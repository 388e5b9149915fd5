"""`sayso guidance`: the engine's policies as text, to be put into the instructions of one's own model."""

import argparse

from sayso.assistant.model.guidance import guidance, intents_of
from sayso.errors import CommandError
from sayso.face import standard
from sayso.languages.shipped import load_domain


def run(arguments: list[str]) -> int:
    """Print the text."""
    parser = argparse.ArgumentParser(
        prog="sayso guidance", description="How Sayso decides, as text for the instructions of a language model."
    )
    parser.add_argument("--language", default="en", help="of the text and of the words in it; default: en")
    parser.add_argument("--tools", choices=("tasks", "machines"), help="only these; default: all")
    given = parser.parse_args(arguments)
    engine = standard()
    pack = next((pack for pack in engine.packs if pack.language == given.language), None)
    if pack is None:
        known = ", ".join(pack.language for pack in engine.packs)
        raise CommandError("there is no such language", given.language, f"there are {known}")
    print(guidance(pack, engine.policy, load_domain()["dangerous"], intents_of(given.tools)))
    return 0
