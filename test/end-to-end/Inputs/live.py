#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""live.py BIN PROGRAM: watches PROGRAM, which runs until its standard input ends, while it is recorded."""
import json
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import termios
import fcntl
import time

run, report = (os.path.join(sys.argv[1], name) for name in ("ipoint-run", "ipoint-report"))
program = sys.argv[2]


def wait_for(what, condition):
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.05)
    sys.exit(f"live.py: {what} did not come")


def start(trace, *options):
    shutil.rmtree(trace, ignore_errors=True)
    process = subprocess.Popen([run, *options, "-o", trace, "--", program], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for("the trace", lambda: os.path.exists(f"{trace}/metadata"))
    return process


def end(process):
    _, messages = process.communicate()
    assert process.returncode == 0, messages
    return messages.decode()


def figures(snapshot):
    return {f["name"]: (f["calls"], f["timed"], f["self_ns"], f["self_max_ns"], f["inclusive_max_ns"]) for f in snapshot["functions"]}


def look(trace):
    """All at once."""
    return json.loads(subprocess.run([report, "live", "--json", trace], check=True, capture_output=True).stdout)


def in_steps():
    """What is read step by step comes to the same as all at once, and counts to those of the report."""
    recorded = start("steps")
    watcher = subprocess.Popen([report, "live", "--json", "--interval", "0.05", "steps"], stdout=subprocess.PIPE, text=True)
    snapshots = []
    while True:
        snapshots.append(json.loads(watcher.stdout.readline()))
        calls = dict(figures(snapshots[-1]))
        if snapshots[-1]["has_counts"] == COUNTED and calls.get("work", (0,))[0] > 1000 and len(snapshots) > 30:
            break
        assert len(snapshots) < 3000 and not snapshots[-1]["ended"], snapshots[-1]
    end(recorded)
    snapshots += map(json.loads, watcher.stdout)
    assert watcher.wait() == 0 and snapshots[-1]["ended"] and not any(s["problems"] for s in snapshots)
    for before, after in zip(snapshots, snapshots[1:]):
        if before["has_counts"] == after["has_counts"]:
            for name, values in figures(before).items():
                assert figures(after)[name][0] >= values[0], (name, before, after)
    assert figures(snapshots[-1]) == figures(look("steps")), (snapshots[-1], look("steps"))
    document = json.loads(subprocess.run([report, "json", "steps"], check=True, capture_output=True).stdout)
    known = {f["name"]: f["calls"] for f in document["functions"] if f["calls"]}
    assert known == {name: values[0] for name, values in figures(snapshots[-1]).items()}
    assert not os.path.exists("steps/.counts-wanted")


def on_a_terminal(columns, colours):
    """A table in its place, no wider than the terminal; Ctrl-C ends it, and the program goes on."""
    recorded = start("terminal")
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.environ.pop("NO_COLOR", None)
        if not colours:
            os.environ["NO_COLOR"] = "1"
        time.sleep(0.2)  # until the size is set
        os.execv(report, [report, "live", "--interval", "0.1", "terminal"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 10, columns, 0, 0))
    settings = termios.tcgetattr(terminal)
    settings[3] |= termios.NOFLSH  # else Ctrl-C takes what is on its way, and two lines become one
    termios.tcsetattr(terminal, termios.TCSANOW, settings)
    seen = b""
    while seen.count(b"A\r") < 10 or b"work" not in seen:
        seen += os.read(terminal, 4096)
        assert len(seen) < 1 << 20, seen[-2000:]
    os.write(terminal, b"\x03")
    try:
        while more := os.read(terminal, 4096):
            seen += more
    except OSError:
        pass
    assert os.waitpid(pid, 0)[1] == 0
    assert recorded.poll() is None
    end(recorded)
    text = seen.decode()
    lines = [re.sub(r"\x1b\[[0-9]*[A-Zm]|\^C", "", line) for line in text.replace("\r", "").split("\n")]
    assert max(map(len, lines)) <= columns, lines
    assert max(int(n) for n in re.findall(r"\x1b\[(\d+)A\r", text)) < 10
    assert ("\x1b[1m" in text) == colours


COUNTED = sys.argv[3] == "counted"
in_steps()
if COUNTED:
    on_a_terminal(80, True)
    on_a_terminal(44, False)
    shown = end(start("shown", "--live"))
    assert re.search(r"^spin-counted, \d+ s, .*, ended: ", shown, re.M), shown
    # The viewer makes no difference to a recording that is ended by a signal.
    recorded = start("killed", "--live")
    time.sleep(1)
    recorded.send_signal(signal.SIGTERM)
    recorded.wait()  # else the end of its input may end the program before the signal does
    recorded.communicate()
    assert recorded.returncode == -signal.SIGTERM
    assert look("killed")["ended"]
