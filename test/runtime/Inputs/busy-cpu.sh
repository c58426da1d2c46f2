# busy-cpu.sh IPOINT-CALIBRATE: what is left of a CPU beside a program that never waits.
cpu=$(taskset -cp $$ | sed 's/.*[ ,-]//')
taskset -c "$cpu" sh -c 'while :; do :; done' &
busy=$!
trap 'kill $busy' EXIT
"$1" load --once --cpus "$cpu" --format csv
