// What a return type needs may come from an #include right in front of the function.
// RUN: rm -f %t.db
// RUN: %ipoint_instrument --db %t.db %s -o %t.c
// RUN: FileCheck %s --input-file=%t.c
// RUN: env LEFT=made sh %S/Inputs/same-output.sh %s %t.c %t "%cc -std=c99 -Wall -Wextra -pedantic -Werror" "%link_runtime"
// CHECK: {{^#include <stddef.h>}}
// CHECK-NEXT: {{^}} typedef size_t ipoint_type_1; size_t half(size_t n) { ipoint_timed
int before;
#include <stddef.h>
size_t half(size_t n) { return n / 2; }

// A body that macros make is not instrumented, and nothing is put into it.
#define BEGIN {
#define END }
// CHECK: int made(int x) BEGIN return x; END typedef int ipoint_type_3;
int made(int x) BEGIN return x; END
int plain(int x) { return x; }

int main(void) { return half(4) != 2 || made(1) != 1 || plain(2) != 2; }
