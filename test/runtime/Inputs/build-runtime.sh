# build-runtime.sh SOURCE FOLDER CMAKE-OPTION...: the runtime and ipoint-run alone, in FOLDER.
set -eu
source=$1 folder=$2
shift 2
rm -rf "$folder"
cmake -S "$source" -B "$folder" -G Ninja -DIPOINT_RUNTIME_ONLY=ON -DIPOINT_WARNINGS_AS_ERRORS=ON "$@" \
  > "$folder.log" 2>&1 && ninja -C "$folder" >> "$folder.log" 2>&1 || { cat "$folder.log"; exit 1; }
