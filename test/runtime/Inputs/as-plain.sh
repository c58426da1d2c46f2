# as-plain.sh FOLDER IPOINT_RUN PROGRAM COUNT CHECK_CTF WAY...: recorded, with a large and a small ring, the program writes
# and returns what it does plain; and the trace has its records: 50 and 10,000 rounds of two, and 50 of a thread's, where
# that can have a ring.
cd "$1"
run=$2 program=$3 count=$4 check=$5
shift 5
for way; do
  "$program" "$way" > plain.out 2> /dev/null < /dev/null
  plain=$?
  [ $plain != 77 ] || continue
  for size in 8M 4096; do
    IPOINT_RING_SIZE=$size $run -o trace -- "$program" "$way" > recorded.out 2> said < /dev/null
    recorded=$?
    [ $recorded = $plain ] || { echo "$way: exit status $recorded, plain $plain"; cat said; exit 1; }
    cmp plain.out recorded.out || exit 1
    case $way in
      chroot | nofile) records=20100 streams=1 ;;
      *) records=20200 streams=2 ;;
    esac
    found=$("$count" trace) || exit 1
    case $found in
      *own=$records\ *lost=0\ streams=$streams\ *) ;;
      *) echo "$way: $found"; cat said; exit 1 ;;
    esac
    $check trace || exit 1
  done
done
