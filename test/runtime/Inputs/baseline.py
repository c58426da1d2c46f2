"""baseline.py FILE PAIRS ENDED: checks that the file of `ipoint-run --baseline` has PAIRS pairs, with times as in docs/formats.md."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
assert document["format"] == "ipoint-baseline/2" and document["order"] == "plain, sampled, instrumented", document
assert document["rate_hz"] > 0 and len(document["pairs"]) == int(sys.argv[2]), document
last = 0
for number, pair in enumerate(document["pairs"], 1):
    assert pair["trace"] == "run-{:03}".format(number), pair
    for kind in ("plain", "instrumented"):
        time = pair[kind]
        assert last < time["begin"] < time["end"] and time["ended"] == sys.argv[3], pair
        assert (time["end"] - time["begin"]) / document["rate_hz"] < time["wall_ns"] / 1e9, pair
        last = time["end"]
