#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes Debian packages and RPMs of this checkout, and holds the former against lintian. They are the same, byte by byte,
# wherever they are made from the same commit with the same packages installed.
#
# Usage: scripts/package.sh [--twice] [FOLDER]
#   FOLDER   where packages and SHA256SUMS go (default: build/packages)
#   --twice  makes them a second time, of a clone in another folder and without ccache, and compares
#
# Exits 1 if lintian reports an error or the second ones differ.
set -eu
here=$(pwd)
. "$(dirname "$0")/setup.sh"
twice=
[ "${1-}" != --twice ] || { twice=yes; shift; }
case $#${1-} in
  0 | 1[!-]*) ;;
  *) echo "scripts/package.sh: $*: usage: scripts/package.sh [--twice] [FOLDER]" >&2; exit 2 ;;
esac
folder=$(cd "$here" && realpath -m "${1:-$root/build/packages}")

# What differs between machines and is no part of the source.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
commit=$(git rev-parse HEAD)
[ -z "$twice" ] || [ -z "$(git status --porcelain)" ] || {
  echo "scripts/package.sh: --twice: the tree has changes, which a clone would not have" >&2
  exit 2
}
umask 022

# make_packages FOLDER [CMAKE-OPTION...]: of the checkout in the working directory.
make_packages() {
  to=$1
  shift
  logged cmake --fresh --preset package "$@"
  logged ninja -C build/package
  rm -rf build/package/packages
  (cd build/package && logged cpack -G DEB && logged cpack -G RPM)
  rm -rf "$to"
  mkdir -p "$to"
  cp build/package/packages/*.deb build/package/packages/*.rpm "$to"
  (cd "$to" && sha256sum -- *.deb *.rpm > SHA256SUMS)
}

install_packages $build_packages dpkg-dev file gzip lintian rpm
make_packages "$folder"
echo "Packages in $folder:"
cat "$folder/SHA256SUMS"

failed=0
lintian --allow-root --fail-on error --suppress-tags-from-file packaging/debian/not-judged "$folder"/*.deb || failed=1

[ -z "$twice" ] || {
  clone=$(mktemp -d)
  trap 'rm -rf "$clone"' EXIT
  git clone --quiet "$root" "$clone/of-another-length"
  git -C "$clone/of-another-length" checkout --quiet "$commit"
  (cd "$clone/of-another-length" && make_packages "$clone/packages" -DIPOINT_CCACHE=OFF)
  if (cd "$clone/packages" && sha256sum --check "$folder/SHA256SUMS"); then
    echo "Two builds in different folders gave the same packages"
  else
    echo "Two builds in different folders gave different packages" >&2
    failed=1
  fi
}
exit $failed
