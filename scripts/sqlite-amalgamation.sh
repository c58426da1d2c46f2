#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes the one source that sqlite.org ships of SQLite, and its shell, from SOURCE (scripts/debian-source.sh sqlite3 SOURCE),
# unless they are there. Needs tclsh.
# Usage: scripts/sqlite-amalgamation.sh SOURCE FOLDER
set -eu
source=$(cd "$1" && pwd) folder=$2
[ ! -f "$folder/shell.c" ] || exit 0
rm -rf "$folder.part"
mkdir -p "$folder.part"
(cd "$folder.part" && "$source/configure" --disable-tcl --disable-shared --disable-readline && make sqlite3.c shell.c) \
  > "$folder.log" 2>&1 || { tail -n 20 "$folder.log" >&2; exit 1; }
rm -rf "$folder"
mv "$folder.part" "$folder"
