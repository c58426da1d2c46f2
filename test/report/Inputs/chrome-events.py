"""Prints the events of a file in the Trace Event Format, one a line, and what its otherData say. Ends of activations must
match their beginnings."""
import json
import sys

document = json.load(open(sys.argv[1], encoding="utf-8"))
depth = 0
for event in document["traceEvents"]:
    depth += {"B": 1, "E": -1}.get(event["ph"], 0)
    assert depth >= 0
    words = [event["ph"], event.get("name"), event.get("ts"), event.get("dur"), event.get("args", {}).get("value")]
    print(*["{:g}".format(word) if isinstance(word, (int, float)) else word for word in words if word is not None])
assert depth == 0
other = document["otherData"]
print("left out {}; {}".format(other["calls_left_out"], other["provenance_0"]))
