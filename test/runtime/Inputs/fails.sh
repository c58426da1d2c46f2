# fails.sh STATUS COMMAND...: the command exits with this status, and says one line, beside which traces it replaces.
status=$1
shift
said=$("$@" 2>&1)
code=$?
said=$(echo "$said" | grep -v ': replaces .* that w')
echo "$said"
[ $code = "$status" ] || { echo "exit code $code, not $status" >&2; exit 1; }
[ "$(echo "$said" | wc -l)" = 1 ] || { echo "more than a line" >&2; exit 1; }
