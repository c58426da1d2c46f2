// A trace whose ipoints have names, for readers of CTF; what is not among the most frequent stays a number.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env IPOINT_DB=%t/ipoint.db %ipoint_cc %cc -O1 %s -o program
// RUN: %ipoint_run --switches=no -o trace -- ./program
// RUN: %ipoint_report export --to=ctf --db ipoint.db trace -o named
// RUN: babeltrace2 named >named.txt 2>warnings && FileCheck %s <named.txt && test ! -s warnings
// RUN: %ipoint_report export --to=ctf --events 1 --db ipoint.db trace -o one
// RUN: babeltrace2 one | FileCheck %s --check-prefix=ONE
// The copy says where it comes from.
// RUN: FileCheck %s --check-prefix=ORIGIN <named/metadata
// The copy can be reported on as the trace can.
// RUN: %ipoint_report text --db ipoint.db named | FileCheck %s --check-prefix=REPORT
// RUN: %python %S/../report/Inputs/expect-error.py %ipoint_report export --to=ctf --db ipoint.db trace -o named -- "named: is there already"
// RUN: %python %S/../report/Inputs/expect-error.py %ipoint_report export --to=ctf --db ipoint.db trace named -o no -- "export --to=ctf takes one trace, not 2; name it"
// RUN: %python %S/../report/Inputs/expect-error.py %ipoint_report export --to=xml --db ipoint.db trace -- "--to: 'xml' is not known; it is chrome, ctf, folded, hdr, markdown, observations, openmetrics or rows"
// RUN: %python %S/../report/Inputs/expect-error.py %ipoint_report export --db ipoint.db trace -- "export needs --to: chrome, ctf, folded, hdr, markdown, observations, openmetrics or rows"
// RUN: test ! -e no
// CHECK: ipoint = ( "main:entry:
// CHECK-COUNT-9: ipoint = ( "main:for.1/body:
// CHECK: ipoint = ( "main:return.1/exit:
// ONE: ipoint = ( <unknown>
// ONE: ipoint = ( "main:for.1/condition:
// ORIGIN: exported_0 = "ipoint-report {{[0-9.]+}}: {{.*}}export --to=ctf --db ipoint.db trace -o named";
// ORIGIN-NEXT: exported_1 = "trace trace: {{.*}}/program, build id {{[0-9a-f]+}}";
// ORIGIN-NEXT: exported_2 = "build {{.*}} -O1, level blocks, timed blocks: 1 unit";
// ORIGIN-NEXT: exported_3 = "clock {{.*}} Hz, resolution {{.*}} ticks";
// ORIGIN-NEXT: exported_4 = "database ipoint.db, {{[0-9a-f]+}}";
// ORIGIN-NEXT: exported_5 = "sources below {{.*}}end-to-end";
// ORIGIN-NEXT: exported_6 = "response times";
// REPORT: export-ctf.c
int main(void) {
  volatile int sum = 0;
  for (int i = 0; i < 9; i++)
    sum += i;
  return sum != 36;
}
