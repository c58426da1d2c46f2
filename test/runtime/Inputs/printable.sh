# printable.sh IPOINT_RUN IPOINT_IMPORT IPOINT_CC IPOINT_INSTRUMENT
run=$1
import=$2
cc=$3
instrument=$4
name=$'\e]0;x\a\xc2\x9b1m\xffgrößer 実行'
red=$'\e[31m'
"$run" "./$name" 2>&1
"$run" $'./\xe2\x80\xaelast' 2>&1
"$run" $'./two\nipoint-run: lines' 2>&1
"$run" $'./\xc0\xaf\xed\xa0\x80\xf5' 2>&1
"$run" $'./\x85\xa0\xf8\x90\x80\x80' 2>&1
printf '#!/bin/sh\n' > "$name"
chmod +x "$name"
"$run" "./$name" 2>&1
"$import" "$name.img" 2>&1
: > "$red"
printf 'int main(void) { return 0; }\n' > main.c
"$cc" gcc main.c -o main
IPOINT_RUN=$run IPOINT_TRACE_DIR=$red ./main 2>&1
"$cc" "-$name" 2>&1
printf 'int main(void) { return 0; }\n' > "$name.c"
printf '#!/bin/sh\ncase " $* " in *" -E "*) exit 1;; esac\nexec gcc "$@"\n' > no-preprocessor
chmod +x no-preprocessor
"$cc" ./no-preprocessor -c "$name.c" -o main.o 2>&1
rm "$name"
"$instrument" "$name" 2>&1
"$instrument" "--$red" main.c 2>&1
IPOINT_LEVEL=$red "$instrument" main.c 2>&1
printf 'int f(void) { return 0; }\n' > "$red.h"
printf '# 1 "\e[31m.h"\nint f(void) { return 0; }\n' > plan.i
"$instrument" --plan plan.i 2>&1 | sed -n 's/^\(f:.*\)/\1/p'
