# with-timer.sh TIMER_LOAD CPU PERIOD_US BURN_US SECONDS TRUTH COMMAND...: runs the command while the timer runs, for as many
# seconds as the command is sure to need; the timer's output goes to TRUTH.
timer=$1 cpu=$2 period=$3 burn=$4 seconds=$5 truth=$6
shift 6
exec 9> ../alone.lock && flock 9
export ALONE=yes
"$timer" "$cpu" "$period" "$burn" "$seconds" > "$truth" &
sleep 0.2
sh "$(dirname "$0")/undisturbed.sh" "$@"
status=$?
wait $!
exit $status
