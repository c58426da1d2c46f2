#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# In a Debian made for it (scripts/fresh.sh packages): installs packages as a user would, runs as a user the commands of
# README.md, of a tutorial and of examples, and ipoint-selftest, and removes them. Exits 1 if a command fails, or if a file
# is there that was not there before.
#
# Usage: scripts/try-packages.sh FOLDER    with the packages
set -eu
packages=$(realpath "$1")
[ "$(id -u)" = 0 ] || { echo "try-packages.sh: needs root, in a system made for it" >&2; exit 2; }
export DEBIAN_FRONTEND=noninteractive
here=$(mktemp -d)
chmod 755 "$here"

step() {
  name=$1 from=$(date +%s)
  shift
  "$@" > "$here/log" 2>&1 || { cat "$here/log" >&2; echo "$name: failed" >&2; exit 1; }
  echo "$name: $(($(date +%s) - from)) s"
}

# Files that are no part of packages: what apt and ldconfig write for themselves.
list_files() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /home -o -path /ipoint -o -path /packages \
    -o -path /var/cache -o -path /var/log -o -path '/var/lib/dpkg/*' -o -path '/var/lib/apt/*' -o -path /run \) -prune \
    -o -type f ! -name ld.so.cache -exec sha256sum {} + -o -type l -printf 'link %p\n' -o -type d -printf 'folder %p\n' | LC_ALL=C sort -k 2
}

docs=/usr/share/doc/ipoint
# What is to be typed on a host, on the demo.
commands_of_readme() {
  sed -n '/^\*\*On a host/,/^\*\*On a board/ s/^    //p' $docs/README.md | sed 's|\./program ARGS|./message-handler 2000|'
}

# What is in the boxes of a tutorial: those with a title are files.
commands_of_tutorial() {
  awk '/^```[a-z]+ title="/ { split($0, part, "\""); print "cat > " part[2] " <<\"END OF FILE\""; file = 1; next }
       /^```sh$/ { typed = 1; next }
       /^```$/ { if (file) print "END OF FILE"; file = typed = 0; next }
       file || typed' "$docs/docs/tutorial/$1.md"
}

# as_user COMMANDS
as_user() {
  printf "%s\n" "set -eux; cd; $1" > "$here/commands"
  setpriv --reuid=user --regid=user --init-groups env -i HOME=/home/user PATH=/usr/bin:/bin sh "$here/commands"
}

apt-get -qq update
step "what users have" apt-get -qq install -y --no-install-recommends gcc libc6-dev make cmake pkg-config python3
useradd --create-home user
list_files > "$here/before"
step "install" apt-get -qq install -y --no-install-recommends "$packages"/*.deb
dpkg --verify ipoint libipoint0 libipoint-dev ipoint-bare ipoint-doc

commands=$(commands_of_readme)
case $commands in
  *ipoint-run*ipoint-report*) ;;
  *) echo "try-packages.sh: README.md has no commands for a host" >&2; exit 1 ;;
esac
step "README" as_user "cp -r /usr/share/doc/ipoint/examples/message-handler . && cd message-handler && $commands
  ipoint-report text trace | grep crc16; test -f report/index.html"
step "tutorial" as_user "mkdir tutorial && cd tutorial
$(commands_of_tutorial host)"
step "CMake" as_user "cp -r /usr/share/doc/ipoint/examples/cmake-project . && cd cmake-project && cmake -S . -B build &&
  cmake --build build"
step "find_package(ipoint)" as_user "mkdir found && cd found && echo 'int main(void) { return 0; }' > main.c
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(found C)' 'find_package(ipoint 0.9 REQUIRED)' \
    'add_executable(found main.c)' 'ipoint_instrument(found)' > CMakeLists.txt
  cmake -S . -B build && cmake --build build && ipoint-run -o trace -- build/found"
step "pkg-config" as_user "printf '%s\n' '#include <ipoint/ipoint.h>' 'int main(void) { return IPOINT_VERSION_NUMBER == 0; }' > p.c
  gcc p.c \$(pkg-config --cflags --libs ipoint) -o p && ./p && test -f \$(pkg-config --variable=bare ipoint)/bare/bare.c
  test \$(pkg-config --modversion ipoint) = \$(ipoint-run --version | cut -d' ' -f2)"
step "self-test" as_user "ipoint-selftest"
tail -n 1 "$here/log"
step "remove" sh -c "apt-get -qq purge -y ipoint libipoint0 libipoint-dev ipoint-bare ipoint-doc && apt-get -qq autoremove --purge -y"
list_files > "$here/after"
if ! diff "$here/before" "$here/after" > "$here/left"; then
  echo "Files that differ after the removal:" >&2
  cat "$here/left" >&2
  exit 1
fi
echo "Removed without a trace: $(wc -l < "$here/after") files and folders as before"
