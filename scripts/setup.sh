# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by the other scripts: installs what is missing and builds. Needs Debian 12 or later, root or sudo.

cd "$(dirname "$0")/.."
root=$PWD
build=$root/build/dev

# To build the tools, and their unit tests.
build_packages="cmake ninja-build make gcc g++ libc6-dev llvm-19-dev clang-19 libclang-19-dev libzstd-dev zlib1g-dev
  libsqlite3-dev libboost-dev libexpat1-dev coinor-libclp-dev libjs-chart.js node-d3-hierarchy
  node-highlight.js"
unit_packages="libgtest-dev"

# What any checkout of this user has compiled is found again, if ccache is there: places below it are relative to it.
export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1

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

# What Debian 12 has too old: pinned, from PyPI, in a folder of the build.
reuse=reuse==6.2.0
spdx_tools=spdx-tools==0.8.5
# As fleet/pyproject.toml has them: of every use, and with Spark.
fleet_needs=$(sed -n 's/^dependencies = \[\(.*\)\]/\1/p' fleet/pyproject.toml | tr -d '",')
spark_needs=$(sed -n 's/^spark = \[\(.*\)\]/\1/p' fleet/pyproject.toml | tr -d '",')

# python_tools PACKAGE==VERSION...: in $python_tools/bin.
python_tools=$root/build/python
python_tools() {
  install_packages python3-venv
  [ -x "$python_tools/bin/pip" ] || /usr/bin/python3 -m venv "$python_tools"
  for wanted in "$@"; do
    grep -qsx "$wanted" "$python_tools/installed" || {
      echo "Installing from PyPI: $wanted"
      "$python_tools/bin/pip" --quiet --disable-pip-version-check install "$wanted"
      echo "$wanted" >> "$python_tools/installed"
    }
  done
}

# debian_sources: a line `URI SUITE COMPONENT` for each of apt's sources that is Debian's, whatever files they are in.
debian_sources() {
  # Before apt has lists it does not know whose its sources are.
  list_debian | grep -q . || as_root apt-get -qq update
  list_debian | sort -u
}

list_debian() {
  apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian'
}

# logged COMMAND...: its output is shown where it fails only.
logged() {
  log=$root/build/build.log
  mkdir -p "$root/build"
  "$@" > "$log" 2>&1 || {
    grep -E -A5 'error|Error' "$log" | head -40 >&2
    echo "This failed: $*; all of its output is in $log" >&2
    return 1
  }
}

# build PRESET [TARGET...]: everything, or targets, below build/PRESET.
build() {
  preset=$1
  shift
  { [ -f "$root/build/$preset/build.ninja" ] || logged cmake --preset "$preset"; } &&
    logged ninja -C "$root/build/$preset" "$@" &&
    echo "Built in $root/build/$preset"
}

# configure_only: with no more packages than each preset needs (scripts/fresh.sh).
configure_only() {
  install_packages $build_packages
  logged cmake --preset release
  install_packages $unit_packages
  logged cmake --preset dev
}
