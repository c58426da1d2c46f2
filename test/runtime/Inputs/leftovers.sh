# leftovers.sh IPOINT_RUN PROGRAM TRACE
set -eu
work=$3.work
rm -rf "$work"
mkdir "$work"
# start NAME: a recording that goes on until $work/NAME is removed; its session's path is in that file then.
start() {
  "$1" -o "$work/trace-$3" -- "$2" "$work/$3.new" "$work/$3" 2> "$work/$3.err" &
  while [ ! -e "$work/$3" ]; do sleep 0.01; done
}
start "$1" "$2" dead
kill -KILL $!
wait $! 2> /dev/null || :
dead=$(cat "$work/dead")
start "$1" "$2" live
running=$!
live=$(cat "$work/live")
[ ! -e "$dead" ] || { echo "$dead of the killed recording is still there"; exit 1; }
mkdir "${live%/*}/ipoint-000000"
# What was told of the dead one has another process's number, and yet is dead.
start "$1" "$2" again
kill -KILL $!
wait $! 2> /dev/null || :
again=$(cat "$work/again")
# Other tests record at the same time: they may have removed it by now.
printf '\001\000\000\000' | dd of="$again/control" bs=1 seek=12 conv=notrunc status=none 2> /dev/null || :
"$1" -o "$work/other" -- true 2> /dev/null
[ ! -e "$again" ] || { echo "$again is still there"; exit 1; }
[ -d "$live" ] || { echo "$live of a recording that runs was removed"; exit 1; }
[ -d "${live%/*}/ipoint-000000" ] || { echo "a folder that is no session was removed"; exit 1; }
rmdir "${live%/*}/ipoint-000000"
rm -f "$work/dead" "$work/live" "$work/again"
wait $running
[ ! -e "$live" ] || { echo "$live is still there"; exit 1; }
