# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Answers the questions of questions.md."""
import importlib.resources
import re
from dataclasses import dataclass

import duckdb


class Wrong(ValueError):
    """A question that is none."""


@dataclass
class Question:
    """A heading of the page, and its SQL."""
    number: int
    text: str
    sql: str


def read() -> list[Question]:
    """All of them, in the order of the page."""
    page = importlib.resources.files(__package__).joinpath("questions.md").read_text("utf-8")
    found = re.findall(r"^## (\d+)\. (.*?)\n.*?^```sql\n(.*?)^```", page, re.M | re.S)
    return [Question(int(n), text, sql) for n, text, sql in found]


def ask(database: duckdb.DuckDBPyConnection, which: str | None) -> None:
    """Prints the answer to the question with the number `which`, to that SQL, or to all questions."""
    if which and not which.isdigit():
        try:
            print(database.sql(which))
        except duckdb.Error as problem:
            raise Wrong(str(problem).splitlines()[0]) from problem
        return
    chosen = [q for q in read() if which in (None, str(q.number))]
    if not chosen:
        raise Wrong(f"there is no question {which}; see 'ipoint-fleet ask FLEET' for all of them")
    for question in chosen:
        print(f"{question.number}. {question.text}")
        print(database.sql(question.sql))
