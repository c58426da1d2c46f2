# bursts.sh OUT DUMP COUNT: a thread begins with a burst; every burst has COUNT records, but for the last
# one, and there are some, but far from all.
read -r own other <"$1"
while read -r line; do
  bursts=$(echo "$line" | grep -o 'gap2' | wc -l)
  [ "$bursts" -ge 3 ] && [ "$bursts" -le 1000 ] || { echo "$bursts bursts: $line"; exit 1; }
  echo "$line" | grep -Eq "^thread: 300x$3( pause gap2 resume 300x$3)*( pause gap2 resume 300(x[0-9]+)?)?( pause)?$" ||
    { echo "bursts of another length: $line"; exit 1; }
  made=$(echo "$line" | tr ' ' '\n' | sed -n 's/300x//p' | paste -sd+ | bc)
  [ $((made * 4)) -lt "$own" ] || { echo "$made of $own recorded"; exit 1; }
done <"$2"
[ "$(wc -l <"$2")" = 2 ]
