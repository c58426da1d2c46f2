# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which profiles are added to one, and the profile of each group from the sums that an engine wrote."""
import csv
import hashlib
import io
import pathlib
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable

from . import tables
from .convert import ALWAYS, SEVERAL
from .store import Store


def members(runs: Iterable[tuple[str, str]], labels: Iterable[tuple[str, str, str]],
            by: list[str]) -> tuple[list[tuple[str, str]], dict[str, dict[str, str]]]:
    """Of `runs` (run, profile) with `labels` (run, key, value): pairs of profile and group, and each group's labels."""
    of_run: dict[str, dict[str, str]] = defaultdict(dict)
    for run, key, value in labels:
        of_run[run][key] = value
    of_profile: dict[str, list[dict[str, str]]] = defaultdict(list)
    for run, profile in runs:
        of_profile[profile].append(of_run[run])
    pairs, groups = [], {}
    for profile, called in sorted(of_profile.items()):
        values = {}
        for key in [*ALWAYS, *by]:
            all_values = {c.get(key, "") for c in called}
            values[key] = all_values.pop() if len(all_values) == 1 else SEVERAL
        text = "\n".join(f"{k}={v}" for k, v in values.items())
        group = hashlib.sha256(text.encode()).hexdigest()[:16]
        pairs.append((profile, group))
        groups[group] = values
    return pairs, groups


def write_profiles(report: str, store: Store, sums: str, groups: dict[str, dict[str, str]]) -> list[tuple[str, str]]:
    """Makes the profile of each group of the sums at the path `sums` of the store. Returns (group, what is wrong)."""
    wrong, written = [], []
    store.files.create_dir(f"{store.path}/profiles", recursive=True)
    for group, labels in sorted(groups.items(), key=lambda g: list(g[1].values())):
        with tempfile.TemporaryDirectory(prefix="ipoint-fleet-") as name:
            problem = _write_profile(report, store, sums, group, pathlib.Path(name))
        if problem:
            wrong.append((", ".join(f"{k}={v}" for k, v in labels.items()), problem))
        written.append({"group": group, **labels, "problem": problem})
    text = io.StringIO()
    if written:
        table = csv.DictWriter(text, list(written[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(written)
    with store.files.open_output_stream(f"{store.path}/profiles/groups.csv") as file:
        file.write(text.getvalue().encode())
    return wrong


def _write_profile(report: str, store: Store, sums: str, group: str, folder: pathlib.Path) -> str:
    for table, columns in tables.TABLES.items():
        to = folder / f"{table}.csv"
        to.mkdir()
        names = store.children(f"{sums}/{table}/grp={group}")
        for file in [n for n in names if n.endswith(".csv") and not n.startswith((".", "_"))]:
            with store.files.open_input_stream(f"{store.path}/{sums}/{table}/grp={group}/{file}") as source:
                (to / file).write_bytes(source.read())
        if not any(to.iterdir()):
            (to / "none.csv").write_text(",".join(columns) + "\n")
    sum_file = folder / "sum"
    done = subprocess.run([report, "merge", f"--from-rows={folder}", "-o", str(sum_file)], text=True, errors="replace",
                          capture_output=True, check=False)
    if done.returncode != 0:
        # The tables are gone once it is read.
        return done.stderr.strip().removeprefix("ipoint-report: error: ").replace(f"{folder}/", "")
    path = f"{store.path}/profiles/{group}.profile"
    with store.files.open_output_stream(path + ".new") as file:
        file.write(sum_file.read_bytes())
    store.files.move(path + ".new", path)
    return ""
