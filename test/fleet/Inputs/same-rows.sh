#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# same-rows.sh REPORT ONE OTHER: whether two profiles have the same rows. A sum made by SQL has no runs of largest times and no figures by label.
set -eu
rm -rf rows-of-one rows-of-other
"$1" export --to=rows "$2" -o rows-of-one > rows-log && "$1" export --to=rows "$3" -o rows-of-other >> rows-log
diff -r rows-of-one rows-of-other
