# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What needs no ipoint-report."""
import pathlib
import tempfile
import unittest
from decimal import Decimal

import duckdb
import pyarrow as pa
from ipoint_fleet import duck, groups, inputs, questions, tables
from ipoint_fleet.convert import Read, doubled


class Tables(unittest.TestCase):
    """Rows are typed without loss, or not at all."""
    HEAD = "profile,owner,kind,slot,key,value,adds\n"

    def test_numbers_of_38_digits_stay(self):
        rows = tables.parse("figure", f"{self.HEAD}00,0e1,calls,0,18446744073709551615,{10 ** 38 - 1},sum\n".encode())
        self.assertEqual(rows["value"].to_pylist(), [Decimal(10 ** 38 - 1)])
        self.assertEqual(rows["owner"].to_pylist(), ["0e1"])

    def test_what_is_larger_is_refused(self):
        with self.assertRaises(tables.NotTyped):
            tables.parse("figure", f"{self.HEAD}00,0e1,calls,0,0,{10 ** 38},sum\n".encode())

    def test_sums_that_do_not_fit_are_null(self):
        database = duckdb.connect()
        rows = tables.parse("figure", (self.HEAD + "".join(
            f"{p},a,calls,0,{k},{v},sum\n" for p in "12" for k, v in ((0, 10 ** 38 - 1), (1, -5)))).encode())
        database.register("figure", rows)
        database.register("member", pa.table({"profile": ["1", "2"], "grp": ["g", "g"]}))
        with self.assertRaises(duckdb.Error):
            database.sql(tables.sums("figure", duck._PLAIN)).fetchall()
        found = database.sql(tables.sums("figure", duck._HALVES)).fetchall()
        self.assertEqual(sorted((int(r[5]), r[6]) for r in found), [(0, None), (1, -10)])


class Inputs(unittest.TestCase):
    """Each trace and profile is found once."""

    def test_a_trace_is_its_folder(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            for path in ("a/trace/metadata", "a/trace/stream_0", "b", ".hidden/c"):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(path)
            self.assertEqual([s.path for s in inputs.find([name])], [f"{name}/a/trace", f"{name}/b"])

    def test_of_two_with_the_same_run_the_first_path_stays(self):
        reads = [Read("2", "b", 1, runs=["r"]), Read("1", "a", 1, runs=["r"]), Read("3", "c", 1, runs=["s"])]
        doubled(reads, {"s": "older"})
        self.assertEqual([r.reason for r in reads], ["is in a as well, so that it would count twice", "",
                                                     "is in older as well, so that it would count twice"])


class Groups(unittest.TestCase):
    """Profiles are together by what their runs are called."""

    def test_runs_that_differ(self):
        labels = [(r, k, v) for r, b in (("1", "7"), ("2", "8"), ("3", "7")) for k, v in (("program", "p"), ("board", b))]
        pairs, called = groups.members([("1", "x"), ("2", "x"), ("3", "y")], labels, ["board"])
        self.assertEqual({p: called[g]["board"] for p, g in pairs}, {"x": "several", "y": "7"})


class Questions(unittest.TestCase):
    """The page has ten."""

    def test_ten(self):
        self.assertEqual([q.number for q in questions.read()], list(range(1, 11)))


if __name__ == "__main__":
    unittest.main()
