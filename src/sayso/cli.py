import json
import sys

from sayso.errors import SaysoError
from sayso.face import Engine


def main():
    e = Engine()
    for l in sys.stdin:
        r = json.loads(l)
        try:
            print(json.dumps(e.decide(r).to_dict(), ensure_ascii=False))
        except SaysoError as x:
            print(json.dumps({"id": r.get("id"), "error": str(x)}))


main()
