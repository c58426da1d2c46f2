# tiny-limits.sh IPOINT_RUN PROGRAM: what is said of traces that have room for no record, and for one.
for policy in stream overwrite discard; do
  $1 --limit 1 --policy $policy -o "$2.tiny" -- "$2" once
done
$1 --limit 88 -o "$2.tiny" -- "$2" once
