// RUN: %cc -O2 -fno-builtin -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t 2>%t.err
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --input-file=%t.err
// The runtime of a program that has its own snprintf, instrumented, gets that one too: it finds the ring's making under
// way and records nothing.
// CHECK: ipoint-run: {{[0-9,]+}} records of 1 thread in {{.*}} (0 lost)
#include "ipoint/probe.h"
#include <stdarg.h>
#include <stdio.h>

int snprintf(char *to, size_t size, const char *format, ...) {
  va_list arguments;
  int length;
  ipoint_timed(300u);
  va_start(arguments, format);
  length = vsnprintf(to, size, format, arguments);
  va_end(arguments);
  ipoint_timed(301u);
  return length;
}

int main(void) {
  char text[10];
  ipoint_timed(302u);
  snprintf(text, sizeof text, "%d", 7);
  ipoint_timed(303u);
  return text[0] != '7';
}
#include "Inputs/unit.h"
