# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The engine of one machine: threads that run ipoint-report, and DuckDB for the sums."""
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds

from . import tables
from .convert import CHUNK, Part, Read, add_all, convert, describe, rows_of
from .inputs import Source
from .store import Store, batch_id, known_of

BATCH = 16384  # inputs whose sums are in memory at the same time


def _batches(sources: list[Source]) -> Iterator[list[Source]]:
    for start in range(0, len(sources), BATCH):
        yield sources[start:start + BATCH]


def add(store: Store, sources: list[Source], report: str, across: list[str]) -> list[Read]:
    """Puts what is new of `sources` into the store. Returns all that was read."""
    seen, known = known_of(store.inputs())
    result: list[Read] = []
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for batch in _batches(sources):
            some = [batch[i:i + CHUNK] for i in range(0, len(batch), CHUNK)]
            inputs = [r for of in threads.map(lambda s, k=seen: list(describe(report, s, k, across)), some) for r in of]
            if not inputs:
                continue
            parts: list[Part] = []
            add_all(inputs, known, lambda new, to=parts: to.extend(threads.map(lambda p: convert(report, p), new)))
            name = batch_id(inputs)
            for table in tables.TABLES:
                rows = [rows_of(table, pages[table], p.inputs[0].date, p.inputs[0].program) for p in parts for pages in p.pages]
                if any(r.num_rows for r in rows):
                    _write(store, table, name, pa.concat_tables(rows))
            store.commit(name, inputs)
            seen = seen | {r.content for r in inputs if r.content}
            result += inputs
    return result


def _write(store: Store, table: str, batch: str, rows: pa.Table) -> None:
    folders = ds.partitioning(pa.schema(dict.fromkeys(tables.FOLDERS, pa.string())), flavor="hive")
    parquet = ds.ParquetFileFormat()
    ds.write_dataset(rows, f"{store.path}/{table}/batch={batch}", filesystem=store.files, format=parquet,
                     file_options=parquet.make_write_options(compression=tables.CODEC),
                     partitioning=folders if table in tables.PARTITIONED else None, existing_data_behavior="delete_matching")


def connect(store: Store) -> duckdb.DuckDBPyConnection:
    """A database with a view of each table of the store, and the table `input`."""
    database = duckdb.connect()
    there = store.tables_with_rows()
    if "://" in store.url:
        # DuckDB reads what Arrow can open.
        from fsspec.implementations.arrow import ArrowFSWrapper  # pylint: disable=import-outside-toplevel
        database.register_filesystem(ArrowFSWrapper(store.files))
    for table in tables.TABLES:
        if table in there:
            shared = table in ("unit_list", "function", "part", "call_path")
            names = ", ".join(tables.stored_schema(table).names)
            place = f"{store.path}/{table}/**/*.parquet".replace("'", "''")
            database.execute(f"CREATE VIEW {table} AS SELECT {'DISTINCT' if shared else ''} {names} FROM "
                             f"read_parquet('{place}', hive_partitioning = true, hive_types_autocast = false)")
        else:
            database.register("empty_" + table, tables.stored_schema(table).empty_table())
            database.execute(f"CREATE VIEW {table} AS SELECT * FROM empty_{table}")
    database.register("arrow_input", store.inputs())
    database.execute("CREATE TABLE input AS SELECT * FROM arrow_input")
    return database


def add_up(store: Store, by: list[str], members) -> dict[str, dict[str, str]]:
    """Writes the sums of each group to the folder `_sums` of the store. Returns the groups."""
    database = connect(store)
    pairs, groups = members(database.sql("SELECT run, profile FROM run").fetchall(),
                            database.sql("SELECT run, key, value FROM label").fetchall(), by)
    database.register("member", pa.table({"profile": [p for p, _ in pairs], "grp": [g for _, g in pairs]}))
    if store.children("_sums"):
        store.files.delete_dir(f"{store.path}/_sums")
    for table in tables.TABLES:
        folder = f"{store.path}/_sums/{table}"
        store.files.create_dir(folder, recursive=True)
        try:
            _copy(database, tables.sums(table, _PLAIN), folder)
        except duckdb.OutOfRangeException:
            _copy(database, tables.sums(table, _HALVES), folder)
    return groups


# HUGEINT has 128 bits. Where a sum does not fit, the others are added in halves, which do.
_PLAIN = ("SUM(value::HUGEINT) AS total", "total")
_HALVES = ("SUM(value::HUGEINT // 1000000000000000000) AS high, SUM(value::HUGEINT % 1000000000000000000) AS low",
           "TRY(high * 1000000000000000000 + low)")


def _copy(database: duckdb.DuckDBPyConnection, query: str, folder: str) -> None:
    database.execute(f"COPY ({query}) TO '{folder}' (FORMAT csv, HEADER, PARTITION_BY (grp), OVERWRITE_OR_IGNORE)")
