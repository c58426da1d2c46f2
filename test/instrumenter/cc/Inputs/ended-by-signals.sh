# ended-by-signals.sh IPOINT_CC, in a folder with unit.c; TMPDIR/ipoint-cc-backup is none of ours.
set -u
cc=$1
export IPOINT_DB=$PWD/ipoint.db
# gcc, but of the object it says that it is being made, and waits until it may go on.
cat > slow-gcc << 'END'
#!/bin/sh
case " $* " in *" -c "*) touch at-work; while [ ! -e go-on ] && [ -e at-work ]; do sleep 0.02; done ;; esac
exec gcc "$@"
END
chmod +x slow-gcc
count() { find "$TMPDIR" -mindepth 1 -maxdepth 1 -name 'ipoint-cc-*' ! -name ipoint-cc-backup | wc -l; }
begin() {
  rm -f at-work go-on
  "$@" "$cc" ./slow-gcc -c unit.c -o unit.o &
  while [ ! -e at-work ]; do sleep 0.02; done
  folders=$(find "$TMPDIR" -mindepth 1 -maxdepth 1 -name 'ipoint-cc-*' ! -name ipoint-cc-backup -printf 'folder of mode %m\n')
  echo "at work: $(echo "$folders" | wc -l) $(echo "$folders" | sort -u)"
}
for name in HUP INT TERM; do
  begin env "--default-signal=$name"
  # The shell says that it was killed as soon as it sees that.
  { kill -$name $!; wait $!; } 2> /dev/null
  echo "$name: ended by $(($? - 128)), $(count) left"
  rm -f at-work
  sleep 0.1
done
begin env --ignore-signal=HUP
kill -HUP $!
touch go-on
wait $!
echo "ignored HUP: exit status $?, $(count) left"
begin env
{ kill -KILL $!; wait $!; } 2> /dev/null
echo "KILL: ended by $(($? - 128)), $(count) left"
rm -f at-work
sleep 0.1
begin env
other=$!
"$cc" gcc -c unit.c -o another.o
echo "beside another one: $(count) left"
touch go-on
wait $other
echo "the other one: exit status $?, $(count) left"
cat "$TMPDIR/ipoint-cc-backup/notes"
