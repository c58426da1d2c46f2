# Preprocesses sources and has each checked; prints the names and results.
# Usage: check-preprocessed.sh CHECKER LEVEL "COMPILER FLAGS" OUTPUT FILE...
set -eu
checker=$1 level=$2 compiler=$3 out=$4
shift 4
rm -rf "$out"
mkdir -p "$out"
status=0
for file; do
  text=$out/$(basename "$file" .c).i
  $compiler -E -C "$file" -o "$text"
  echo "$file"
  "$checker" --level="$level" "$text" || status=$?
done
exit $status
