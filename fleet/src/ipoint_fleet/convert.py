# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs `ipoint-report export --to=rows` on a few inputs at a time, where the engine wants it."""
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from . import tables
from .inputs import Source, fetch

CHUNK = 64  # profiles that one process converts
SECONDS = 600  # that it may take


@dataclass
class Read:
    """An input, and what became of it."""
    content: str
    path: str
    bytes: int
    profile: str = ""
    runs: list[str] = field(default_factory=list)
    date: str = ""
    program: str = ""
    reason: str = ""  # empty: it is in the tables
    chunk: str = ""  # which tables


@dataclass
class Chunk:
    """Inputs, and the tables of those that could be read."""
    inputs: list[Read]
    name: str = ""
    pages: dict[str, bytes] = field(default_factory=dict)


def find_report(named: str) -> str:
    """The tool. Raises FileNotFoundError."""
    found = shutil.which(named)
    if not found:
        raise FileNotFoundError(f"{named}: no such program; name ipoint-report with --report")
    return found


def export(report: str, paths: list[pathlib.Path], folder: pathlib.Path) -> str:
    """Writes the tables of `paths` to `folder`. Returns what is wrong; empty: nothing."""
    try:
        done = subprocess.run([report, "export", "--to=rows", "-o", str(folder), "--", *map(str, paths)], text=True,
                              errors="replace", capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"took more than {SECONDS} s"
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().splitlines() or [f"ipoint-report ended with {done.returncode}"]
    return lines[-1].removeprefix("ipoint-report: error: ")


def convert(report: str, sources: list[Source], seen: frozenset[str]) -> Iterator[Chunk]:
    """The tables of `sources`, but for those with a content that was `seen`. What is damaged is rejected, by itself."""
    with tempfile.TemporaryDirectory(prefix="ipoint-fleet-") as name:
        folder = pathlib.Path(name)
        local: list[tuple[pathlib.Path, Read]] = []
        for number, source in enumerate(sources):
            place = folder / f"in{number}"
            place.mkdir()
            try:
                path, content, size = fetch(source, place)
            except OSError as problem:
                yield Chunk([Read("", source.path, 0, reason=f"cannot be read: {problem}")])
                continue
            if content not in seen:
                local.append((path, Read(content, source.path, size)))
        yield from _together(report, local, folder / "rows")


def _together(report: str, local: list[tuple[pathlib.Path, Read]], folder: pathlib.Path) -> Iterator[Chunk]:
    """Halves what cannot be converted together until it is known which inputs are to blame."""
    if not local:
        return
    # The rows of several traces would be one profile.
    problem = "" if len(local) == 1 or all(p.is_file() for p, _ in local) else "traces"
    if not problem:
        problem = export(report, [p for p, _ in local], folder)
        if not problem:
            try:
                yield _read(folder, [r for _, r in local])
                return
            except tables.NotTyped as wrong:
                problem = str(wrong)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
    if len(local) == 1:
        local[0][1].reason = problem
        yield Chunk([local[0][1]])
        return
    middle = len(local) // 2
    yield from _together(report, local[:middle], folder)
    yield from _together(report, local[middle:], folder)


def _read(folder: pathlib.Path, inputs: list[Read]) -> Chunk:
    """The tables in `folder`, whose profiles are in the order of `inputs`."""
    pages = {table: (folder / f"{table}.csv").read_bytes() for table in tables.TABLES}
    parsed = {table: tables.parse(table, page) for table, page in pages.items()}
    profiles = parsed["profile"]["profile"].to_pylist()
    assert len(profiles) == len(inputs), "a row for each input"
    by_profile = dict(zip(profiles, inputs))
    for row in parsed["run"].to_pylist():
        to = by_profile[row["profile"]]
        to.profile, to.program = row["profile"], row["program"] or "unknown"
        to.date = max(to.date, (row["date"] or "")[:10])  # of a sum the last day
        to.runs.append(row["run"])
    name = inputs[0].path  # no other chunk has it
    for to in inputs:
        to.date = to.date or "unknown"
        to.chunk = name
    return Chunk(inputs, name, pages)


@dataclass
class Kept:
    """What of a chunk goes into the store."""
    places: dict[str, tuple[str, str]] = field(default_factory=dict)  # by profile: date and program
    runs: set[str] = field(default_factory=set)


def kept_of(inputs: list[Read]) -> dict[str, Kept]:
    """By chunk, without what was rejected."""
    result: dict[str, Kept] = {}
    for read in inputs:
        if not read.reason:
            kept = result.setdefault(read.chunk, Kept())
            kept.places[read.profile] = (read.date, read.program)
            kept.runs.update(read.runs)
    return result


def rows_of(table: str, page: bytes, kept: Kept) -> pa.Table:
    """The rows of a page that are kept; those of tables in folders have their date and program."""
    rows = tables.parse(table, page)
    if "profile" in rows.column_names:
        rows = rows.filter(pc.is_in(rows["profile"], pa.array(list(kept.places), pa.string())))
    elif table in ("label", "sampled", "sample"):
        runs = rows["run"] if table == "label" else pc.list_element(pc.split_pattern(rows["sampled"], "/"), 0)
        rows = rows.filter(pc.is_in(runs, pa.array(sorted(kept.runs), pa.string())))
    if table in tables.PARTITIONED:
        places = [kept.places[p] for p in rows["profile"].to_pylist()]
        day, program = ([p[i] for p in places] for i in (0, 1))
        rows = rows.drop_columns([n for n in tables.FOLDERS if n in rows.column_names])
        rows = rows.append_column("day", pa.array(day, pa.string())).append_column("program", pa.array(program, pa.string()))
    return rows


def doubled(inputs: list[Read], known: dict[str, str]) -> None:
    """Rejects what has been read before or has a run that is `known`, by run, in another input: it would count twice.

    Of two in the same batch the one whose path comes first stays, whichever executor read it.
    """
    contents: dict[str, str] = {}
    for read in sorted(inputs, key=lambda r: r.path):
        if read.reason:
            continue
        other = contents.get(read.content) or next((known[r] for r in read.runs if r in known), None)
        if other:
            read.reason = f"is in {other} as well, so that it would count twice"
            continue
        contents[read.content] = read.path
        known.update(dict.fromkeys(read.runs, read.path))
