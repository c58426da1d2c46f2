# count.sh FOLDER CASE...: runs CASEs as scripts/test.sh runs its tests, and counts them. They are a suite in FOLDER, where the
# last call's results are still.
set -eu
cd "$(dirname "$0")/../../.."
. scripts/runners.sh
inputs=test/scripts/Inputs
folder=$1
shift
rm -rf "$folder/suite"
mkdir -p "$folder/suite/group"
for case in "$@"; do cp "$inputs/cases/$case.case" "$folder/suite/group"; done
cat > "$folder/suite/lit.cfg" <<'LIT'
import lit.formats
config.name = "suite"
config.suffixes = [".case"]
config.test_format = lit.formats.ShTest(execute_external=True)
LIT
start_runners "$folder/results"
run_lit lit -v -j 1 --timeout=5 "$folder/suite" > "$folder/lit.log" 2>&1
run_counted text sh -c "${text:-echo 3 passed, 0 failed}" > /dev/null
run_check check ${check:-true}
may_skip=$inputs/${list:-may-skip.txt}
count_results ${limits:-}
