#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""odd-configs.py FOLDER: writes config files that an editor, a script or an attacker might leave, one folder for each
group: silent (without content), functions (with `level: functions`), nested (as deep as allowed), deep (deeper), bad (no config files)."""
import os
import sys

DEEP = 50000
GROUPS = {
    "silent": {
        "empty": b"", "comment": b"# nothing yet\n", "bom": b"\xef\xbb\xbf", "lines": b"\r\n\r\n", "marker": b"---\n",
        "markers": b"---\n---\n", "end": b"...\n", "sections": b"rules:\nmarks:\n",
    },
    "functions": {
        "bom": b"\xef\xbb\xbflevel: functions\n", "crlf": b"# a comment\r\nlevel: functions\r\n", "marker": b"---\nlevel: functions\n...\n",
    },
    "nested": {"limit": b"level: functions\nbudgets: " + b"[" * 99 + b"]" * 99 + b"\n"},
    "deep": {
        "brackets": b"[" * DEEP, "braces": b"{a: " * DEEP, "dashes": b"- " * DEEP, "section": b"filter: " + b"[" * DEEP + b"]" * DEEP,
        "value": b"level: " + b"[" * DEEP, "rules": b"rules: " + b"[{files: " * DEEP,
        "lines": b"filter:\n" + b"".join(b" " * i + b"a:\n" for i in range(1, 3000)), "second": b"level: functions\n---\n" + b"[" * DEEP,
        "limit": b"level: functions\nfilter: " + b"[" * 100 + b"]" * 100 + b"\n",
    },
    "bad": {
        "binary": bytes(range(256)) * 4, "zeros": bytes(100), "utf16": "level: functions\n".encode("utf-16"), "text": b"abc\n",
        "list": b"- a\n", "null": b"~\n", "alias": b"filter: &a [1]\nlevel: *a\n", "keys": b"? " * DEEP, "tags": b"filter: " + b"!a " * DEEP,
    },
}

for group, files in GROUPS.items():
    os.makedirs(os.path.join(sys.argv[1], group), exist_ok=True)
    for name, data in files.items():
        with open(os.path.join(sys.argv[1], group, name + ".yaml"), "wb") as file:
            file.write(data)
