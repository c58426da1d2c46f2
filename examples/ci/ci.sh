#!/bin/sh
# A job of any CI system: ends with 1 where a budget is broken, with 2 where something else is wrong.
#
# Leaves in traced/, for the system to collect: budgets.xml (JUnit: results of tests), budgets.sarif (SARIF: results
# beside the source), report/ (pages, with budgets in red and green).
set -e
cd "$(dirname "$0")"

make -s traced/program "$@"
ipoint-run -o traced/trace -- traced/program

status=0
ipoint-report check traced/trace --config ipoint.yaml || status=$?
for form in junit:xml sarif:sarif; do
  ipoint-report check traced/trace --config ipoint.yaml --to="${form%:*}" -o "traced/budgets.${form#*:}" || [ $? -eq 1 ]
done
ipoint-report html traced/trace --config ipoint.yaml -o traced/report
exit $status
