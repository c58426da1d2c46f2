# [TARGETS="..."] build-runtime.sh SOURCE FOLDER CMAKE-OPTION...: the runtime and its tools alone, in FOLDER: all, or some targets.
set -eu
source=$1 folder=$2
shift 2
rm -rf "$folder"
# What another checkout has compiled is the same.
export CCACHE_BASEDIR="$source" CCACHE_NOHASHDIR=1
cmake -S "$source" -B "$folder" -G Ninja -DIPOINT_RUNTIME_ONLY=ON -DIPOINT_WARNINGS_AS_ERRORS=ON "$@" \
  > "$folder.log" 2>&1 && ninja -C "$folder" ${TARGETS:-all} >> "$folder.log" 2>&1 || { cat "$folder.log"; exit 1; }
