"""check-recorded-interrupts.py REPORT: there are visits in which the kernel recorded an interrupt; in this program they are few of each
block's, so nearly all are excluded, and these are among all that is excluded."""
import json
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
assert report["totals"]["kernel_interrupts"] > 0, report["totals"]
interrupts = report["interrupts"]
known, recorded = interrupts["known_interrupts"], interrupts["recorded"]
every = known["beyond"] + known["within"] + known["undecided"]
assert 3 <= every == recorded["excluded"] + recorded["left"], (known, recorded)
# A block that runs as rarely as main's last one may have too many.
assert recorded["left"] <= 1 + every // 10, recorded
assert recorded["by_record_alone"] <= known["within"] + known["undecided"], (known, recorded)
assert recorded["length"]["min"] >= 0 and recorded["length"]["median"] > 0, recorded
assert sum(one["count"] for one in report["excluded"]) >= recorded["excluded"], (report["excluded"], recorded)
assert sum(one["count"] for one in report["excluded"] if "records of interrupts" in one["by"]) >= recorded["excluded"]
