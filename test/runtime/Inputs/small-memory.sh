# small-memory.sh SIZE COMMAND...: runs the command where /dev/shm has this size, in a separate mount namespace; `none`:
# where there is no /dev/shm.
set -eu
size=$1
shift
if [ $size = none ]; then
  mount -t tmpfs -o ro,size=4k none /dev/shm
else
  mount -t tmpfs -o size=$size none /dev/shm
fi
exec "$@"
