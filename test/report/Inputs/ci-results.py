#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ci-results.py JUNIT SARIF: what a CI system reads in the two files, a line for each result."""
import json
import sys
import xml.etree.ElementTree

suites = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
assert suites.tag == "testsuites" and [s.tag for s in suites] == ["testsuite"]
suite = suites[0]
counts = [int(suite.get(k)) for k in ("tests", "failures", "errors", "skipped")]
assert counts == [int(suites.get(k)) for k in ("tests", "failures", "errors", "skipped")]
assert counts == [len(suite)] + [len(suite.findall(f"testcase/{k}")) for k in ("failure", "error", "skipped")]
print("junit: {} tests, {} failures, {} errors, {} skipped".format(*counts))
for case in suite:
    assert case.tag == "testcase" and len(case) <= 1 and case.get("classname") == case.get("file")
    outcome = f"{case[0].tag}: {case[0].get('message')}" if len(case) else "kept"
    print(case.get("classname"), case.get("name"), f":{case.get('line')}", outcome)

log = json.load(open(sys.argv[2], encoding="utf-8"))
assert log["$schema"].endswith("sarif-schema-2.1.0.json") and len(log["runs"]) == 1
run = log["runs"][0]
driver = run["tool"]["driver"]
print(f"sarif: {log['version']} from {driver['name']}, rules {' '.join(r['id'] for r in driver['rules'])}, "
      f"root {run['originalUriBaseIds']['SRCROOT']['uri']}")
for result in run["results"]:
    rule = driver["rules"][result["ruleIndex"]]
    assert rule["id"] == result["ruleId"] and rule["defaultConfiguration"]["level"] == result["level"]
    place = result["locations"][0]
    file = place["physicalLocation"]["artifactLocation"]
    print(result["ruleId"], result["kind"], result["level"], file["uri"], file["uriBaseId"],
          f":{place['physicalLocation']['region']['startLine']} in {place['logicalLocations'][0]['fullyQualifiedName']}:",
          result["message"]["text"])
