# Preprocesses sources and has them checked at each level; what is found at a level is in OUTPUT/LEVEL.txt.
# Usage: check-preprocessed.sh CHECKER "LEVELS" "COMPILER FLAGS" OUTPUT FILE...
set -eu
checker=$1 levels=$2 compiler=$3 out=$4
shift 4
rm -rf "$out"
mkdir -p "$out"
# Files of two folders may have one name.
for file; do
  $compiler -E -C "$file" -o "$out/$(basename "$(dirname "$file")")-$(basename "$file" .c).i"
done
status=0
for level in $levels; do
  "$checker" --level="$level" "$out"/*.i > "$out/$level.txt" || status=$?
done
exit $status
