# cut-off.sh IPOINT_RUN PROGRAM COUNT TRACE CHECK
set -u
try() {
  rm -rf "$4"
  output=$(IPOINT_RING_SIZE=16384 IPOINT_POLICY=$policy "$1" -o "$4" -- "$2" "$6" "$7" 2> "$4.err")
  code=$?
  [ $code = 3 ] || { echo "$policy $6 $7: exit status $code, not 3: $(cat "$4.err")"; exit 1; }
  pid=${output%% *}
  session=${output#* }
  [ ! -e "$session" ] || { echo "$session is still there"; exit 1; }
  $5 "$4" || exit 1
  records=$("$3" "$4" | sed 's/.* own=\([0-9]*\) .*/\1/')
  complete=$(sed -n 's/.*complete = \([01]\);/\1/p' "$4/metadata")
  echo "$policy $6 $7: $records of 1100 complete=$complete"
  sed -n 's/^ipoint-run: \(process .*\)/\1/p' "$4.err" |
    sed -e "s,$session,SESSION,g" -e "s,$pid,PID,g" -e "s,($2),(PROGRAM),"
}
policy=stream
try "$@" ring 0
try "$@" ring 2000
try "$@" ring 16384
policy=discard
try "$@" ring 16384
policy=overwrite
try "$@" ring 16384
policy=stream
try "$@" control 0
try "$@" control 100
try "$@" stray 68
