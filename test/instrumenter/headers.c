// Inline functions of the user's headers are instrumented, those of system headers are not; these are listed if they are
// used and the compiler has not brought the header along. Places are those of the files that the user wrote.
// (-isystem makes a system header of any.)
// RUN: rm -f %t*.db && env IPOINT_DB=%t.db %ipoint_cc gcc -O2 -Wall -Wextra -Werror -I%S/Inputs -isystem %S/Inputs/system %s -o %t
// RUN: %t
// RUN: sqlite3 %t.db "SELECT f.name, replace(p.path, rtrim(p.path, replace(p.path, '/', '')), ''), f.line, f.not_instrumented IS NULL FROM functions f JOIN files p ON p.id = f.file ORDER BY 1" | FileCheck %s
// CHECK: {{^}}external|header.h|5|1
// CHECK-NEXT: {{^}}main|headers.c|[[# @LINE + 6]]|1
// CHECK-NEXT: {{^}}of_header|header.h|3|1
// CHECK-NEXT: {{^}}of_system|system.h|1|0
// CHECK-NOT: unused_of_system
#include "header.h"
#include <system.h>
int main(void) { return of_header(2) + of_system(3) + external(1) - 9; }
extern int external(int);
