# interrupted.sh IPOINT_RUN PROGRAM TRACE SIGNAL STATUS die|ignore
rm -f "$3.begun"
# Shells make what they start in the background ignore SIGINT.
env --default-signal=INT,TERM "$1" -o "$3" -- "$2" "$3.begun" "$6" &
while [ ! -e "$3.begun" ]; do sleep 0.01; done
kill -s "$4" $!
if [ "$6" = ignore ]; then sleep 0.1; kill -s "$4" $!; fi
wait $!
status=$?
[ $status = "$5" ] || { echo "exit code $status, not $5"; exit 1; }
