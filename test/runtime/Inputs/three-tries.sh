# three-tries.sh SCRIPT: runs it until it succeeds, three times at most: what others do on this machine may spoil one.
for _ in 1 2 3; do
  sh -c "$1" > tried 2>&1 && break
done
status=$?
cat tried
exit $status
