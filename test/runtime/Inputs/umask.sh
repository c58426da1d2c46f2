# umask.sh IPOINT_RUN IPOINT_IMPORT IPOINT_CC FOLDER
set -eu
run=$1
import=$2
cc=$3
cd "$4"
# modes NAME FOLDER...: the modes of files and of folders
modes() {
  name=$1
  shift
  echo "$name: $(find "$@" -type f -printf '%m\n' | sort -u | xargs) $(find "$@" -type d -printf '%m\n' | sort -u | xargs)"
}
umask 0031
for IPOINT_UMASK in "" 022; do
  export IPOINT_UMASK
  echo "IPOINT_UMASK=$IPOINT_UMASK"
  "$run" -o deep/trace -- ./program 1000 2> /dev/null
  modes deep/trace deep
  "$run" -n 2 --baseline ./plain -o runs -- ./program 1000 2> said || { cat said; exit 1; }
  [ -e runs/baseline ]
  modes runs runs
  IPOINT_RUN=$run IPOINT_TRACE_DIR=environment ./program 1000
  modes "of the environment" environment
  "$import" -o imported image 2> said || { cat said; exit 1; }
  modes imported imported
  "$run" -o other -- sh -c 'echo "the program'"'"'s: $(umask)"' 2> /dev/null || true
  IPOINT_DB=$PWD/ipoint.db "$cc" gcc -c main.c -o main.o
  echo "database: $(stat -c %a ipoint.db), object: $(stat -c %a main.o)"
  rm -rf deep runs environment imported other main.o
  [ "$IPOINT_UMASK" ] || rm ipoint.db
done
chmod 640 ipoint.db
IPOINT_DB=$PWD/ipoint.db "$cc" gcc -c main.c -o main.o
echo "database that was there: $(stat -c %a ipoint.db)"
