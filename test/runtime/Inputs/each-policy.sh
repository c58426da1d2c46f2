# each-policy.sh IPOINT_RUN IPOINT_REPORT PROGRAM CHECK_CTF: in a folder with ipoint.db
tried=
expect() {
  tried="$tried
$1"
  grep -q "$1" report || { echo "no '$1' under: $what"; cat said report; exit 1; }
}
refuse() { grep -q "$1" report && { echo "'$1' under: $what"; cat said report; exit 1; }; }
for policy in "stream --limit 4M" stream overwrite discard "stream --paused"; do
  for arguments in "" "pause" "pause trigger"; do
    what="$policy, $arguments"
    IPOINT_RING_SIZE=256K $1 --policy $policy -o trace -- "$3" $arguments >said 2>&1 || { cat said; exit 1; }
    $4 trace >said 2>&1 || { echo "not CTF: $what"; cat said; exit 1; }
    $2 text --db ipoint.db trace >report 2>&1 || { echo "refused: $what"; cat said report; exit 1; }
    refuse "^damaged\|unknown record"
    case $policy$arguments in *pause*) expect "^cut  " ;; esac
    case $policy$arguments in *paused*) expect "^apart  " ;; esac
    case $policy$arguments in *limit*) expect "^ended .* size limit of 4194304 bytes" ;; esac
    case $policy$arguments in discard*) expect "^ended .* ring was full" ;; esac
    case $what in "stream, "*trigger | "stream --paused, "*trigger | overwrite*trigger) expect "^ended .* ipoint_trigger" ;; esac
  done
done
[ "$(printf '%s\n' "$tried" | sort -u | grep -c .)" = 5 ] || { echo "expected were only:$tried"; exit 1; }
