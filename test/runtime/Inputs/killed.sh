# killed.sh KILLS IPOINT_RUN PROGRAM COUNT TRACE CHECK_CTF POLICY RING_SIZE: kills PROGRAM KILLS times, each at a random
# instant. The record that was being written may be there or not; all before it are.
kills=$1 run=$2 program=$3 count=$4 trace=$5 check=$6 policy=$7 size=$8
for i in $(seq "$kills"); do
  stored=$(IPOINT_RING_SIZE=$size $run -o "$trace" --policy $policy -- "$program" $((RANDOM % 4000)) 2> "$trace.err") || exit 1
  found=$($count "$trace") || exit 1
  $check "$trace" || exit 1
  last=${found##*last=}
  own=$(echo "$found" | sed 's/.*own=\([0-9]*\).*/\1/')
  overwritten=$(sed -n 's/.*records_overwritten = \([0-9]*\);/\1/p' "$trace/metadata")
  # On a busy machine it had time to fill its ring.
  [ $policy.$own != discard.1048575 ] || continue
  [ "$last" = "$stored" ] || [ "$last" = $((stored + 1)) ] ||
    { echo "stored $stored, but the trace ends with $last: $found"; exit 1; }
  [ $policy = overwrite ] || [ "$own" = $((last - 255)) ] ||
    { echo "$((last - 255)) records were made, the trace has $own"; exit 1; }
  [ $policy = stream ] || [ "$overwritten" -gt 0 ] || [ "$own" = $((last - 255)) ] ||
    { echo "nothing was overwritten, but $((last - 255)) records were made: $found"; exit 1; }
done
echo "$kills kills under $policy, rings of $size: every record that the child counted is there, and at most one more"
