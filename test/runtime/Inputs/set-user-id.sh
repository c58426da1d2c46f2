# set-user-id.sh FOLDER: as somebody who isn't root, in a folder that he can get at.
set -eu
here=$(TMPDIR=/tmp mktemp -d)
trap 'rm -rf "$here"' EXIT
chmod 755 "$here"
cp "$1"/*.tmp "$here/program"
cp "$1/libipoint.so.0" "$here"
printf '#!/bin/sh\ntouch %s/out/started\n' "$here" > "$here/run"
chmod 755 "$here/run"
mkdir "$here/out"
chmod 777 "$here/out"
unprivileged() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
wanted() { unprivileged env LD_LIBRARY_PATH="$here" IPOINT_RUN="$here/run" IPOINT_TRACE_DIR="$here/out/trace" "$here/program" 1000; }
# As it is, the program would start what IPOINT_RUN names.
wanted
[ -e "$here/out/started" ] || { echo "nothing was asked for"; exit 1; }
rm "$here/out/started"
# The library is found by its place, as LD_LIBRARY_PATH doesn't count.
chmod 4755 "$here/program"
wanted || { echo "exit status $?"; exit 1; }
[ -z "$(ls "$here/out")" ] || { ls "$here/out"; exit 1; }
