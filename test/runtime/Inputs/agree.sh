# agree.sh BABELTRACE2 TRACE SUMMARY: babeltrace2 reads the trace without a word, and counts as
# many events, context switches apart, as the first line of ipoint-run's summary says.
"$1" "$2" >"$3.events" 2>"$3.warnings" || { cat "$3.warnings"; exit 1; }
[ ! -s "$3.warnings" ] || { cat "$3.warnings"; exit 1; }
said=$(sed -n '1s/^ipoint-run: \([0-9,]*\) records.*/\1/p' "$3" | tr -d ,)
read=$(grep -vc 'ipoint = 1[678] }' "$3.events")
[ "$said" = "$read" ] || { echo "ipoint-run said $said, babeltrace2 read $read"; exit 1; }
