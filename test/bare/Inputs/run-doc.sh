# run-doc.sh DOCUMENT HEADING: runs the first indented block of commands below a heading of a document.
set -eu
awk -v heading="$2" '
  /^#/ { here = $0 ~ "^#+ " heading "$" }
  here && /^    / { print substr($0, 5); seen = 1; next }
  seen { exit }' "$1" > commands.sh
test -s commands.sh
sh -eux commands.sh
