#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds the site of the documentation; open build/site/index.html, which needs no server and no network. A link that leads nowhere is
# an error.
#
# Usage: scripts/site.sh [--gallery]
#   --gallery  also makes the reports of the gallery: the demo, SQLite and a board (scripts/gallery.sh)
set -eu
. "$(dirname "$0")/setup.sh"

case ${1:-} in
  "") ;;
  --gallery) scripts/gallery.sh ;;
  *) echo "scripts/site.sh: $1: usage: scripts/site.sh [--gallery]" >&2; exit 2 ;;
esac
install_packages python3-sphinx python3-myst-parser furo
[ -d "$build/reference" ] || build dev
python3 docs/site/assemble.py build/site-sources "$build/reference/pages" build/gallery
rm -rf build/site
sphinx-build -W --keep-going -q -d build/site-doctrees build/site-sources build/site
# Debian's Furo asks the server for a style that is not in the package.
sed -i 's|@import[^;]*normalize[^;]*;||' build/site/_static/styles/furo.css
# An option that a dash has taken the place of cannot be copied.
! grep -rE '(^|[ (>])–[a-z]' build/site/tools || { echo "scripts/site.sh: a dash before the name of an option" >&2; exit 1; }
echo "build/site/index.html"
