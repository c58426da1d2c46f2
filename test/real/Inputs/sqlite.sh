# Builds SQLite's amalgamation and shell plain and instrumented, and runs the same statements on both.
# Usage: sqlite.sh BIN SOURCES OUTPUT BABELTRACE2
set -eu
bin=$1 sources=$2 out=$3 babeltrace2=$4
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$out"
mkdir -p "$out/plain" "$out/instrumented"
export IPOINT_DB="$out/ipoint.db"

amalgamation=$sources/sqlite-amalgamation
if [ ! -f "$amalgamation/shell.c" ]; then
  mkdir -p "$amalgamation.part"
  (cd "$amalgamation.part" && ../sqlite/configure --disable-tcl --disable-shared --disable-readline \
    && make sqlite3.c shell.c) > "$out/amalgamation.log" 2>&1
  mv "$amalgamation.part" "$amalgamation"
fi
for build in plain instrumented; do
  cp "$amalgamation"/sqlite3.[ch] "$amalgamation/shell.c" "$here/sqlite.mk" "$out/$build"
done

make -s -C "$out/plain" -f sqlite.mk CC="gcc -fkeep-static-functions" > "$out/plain.log" 2>&1 &
make -C "$out/instrumented" -f sqlite.mk CC="$bin/ipoint-cc gcc" > "$out/instrumented.log" 2>&1
wait $!
! grep ipoint-cc: "$out/instrumented.log"
python3 "$here/check-database.py" "$IPOINT_DB" 2 "$out"/plain/*.o

. "$here/run-and-report.sh"
run_and_report sqlite3 "$here/workload.sql" :memory:
