# header.sh CC INCLUDE TEMPORARY: every dialect and the usual warnings, as errors.
warnings="-Wall -Wextra -Wshadow -pedantic -Werror"
here=$(dirname "$0")
for std in c89 gnu89 c99 gnu99 c11 gnu11 c17 gnu17 c2x gnu2x; do
  for flags in -O0 -O2 "-O2 -fPIC -DIPOINT_TEST_INLINE"; do
    case "$std $flags" in *89*INLINE) continue ;; esac
    said=$("$1" -std=$std $flags $warnings -I"$2" -c "$here/header.c" -o "$3.o" 2>&1) && [ -z "$said" ] ||
      { echo "$1 -std=$std $flags: $said"; exit 1; }
  done
  # As the preprocessed way does it: the header's text, then the file's.
  echo '#include <ipoint/probe.h>' | "$1" -std=$std -E -I"$2" -x c - >"$3.all.i" &&
    grep -v '"ipoint/probe.h"' "$here/header.c" | "$1" -std=$std -E -x c - >>"$3.all.i" || exit 1
  # Line markers are an extension to clang's -pedantic in any preprocessed file.
  case "$1" in *clang*) markers=-Wno-gnu-line-marker ;; *) markers= ;; esac
  said=$("$1" -std=$std -O2 $warnings $markers -c "$3.all.i" -o "$3.o" 2>&1) && [ -z "$said" ] ||
    { echo "$1 -std=$std preprocessed: $said"; exit 1; }
done
