# Sourced by the other scripts: installs what is missing and builds. Needs Debian 12 or later, root or sudo.

cd "$(dirname "$0")/.."
root=$PWD
build=$root/build/dev

build_packages="cmake ninja-build make gcc g++ libc6-dev llvm-19-dev clang-19 libclang-19-dev libzstd-dev zlib1g-dev
  libsqlite3-dev libboost-dev libgtest-dev libjs-chart.js"

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# install_packages PACKAGE...: says what is missing and installs it.
install_packages() {
  missing=
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
      missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  echo "Installing Debian packages:$missing"
  # A list of somebody else that cannot be read is no reason to stop.
  as_root apt-get -qq update || echo "Not all package lists could be read; going on"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
    $missing > /dev/null
}

# build_all: everything, below build/dev.
build_all() {
  mkdir -p "$root/build"
  log=$root/build/build.log
  if { [ -f "$build/build.ninja" ] || cmake --preset dev; } > "$log" 2>&1 &&
    ninja -C "$build" >> "$log" 2>&1; then
    echo "Built in $build"
  else
    grep -E -A5 'error|Error' "$log" | head -40 >&2
    echo "The build failed; all of its output is in $log" >&2
    exit 1
  fi
}
