# Expansions, functions, loops, traps, here-documents, pipes, arithmetic and sub-shells, with the same output in each run.
set -u
fibonacci() { if [ "$1" -lt 2 ]; then echo "$1"; else echo $(($(fibonacci $(($1 - 1))) + $(fibonacci $(($1 - 2))))); fi; }
fibonacci 9

word=/usr/local/lib/libexample.so.1.2.3
echo "${word##*/} ${word%/*} ${word#*/} ${word%%.*} ${#word} ${missing:-default} ${missing+set}"
IFS=: ; set -- a:b:c; for part in $1; do echo "<$part>"; done; unset IFS

i=0
while :; do
  i=$((i + 1))
  case $i in
    3) continue ;;
    [5-6]) echo "five or six" ;;
    9) break ;;
    *) echo "$((i * i % 7)) $((i << 3 | 1)) $((i > 4 ? i : -i))" ;;
  esac
done
until [ $i -le 0 ]; do i=$((i - 4)); done; echo $i

cat <<END
$(echo nested "$(echo "quoted \$ $i")") and `echo old style`
END
cat <<-'END'
	tabs go, $nothing is expanded
END

trap 'echo leaving' EXIT
(trap 'echo inner' EXIT; exit 3); echo "status $?"
echo one two three | { read -r first rest; echo "$rest/$first"; }
printf '%05d|%-6s|%x|%s\n' 42 left 255 "$(echo a; echo b)" | sed 's/a/A/'
false || echo or; true && echo and; ! false && echo not
eval 'x=$((6 * 7))'; echo "$x"
f() { local y=1; y=$((y + $1)); return $y; }; f 4; echo $?
for n in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "$n:$((n * n))"; done | while IFS=: read -r a b; do
  [ $((b % 2)) -eq 0 ] && echo "even $a"
done
set -- -a -b value rest
while getopts ab: option; do echo "option $option ${OPTARG-}"; done; shift $((OPTIND - 1)); echo "$*"
test -d / -a ! -f / && echo tested
kill -0 $$ && echo alive
exec 3>&1; echo through three >&3; exec 3>&-
(echo background) & wait $!; echo "waited $?"
