"""handlers-agree.py IPOINT_RUN IPOINT_REPORT PROGRAM WAY...: records PROGRAM WAY, which prints how often its functions ran, and holds
the report against that: calls, no impossible transition, no residue, no handler that is a callee of what it interrupted."""
import json
import subprocess
import sys

run, report, program = sys.argv[1:4]
for way in sys.argv[4:]:
    said = subprocess.run([run, "-o", "trace", "--", program, way], check=True, capture_output=True, text=True)
    words = said.stdout.split()
    counts = dict(zip(words[::2], map(int, words[1::2])))
    made = subprocess.run([report, "json", "trace"], capture_output=True, text=True)
    assert made.returncode == 0 and not made.stderr, (way, made.stderr, said.stderr)
    data = json.loads(made.stdout)
    calls = {f["name"]: f["calls"] for f in data["functions"]}
    for name, count in counts.items():
        assert calls.get(name, 0) == count, (way, name, calls.get(name, 0), count, said.stderr)
    assert not data["lost"]["impossible_transitions"] and data["lost"]["records"] == 0, (way, data["lost"])
    threads = [t for trace in data["traces"] for t in trace["threads"]]
    assert all(t["balance"]["residue"] == 0 for t in threads), (way, threads)
    names = [f["name"] for f in data["functions"]]
    paths = data["call_paths"]
    for path in paths: # one that a handler left open may be below the next one
        if names[path["function"]].startswith("on_") and path["parent"] is not None:
            assert names[paths[path["parent"]]["function"]] not in ("main", "work"), (way, path)
    print(way, counts)
