# compare-sums.sh BOARD TIMED SOURCE: runs SOURCE with records and with sums, and prints what compare-sums.py does. Leaves the traces records
# and sums, their databases and reports, and sums.img. MORE_FLAGS are bare.c's; THRESHOLDS=: without thresholds for spin().
set -eu
board=$1 source=$3 here=$(dirname "$0")
export IPOINT_TIMED=$2 WORK_FLAGS=-O0
rm -rf ipoint.db records sums
BARE_FLAGS=${MORE_FLAGS-} IPOINT_STORE=blocks sh "$here/build-and-run.sh" "$board" "$IPOINT" "$source" 2> import.err
mv trace records
mv ipoint.db records.db
printf 'filter:\n  rules:\n    - functions: spin\n      low: 100\n      high: 333\n' > thresholds.yaml
[ -n "${THRESHOLDS-1}" ] || : > thresholds.yaml
IPOINT_CONFIG=$PWD/thresholds.yaml IPOINT_STORE=sums BARE_FLAGS="-DIPOINT_TIMES ${MORE_FLAGS-}" RING_SLOTS=${RING_SLOTS-0} \
  sh "$here/build-and-run.sh" "$board" "$IPOINT" "$source" 2> import.err
mv trace sums
mv ipoint.db sums.db
mv memory.img sums.img
for what in records sums; do IPOINT_DB=$PWD/$what.db "$REPORT" json --all $what -o $what.json; done
"$PYTHON" "$here/compare-sums.py" records.json sums.json
