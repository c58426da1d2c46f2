#!/bin/sh
# Fetches the source of a Debian package and unpacks it, from the archive that this machine uses
# already. apt's own lists are not touched: the source lists live below FOLDER's parent.
#
# Usage: scripts/debian-source.sh PACKAGE FOLDER [DPKG-SOURCE OPTION...]
set -eu

package=$1 folder=$2
shift 2
[ ! -d "$folder" ] || exit 0
cache=$(dirname "$folder")/.apt
mkdir -p "$cache/parts" "$cache/lists/partial" "$cache/archives/$package"
cache=$(cd "$cache" && pwd)

for list in /etc/apt/sources.list.d/debian*.sources; do
  [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" > "$cache/parts/$(basename "$list")"
done
if [ -s /etc/apt/sources.list ]; then
  sed -n 's/^deb /deb-src /p' /etc/apt/sources.list > "$cache/parts/debian.list"
fi

private_apt() {
  apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$cache/parts" \
    -o Dir::State::Lists="$cache/lists" -o APT::Sandbox::User=root "$@"
}

if [ -z "$(find "$cache/lists" -name '*Sources*' -print -quit)" ]; then
  private_apt update
fi
(cd "$cache/archives/$package" && private_apt source --download-only "$package" >&2)
dpkg-source --no-check "$@" -x "$cache/archives/$package"/*.dsc "$folder.part" > /dev/null
mv "$folder.part" "$folder"
