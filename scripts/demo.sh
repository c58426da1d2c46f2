#!/bin/sh
# From nothing to a report of examples/message-handler: installs what is missing, builds ipoint's tools, instruments, runs
# and reports.
set -eu
. "$(dirname "$0")/setup.sh"

install_packages $build_packages
build release ipoint-cc ipoint-run ipoint-runtime ipoint-report

demo=$root/build/demo
rm -rf "$demo"
mkdir -p "$demo"
cp examples/message-handler/*.[ch] examples/message-handler/Makefile "$demo"
cd "$demo"
export PATH="$root/build/release/bin:$PATH" IPOINT_DB="$demo/ipoint.db"

echo
echo '$ make CC=ipoint-gcc'
make -s CC=ipoint-gcc
echo '$ ipoint-run -o trace -- ./message-handler'
ipoint-run -o trace -- ./message-handler
echo '$ ipoint-report text trace'
ipoint-report text trace
echo
ipoint-report html trace -o "$demo/report"
