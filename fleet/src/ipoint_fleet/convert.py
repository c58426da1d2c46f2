# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Has ipoint-report add inputs, some hundred at a time where the engine wants it, and takes the rows of the sums.

    describe()          which runs an input has, and what they are called
    parts_of()          inputs whose sum is of interest, together
    convert()           the sum of a part, as rows
"""
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import quote

import pyarrow as pa

from . import tables
from .inputs import Source, fetch

CHUNK = 64  # inputs that are described together
PART = 500  # inputs that one process adds
SECONDS = 600  # that it may take
ALWAYS = ("program", "build")  # profiles of several builds have no sum
SEVERAL = "several"  # in place of a label that the runs of a profile do not share


@dataclass
class Read:
    """An input, and what became of it."""
    content: str
    path: str
    bytes: int
    profile: str = ""  # the sum that it is in
    runs: list[str] = field(default_factory=list)
    date: str = ""
    program: str = ""
    group: str = ""  # sums have inputs with the same one
    reason: str = ""  # empty: it is in the tables
    data: bytes | None = None  # a profile that is at no path


@dataclass
class Part:
    """Inputs that one process adds."""
    inputs: list[Read]
    pages: list[dict[str, bytes]] = field(default_factory=list)  # tables of their sum, or of some


def find_report(named: str) -> str:
    """The tool's absolute path, as executors work in folders of theirs. Raises FileNotFoundError."""
    found = shutil.which(named)
    if not found:
        raise FileNotFoundError(f"{named}: no such program; name ipoint-report with --report")
    return os.path.abspath(found)


def _run(report: str, *arguments: str) -> tuple[int, list[str]]:
    """The exit status (-1: none) and the messages."""
    try:
        done = subprocess.run([report, *arguments], text=True, errors="replace", capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return -1, [f"took more than {SECONDS} s"]
    lines = [l.removeprefix("ipoint-report: ").removeprefix("error: ") for l in done.stderr.strip().splitlines()]
    return done.returncode, lines or [f"ipoint-report ended with {done.returncode}"]


def describe(report: str, sources: Iterable[Source], seen: frozenset[str], across: list[str]) -> Iterator[Read]:
    """What `sources` have, but for those with a content that was `seen`. Traces become profiles."""
    with tempfile.TemporaryDirectory(prefix="ipoint-fleet-") as name:
        folder = pathlib.Path(name)
        for source in sources:
            shutil.rmtree(folder / "in", ignore_errors=True)
            try:
                path, content, size = fetch(source, folder / "in")
            except OSError as problem:
                yield Read("", source.path, 0, reason=f"cannot be read: {problem}")
                continue
            if content in seen:
                continue
            read = Read(content, source.path, size)
            if path.is_dir():
                status, messages = _run(report, "profile", str(path), "-o", str(folder / "profile"))
                read.reason = messages[-1] if status != 0 else ""
                path = folder / "profile"
            if not read.reason:
                _describe(path, read, across)
                if str(path).startswith(name):
                    read.data = path.read_bytes()
            yield read


def _describe(path: pathlib.Path, to: Read, across: list[str]) -> None:
    """What cannot be read has no runs: ipoint-report has the reason."""
    try:
        database = sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)
        try:
            facts = dict(database.execute("SELECT key, value FROM profile WHERE key IN ('times', 'untimed_weight', 'facts')"))
            common = json.loads(facts.pop("facts"))["labels"]
            runs = {run: {**common, **json.loads(changes).get("labels", {})}
                    for run, changes in database.execute("SELECT id, changes FROM run")}
        finally:
            database.close()
        to.runs = sorted(runs)
        labels: dict[str, str] = {}
        for key in {"program", *ALWAYS, *across}:
            values = {str(called.get(key) or "") for called in runs.values()}
            labels[key] = values.pop() if len(values) == 1 else SEVERAL
        to.date = max((str(c.get("date") or "")[:10] for c in runs.values()), default="") or "unknown"  # of a sum the last day
        to.program = labels["program"] or "unknown"
        to.group = json.dumps([to.date, facts, labels], sort_keys=True)
    except (sqlite3.Error, ValueError, AttributeError, TypeError):
        to.runs, to.group = [], ""


def doubled(inputs: list[Read], known: dict[str, str]) -> list[tuple[Read, str]]:
    """Rejects what has been read before or has a run that is `known`, by run, in another input: it would count twice.

    Of two in the same batch the one whose path comes first stays. Returns what is rejected, and for which other.
    """
    contents: dict[str, str] = {}
    result = []
    for read in sorted(inputs, key=lambda r: r.path):
        if read.reason:
            continue
        other = contents.get(read.content) or next((known[r] for r in read.runs if r in known), None)
        if other:
            read.reason = f"is in {other} as well, so that it would count twice"
            result.append((read, other))
            continue
        contents[read.content] = read.path
        known.update(dict.fromkeys(read.runs, read.path))
    return result


def parts_of(inputs: Iterable[Read]) -> list[Part]:
    """What is added by one process each. What has no runs is apart: it is damaged."""
    groups = defaultdict(list)
    for read in sorted(inputs, key=lambda r: r.path):
        if not read.reason:
            groups[read.group].append(read)
    return [Part(of[i:i + PART]) for _, of in sorted(groups.items()) for i in range(0, len(of), PART)]


def add_all(inputs: list[Read], known: dict[str, str], add: Callable[[list[Part]], None]) -> None:
    """Has `add` convert the parts of `inputs`, until each input is in one or has a reason."""
    waiting = inputs
    while waiting:
        rejected = doubled(waiting, known)
        add(parts_of(waiting))
        damaged = {r.path for r in waiting if r.reason} - {r.path for r, _ in rejected}
        for run in [r for r, path in known.items() if path in damaged]:
            del known[run]
        # Their doubles were damaged.
        waiting = [r for r, other in rejected if other in damaged]
        for read in waiting:
            read.reason = ""


def convert(report: str, part: Part) -> Part:
    """The part with the rows of its sum. What is damaged is rejected, by itself."""
    with tempfile.TemporaryDirectory(prefix="ipoint-fleet-") as name:
        folder = pathlib.Path(name)
        local: list[tuple[pathlib.Path, Read]] = []
        for number, read in enumerate(part.inputs):
            path = pathlib.Path(read.path)
            if read.data is not None:
                path = folder / f"in{number}"
                path.write_bytes(read.data)
            local.append((path, read))
        _together(report, local, folder, part)
    for read in part.inputs:
        if not read.runs and not read.reason:
            read.reason = "cannot be read"
    return part


def _together(report: str, local: list[tuple[pathlib.Path, Read]], folder: pathlib.Path, to: Part) -> None:
    """Halves what cannot be converted together until it is known which inputs are to blame."""
    (folder / "list").write_text("\n".join(str(p) for p, _ in local) + "\n")
    # Of one alone the reason is the message itself.
    status, messages = _run(report, "merge", *(["--keep-going"] if len(local) > 1 else []), "-j1", f"@{folder / 'list'}",
                            "-o", str(folder / "sum"))
    rejected = dict(m.removeprefix("warning: rejected: ").split(": ", 1) for m in messages if m.startswith("warning: rejected: "))
    for path, read in local:
        read.reason = rejected.get(str(path), "")
    kept = [(p, r) for p, r in local if not r.reason]
    if rejected:
        # The sum lists them as damage; that of the others is to be the same as if they had not been there.
        if kept:
            _together(report, kept, folder, to)
        return
    problem = messages[-1] if status != 0 else ""
    if not problem:
        try:
            _rows(report, [r for _, r in kept], folder, to)
            return
        except tables.NotTyped as wrong:
            problem = str(wrong)
    if len(kept) == 1:
        kept[0][1].reason = problem.removeprefix(f"{kept[0][0]}: ")
        return
    middle = len(kept) // 2
    _together(report, kept[:middle], folder, to)
    _together(report, kept[middle:], folder, to)


def _rows(report: str, inputs: list[Read], folder: pathlib.Path, to: Part) -> None:
    """Adds the rows of the sum of `inputs`. Raises NotTyped."""
    rows = folder / "rows"
    shutil.rmtree(rows, ignore_errors=True)
    status, messages = _run(report, "export", "--to=rows", "-o", str(rows), "--", str(folder / "sum"))
    if status != 0:
        raise tables.NotTyped(messages[-1])
    pages = {table: (rows / f"{table}.csv").read_bytes() for table in tables.TABLES}
    for table in tables.WITH_VALUES:
        tables.parse(table, pages[table])
    profile, = tables.parse("profile", pages["profile"])["profile"].to_pylist()
    for read in inputs:
        read.profile = profile
    to.pages.append(pages)


def rows_of(table: str, page: bytes, date: str, program: str) -> pa.Table:
    """The rows of a page; those of tables in folders have their date and program."""
    rows = tables.parse(table, page)
    if table in tables.PARTITIONED:
        rows = rows.drop_columns([n for n in tables.FOLDERS if n in rows.column_names])
        for name, value in zip(tables.FOLDERS, (date, program)):
            rows = rows.append_column(name, pa.array([value] * rows.num_rows, pa.string()))
    return rows
