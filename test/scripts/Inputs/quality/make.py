"""Makes what quality.py reads, in the current folder: results of tests, coverage of three files, mutants, a fuzzer's log."""
import json
import os

for folder in ("results", "fuzz", "empty"):
    os.makedirs(folder, exist_ok=True)
with open("results/lit.xml", "w", encoding="utf-8") as file:
    file.write("""<testsuites><testsuite>
<testcase classname="ipoint.report" name="balance.test" time="1"/>
<testcase classname="ipoint.report" name="bad-input.test" time="1"><failure/></testcase>
<testcase classname="ipoint.csmith" name="sample.test" time="1"/>
<testcase classname="ipoint.csmith" name="all.test"><skipped message="Missing required feature(s): all-corpora"/></testcase>
<testcase classname="ipoint.real" name="lua.test" time="1"/>
</testsuite></testsuites>
""")
with open("results/web.txt", "w", encoding="utf-8") as file:
    file.write("ok\n7 passed, 1 failed\n")
for name, text in (("lint.check", ""), ("lint.status", "0\n")):
    with open("results/" + name, "w", encoding="utf-8") as file:
        file.write(text)
with open("fuzz/trace.log", "w", encoding="utf-8") as file:
    file.write("Done 5000 runs in 7200 second(s)\nstat::number_of_executed_units: 5000\n")
with open("mutants", "w", encoding="utf-8") as file:
    file.write('{"outcome": "found"}\n{"outcome": "survived"}\n{"outcome": "does not compile"}\n')
lines = {"report/lib/stats/Sample.cpp": (95, 100), "report/lib/stats/Laws.cpp": (10, 40), "report/tool/Options.cpp": (8, 10), "test/unit/X.cpp": (1, 9)}
with open("summary.json", "w", encoding="utf-8") as file:
    json.dump({"data": [{"files": [{"filename": "/src/" + name, "summary": {"lines": {"covered": covered, "count": count}}}
                                   for name, (covered, count) in lines.items()]}]}, file)
