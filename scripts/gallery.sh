#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes the reports of the site's gallery in build/gallery: the demo and SQLite on this machine, and firmware of a board in QEMU.
set -eu
. "$(dirname "$0")/setup.sh"

install_packages $build_packages tcl dpkg-dev gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm
[ -x "$build/bin/ipoint-report" ] || build dev
scripts/debian-source.sh sqlite3 build/sources/sqlite
scripts/sqlite-amalgamation.sh build/sources/sqlite build/sources/sqlite-amalgamation
export PATH="$build/bin:$PATH"
gallery=$root/build/gallery
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$gallery"
mkdir -p "$gallery"

# report NAME TITLE TRACE [OPTION...]: one file.
report() {
  name=$1 title=$2 trace=$3
  shift 3
  ipoint-report html "$trace" --single-file -o "$gallery/$name.html" "$@"
  echo "$title" > "$gallery/$name.title"
}

mkdir "$work/demo"
cp examples/message-handler/*.[ch] examples/message-handler/Makefile "$work/demo"
(cd "$work/demo" && export IPOINT_DB="$work/demo.db" && IPOINT_TWIN=1 logged make CC=ipoint-gcc &&
  logged ipoint-run -n 20 --recorded 1 --samples 10000 --baseline ./message-handler.plain -o trace -- ./message-handler 50000)
IPOINT_DB=$work/demo.db report demo "A message handler: the demo, with samples of the plain program" "$work/demo/trace"

sqlite=$root/build/sources/sqlite-amalgamation
cat > "$work/queries.sql" <<'END'
create table reading(sensor integer, at integer, value real);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 60000)
  insert into reading select i % 97, i, (i * 7919 % 10007) / 10.0 from n;
create index by_sensor on reading(sensor, at);
select sensor, count(*), avg(value), max(value) from reading group by sensor order by 3 desc limit 5;
select count(*) from reading a join reading b on a.sensor = b.sensor and b.at = a.at + 97;
END
(cd "$work" && export IPOINT_DB="$work/sqlite.db" IPOINT_TWIN=1 &&
  logged ipoint-gcc -g -O2 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_THREADSAFE=0 -o shell "$sqlite/shell.c" "$sqlite/sqlite3.c" -lm &&
  logged sh -c 'ipoint-run -n 10 --recorded 1 --samples 10000 --baseline ./shell.plain -o sqlite-trace -- ./shell :memory: < queries.sql')
IPOINT_DB=$work/sqlite.db report sqlite "SQLite: the shell, some queries on 60,000 rows" "$work/sqlite-trace"

cp -r examples/cortex-m3 "$work/board"
(cd "$work/board" && logged make -s MEASURE=1 && logged make -s MEASURE=1 run && logged make -s MEASURE=1 report)
report board "A Cortex-M3 without an operating system: a filter and its interrupt handlers" "$work/board/build/measured/trace" \
  --db "$work/board/build/measured/ipoint.db"
ls "$gallery"
