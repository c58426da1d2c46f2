# Builds Lua plain and instrumented, and runs the same script on both.
# Usage: lua.sh BIN SOURCES OUTPUT BABELTRACE2
set -eu
bin=$1 sources=$2 out=$3 babeltrace2=$4
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$out"
mkdir -p "$out"
cp -r "$sources/lua" "$out/plain"
cp -r "$sources/lua" "$out/instrumented"
export IPOINT_DB="$out/ipoint.db"

make -s -C "$out/plain/src" linux CC="gcc -std=gnu99" MYCFLAGS=-fkeep-static-functions > "$out/plain.log" 2>&1
make -C "$out/instrumented/src" linux CC="$bin/ipoint-cc gcc -std=gnu99" > "$out/instrumented.log" 2>&1
! grep ipoint-cc: "$out/instrumented.log"
python3 "$here/check-database.py" "$IPOINT_DB" 34 "$out"/plain/src/*.o

. "$here/run-and-report.sh"
run_and_report src/lua "$here/workload.lua" -
