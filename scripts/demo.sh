#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
echo '$ IPOINT_TWIN=1 make CC=ipoint-gcc'
IPOINT_TWIN=1 make -s CC=ipoint-gcc
echo '$ ipoint-run -n 20 --recorded 1 --samples 10000 --baseline ./message-handler.plain -o trace -- ./message-handler 50000'
ipoint-run -n 20 --recorded 1 --samples 10000 --baseline ./message-handler.plain -o trace -- ./message-handler 50000 | tail -1
echo '$ ipoint-report text trace'
ipoint-report text trace
echo
ipoint-report html trace -o "$demo/report"
