#!/bin/sh
# Fetches the source of a Debian package and unpacks it, from the archive that this machine uses
# already. apt's own lists are not touched: the source lists live below FOLDER's parent.
#
# Usage: scripts/debian-source.sh PACKAGE FOLDER [DPKG-SOURCE OPTION...]
#        scripts/debian-source.sh --inner PACKAGE FOLDER PATH
# The second form is for packages such as gcc-12-source, which install a tar file: FOLDER gets what
# lies in the tar file's folder PATH. FOLDER is relative to the checkout.
set -eu
. "$(dirname "$0")/setup.sh"

inner=
if [ "$1" = --inner ]; then
  inner=$4
  set -- "$2" "$3"
fi
package=$1 folder=$2
shift 2
[ ! -d "$folder" ] || exit 0
cache=$(dirname "$folder")/.apt
mkdir -p "$cache/parts" "$cache/lists/partial" "$cache/archives/$package"
cache=$(cd "$cache" && pwd)

rm -f "$cache/parts"/*
debian_sources | sed 's/.*/deb &\ndeb-src &/' > "$cache/parts/debian.list"

private_apt() {
  apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$cache/parts" \
    -o Dir::Etc::Trusted=/usr/share/keyrings/debian-archive-keyring.gpg -o Dir::State::Lists="$cache/lists" -o APT::Sandbox::User=root "$@"
}

if [ -z "$(find "$cache/lists" -name '*Packages*' -print -quit)" ]; then
  private_apt update
fi

rm -rf "$folder.part"
cd "$cache/archives/$package"
if [ -z "$inner" ]; then
  # A mirror can lack what the list of security updates names: then the release's own will do.
  private_apt source --download-only "$package" >&2 || {
    rm -f ./*
    private_apt source --download-only "$package/$(. /etc/os-release && echo "$VERSION_CODENAME")" >&2
  }
  cd - > /dev/null
  dpkg-source --no-check "$@" -x "$cache/archives/$package"/*.dsc "$folder.part" > /dev/null
else
  private_apt download "$package" >&2
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
