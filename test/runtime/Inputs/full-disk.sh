# full-disk.sh FOLDER IPOINT_RUN PROGRAM COUNT CHECK_CTF
cd "$1" || exit 1
run=$2 program=$3 count=$4 check=$5
look() {
  cat said
  $check $1 || exit 1
  own=$("$count" $1 | sed 's/.*own=\([0-9]*\) .*/\1/')
  lost=$(sed -n 's/.*records_lost = \([0-9]*\);/\1/p' $1/metadata)
  # What the runtime marks is lost like any other record.
  [ $((own + lost)) -ge 300000 ] && [ $((own + lost)) -lt 330000 ] && echo kept and lost: 300000 || echo $own $lost
  grep -E "complete|unit_0" $1/metadata
}
mkdir small
mount -t tmpfs -o size=512K none small || exit 1
IPOINT_RING_SIZE=64K $run --limit none -o small/trace -- "$program" 300000 2> said || exit 1
look small/trace
(ulimit -f 256; IPOINT_RING_SIZE=64K exec $run --limit none -o trace -- "$program" 300000) 2> said || exit 1
look trace
