# below-root.sh BIN ROOT: builds, records and reports in `/`. Run it in a separate mount namespace, where / becomes the
# folder ROOT, with all folders of the real /.
set -eu
mount -t tmpfs none "$2"
for entry in /*; do
  if [ -L "$entry" ]; then
    cp -P "$entry" "$2$entry"
  elif [ -d "$entry" ] && [ "$entry" != /lost+found ]; then
    mkdir "$2$entry"
    mount --rbind "$entry" "$2$entry"
  fi
done
cat > "$2/main.c" <<'END'
int twice(int x) { return x > 0 ? 2 * x : 0; }
int main(void) { return twice(0); }
END
exec chroot "$2" sh -euc '
PATH=$1:$PATH
cd /
ipoint-gcc -o program main.c
ipoint-run -- /program
ipoint-report text --all
ipoint-report json | grep \"file\"
ipoint-report html && test -f /ipoint-report/index.html
IPOINT_DB=/x.db ipoint-gcc -o /other /main.c
ipoint-run -o /other-trace -- /other
mkdir /below && cd /below
ipoint-report text --all /other-trace --db /x.db
ipoint-instrument --db=/y.db -o /out.c /main.c
test -s /y.db && echo /out.c has $(grep -c ipoint_ /out.c)
ipoint-instrument --plan --exclude-file "/main.c" /main.c
' sh "$1"
