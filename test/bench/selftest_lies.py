# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lies of selftest-lies: for each, the requirement that it is against, the part of the self-test that must find it, and what is wrong."""
import json
import os
import re
import shutil
import subprocess
import sys


class Call:
    """A call of a tool by the self-test; a lie may change its words, its environment, what it prints, its status, and the files that it wrote."""

    def __init__(self, tool, words):
        self.tool, self.words, self.given = tool, words, None
        self.line = " ".join([tool, *words])

    def run(self):
        done = subprocess.run([os.path.join(os.environ["SELFTEST_TOOLS"], self.tool), *self.words], stdin=self.given, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        self.status, self.printed, self.messages = done.returncode, done.stdout, done.stderr

    def answer(self):
        lie = os.environ.get("SELFTEST_LIE")
        if lie:
            LIES[lie][2](self)
        else:
            self.run()
        for stream, text in (sys.stdout, self.printed), (sys.stderr, self.messages):
            stream.buffer.write(text)
            stream.flush()
        if self.status < 0:
            os.kill(os.getpid(), -self.status)
        return self.status

    def written(self):
        return self.words[self.words.index("-o") + 1]


def when(pattern, before=None, after=None):
    """A lie in calls that `pattern` matches: `before(call)` and `after(call)` are called around the tool's run."""
    def lie(call):
        asked = re.search(pattern, call.line)
        if asked and before:
            before(call)
        call.run()
        if asked and after:
            after(call)
    return lie


def report(change, pattern=" json .*-o"):
    """The document of a report in JSON is changed."""
    def after(call):
        if call.status:
            return
        with open(call.written(), encoding="utf-8") as file:
            document = json.load(file)
        change(document)
        with open(call.written(), "w", encoding="utf-8") as file:
            json.dump(document, file)
    return when("^ipoint-report" + pattern, after=after)


def printed(pattern, old, new):
    def after(call):
        call.printed = re.sub(old, new, call.printed.decode(), flags=re.M).encode()
    return when(pattern, after=after)


def worded(pattern, old, new):
    def after(call):
        call.messages = re.sub(old, new, call.messages.decode(), flags=re.M | re.S).encode()
    return when(pattern, after=after)


def ends(pattern, status):
    def after(call):
        call.status = status
    return when(pattern, after=after)


def wrote(pattern, name, old, new):
    """Text of a file that the call wrote is changed; `name` is its name, or a part of the name of what `-o` names."""
    def after(call):
        path = os.path.join(call.written(), name) if name else call.written()
        with open(path, encoding="utf-8") as file:
            text = re.sub(old, new, file.read(), flags=re.M)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return when(pattern, after=after)


def with_words(pattern, change):
    def before(call):
        call.words = change(call.words)
    return when(pattern, before=before)


def linked(text):
    """Programs are linked with more than what they are of."""
    def before(call):
        with open("lie.c", "w", encoding="utf-8") as file:
            file.write("#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n" + text)
        subprocess.run(["gcc", "-c", "lie.c", "-o", "lie.o"], check=True)
        call.words.append("lie.o")
    return when("^ipoint-cc (?!.* -c ).*-o program", before=before)


def in_environment(pattern, **values):
    def before(_):
        for name, value in values.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
    return when(pattern, before=before)


def function(report, name, file=""):
    return next(f for f in report["functions"] if f["name"] == name and f["file"].endswith(file))


def named(rows, name):
    return next(row for row in rows if row["name"] == name)


def more(name, path, number=1):
    """A figure of a function is larger; `path` leads to it, by keys, indices and names of rows."""
    def change(document):
        value, *keys, last = function(document, name), *path
        for key in keys:
            value = named(value, key) if isinstance(value, list) and isinstance(key, str) else value[key]
        value[last] += number
    return report(change)


def put(path, new, pattern=" json .*-o"):
    def change(document):
        *keys, last = path
        for key in keys:
            document = document[key]
        document[last] = new
    return report(change, pattern)


def swap_steps(document):
    one, two = function(document, "step", "counts.c"), function(document, "step", "names.c")
    one["file"], two["file"] = two["file"], one["file"]


def no_successor(name, block):
    return report(lambda d: named(function(d, name)["blocks"], block)["next"].pop())


def other_reason(name, reason):
    return report(lambda d: next(row for row in d["not_instrumented"] if row["function"] == name).update(reason=reason))


def mend_mistake(call):
    with open("mistaken.c", encoding="utf-8") as file:
        text = file.read().replace("not_declared", "1")
    with open("mended.c", "w", encoding="utf-8") as file:
        file.write(text)
    words = [re.sub("mistaken[.]c$", "mended.c", word) for word in call.words]
    subprocess.run([os.path.join(os.environ["SELFTEST_TOOLS"], "ipoint-cc"), *words], check=True)


def link_plainly(call):
    done = subprocess.run([call.words[0], "-r", "build.o", "-o", "both.o"], check=True)
    call.status, call.messages = done.returncode, b""


def append_a_byte(call):
    with open("build.o", "ab") as file:
        file.write(os.urandom(4))


def without_line(name):
    def before(_):
        with open(os.environ["IPOINT_CONFIG"], encoding="utf-8") as file:
            text = file.read()
        if name in text:
            with open("lie.yaml", "w", encoding="utf-8") as file:
                file.write(re.sub("^{}:.*\n".format(name), "", text, flags=re.M))
            os.environ["IPOINT_CONFIG"] = os.path.abspath("lie.yaml")
    return before


def no_input(call):
    call.given = subprocess.DEVNULL


def written_anyway(call):
    os.makedirs(call.written(), exist_ok=True)


def first_alone(call):
    shutil.copy("one.profile", call.written())


def twice_as_rare(document):
    for row in document["excluded"]:
        row["count"] //= 2


ANY_JSON = " json .*-o"
PRINTS = "__attribute__((constructor)) static void lie(void) { puts(\"a line more\"); }\n"
NOT_RECORDED = "__attribute__((constructor)) static void lie(void) { if (!getenv(\"SELFTEST_RECORDED\")) %s; }\n"


def not_recorded(text):
    return lambda call: (in_environment("", SELFTEST_RECORDED="1") if call.tool == "ipoint-run" else linked(NOT_RECORDED % text))(call)


def none_measured(document):
    function(document, "clamp")["self"] = {"raw": {"count": 30, "mean": 0, "max": 0}}


LIES = {
    # name: (requirement, part, what is done)
    "prints-a-line-more": ("IP-REQ-001", "host/plain", linked(PRINTS)),
    "ends-otherwise": ("IP-REQ-001", "host/plain", linked("__attribute__((destructor)) static void lie(void) { fflush(0); _exit(3); }\n")),
    "no-transition": ("IP-REQ-002", "host/plain", no_successor("choose", "entry")),
    "no-loop-transition": ("IP-REQ-002", "host/plain", no_successor("loops", "while.1/condition")),
    "no-block": ("IP-REQ-002", "host/plain", report(lambda d: function(d, "jump")["blocks"].pop())),
    "no-reason": ("IP-REQ-003", "host/build", other_reason("unmeasured", "")),
    "not-listed": ("IP-REQ-003", "host/build", report(lambda d: d["not_instrumented"].pop(
        [row["function"] for row in d["not_instrumented"]].index("unmeasured")))),
    "other-object": ("IP-REQ-004", "host/build", when("^ipoint-cc .*-c .*/build.c ", after=append_a_byte)),
    "numbers-of-other-text": ("IP-REQ-004", "host/build", report(lambda d: function(d, "kept").update(calls=7), " json trace -o earlier")),
    "unit-of-rejected": ("IP-REQ-005", "host/build", when("^ipoint-cc .*mistaken.c", before=mend_mistake)),
    "no-unit": ("IP-REQ-005", "host/build", report(lambda d: d["database"].update(units=1))),
    "links-two-databases": ("IP-REQ-006", "host/build", when("^ipoint-cc .*-r build.o names.o", after=link_plainly)),
    "a-message-more": ("IP-REQ-007", "host/build", worded("^ipoint-cc .*mistaken.c", "$", "more\n")),
    "a-warning-less": ("IP-REQ-007", "host/build", worded("^ipoint-cc .*warned.c", ".*", "")),
    "config-ignored": ("IP-REQ-008", "host/build", in_environment("^ipoint-cc", IPOINT_CONFIG=None)),
    "level-ignored": ("IP-REQ-008", "host/build", when("^ipoint-cc", before=without_line("level"))),
    "timed-ignored": ("IP-REQ-008", "host/build", when("^ipoint-cc", before=without_line("timed"))),
    "other-line": ("IP-REQ-008", "host/build", worded("^ipoint-instrument .*wrong.yaml", "wrong.yaml:2", "wrong.yaml:1")),
    "a-call-more": ("IP-REQ-010", "host/counts-blocks", more("recur", ["calls"])),
    "a-visit-more": ("IP-REQ-010", "host/counts-paths", more("loops", ["blocks", "while.1/body/if.1/join", "visits"])),
    "a-visit-more-in-sums": ("IP-REQ-010", "host/counts-sums", more("jump", ["blocks", "label.again", "visits"])),
    "a-call-less-by-default": ("IP-REQ-010", "host/counts-default", more("by_pointer", ["calls"], -1)),
    "a-call-of-what-never-ran": ("IP-REQ-010", "clock/counts", more("never", ["calls"])),
    "a-transition-more": ("IP-REQ-011", "host/counts-paths", more("clamp", ["blocks", "entry", "next", 0, "count"])),
    "a-transition-less": ("IP-REQ-011", "clock/counts", more("choose", ["blocks", "switch.1/case.1", "next", 0, "count"], -1)),
    "an-entry-more": ("IP-REQ-012", "host/counts-sums", more("loops", ["loops", "for.1/body/for.1", "entered"])),
    "an-iteration-less": ("IP-REQ-012", "clock/counts", more("loops", ["loops", "do.1", "iterations"], -1)),
    "other-file": ("IP-REQ-013", "host/counts-default", report(swap_steps)),
    "other-file-on-a-board": ("IP-REQ-013", "board/counts-sums", report(swap_steps)),
    "overwritten-not-in-text": ("IP-REQ-014", "host/losses", printed("^ipoint-report text", "10,004", "0")),
    "overwritten-not-in-json": ("IP-REQ-014", "host/losses", put(["lost", "overwritten"], 0)),
    "lost-not-in-text": ("IP-REQ-014", "clock/losses", printed("^ipoint-report text", "11,943", "some")),
    "lost-not-in-csv": ("IP-REQ-014", "clock/losses", printed("^ipoint-report csv", "^# lost.*\n", "")),
    "lost-not-in-page": ("IP-REQ-014", "clock/losses", wrote("^ipoint-report html", "index.html", "11,943", "some")),
    "one-lost-less": ("IP-REQ-014", "clock/losses", report(lambda d: d["lost"].update(records=d["lost"]["records"] - 1))),
    "killed-too-early": ("IP-REQ-015", "host/ends", report(lambda d: function(d, "copy_line").update(calls=498), " json .*killed-blocks -o")),
    "killed-sums-too-early": ("IP-REQ-015", "host/ends", report(lambda d: function(d, "copy_line").update(calls=498), " json .*killed-sums -o")),
    "prints-if-not-recorded": ("IP-REQ-016", "host/plain", not_recorded("puts(\"a line more\")")),
    "writes-if-not-recorded": ("IP-REQ-016", "host/plain", not_recorded("fopen(\"a-file-more\", \"w\")")),
    "threads-as-one": ("IP-REQ-017", "host/threads", report(lambda d: function(d, "in_a_thread").update(by_thread=[{"calls": 1417}]))),
    "threads-swapped": ("IP-REQ-017", "host/threads", report(lambda d: function(d, "in_a_thread")["by_thread"][0].update(calls=8))),
    "handler-in-self": ("IP-REQ-018", "host/interrupts", more("interrupted", ["self", "raw", "min"], 2000000)),
    "handler-in-inclusive": ("IP-REQ-018", "host/interrupts", more("interrupted", ["inclusive", "raw", "min"], 2000000)),
    "handler-halved": ("IP-REQ-018", "host/interrupts", more("on_strike", ["self", "raw", "min"], -1000000)),
    "other-status": ("IP-REQ-019", "host/ends", ends("^ipoint-run .*-o piped", 0)),
    "output-lost": ("IP-REQ-019", "host/ends", printed("^ipoint-run .*-o piped", "^two\n", "")),
    "messages-lost": ("IP-REQ-019", "host/ends", worded("^ipoint-run .*-o piped", "line 2", "")),
    "input-lost": ("IP-REQ-019", "host/ends", when("^ipoint-run .*-o piped", before=no_input)),
    "a-call-more-on-a-board": ("IP-REQ-020", "board/counts-blocks", more("recur", ["calls"])),
    "a-transition-more-on-a-board": ("IP-REQ-020", "board/counts-sums", more("clamp", ["blocks", "entry", "next", 0, "count"])),
    "an-iteration-more-on-a-board": ("IP-REQ-020", "board/counts-sums", more("loops", ["loops", "do.1", "iterations"])),
    "longer-on-a-board": ("IP-REQ-021", "board/times", more("wait_300", ["self", "raw", "mean"], 1)),
    "handler-in-self-on-a-board": ("IP-REQ-022", "board/interrupts", more("interrupted", ["self", "raw", "min"], 2000)),
    "no-handler-on-a-board": ("IP-REQ-022", "board/interrupts", report(lambda d: function(d, "on_strike").update(role=None))),
    "one-lost-less-on-a-board": ("IP-REQ-023", "board/losses", report(lambda d: d["lost"].update(records=d["lost"]["records"] - 1))),
    "dump-accepted": ("IP-REQ-024", "clock/times", ends("^ipoint-import .*spoilt.img", 0)),
    "dump-written": ("IP-REQ-024", "clock/times", when("^ipoint-import .*spoilt.img", after=written_anyway)),
    "dump-refused-without-a-word": ("IP-REQ-024", "clock/times", worded("^ipoint-import .*spoilt.img", ".*", "")),
    "stream-record-less": ("IP-REQ-025", "clock/stream", report(lambda d: d["totals"].update(records=d["totals"]["records"] - 1), " json .*trace -o")),
    "stream-loss-hidden": ("IP-REQ-025", "clock/stream", put(["lost", "records"], 0, " json .*spoilt -o")),
    "stream-loss-miscounted": ("IP-REQ-025", "clock/stream", report(lambda d: d["lost"].update(records=d["lost"]["records"] + 1), " json .*spoilt -o")),
    "time-of-the-other-task": ("IP-REQ-026", "clock/tasks", more("in_between", ["self", "corrected", "max"], 100)),
    "self-time": ("IP-REQ-031", "clock/times", more("wait_300", ["self", "corrected", "min"])),
    "time-of-a-block": ("IP-REQ-031", "clock/times", more("branches", ["blocks", "for.1/body/if.1/then", "time", "corrected", "mean"])),
    "inclusive-time": ("IP-REQ-032", "clock/times", more("calls_three", ["inclusive", "corrected", "max"])),
    "residue": ("IP-REQ-033", "host/counts-default", report(lambda d: d["traces"][0]["threads"][0]["balance"].update(residue=1))),
    "residue-by-clock": ("IP-REQ-033", "clock/left", report(lambda d: d["traces"][0]["threads"][0]["balance"].update(residue=-1))),
    "residue-on-a-board": ("IP-REQ-033", "board/times", report(lambda d: d["traces"][0]["threads"][0]["balance"].update(residue=1))),
    "overhead": ("IP-REQ-034", "clock/times", put(["clock", "probe_overhead", "timed_mean"], 8)),
    "slow-clock": ("IP-REQ-035", "host/times", report(lambda d: [f[time]["raw"].update(min=f[time]["raw"]["min"] * 0.9) for f in d["functions"]
                                                                for time in ("self", "inclusive") if f[time]])),
    "damage-not-named": ("IP-REQ-036", "host/counts-blocks", put(["lost", "damage"], [], " json .*spoilt.json")),
    "damage-refused-without-a-word": ("IP-REQ-036", "host/counts-blocks", when(" json .*spoilt.json", after=lambda call: vars(call).update(status=2, messages=b""))),
    "other-database": ("IP-REQ-037", "host/counts-blocks", ends("^ipoint-report text --db other.db", 0)),
    "ran-after-all": ("IP-REQ-038", "host/counts-paths", put(["never_run", "functions"], [])),
    "never-ran-after-all": ("IP-REQ-038", "host/counts-default", report(lambda d: d["never_run"]["functions"].append({"name": "clamp"}))),
    "block-ran-after-all": ("IP-REQ-038", "host/counts-blocks", put(["never_run", "blocks"], [])),
    "transition-ran-after-all": ("IP-REQ-038", "host/counts-sums", put(["never_run", "transitions"], [])),
    "merges-the-first-alone": ("IP-REQ-039", "host/counts-sums", when("^ipoint-report merge", after=first_alone)),
    "merges-no-times": ("IP-REQ-039", "clock/times", report(lambda d: function(d, "wait_300")["self"]["raw"].update(total=3070), " json .*sum.profile")),
    "merges-no-maximum": ("IP-REQ-039", "clock/times", report(lambda d: function(d, "wait_300")["self"]["raw"].update(max=614), " json .*sum.profile")),
    "second-place-missing": ("IP-REQ-040", "clock/times", worded("^ipoint-report text impossible", r"times\.c:", "times.c ")),
    "impossible-accepted": ("IP-REQ-040", "clock/times", ends("^ipoint-report text impossible", 0)),
    "zero-for-unmeasured": ("IP-REQ-041", "host/counts-sums", report(none_measured)),
    "above-resolution": ("IP-REQ-041", "clock/times", report(lambda d: function(d, "selftest_work")["self"].update(below_resolution=False))),
    "other-count-in-csv": ("IP-REQ-042", "clock/times", wrote("^ipoint-report csv", "", "^(wait_300,.*),10,0$", r"\1,11,0")),
    "other-maximum-in-text": ("IP-REQ-042", "clock/times", printed("^ipoint-report text trace", "^(wait_1100 .*)1,107", r"\g<1>1,108")),
    "other-mean-in-text": ("IP-REQ-042", "clock/times", printed("^ipoint-report text trace", "^(wait_300 .*)300[.]0", r"\g<1>301.0")),
    "other-mean-on-page": ("IP-REQ-042", "clock/times", wrote("^ipoint-report html", "index.html", ">300[.]0<", ">301.0<")),
    "other-maximum-on-page": ("IP-REQ-042", "clock/times", wrote("^ipoint-report html", "index.html", ">1,599<|>1,107<", ">1,600<")),
    "behind-a-jump": ("IP-REQ-044", "clock/left", more("after", ["self", "corrected", "mean"], 5)),
    "called-back": ("IP-REQ-044", "clock/left", more("asks", ["inclusive", "corrected", "min"], -100)),
    "handler-by-clock": ("IP-REQ-050", "clock/interrupts", more("interrupted", ["inclusive", "corrected", "mean"], 1)),
    "no-handler": ("IP-REQ-050", "clock/interrupts", report(lambda d: function(d, "on_strike").update(role=None))),
    "one-excluded-more": ("IP-REQ-051", "clock/thresholds", more("now_and_then", ["blocks", "entry", "excluded", "count"])),
    "filtered-mean": ("IP-REQ-051", "clock/thresholds", more("now_and_then", ["blocks", "entry", "time", "filtered", "mean"])),
    "not-refused": ("IP-REQ-052", "clock/thresholds", report(lambda d: named(function(d, "in_between")["blocks"], "entry").update(filter="applied"))),
    "refused-without-reason": ("IP-REQ-052", "clock/thresholds", report(lambda d: named(function(d, "in_between")["blocks"], "entry").update(filter_reason=None))),
    "filtered-maximum": ("IP-REQ-053", "clock/thresholds", more("now_and_then", ["self", "raw", "max"], -500)),
    "thresholds-of-all-blocks": ("IP-REQ-054", "clock/thresholds", report(lambda d: d["excluded"].append(dict(d["excluded"][0], function="in_between")), ".*--threshold")),
    "detects-half": ("IP-REQ-055", "clock/noise", report(twice_as_rare)),
    "detects-shorter": ("IP-REQ-055", "clock/noise", report(lambda d: [row.update(added=row["added"] / 2) for row in d["excluded"]])),
    "excluded-not-listed": ("IP-REQ-056", "clock/thresholds", put(["excluded"], [], ".*--low")),
    "excluded-by-another-rule": ("IP-REQ-056", "clock/thresholds", report(lambda d: d["excluded"][0].update(by="detection"), ".*--low")),
    "excluded-time": ("IP-REQ-056", "clock/thresholds", report(lambda d: d["excluded"][0].update(max=518), ".*--low")),
    "differs-from-itself": ("IP-REQ-060", "clock/times", ends("^ipoint-report compare before same", 1)),
    "does-not-differ": ("IP-REQ-061", "clock/times", ends("^ipoint-report compare before slower", 0)),
    "difference-not-named": ("IP-REQ-061", "clock/times", printed("^ipoint-report compare before slower", "wait_1100", "something")),
    "difference-by-less": ("IP-REQ-061", "clock/times", printed("^ipoint-report compare before slower", "1,400", "1,200")),
    "kept-budget-broken": ("IP-REQ-065", "clock/times", ends("^ipoint-report check trace --config budgets.yaml$", 1)),
    "broken-budget-kept": ("IP-REQ-066", "clock/times", ends("^ipoint-report check trace --config budgets.yaml$", 0)),
    "broken-budget-not-named": ("IP-REQ-066", "clock/times", printed("^ipoint-report check trace --config budgets.yaml$", "calls_three", "x")),
    "not-judged-in-strict": ("IP-REQ-067", "clock/times", ends("^ipoint-report check .*--strict", 0)),
    "not-judged-without-reason": ("IP-REQ-067", "clock/times", printed("^ipoint-report check trace --config", ": never ran", "")),
    "shorter-path": ("IP-REQ-070", "clock/times", printed("^ipoint-report worst branches .*--to=json", '"corrected": 80', '"corrected": 79')),
    "violation-ignored": ("IP-REQ-071", "clock/times", ends("^ipoint-report worst .*flow.yaml", 0)),
    "violation-not-named": ("IP-REQ-071", "clock/times", printed("^ipoint-report worst .*flow.yaml", "flow.yaml", "x")),
    "estimate-below-observed": ("IP-REQ-072", "clock/times", printed("^ipoint-report worst branches .*--to=json", '"raw": 206', '"raw": 170')),
    "rests-on-nothing": ("IP-REQ-072", "clock/times", printed("^ipoint-report worst branches .*--to=json", '(?s)"facts": \\[.*?\n \\]', '"facts": []')),
    "a-tail-of-nothing": ("IP-REQ-076", "clock/times", ends("^ipoint-report tail", 0)),
    "no-tail-without-reason": ("IP-REQ-076", "clock/times", printed("^ipoint-report tail", "^  - .*\n", "")),
    "wrong-call-of-run": ("IP-REQ-082", "host/calls", ends("^ipoint-run --no-such-option", 1)),
    "wrong-call-of-import": ("IP-REQ-082", "host/calls", worded("^ipoint-import --no-such", "$", "\nusage\n")),
    "wrong-call-of-instrument": ("IP-REQ-082", "host/calls", worded("^ipoint-instrument", ".*", "wrong\n")),
    "wrong-call-of-report": ("IP-REQ-082", "host/calls", ends("^ipoint-report text no-such-trace", 0)),
    "wrong-call-of-cc": ("IP-REQ-082", "host/calls", ends("^ipoint-cc", 1)),
    "other-program": ("IP-REQ-083", "host/plain", put(["traces", 0, "program"], "other")),
    "other-flags": ("IP-REQ-083", "host/plain", report(lambda d: d["database"]["builds"][0].update(flags="-O2"))),
    "no-clock": ("IP-REQ-083", "host/plain", put(["clock", "rate_hz"], 0)),
    "no-filter": ("IP-REQ-083", "host/plain", put(["filter", "by"], None)),
    "a-run-more": ("IP-REQ-083", "host/plain", report(lambda d: d["traces"].append(d["traces"][0])))}
