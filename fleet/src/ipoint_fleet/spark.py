# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The engine of a cluster: Spark's executors run ipoint-report, and Spark SQL adds up."""
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import reduce

import pyarrow as pa
from py4j.protocol import Py4JError
from pyspark import StorageLevel
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import broadcast
from pyspark.sql.pandas.types import from_arrow_schema

from . import tables
from .convert import CHUNK, Part, Read, add_all, convert, describe, rows_of
from .inputs import Source
from .store import Store, batch_id, known_of

BATCH = 65536  # inputs that become visible together

# What executors send: inputs that were read, and pages of tables.
_READ = {"content": pa.string(), "path": pa.string(), "bytes": pa.int64(), "profile": pa.string(), "runs": pa.list_(pa.string()),
         "date": pa.string(), "program": pa.string(), "group": pa.string(), "reason": pa.string(), "data": pa.binary()}
_DESCRIBED = pa.schema(_READ)
_SENT = pa.schema({"path": pa.string(), "profile": pa.string(), "reason": pa.string(), "date": pa.string(), "program": pa.string(),
                   "page_of": pa.string(), "page": pa.binary()})


class Failed(OSError):
    """What Spark could not do, in a line."""


def _reason(problem: Exception) -> str:
    """The line of a message of many that has the cause."""
    lines = [l.strip(": ") for l in str(problem).splitlines() if l.strip(": ")] or [type(problem).__name__]
    causes = [l for l in lines if re.match(r"(Caused by: )?[\w.]+(Error|Exception)\b: ", l)]
    # Python's is the last of a task's, before Java's own.
    return (causes[0] if causes else lines[0]).removeprefix("Caused by: ")


@contextmanager
def start(master: str, settings: list[str]) -> Iterator[SparkSession]:
    """A session; `settings` are KEY=VALUE of Spark's configuration. Raises Failed."""
    # Spark's own answer is a stack trace of a process that could not start.
    if not re.match(r"(local(-cluster)?(\[.*\])?|yarn)$|(spark|k8s)://", master):
        raise Failed(f"--master {master}: is none of local[N], local-cluster[N,CORES,MB], spark://HOST:PORT, k8s://URL and yarn")
    session = None
    try:
        session = _session(master, settings)
        yield session
    except (Py4JError, PySparkException) as problem:
        raise Failed(f"Spark: {_reason(problem)}; for its log add --set spark.log.level=INFO") from problem
    finally:
        if session:
            with suppress(Py4JError, OSError):
                session.stop()


def _session(master: str, settings: list[str]) -> SparkSession:
    # Executors on this machine are this Python; on others the user says which.
    if master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder = SparkSession.builder.appName("ipoint-fleet").master(master) \
        .config("spark.ui.enabled", "false").config("spark.log.level", "OFF").config("spark.sql.parquet.compression.codec", tables.CODEC) \
        .config("spark.sql.shuffle.partitions", "8") \
        .config("spark.sql.autoBroadcastJoinThreshold", "-1") \
        .config("spark.ui.showConsoleProgress", "false").config("spark.sql.session.timeZone", "UTC") \
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "10000")
    for setting in settings:
        key, _, value = setting.partition("=")
        builder = builder.config(key, value)
    return builder.getOrCreate()


Batches = Iterator[pa.RecordBatch]


def _describer(report: str, seen: frozenset[str], across: list[str]) -> Callable[[Batches], Batches]:
    def run(batches: Batches) -> Batches:
        for batch in batches:
            paths = batch.column(0).to_pylist()
            for begin in range(0, len(paths), CHUNK):
                reads = describe(report, [Source(p) for p in paths[begin:begin + CHUNK]], seen, across)
                yield pa.RecordBatch.from_pylist([{n: getattr(r, n) for n in _READ} for r in reads], schema=_DESCRIBED)
    return run


def _converter(report: str) -> Callable[[Batches], Batches]:
    def run(batches: Batches) -> Batches:
        parts: dict[int, list[Read]] = {}
        for batch in batches:
            for row in batch.to_pylist():
                parts.setdefault(row.pop("part"), []).append(Read(**row))
        for inputs in parts.values():
            part = convert(report, Part(sorted(inputs, key=lambda r: r.path)))
            rows = [{"path": r.path, "profile": r.profile, "reason": r.reason, "page_of": ""} for r in part.inputs]
            of = {"date": inputs[0].date, "program": inputs[0].program}
            rows += [{**of, "page_of": t, "page": p} for pages in part.pages for t, p in pages.items()]
            yield pa.RecordBatch.from_pylist(rows, schema=_SENT)
    return run


def _typer(table: str) -> Callable[[Batches], Batches]:
    def run(batches: Batches) -> Batches:
        for batch in batches:
            for row in batch.to_pylist():
                yield from rows_of(table, row["page"], row["date"], row["program"]).to_batches()
    return run


def add(session: SparkSession, store: Store, sources: list[Source], report: str, across: list[str]) -> list[Read]:
    """Puts what is new of `sources` into the store. Returns all that was read."""
    seen, known = known_of(store.inputs())
    result: list[Read] = []
    for begin in range(0, len(sources), BATCH):
        some = [(s.path,) for s in sources[begin:begin + BATCH]]
        # Tasks of a few seconds: an executor that is lost takes little with it.
        tasks = max(1, min(len(some) // CHUNK, 4 * session.sparkContext.defaultParallelism))
        paths = session.createDataFrame(session.sparkContext.parallelize(some, tasks), "path string")
        described = paths.mapInArrow(_describer(report, seen, across), from_arrow_schema(_DESCRIBED)).persist(StorageLevel.DISK_ONLY)
        inputs = [Read(**row.asDict()) for row in described.drop("data").collect()]
        if inputs:
            _add_batch(session, store, described, inputs, known, report)
            seen = seen | {r.content for r in inputs if r.content}
            result += inputs
        described.unpersist()
    return result


def _add_batch(session: SparkSession, store: Store, described: DataFrame, inputs: list[Read], known: dict[str, str],
               report: str) -> None:
    sums: list[DataFrame] = []

    def convert_parts(parts: list[Part]) -> None:
        if not parts:
            return
        # Each part by a task, which gets the profiles that are at no path.
        where = session.createDataFrame([(r.path, n) for n, p in enumerate(parts) for r in p.inputs], "path string, part int")
        joined = described.join(where, "path").repartitionById(len(parts), "part")
        sent = joined.mapInArrow(_converter(report), from_arrow_schema(_SENT)).persist(StorageLevel.DISK_ONLY)
        sums.append(sent)
        became = {row.path: row for row in sent.where("page_of = ''").select("path", "profile", "reason").collect()}
        for read in [r for p in parts for r in p.inputs]:
            read.profile, read.reason = became[read.path].profile or "", became[read.path].reason or ""

    add_all(inputs, known, convert_parts)
    name = batch_id(inputs)
    for table in tables.TABLES:
        pages = [s.where(f"page_of = '{table}'").select("page", "date", "program") for s in sums]
        if pages:
            _write(store, table, name, reduce(DataFrame.union, pages))
    store.commit(name, inputs)
    for sent in sums:
        sent.unpersist()


def _write(store: Store, table: str, batch: str, pages: DataFrame) -> None:
    folders = tables.FOLDERS if table in tables.PARTITIONED else ()
    rows = pages.mapInArrow(_typer(table), from_arrow_schema(tables.stored_schema(table)))
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
    # This alone goes to all: of tables Spark knows how large their files are, packed to a fiftieth.
    broadcast(session.createDataFrame(pairs, "profile string, grp string")).createOrReplaceTempView("member")
    for table in tables.TABLES:
        sums = session.sql(tables.sums(table, ("try_sum(value) AS total", "total")))
        sums.write.mode("overwrite").partitionBy("grp").csv(
            f"{store.url}/_sums/{table}", header=True, escape='"', emptyValue='""', nullValue="",
            ignoreLeadingWhiteSpace=False, ignoreTrailingWhiteSpace=False)
    return groups
