# handlers-agree.sh TRACE-COUNT TRACE SAID: the trace has the records that the program counted, those of handlers in
# separate streams.
set -eu
probes=$(sed -n 's/^probes: //p' "$3")
set -- "$1" "$2" $probes
own=$4 handlers=$6
count() { $1 "$2" | sed -n 's/.* own=\([0-9]*\) .* lost=\([0-9]*\) .*/\1 \2/p'; }
[ "$(count "$1" "$2")" = "$((own + handlers)) 0" ] || { $1 "$2"; echo "not $own + $handlers records"; exit 1; }
# What is left when the handlers' streams are taken away is the program's own.
mkdir -p "$2.handlers"
mv "$2"/*-handler* "$2.handlers"
[ "$(count "$1" "$2")" = "$own 0" ] || { $1 "$2"; echo "not $own records of the program"; exit 1; }
mv "$2.handlers"/* "$2"
rmdir "$2.handlers"
echo "every record is there, in order"
