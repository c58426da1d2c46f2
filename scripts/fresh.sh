#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tries the scripts where nothing is that they don't install: in a minimal Debian, made for it and removed again. HEAD is
# cloned into it, and the command is run twice, each time in a new Debian: as root, and as a user who may use sudo.
# The last line is `N passed, M failed`. Exits 1 if one failed.
#
# Usage: scripts/fresh.sh [configure|demo|test|packages] [bookworm|trixie] [root|tester]
#        scripts/fresh.sh --all
#   configure  installs what a build needs and configures it (default)
#   demo       scripts/demo.sh
#   test       scripts/test.sh
#   packages   scripts/package.sh, here; the packages are installed, used and removed there (scripts/try-packages.sh)
#   root, tester  as this user only
#   --all      demo, test and packages, on both Debians
#
# Needs root or sudo. Packages come from where this machine's apt has its own from, and are kept in build/fresh. How
# this machine reaches the registries of npm and cargo is passed on.
set -eu
[ "$(id -u)" = 0 ] || exec sudo env HOME="$HOME" "PATH=$PATH" "$0" "$@"
. "$(dirname "$0")/setup.sh"

usage() {
  echo "scripts/fresh.sh: $*: usage: scripts/fresh.sh [configure|demo|test|packages] [bookworm|trixie] [root|tester], or --all" >&2
  exit 2
}
commands=${1:-configure} suites=${2:-bookworm} users=${3:-root tester}
case $commands in
  --all) [ $# = 1 ] || usage "$@"
         commands="demo test packages" suites="bookworm trixie" ;;
  packages) [ $# -le 2 ] || usage "$@"
            users=root ;;
  configure | demo | test) [ $# -le 3 ] || usage "$@" ;;
  *) usage "$@" ;;
esac
case $suites in
  bookworm | trixie | "bookworm trixie") ;;
  *) usage "$@" ;;
esac
case $users in
  root | tester | "root tester") ;;
  *) usage "$@" ;;
esac

install_packages git mmdebstrap debian-archive-keyring
work=$root/build/fresh
mkdir -p "$work"
here=$(mktemp -d "$work/root.XXXXXX")
running=
clean_up() {
  [ -z "$running" ] || kill -KILL "$running" 2> /dev/null || true
  wait
  rm -rf --one-file-system "$here"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# run COMMAND...: a signal to this script is heard at once. What the command mounts is so for its processes only, and
# these end with it. In the background a shell ignores SIGINT, which no program in there is to inherit.
run() {
  status=0
  env --default-signal=INT,QUIT unshare --pid --fork --kill-child --mount-proc "$@" < /dev/null &
  running=$!
  wait "$running" || status=$?
  running=
  return $status
}

# make_debian SUITE: the minimal Debian $here/SUITE.
make_debian() {
  debian_sources | sed "s/^/deb /; s/ \(bookworm\|trixie\)/ $1/" > "$here/sources.list"
  apt-config dump | grep -E '^Acquire::(http|https|Check-|Retries)' > "$here/apt.conf" || true
  # Nothing in there has to outlive a power failure.
  run mmdebstrap --quiet --variant=minbase --aptopt="$here/apt.conf" --dpkgopt=force-unsafe-io \
    "$1" "$here/$1" "$here/sources.list"
  printf '%s\n' "127.0.0.1 localhost" "127.0.1.1 $(hostname)" >> "$here/$1/etc/hosts"
  # Certificates that this machine trusts beside Debian's: ca-certificates takes them in when it is installed.
  mkdir -p "$here/$1/usr/local/share"
  cp -a /usr/local/share/ca-certificates "$here/$1/usr/local/share"
  git -c safe.directory='*' clone --quiet "$root" "$here/$1/ipoint"
}

# Settings of npm and cargo, and of how to reach them: variables…
passed_on() {
  env | grep -iE '^((https?|ftp|all|no)_proxy|npm_config_.*|CARGO_(HTTP|NET|REGISTR|SOURCE).*|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS)=' || true
}
# … and files, with those that they name. pass_files DEBIAN HOME
pass_files() {
  for file in .npmrc .cargo/config .cargo/config.toml; do
    [ ! -f "$HOME/$file" ] || install -D -m 600 "$HOME/$file" "$1$2/$file"
  done
  for file in /etc/npmrc /usr/etc/npmrc; do
    [ ! -f $file ] || install -D -m 644 $file "$1/etc/npmrc"
  done
  { passed_on; cat "$1$2/.npmrc" "$1$2"/.cargo/config* "$1/etc/npmrc" 2> /dev/null || true; } |
    sed -n 's/^[^=]*= *"\{0,1\}\(\/[^"]*\)"\{0,1\}$/\1/p' | while read -r file; do
      [ ! -f "$file" ] || install -D -m 644 "$file" "$1$file"
    done
}

# enter DEBIAN USER COMMAND...: runs it in the clone there.
enter() {
  debian=$1 user=$2
  shift 2
  home=/root
  [ "$user" = root ] || home=/home/$user
  mkdir -p "$work/archives"
  variables=$(passed_on)
  IFS='
'
  set -- env -i HOME="$home" USER="$user" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin $variables \
    setpriv --reuid="$user" --regid="$user" --init-groups "$@"
  unset IFS
  # pivot_root: in a chroot no program may make namespaces.
  run sh -c '
    set -eu
    debian=$1 archives=$2
    shift 2
    mount --rbind "$debian" "$debian"
    mount --bind "$archives" "$debian/var/cache/apt/archives"
    mount -t proc proc "$debian/proc"
    mount --rbind /sys "$debian/sys"
    mount --rbind /dev "$debian/dev"
    mount -t tmpfs tmpfs "$debian/dev/shm"
    cd "$debian"
    pivot_root . .
    umount -l .
    cd /ipoint
    # The shell stays root: it would outlive unshare as another user.
    "$@" || exit' fresh.sh "$debian" "$work/archives" "$@"
}

# try COMMAND SUITE USER
try() {
  debian=$here/$2-$3
  cp -a "$here/$2" "$debian"
  if [ "$3" != root ]; then
    enter "$debian" root sh -c "
      apt-get -qq update && apt-get -qq install -y --no-install-recommends sudo > /dev/null 2>&1
      useradd --create-home $3 && echo '$3 ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/$3 && chown -R $3: /ipoint"
    pass_files "$debian" "/home/$3"
    chown -R --reference="$debian/ipoint" "$debian/home/$3"
  else
    pass_files "$debian" /root
  fi
  case $1 in
    configure) enter "$debian" "$3" sh -c '. scripts/setup.sh; configure_only' scripts/setup.sh ;;
    packages)
      cp -r "$root/build/packages" "$debian/packages"
      enter "$debian" root scripts/try-packages.sh /packages ;;
    *) enter "$debian" "$3" scripts/"$1".sh ;;
  esac
}

case $commands in *packages*) scripts/package.sh ;; esac
passed=0 failed=0
for suite in $suites; do
  make_debian "$suite"
  for command in $commands; do
    for user in $users; do
      # There is a user in there for what needs none to be root.
      [ "$command $user" != "packages tester" ] || continue
      echo "== $command of $(git -c safe.directory='*' rev-parse --short HEAD) on $suite as $user"
      from=$(date +%s) result=passed
      try "$command" "$suite" $user || result=failed
      echo "== $command on $suite as $user: $result, $(($(date +%s) - from)) s"
      [ $result = passed ] && passed=$((passed + 1)) || failed=$((failed + 1))
      rm -rf --one-file-system "$here/$suite-$user"
    done
  done
  rm -rf --one-file-system "${here:?}/$suite"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
