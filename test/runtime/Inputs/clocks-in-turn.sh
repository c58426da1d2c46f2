# clocks-in-turn.sh LOOPS IPOINT-CALIBRATE TIMES: on one CPU, by turns, loops written by hand (hand.0 ...) and what ipoint-calibrate
# says (clock.1 ...), so that what else the machine does meets both.
set -eu
taskset -cp "$(taskset -cp $$ | sed 's/.*[ ,-]//')" $$ > affinity
"$1" 25 4096 > hand.0
for i in $(seq "$3"); do
  "$2" clock --repeat 1 --counts 1,4k --format json > clock.$i
  "$1" 25 4096 > hand.$i
done
