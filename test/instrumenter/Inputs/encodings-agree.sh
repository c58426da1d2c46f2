# [TIMED="none ..."] encodings-agree.sh BIN PYTHON LEVEL SOURCE FLAGS...: whether the visits in path records and sums are those in block records,
# with untimed ipoints, with timed functions and with timed loops, or what TIMED names of these, but where each corner is tried.
# Works in the current folder.
set -eu
bin=$1 python=$2 level=$3 source=$4
shift 4
export IPOINT_LEVEL=$level
[ -z "${EVERY_CORNER:-}" ] || TIMED=
for timed in ${TIMED:-none functions loops}; do
  for records in blocks paths sums; do
    rm -rf $records.db trace
    IPOINT_DB=$records.db IPOINT_TIMED=$timed IPOINT_STORE=$records "$bin/ipoint-cc" gcc "$@" "$source" -o program 2> said.txt
    test ! -s said.txt || { cat said.txt >&2; exit 1; }
    code=0
    "$bin/ipoint-run" -o trace -- ./program > $records.out 2> said.txt || code=$?
    echo $code >> $records.out
    "$python" "$(dirname "$0")/visits.py" $records.db trace > $records.visits
  done
  for what in out visits; do
    for records in paths sums; do
      diff blocks.$what $records.$what || { echo "$source at $level, timed $timed: $what of $records differ" >&2; exit 1; }
    done
  done
  # The test is about something.
  test -s paths.visits
  sqlite3 paths.db "SELECT DISTINCT 'uses paths' FROM ipoints WHERE encoding = 'sum'" > uses.txt
  test -s uses.txt || test $timed != none || { echo "$source: no paths" >&2; exit 1; }
done
