# planted-links.sh IPOINT_RUN IPOINT_IMPORT PROGRAM IMAGE LIBRARY: what another user has put into a trace's folder. As root.
set -u
run=$1
import=$2
program=$3
image=$4
library=$5
here=$(TMPDIR=/tmp mktemp -d)
trap 'rm -rf "$here"' EXIT
chmod 755 "$here"
mkdir "$here/victim"
fill() {
  printf 'precious\n' > "$here/victim/file"
  printf 'precious\n' > "$here/victim/stream-1-1"
  printf '\ttracer_name = "ipoint";\n' > "$here/victim/metadata"
}
# As somebody who isn't root, in a folder of his.
plant() {
  rm -rf "$here/his"
  mkdir "$here/his"
  chown 65534:65534 "$here/his"
  (cd "$here/his" && setpriv --reuid 65534 --regid 65534 --clear-groups sh -c "$1")
  fill
}
# refused WHAT COMMAND...: one line, exit code 2, and nothing happened to the targets.
refused() {
  what=$1
  shift
  said=$(cd "$here" && "$@" 2>&1)
  code=$?
  echo "$what: $said"
  [ $code = 2 ] || { echo "exit code $code, not 2"; exit 1; }
  unharmed
}
unharmed() {
  for name in file stream-1-1; do
    [ "$(cat "$here/victim/$name")" = precious ] || { echo "$name was changed"; exit 1; }
  done
  [ "$(ls "$here/victim" | tr '\n' ' ')" = "file metadata stream-1-1 " ] || { ls -l "$here/victim"; exit 1; }
}
mine="printf '\ttracer_name = \"ipoint\";\n' > metadata"

plant "ln -s $here/victim/file .session"
refused session "$run" -o his -- "$program"
plant "ln -s $here/victim/file .session"
refused session-of-runs "$run" -n 2 -o his -- "$program"
plant "$mine; ln -s $here/victim run-001"
refused run "$run" -n 2 -o his -- "$program"
plant "ln -s $here/victim run-001"
refused run-alone "$run" -n 2 -o his -- "$program"
plant "ln -s $here/victim/metadata metadata"
refused metadata "$run" -o his -- "$program"
plant "ln -s $here/victim/file metadata.new; $mine"
refused metadata-new "$run" -o his -- "$program"
plant "mkdir run-001; ln -s $here/victim/metadata run-001/metadata"
refused inner "$run" -n 2 -o his -- "$program"
plant "$mine; mkfifo stream-1-2"
refused stream "$run" -o his -- "$program"
plant "mkfifo metadata"
refused pipe timeout 20 "$run" -o his -- "$program"
plant "ln -s $here/victim trace"
refused folder "$run" -o his/trace -- "$program"
# A hard link, as the file itself: where the kernel lets him.
plant "$mine"
ln "$here/victim/file" "$here/his/.session"
rm "$here/his/metadata"
refused hard-link "$run" -o his -- "$program"
plant "ln -s $here/victim/file stream-0-0; $mine"
refused import "$import" -o his --rate 1000 "$image"
plant "ln -s $here/victim/file .session"
refused import-session "$import" -o his --rate 1000 "$image"

# The runtime itself, of a program of root's that finds a session there.
plant "ln -s $here/victim/file .session"
said=$(cd "$here" && IPOINT_RUN=$run IPOINT_TRACE_DIR=his "$program" 2>&1)
echo "program: $said"
unharmed
# A session of the attacker, with a link in it, for a program of root's that gets this session's name.
plant true
cp "$run" "$library" "$here"
cp "$program" "$here/program"
(cd "$here" && setpriv --reuid 65534 --regid 65534 --clear-groups env LD_LIBRARY_PATH="$here" \
  ./ipoint-run -o his/trace -- ./program his/session 2> /dev/null) &
while [ ! -s "$here/his/session" ]; do sleep 0.05; done
session=$(cat "$here/his/session")
(
  link=$session/units-$BASHPID
  setpriv --reuid 65534 --regid 65534 --clear-groups ln -s "$here/victim/file" "$link"
  IPOINT_SESSION=$session exec "$program"
)
rm "$here/his/session"
wait
unharmed

# An empty folder of his is written to, and what is in it then is root's.
plant true
"$run" -n 2 -o "$here/his" -- "$program" 2> "$here/said" || { cat "$here/said"; exit 1; }
[ -f "$here/his/run-002/metadata" ] && [ -z "$(find "$here/his/run-001" ! -uid 0)" ] || exit 1
echo empty: done
