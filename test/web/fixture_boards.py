# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a report one of a sum over boards: which has the largest times, what each took, and which blocks ran on few.
parse_message is timed in windows."""
import random

from fixture_sources import HOSTILE

BOARDS = 40


def origin(board, since):
    value = HOSTILE if board == 7 else f"b{board:02}"
    return {"labels": f"board={value}, date=2026-11-{1 + board % 27:02}T06:00:00Z, firmware=2.{board % 3}, host=bench-{board % 4}", "value": value,
            "run": f"{board * 7919:032x}", "path": f"inbox/b{board:02}.trace", "since": since}


def over_boards(doc):
    """The last boards have firmware that is slower; none has all blocks of parse_message."""
    rng = random.Random(8)
    doc.update(across_by="board", across_values=BOARDS, left_out=["figures of single runs"])
    for f in doc["functions"]:
        if f["name"] == "parse_message":
            f["counted"] = True
        whole = f["inclusive"] or f["self"]
        if not whole:
            continue
        ran = BOARDS - 12 if f["name"] == "count_bits" else BOARDS
        f["across"] = []
        for board in range(ran):
            mean = whole["raw"]["mean"] * rng.uniform(0.9, 1.1) * (1.4 if board % 3 == 2 and board > 30 else 1)
            f["across"].append({"value": HOSTILE if board == 7 else f"b{board:02}", "calls": f["calls"] // ran, "mean": mean,
                                "max": whole["raw"]["max"] if board == 38 % ran else whole["raw"]["max"] * rng.uniform(0.3, 0.8), "blocks": len(f["blocks"]) - board % 2})
        f["across"][3].update(mean=None, max=None)
        f["ran_across"] = ran
        f["largest_on"] = {"self": origin(38 % ran, 123_456_789), "inclusive": origin(38 % ran, None)}
        for at, block in enumerate(f["blocks"]):
            block["ran_across"] = 0 if not block["visits"] else 2 if at == 3 else ran
            if block["ran_across"] == 2:
                block["ran_with"] = [HOSTILE, "b38"]
            if block["time"]:
                block["largest_on"] = origin(at % ran, 1000 + at)
    return doc
