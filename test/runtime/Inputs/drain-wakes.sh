# drain-wakes.sh COMMAND...: how often the drain of `COMMAND...` went to sleep in
# a second in which the program sleeps: "seldom", or the number.
"$@" &
drain=$!
sleep 1
count() { sed -n 's/^voluntary_ctxt_switches:[^0-9]*//p' "/proc/$drain/status"; }
before=$(count)
sleep 1
slept=$(($(count) - before))
wait "$drain" || exit
[ "$slept" -lt 200 ] && echo seldom || echo "$slept times a second"
