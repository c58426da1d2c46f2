# closure-error-functions.sh BITS ENCODING: the closure error of closure-error.c with timed functions, against the plain program.
set -eu
bits=$1 here=$(dirname "$0")
source=$here/../closure-error.c
rm -f ipoint.db
export IPOINT_TIMED=functions IPOINT_STORE="$2"
WORK_FLAGS=-O0 BARE_FLAGS=$RECORDER sh "$here/build-and-run.sh" "$bits" "$IPOINT" "$source" 2>&1
IPOINT_DB=$PWD/ipoint.db "$REPORT" json --all trace -o report.json
echo "against the plain program"
sh "$here/plain-time.sh" "$bits" "$source" > plain
"$PYTHON" "$here/closure-error.py" report.json plain
