# unread.sh IPOINT_RUN PROGRAM TRACE: the reader of its messages is gone when it has some.
rm -f "$3.begun"
{ "$1" -o "$3" -- "$2" "$3.begun" die 2>&1; echo $? > "$3.status"; } | : &
while [ ! -e "$3.begun" ]; do sleep 0.01; done
kill -s KILL "$(pgrep -f -n -- "$2 $3.begun die")"
wait
[ "$(cat "$3.status")" = 137 ] && grep -q 'complete = 1;' "$3/metadata" || { cat "$3.status"; exit 1; }
