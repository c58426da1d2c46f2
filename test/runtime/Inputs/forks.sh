# forks.sh IPOINT_RUN PROGRAM COUNT TRACE CHECK_CTF WAY...
set -eu
run=$1 program=$2 count=$3 trace=$4 check=$5
shift 5
for way; do
  for size in 8M 4096; do
    IPOINT_RING_SIZE=$size $run -o "$trace" -- "$program" "$way" 2> "$trace.err" || { cat "$trace.err"; echo "$way: exit $?"; exit 1; }
    said=$($count "$trace")
    case $said in
      *own=22000\ *lost=0\ streams=2\ *) ;;
      *) echo "$way: $said"; cat "$trace.err"; exit 1 ;;
    esac
    [ "$(grep -vc "replaces the trace" "$trace.err")" = 1 ] || { echo "$way:"; cat "$trace.err"; exit 1; }
    $check "$trace"
  done
done
