# Builds Lua plain and instrumented, and runs the same script on both.
# Usage: lua.sh BIN SOURCES OUTPUT BABELTRACE2
set -eu
bin=$1 sources=$2 out=$3 babeltrace2=$4
here=$(dirname "$0")
rm -rf "$out"
mkdir -p "$out"
cp -r "$sources/lua" "$out/plain"
cp -r "$sources/lua" "$out/instrumented"
export IPOINT_DB="$out/ipoint.db"

make -s -C "$out/plain/src" linux CC="gcc -std=gnu99" MYCFLAGS=-fkeep-static-functions > "$out/plain.log" 2>&1
make -C "$out/instrumented/src" linux CC="$bin/ipoint-cc gcc -std=gnu99" > "$out/instrumented.log" 2>&1
! grep ipoint-cc: "$out/instrumented.log"
python3 "$here/check-database.py" "$IPOINT_DB" 34 "$out"/plain/src/*.o

"$out/plain/src/lua" "$here/workload.lua" > "$out/plain.out"
"$out/instrumented/src/lua" "$here/workload.lua" > "$out/quiet.out" 2> "$out/quiet.err"
cmp "$out/plain.out" "$out/quiet.out"
test ! -s "$out/quiet.err"
"$bin/ipoint-run" -o "$out/trace" -- "$out/instrumented/src/lua" "$here/workload.lua" \
  > "$out/traced.out" 2> "$out/traced.err"
cmp "$out/plain.out" "$out/traced.out"

"$bin/ipoint-report" json "$out/trace" -o "$out/report.json"
python3 "$here/check-report.py" "$out/report.json" "$out/traced.err" "$babeltrace2" "$out/trace"
"$bin/ipoint-report" html "$out/trace" -o "$out/report"
"$bin/ipoint-report" text "$out/trace" > "$out/report.txt"
rm -rf "$out/trace" "$out/plain" "$out/instrumented"
