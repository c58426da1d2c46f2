# observe-dialects.sh INCLUDE TEMPORARY SOURCE: every dialect and the usual warnings, as errors.
warnings="-Wall -Wextra -Wshadow -pedantic -Werror"
for flags in -O0 -O2; do
  for compiler in "gcc -std=c89" "gcc -std=gnu99" "gcc -std=c2x" "clang-19 -std=c89" "clang-19 -std=c23" \
    "g++ -x c++ -std=c++98" "g++ -x c++ -std=c++20" "clang++-19 -x c++ -std=c++20"; do
    said=$($compiler $flags $warnings -I"$1" -c "$3" -o "$2.o" 2>&1) && [ -z "$said" ] || { echo "$compiler $flags: $said"; exit 1; }
  done
done
# Freestanding: it includes nothing.
[ "$(gcc -M -I"$1" -include ipoint/observe.h -x c /dev/null | grep -o '/[^ ]*\.h' | grep -vc ipoint/observe)" -le 1 ]
