#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fetches the source of a Debian package and unpacks it, from the archive that this machine uses
# already. apt's own lists are not touched: the source lists live below FOLDER's parent.
#
# Usage: scripts/debian-source.sh PACKAGE FOLDER [DPKG-SOURCE OPTION...]
#        scripts/debian-source.sh --inner PACKAGE FOLDER PATH
#        scripts/debian-source.sh --binary PACKAGE FOLDER
# The second form is for packages such as gcc-12-source, which install a tar file: FOLDER gets what
# lies in the tar file's folder PATH. The third one is for programs that would start a service if they
# were installed: FOLDER gets the package's files. FOLDER is relative to the checkout.
set -eu
. "$(dirname "$0")/setup.sh"

inner= binary=
if [ "$1" = --inner ]; then
  inner=$4
  set -- "$2" "$3"
elif [ "$1" = --binary ]; then
  binary=yes
  shift
fi
package=$1 folder=$2
shift 2
[ ! -d "$folder" ] || exit 0
cache=$(dirname "$folder")/.apt
mkdir -p "$cache/parts" "$cache/lists/partial" "$cache/archives/$package"
cache=$(cd "$cache" && pwd)

rm -f "$cache/parts"/*
# Mirrors often lack sources of security updates that their lists name; no test needs those.
debian_sources | sed 's/.*/deb &/; /-security /!s/^deb \(.*\)/&\ndeb-src \1/' > "$cache/parts/debian.list"

private_apt() {
  command=$1
  shift
  "apt-$command" -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$cache/parts" \
    -o Dir::Etc::Trusted=/usr/share/keyrings/debian-archive-keyring.gpg -o Dir::State::Lists="$cache/lists" -o APT::Sandbox::User=root "$@"
}

# fetch_source PACKAGE: its newest version that can be fetched: a mirror can be behind its lists.
fetch_source() {
  for version in $(private_apt cache showsrc --only-source "$1" | sed -n 's/^Version: //p' | sort -Vru); do
    private_apt get source --download-only "$1=$version" >&2 && return
    rm -f ./*
  done
  echo "scripts/debian-source.sh: no version of the source of $1 can be fetched" >&2
  return 1
}

if [ -z "$(find "$cache/lists" -name '*Packages*' -print -quit)" ]; then
  private_apt get update
fi

rm -rf "$folder.part"
cd "$cache/archives/$package"
if [ -n "$binary" ]; then
  private_apt get download "$package" >&2
  cd - > /dev/null
  dpkg -x "$cache/archives/$package/$package"_*.deb "$folder.part"
  rm -rf "$cache/archives/$package"
elif [ -z "$inner" ]; then
  fetch_source "$package"
  cd - > /dev/null
  dpkg-source --no-check "$@" -x "$cache/archives/$package"/*.dsc "$folder.part" > /dev/null
else
  private_apt get download "$package" >&2
  dpkg -x "$package"_*.deb unpacked
  cd - > /dev/null
  mkdir "$folder.part"
  # The first part of each name in the tar file is its version.
  depth=$(echo "$inner" | tr -cd / | wc -c)
  find "$cache/archives/$package/unpacked" -name "${package%-source}*.tar*" -type f -exec \
    tar -x -f {} -C "$folder.part" --wildcards --strip-components=$((depth + 2)) "*/$inner" \;
  rm -rf "$cache/archives/$package"
fi
mv "$folder.part" "$folder"
