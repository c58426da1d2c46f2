# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The folder, or object store, of a fleet: tables as Parquet, in batches.

    TABLE/batch=ID/[day=D/program=P/]*.parquet     rows
    input/batch=ID/inputs.parquet                     written last: without it the batch is not there
    profiles/GROUP.profile, profiles/groups.csv       the sums

A batch is called by what is in it, and a run that did not end leaves one without inputs, which the next run removes.
"""
import hashlib
import io

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import fs

from . import tables
from .convert import Read
from .inputs import open_store


class Store:
    """The fleet at `url`."""

    def __init__(self, url: str):
        self.url = url.rstrip("/")
        self.files, self.path = open_store(self.url)

    def children(self, path: str) -> list[str]:
        """The names in the folder `path` of the store."""
        selector = fs.FileSelector(f"{self.path}/{path}", allow_not_found=True)
        return sorted(f.base_name for f in self.files.get_file_info(selector))

    def batches(self) -> list[str]:
        """Those that are whole."""
        return [b for b in self.children("input")
                if self.files.get_file_info(f"{self.path}/input/{b}/inputs.parquet").type == fs.FileType.File]

    def remove_unfinished(self) -> None:
        """Removes batches that a run left when it was stopped."""
        self.files.create_dir(self.path, recursive=True)
        whole = set(self.batches())
        for table in [*tables.TABLES, "input"]:
            for batch in self.children(table):
                if batch not in whole:
                    self.files.delete_dir(f"{self.path}/{table}/{batch}")

    def inputs(self) -> pa.Table:
        """What has been read."""
        parts = []
        for batch in self.batches():
            with self.files.open_input_file(f"{self.path}/input/{batch}/inputs.parquet") as file:
                parts.append(pq.read_table(file, schema=tables.INPUT))
        return pa.concat_tables(parts) if parts else tables.INPUT.empty_table()

    def commit(self, batch: str, inputs: list[Read]) -> None:
        """Ends the batch: from now on it is there."""
        ordered = sorted(inputs, key=lambda r: r.path)
        columns = {name: [getattr(r, name) for r in ordered] for name in tables.INPUT.names}
        buffer = io.BytesIO()
        pq.write_table(pa.table(columns, schema=tables.INPUT), buffer)
        folder = f"{self.path}/input/batch={batch}"
        self.files.create_dir(folder, recursive=True)
        with self.files.open_output_stream(f"{folder}/inputs.new") as file:
            file.write(buffer.getvalue())
        self.files.move(f"{folder}/inputs.new", f"{folder}/inputs.parquet")

    def tables_with_rows(self) -> list[str]:
        """Those that any batch has rows of."""
        return [t for t in tables.TABLES if self.children(t)]


def batch_id(inputs: list[Read]) -> str:
    """The same for the same inputs."""
    text = "\n".join(sorted(f"{r.content} {r.path}" for r in inputs))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def known_of(inputs: pa.Table) -> tuple[frozenset[str], dict[str, str]]:
    """The contents that have been read, and by run the input that has it."""
    runs, contents = {}, set()
    for row in inputs.to_pylist():
        if row["content"]:
            contents.add(row["content"])
        if not row["reason"]:
            runs.update(dict.fromkeys(row["runs"], row["path"]))
    return frozenset(contents), runs
