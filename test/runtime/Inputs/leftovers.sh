# leftovers.sh IPOINT_RUN PROGRAM TRACE: run it where no other process records, as each recording removes leftovers of others.
set -eu
work=$3.work
rm -rf "$work"
mkdir -p "$work/elsewhere"
# Whatever comes out, the programs end.
trap 'rm -f "$work/dead" "$work/live" "$work/again"' EXIT
# start NAME: a recording that goes on until $work/NAME is removed; its session's path is in that file then.
start() {
  "$1" -o "$work/trace-$3" -- "$2" "$work/$3.new" "$work/$3" 2> "$work/$3.err" &
  while [ ! -e "$work/$3" ]; do sleep 0.01; done
}
# kill_last: the recording that was started last.
kill_last() {
  kill -KILL $!
  wait $! 2> /dev/null || :
}
gone() { [ ! -e "$1" ] || { echo "$2 is still there"; exit 1; }; }
kept() { [ -d "$1" ] || { echo "$2 was removed"; exit 1; }; }
start "$1" "$2" dead
kill_last
dead=$(cat "$work/dead")
kept "$dead" "what a killed recording leaves is there before another one comes, but it"
start "$1" "$2" live
running=$!
live=$(cat "$work/live")
gone "$dead" "the session of the killed recording"

# Another process has the number of this one's drain now, and yet it is dead.
start "$1" "$2" again
kill_last
again=$(cat "$work/again")
printf '\001\000\000\000' | dd of="$again/control" bs=1 seek=12 conv=notrunc status=none
# Sessions lie elsewhere too.
elsewhere=$work/elsewhere/${again##*/}
cp -r "$again" "$elsewhere"
place=${live%/*}
# As sessions are made.
mkdir -m 700 "$place/ipoint-000000" "$place/ipoint-000001" "$place/ipoint-000002" "$place/ipoint-notes"
# Their makers were killed before the control page existed; no live drain takes that long to create it.
touch -d '10 minutes ago' "$place/ipoint-000001" "$place/ipoint-notes"
cp "$again/control" "$place/ipoint-000002"
printf x | dd of="$place/ipoint-000002/control" bs=1 conv=notrunc status=none
TMPDIR=$work/elsewhere "$1" -o "$work/other" -- true 2> /dev/null || true
gone "$again" "a dead session whose drain's number is another process's"
gone "$elsewhere" "a dead session below TMPDIR"
gone "$place/ipoint-000001" "an old folder without a control page"
kept "$live" "the session of a recording that runs"
kept "$place/ipoint-000000" "a folder that may become a session"
kept "$place/ipoint-000002" "a folder whose control page is not a session's"
kept "$place/ipoint-notes" "a folder that is not named as a session is"
rm -f "$work/dead" "$work/live" "$work/again"
wait $running
gone "$live" "the session of a recording that has ended"
