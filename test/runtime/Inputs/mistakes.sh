# mistakes.sh TOOL < CALLS: runs TOOL with each line's words. Prints the call, what it says and, where that is not to be
# expected of a mistake, its exit status, and what it prints.
while read -r call; do
  echo "\$ $call"
  eval "\"$1\" $call" > stdout 2> stderr
  status=$?
  cat stderr
  [ "$status" -eq 2 ] || echo "exit status $status"
  [ "$(wc -l < stderr)" -eq 1 ] || echo "not one line"
  [ ! -s stdout ] || echo "something is printed"
done
