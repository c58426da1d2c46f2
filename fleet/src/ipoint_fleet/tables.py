# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of `ipoint-report export --to=rows` (docs/rows.md), how they are typed, and how their rows are added."""
import io

import pyarrow as pa
import pyarrow.csv

VALUE = pa.decimal128(38, 0)  # of figures: 128 bits but for the uppermost ones
KEY = pa.decimal128(20, 0)  # any number of 64 bits
TEXT = pa.string()
NUMBER = pa.int64()

# By table: its columns, and what makes a row the same one in two profiles ("": rows are never the same).
TABLES: dict[str, dict[str, pa.DataType]] = {
    "profile": {"profile": TEXT, "times": TEXT, "untimed_weight": NUMBER, "call_paths": TEXT, "filter": TEXT,
                "damages_omitted": KEY, "samples_omitted": KEY},
    "run": {"run": TEXT, "profile": TEXT, "path": TEXT, "program": TEXT, "build": TEXT, "date": TEXT, "frequency": KEY,
            "unit_list": TEXT, "facts": TEXT},
    "unit_list": {"unit_list": TEXT, "units": TEXT},
    "label": {"run": TEXT, "key": TEXT, "value": TEXT},
    "function": {"function": TEXT, "file": TEXT, "line": NUMBER, "name": TEXT, "copy": NUMBER,
                 "text": NUMBER},
    "part": {"function": TEXT, "part": TEXT, "slot": NUMBER, "name": TEXT, "source": TEXT, "target": TEXT},
    "call_path": {"call_path": TEXT, "parent": TEXT, "function": TEXT},
    "figure": {"profile": TEXT, "owner": TEXT, "kind": TEXT, "slot": KEY, "key": KEY, "value": VALUE, "adds": TEXT},
    "note": {"profile": TEXT, "function": TEXT, "kind": TEXT, "slot": KEY, "text": TEXT},
    "damage": {"profile": TEXT, "file": TEXT, "offset": NUMBER, "what": TEXT},
    "sampled": {"sampled": TEXT, "facts": TEXT},
    "sample": {"sampled": TEXT, "run": NUMBER, "batch": NUMBER, "place": NUMBER, "value": VALUE},
}
# Those that lie in folders by date and program; the others are small.
PARTITIONED = ("figure", "run")
FOLDERS = ("day", "program")
WITH_VALUES = ("figure", "sample")
CODEC = "gzip"  # of Parquet: Java itself has it, and libraries of other codecs do not load everywhere
# What was read, and what became of it.
INPUT = pa.schema({"content": TEXT, "path": TEXT, "bytes": NUMBER, "profile": TEXT, "runs": pa.list_(TEXT),
                   "reason": TEXT})


class NotTyped(ValueError):
    """A value that its column cannot hold, such as a number beyond 38 digits."""


def schema_of(table: str) -> pa.Schema:
    return pa.schema(TABLES[table])


def stored_schema(table: str) -> pa.Schema:
    """What is in the store: its folders are columns, behind the others."""
    folders = FOLDERS if table in PARTITIONED else ()
    columns = {**{n: t for n, t in TABLES[table].items() if n not in folders}, **dict.fromkeys(folders, TEXT)}
    return pa.schema(columns)


def parse(table: str, text: bytes) -> pa.Table:
    """The rows of the CSV `text`."""
    columns = TABLES[table]
    try:
        rows = pyarrow.csv.read_csv(
            io.BytesIO(text), parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True),
            convert_options=pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(columns, TEXT), strings_can_be_null=False))
        return rows.select(list(columns)).cast(schema_of(table))
    except (pa.ArrowInvalid, KeyError) as problem:
        raise NotTyped(f"{table}: {problem}") from problem


# How an engine adds `value`: what it aggregates, and the sum of that, NULL where it does not fit.
Sum = tuple[str, str]


def sums(table: str, how: Sum) -> str:
    """The query of the rows of each group of `table`; `member` has the columns profile and grp."""
    parts, total = how
    of_run = "JOIN (SELECT run, profile AS of FROM run) r USING (run) JOIN member m ON m.profile = r.of"
    of_function = "JOIN (SELECT DISTINCT m.grp, f.owner FROM figure f JOIN member m USING (profile)) m"
    queries = {
        "profile": "SELECT m.grp, t.* FROM profile t JOIN member m USING (profile)",
        "run": "SELECT m.grp, t.* FROM run t JOIN member m USING (profile)",
        "unit_list": "SELECT DISTINCT m.grp, t.unit_list, t.units FROM unit_list t JOIN run r USING (unit_list) "
                     "JOIN member m USING (profile)",
        "label": f"SELECT m.grp, t.run, t.key, t.value FROM label t {of_run}",
        "function": "SELECT DISTINCT m.grp, t.function, t.file, t.line, t.name, t.copy, t.text FROM function t "
                    f"{of_function} ON m.owner = t.function",
        "part": "SELECT DISTINCT m.grp, t.function, t.part, t.slot, t.name, t.source, t.target FROM part t "
                f"{of_function} ON m.owner = t.function",
        "call_path": "SELECT DISTINCT m.grp, t.call_path, t.parent, t.function FROM call_path t "
                     f"{of_function} ON m.owner = t.call_path",
        "figure": "SELECT grp, 'sum' AS profile, owner, kind, slot, key, CASE adds WHEN 'min' THEN least "
                  f"WHEN 'max' THEN most ELSE {total} END AS value, adds FROM (SELECT m.grp, owner, kind, slot, key, adds, "
                  f"MIN(value) AS least, MAX(value) AS most, {parts} FROM figure t JOIN member m USING (profile) "
                  "GROUP BY m.grp, owner, kind, slot, key, adds) s",
        "note": "SELECT m.grp, 'sum' AS profile, function, kind, slot, MIN(text) AS text FROM note t "
                "JOIN member m USING (profile) GROUP BY m.grp, function, kind, slot",
        "damage": "SELECT m.grp, t.* FROM damage t JOIN member m USING (profile)",
        "sampled": "SELECT m.grp, t.* FROM sampled t JOIN run r ON r.run = split_part(t.sampled, '/', 1) "
                   "JOIN member m ON m.profile = r.profile",
        "sample": "SELECT m.grp, t.* FROM sample t JOIN run r ON r.run = split_part(t.sampled, '/', 1) "
                  "JOIN member m ON m.profile = r.profile",
    }
    return queries[table]
