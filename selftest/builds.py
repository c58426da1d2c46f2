# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of ipoint-selftest about how programs are built, how they end, and wrong calls."""
import os

from facts import counted, function_of
from record import facts_of, record_on_host

ANY = set(range(-64, 256))


def build(bench):
    bench.write("build.yaml", "rules:\n  - functions: left_out\n    instrument: false\n")
    facts = record_on_host(bench, ["build"], {"IPOINT_CONFIG": bench.path("build.yaml")})
    report = bench.report()
    reasons = {row["function"]: row["reason"] for row in report["not_instrumented"]}
    bench.check("IP-REQ-003", "no_instrument_function" in reasons.get("unmeasured", ""), "unmeasured: {}".format(reasons.get("unmeasured")))
    bench.check("IP-REQ-008", "build.yaml" in reasons.get("left_out", ""), "left_out: {}".format(reasons.get("left_out")))
    bench.write("wrong.yaml", "level: blocks\nlevels: all\n")
    bench.write("empty.c", "int main(void) { return 0; }\n")
    bench.tool("ipoint-instrument", "--config", "wrong.yaml", "--plan", "empty.c", "--", status=ANY)
    bench.check("IP-REQ-008", bench.status == 2 and "wrong.yaml:2" in bench.messages,
                "a config file with an unknown key in its second line: exit status {}: {}".format(bench.status, bench.messages.strip()))
    rejected(bench, report["database"]["units"])
    same_and_other_text(bench, facts)
    other_database(bench)
    decided(bench)


def decided(bench):
    """The level, and what is timed, by the config file."""
    bench.write("level.yaml", "level: functions\ntimed: none\n")
    record_on_host(bench, ["build"], {"IPOINT_CONFIG": bench.path("level.yaml"), "IPOINT_DB": bench.path("level.db")}, trace="level")
    found = function_of(bench.report("level"), "selftest_work")
    blocks = [block["name"] for block in found["blocks"]]
    bench.check("IP-REQ-008", blocks == ["entry", "end/exit"] and found["self"] is None, "level: functions, timed: none: ipoints at {}, {}".format(
        ", ".join(blocks), "times" if found["self"] else "no time"))


def same_and_other_text(bench, facts):
    def read():
        with open(bench.path("build.o"), "rb") as file:
            return file.read()
    first = read()
    bench.compile(["build"], ["-O1", "-DSELFTEST_HOST"])
    bench.check("IP-REQ-004", read() == first, "compiled again, the object is the same byte by byte")
    other = record_on_host(bench, ["build"], flags=["-DOTHER_TEXT"], trace="other")
    bench.equal("IP-REQ-004", "calls of kept in the build of another text", other[0][3], counted(bench.report("other"), "calls", "kept", "-"))
    bench.tool("ipoint-report", "json", "trace", "-o", "earlier.json", status={0, 2})
    seen = counted(bench.read_json("earlier.json"), "calls", "kept", "-") if bench.status == 0 else None
    bench.check("IP-REQ-004", seen == facts[0][3] or bench.status == 2, "the trace of the build before: exit status {}, calls of kept: known {}, "
                "reported {}".format(bench.status, facts[0][3], "nothing" if seen is None else seen))


def rejected(bench, units):
    """What the compiler warns of and rejects: by the words that it has for the plain text, and nothing of it is in the database."""
    bench.write("warned.c", "static int never_called(int x) {\n  int never_read = x;\n  return x;\n}\nint warned(int x) { return x + 1; }\n")
    bench.write("mistaken.c", "int right(int x) { return x; }\nint mistaken(int x) { return x + not_declared; }\n")
    for name in ("warned", "mistaken"):
        said = []
        for instrumented in (False, True):
            bench.compile([bench.path(name + ".c")], ["-Wall"], instrumented, status=ANY)
            said.append((bench.status, bench.messages))
        bench.check("IP-REQ-007", said[0] == said[1] and name + ".c" in said[0][1], "{}.c: exit status {}, and {} of messages as of the plain text".format(
            name, said[1][0], "each byte" if said[0] == said[1] else "not each byte"))
    bench.report()
    after = bench.read_json("report.json")["database"]["units"]
    bench.equal("IP-REQ-005", "units in the database, with the one that was accepted", units + 1, after)


def other_database(bench):
    bench.environment["IPOINT_DB"] = bench.path("second.db")
    bench.compile(["names"], ["-O1", "-DSELFTEST_HOST"])
    bench.environment["IPOINT_DB"] = bench.path("ipoint.db")
    bench.tool("ipoint-cc", *bench.compiler, "-r", "build.o", "names.o", "-o", "both.o", status=ANY)
    bench.check("IP-REQ-006", bench.status and "names.o" in bench.messages and not os.path.exists(bench.path("both.o")),
                "a link of objects of two databases: exit status {}: {}".format(bench.status, bench.messages.strip()))


def ends(bench):
    given = b"one\ntwo\nthree\n"
    record_on_host(bench, ["ends"], status=ANY)
    plain = bench.execute("./program", status={7}, given=given), bench.messages
    printed = bench.tool("ipoint-run", "--switches=no", "-o", "piped", "--", "./program", status=ANY, given=given)
    bench.check("IP-REQ-019", bench.status == 7 and printed == plain[0] and plain[1] in bench.messages,
                "exit status: known 7, reported {}; standard output {}, standard error {}".format(
                    bench.status, "as without ipoint-run" if printed == plain[0] else "another", "has the program's" if plain[1] in bench.messages else "has not the program's"))
    bench.equal("IP-REQ-019", "calls of copy_line", 3, counted(bench.report("piped"), "calls", "copy_line", "-"))
    bench.environment["SELFTEST_KILL"] = "1"
    for store in ("sums", "blocks"):
        bench.environment.update(IPOINT_STORE=store, IPOINT_TIMED="none")
        bench.compile(["ends"], ["-O1", "-DSELFTEST_HOST"])
        bench.tool("ipoint-cc", *bench.compiler, "ends.o", "host.o", "-o", "killed")
        known = facts_of(bench.tool("ipoint-run", "--switches=no", "-o", "killed-" + store, "--", "./killed", status={137, -9},
                                    given=b"line\n" * 500))[0][3]
        bench.equal("IP-REQ-015", "calls of copy_line before the program was killed, as " + store, known,
                    counted(bench.report("killed-" + store), "calls", "copy_line", "-"), 1)


def calls(bench):
    for tool, words in (("ipoint-run", ("--no-such-option",)), ("ipoint-run", ("--policy=no-such-policy", "--", "./program")),
                        ("ipoint-import", ("-o", "trace", "no-such-image")), ("ipoint-import", ("--no-such-option",)),
                        ("ipoint-instrument", ("--plan", "--config", "no-such-file.yaml", "empty.c", "--")),
                        ("ipoint-cc", ("no-such-compiler", "-c", "empty.c")), ("ipoint-report", ("text", "no-such-trace")), ("ipoint-report", ("text", "--filter=no-such-filter"))):
        bench.tool(tool, *words, status=ANY)
        lines = bench.messages.splitlines()
        bench.check("IP-REQ-082", bench.status == 2 and len(lines) == 1 and "no-such" in lines[0],
                    "{} {}: exit status {}: {}".format(tool, " ".join(words), bench.status, bench.messages.strip()))
