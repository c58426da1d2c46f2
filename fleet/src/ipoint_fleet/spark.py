# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The engine of a cluster: Spark's executors run ipoint-report, and Spark SQL adds up."""
import os
import sys
from collections.abc import Callable, Iterator

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from . import tables
from .convert import CHUNK, Read, convert, doubled, kept_of, rows_of
from .inputs import Source
from .store import Store, batch_id, known_of

BATCH = 65536  # inputs that become visible together

# What executors send: an input that was read, or a page of a table.
_SENT = pa.schema({"content": pa.string(), "path": pa.string(), "bytes": pa.int64(), "profile": pa.string(),
                   "runs": pa.list_(pa.string()), "date": pa.string(), "program": pa.string(), "reason": pa.string(),
                   "chunk": pa.string(), "page_of": pa.string(), "page": pa.binary()})


def start(master: str, settings: list[str]) -> SparkSession:
    """A session; `settings` are KEY=VALUE of Spark's configuration."""
    # Executors on this machine are this Python; on others the user says which.
    if master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder = SparkSession.builder.appName("ipoint-fleet").master(master) \
        .config("spark.ui.enabled", "false").config("spark.sql.parquet.compression.codec", tables.CODEC) \
        .config("spark.sql.shuffle.partitions", "8") \
        .config("spark.ui.showConsoleProgress", "false").config("spark.sql.session.timeZone", "UTC") \
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "10000")
    for setting in settings:
        key, _, value = setting.partition("=")
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def _converter(report: str, seen: frozenset[str]) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        waiting: list[Source] = []
        for batch in batches:
            waiting += [Source(p) for p in batch.column(0).to_pylist()]
        for begin in range(0, len(waiting), CHUNK):
            for chunk in convert(report, waiting[begin:begin + CHUNK], seen):
                rows = [{**{n: getattr(r, n) for n in _SENT.names[:9]}, "page_of": "", "page": b""} for r in chunk.inputs]
                rows += [{"chunk": chunk.name, "page_of": t, "page": p} for t, p in chunk.pages.items()]
                yield pa.RecordBatch.from_pylist(rows, schema=_SENT)
    return run


def _typer(table: str, kept) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for row in batch.to_pylist():
                if row["chunk"] in kept:
                    yield from rows_of(table, row["page"], kept[row["chunk"]]).to_batches()
    return run


def add(session: SparkSession, store: Store, sources: list[Source], report: str) -> list[Read]:
    """Puts what is new of `sources` into the store. Returns all that was read."""
    seen, known = known_of(store.inputs())
    result: list[Read] = []
    for begin in range(0, len(sources), BATCH):
        some = [(s.path,) for s in sources[begin:begin + BATCH]]
        # Tasks of a few seconds: an executor that is lost takes little with it.
        tasks = max(1, min(len(some) // CHUNK, 4 * session.sparkContext.defaultParallelism))
        paths = session.createDataFrame(session.sparkContext.parallelize(some, tasks), "path string")
        sent = paths.mapInArrow(_converter(report, seen), from_arrow_schema(_SENT)).persist(StorageLevel.DISK_ONLY)
        inputs = [Read(**row.asDict()) for row in sent.where("page_of = ''").select(*_SENT.names[:9]).collect()]
        if inputs:
            doubled(inputs, known)
            name = batch_id(inputs)
            kept = kept_of(inputs)
            for table in tables.TABLES:
                _write(store, table, name, sent.where(f"page_of = '{table}'").select("chunk", "page"), kept)
            store.commit(name, inputs)
            seen = seen | {r.content for r in inputs if r.content}
            result += inputs
        sent.unpersist()
    return result


def _write(store: Store, table: str, batch: str, pages: DataFrame, kept) -> None:
    folders = tables.FOLDERS if table in tables.PARTITIONED else ()
    rows = pages.mapInArrow(_typer(table, kept), from_arrow_schema(tables.stored_schema(table)))
    writer = rows.write.mode("overwrite")
    (writer.partitionBy(*folders) if folders else writer).parquet(f"{store.url}/{table}/batch={batch}")


def add_up(session: SparkSession, store: Store, by: list[str], members) -> dict[str, dict[str, str]]:
    """Writes the sums of each group to the folder `_sums` of the store. Returns the groups."""
    there = store.tables_with_rows()
    for table in tables.TABLES:
        names = list(tables.TABLES[table])
        if table in there:
            rows = session.read.parquet(f"{store.url}/{table}").select(*names)
        else:
            rows = session.createDataFrame([], from_arrow_schema(tables.schema_of(table)))
        rows.createOrReplaceTempView(table)
    pairs, groups = members([tuple(r) for r in session.sql("SELECT run, profile FROM run").collect()],
                            [tuple(r) for r in session.sql("SELECT run, key, value FROM label").collect()], by)
    session.createDataFrame(pairs, "profile string, grp string").createOrReplaceTempView("member")
    for table in tables.TABLES:
        sums = session.sql(tables.sums(table, ("try_sum(value) AS total", "total")))
        sums.write.mode("overwrite").partitionBy("grp").csv(
            f"{store.url}/_sums/{table}", header=True, escape='"', emptyValue='""', nullValue="",
            ignoreLeadingWhiteSpace=False, ignoreTrailingWhiteSpace=False)
    return groups
