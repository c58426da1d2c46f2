# killed.sh IPOINT_RUN PROGRAM COUNT TRACE POLICY RING_SIZE: ten kills at random instants. The
# record that was being written may be there or not; all before it are.
for i in 1 2 3 4 5 6 7 8 9 10; do
  stored=$(IPOINT_RING_SIZE=$6 "$1" -o "$4" --policy "$5" -- "$2" $((RANDOM % 4000)) 2>"$4.err") || exit 1
  found=$("$3" "$4") || exit 1
  last=${found##*last=}
  own=$(echo "$found" | sed 's/.*own=\([0-9]*\).*/\1/')
  overwritten=$(sed -n 's/.*records_overwritten = \([0-9]*\);/\1/p' "$4/metadata")
  [ "$last" = "$stored" ] || [ "$last" = $((stored + 1)) ] ||
    { echo "stored $stored, but the trace ends with $last: $found"; exit 1; }
  [ "$5" = ring ] || [ "$own" = $((last - 255)) ] ||
    { echo "$((last - 255)) records were made, the trace has $own"; exit 1; }
  [ "$5" = stream ] || [ "$overwritten" -gt 0 ] || [ "$own" = $((last - 255)) ] ||
    { echo "nothing was overwritten, but $((last - 255)) records were made: $found"; exit 1; }
done
