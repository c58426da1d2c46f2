# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command ipoint-fleet."""
import argparse
import sys

from . import duck, questions
from .convert import Read, find_report
from .groups import members, write_profiles
from .inputs import find
from .store import Store


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 2 with a line of what is wrong."""
    options = _options().parse_args(arguments)
    try:
        return options.run(options)
    except (OSError, questions.Wrong) as problem:
        print(f"ipoint-fleet: error: {problem}", file=sys.stderr)
        return 2


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ipoint-fleet", description="Adds up ipoint's profiles of many machines.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add = commands.add_parser("add", help="add traces and profiles to a fleet, and make the profile of each group")
    add.add_argument("inputs", nargs="+", metavar="IN", help="trace, profile, or a folder or URL with them")
    add.add_argument("-o", dest="store", required=True, metavar="FLEET", help="folder or URL of the fleet")
    add.add_argument("--by", action="append", default=[], metavar="KEY", help="a profile for each value of this label, "
                     "too; may be repeated (program and build always are)")
    add.add_argument("--across", default="board,host", metavar="KEY[,KEY]", help="keep rows for each value of these labels, too "
                     "(default: board,host; '': of sums over all)")
    add.add_argument("--no-profiles", action="store_true", help="only add; make no profiles")
    add.add_argument("--engine", choices=["duckdb", "spark"], default="duckdb", help="default: duckdb")
    add.add_argument("--master", default="local[*]", help="spark: where it runs (default: local[*])")
    add.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="spark: a setting; may be repeated")
    add.add_argument("--report", default="ipoint-report", metavar="FILE", help="ipoint-report, on each executor")
    add.set_defaults(run=_add)
    ask = commands.add_parser("ask", help="answer questions with DuckDB")
    ask.add_argument("store", metavar="FLEET")
    ask.add_argument("question", nargs="?", metavar="QUESTION", help="its number, or SQL (default: all questions)")
    ask.set_defaults(run=_ask)
    return parser


def _add(options: argparse.Namespace) -> int:
    report = find_report(options.report)
    sources = find(options.inputs)
    across = [key for key in [*options.across.split(","), *options.by] if key]
    store = Store(options.store)
    store.remove_unfinished()
    if options.engine == "spark":
        try:
            from . import spark  # pylint: disable=import-outside-toplevel
        except ImportError as problem:
            raise FileNotFoundError(f"{problem}; install it with pip install './fleet[spark]'") from problem
        with spark.start(options.master, options.set) as session:
            inputs = spark.add(session, store, sources, report, across)
            wrong = [] if options.no_profiles else write_profiles(
                report, store, "_sums", spark.add_up(session, store, options.by, members))
    else:
        inputs = duck.add(store, sources, report, across)
        wrong = [] if options.no_profiles else write_profiles(
            report, store, "_sums", duck.add_up(store, options.by, members))
    _say(inputs, len(sources), wrong)
    return 0


def _say(inputs: list[Read], count: int, wrong: list[tuple[str, str]]) -> None:
    """Nothing is dropped in silence."""
    rejected = [r for r in inputs if r.reason]
    print(f"{count} found, {count - len(inputs)} read before, {len(inputs) - len(rejected)} added, {len(rejected)} rejected")
    for read in sorted(rejected, key=lambda r: r.path):
        print(f"rejected: {read.path}: {read.reason}")
    for group, problem in wrong:
        print(f"no profile of {group}: {problem}")


def _ask(options: argparse.Namespace) -> int:
    store = Store(options.store)
    if not store.batches():
        raise FileNotFoundError(f"{options.store}: no fleet; make one with 'ipoint-fleet add'")
    questions.ask(duck.connect(store), options.question)
    return 0
