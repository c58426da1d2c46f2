# compile-host.sh IPOINT FLAG...: compiles the recorder for this machine, with a counter that is set by hand.
prefix=$1
shift
gcc -std=c99 -Wall -Wextra -Werror -Wno-comment -DIPOINT_PORT='"hand_port.h"' -I"$(dirname "$0")" -I"$prefix/include" \
  -I"$prefix/share/ipoint" "$@" -c "$prefix/share/ipoint/bare/bare.c"
