#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks everything that a release needs, makes its files in build/release, signs them, and tags HEAD. What is wrong is listed
# whole before anything that takes long begins.
#
# Usage: scripts/release.sh --key KEY [--no-tag]
#   --key KEY  a secret key of gpg's: its id, fingerprint or address
#   --no-tag   all of it, but the tag
#
# The files: the source archive, packages (scripts/package.sh), the SBOM in SPDX, SHA256SUMS of all, a signature of each. CI has
# to have passed on HEAD: if it has not here (build/ci-passed), it is run.
set -eu
. "$(dirname "$0")/setup.sh"
key= tag=yes
while [ $# != 0 ]; do
  case $1 in
    --key) key=${2-}; shift $(($# < 2 ? 1 : 2)) ;;
    --no-tag) tag=; shift ;;
    *) echo "scripts/release.sh: $1: usage: scripts/release.sh --key KEY [--no-tag]" >&2; exit 2 ;;
  esac
done

install_packages gnupg
version=$(sed -n 's/^project(ipoint VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
wrong=0
# expect WHAT COMMAND...: WHAT is printed where the command fails.
expect() {
  what=$1
  shift
  "$@" > /dev/null 2>&1 || { echo "scripts/release.sh: $what" >&2; wrong=$((wrong + 1)); }
}
no_entries_unreleased() {
  ! sed -n '/^## \[Unreleased\]/,/^## \[[0-9]/p' CHANGELOG.md | grep -q '^- '
}
names_version() { grep -qF "$2" "$1"; }

expect "--key KEY: name a key to sign with" test -n "$key"
[ -z "$key" ] || expect "$key: gpg has no such secret key" gpg --list-secret-keys "$key"
expect "the tree has changes; commit or remove them" test -z "$(git status --porcelain)"
expect "v$version is tagged already; raise the version in CMakeLists.txt" sh -c "! git rev-parse --verify --quiet refs/tags/v$version"
expect "CHANGELOG.md: no heading '## [$version] - YEAR-MONTH-DAY'" grep -qE "^## \[$version\] - [0-9]{4}-[0-9]{2}-[0-9]{2}\$" CHANGELOG.md
expect "CHANGELOG.md: entries below [Unreleased]; move them to $version" no_entries_unreleased
expect "packaging/ipoint.rb names another version" names_version packaging/ipoint.rb "v$version.tar.gz"
expect "packaging/default.nix names another version" names_version packaging/default.nix "version = \"$version\""
expect "test/formats/$version: not there; make it with test/formats/make.sh" test -f "test/formats/$version/figures.json"
[ $wrong = 0 ] || exit 1

head=$(git rev-parse HEAD)
[ "$(cat build/ci-passed 2> /dev/null)" = "$head" ] || {
  .ci/run
  echo "$head" > build/ci-passed
}
for tool in ipoint-calibrate ipoint-cc ipoint-import ipoint-instrument ipoint-report ipoint-run; do
  [ "$("$build/bin/$tool" --version)" = "$tool $version" ] || { echo "scripts/release.sh: $tool --version is not $version" >&2; exit 1; }
done

python_tools $reuse $spdx_tools
"$python_tools/bin/reuse" lint --quiet
to=$root/build/release
scripts/package.sh --twice "$to"
name=ipoint-$version
git archive --format=tar --prefix="$name/" "$head" | gzip -9n > "$to/$name.tar.gz"
date=$(TZ=UTC git log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ)
scripts/sbom.py "$version" "$date" "$to/$name.tar.gz" "$to"/*.deb "$to"/*.rpm > "$to/$name.spdx.json"
"$python_tools/bin/pyspdxtools" --infile "$to/$name.spdx.json"
(
  cd "$to"
  files="$name.tar.gz $(echo *.deb *.rpm) $name.spdx.json"
  sha256sum $files > SHA256SUMS
  for file in $files SHA256SUMS; do
    gpg --batch --yes --local-user "$key" --armor --detach-sign "$file"
    gpg --verify "$file.asc" "$file" 2> /dev/null
  done
)
[ -z "$tag" ] || git tag --sign --local-user "$key" --message "ipoint $version" "v$version" "$head"
echo "ipoint $version is in $to${tag:+, and HEAD is tagged v$version}"
