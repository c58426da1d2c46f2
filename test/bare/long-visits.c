// With -DIPOINT_DETECTION the target keeps the last visits that took unusually long: which, how long, when, and the number of each.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: env MORE_FLAGS="-DIPOINT_DETECTION -DIPOINT_LONG_VISITS=4" THRESHOLDS= IPOINT=%ipoint_build REPORT=%ipoint_report PYTHON=%python sh %S/Inputs/compare-sums.sh 32 blocks %s | FileCheck %s
// CHECK: {{[1-9][0-9]*}} counts: the same
// CHECK-NEXT: {{[1-9][0-9]*}} times: the same to the tick
//
// Of each thousand there is one in 16 visits of spin(). They are those of records.
// RUN: %python %S/Inputs/long-visits.py sums %ipoint_import %ipoint_report | FileCheck %s --check-prefix=VISITS
// VISITS: ipoint times 3
// VISITS-NEXT: 4 visits of one index, with the numbers 114 130 146 162
// VISITS-NEXT: {{[0-9]+}} ticks each but for what a loop takes, and as far apart as they ran: yes
// VISITS-NEXT: probes that end paths, begin calls and end calls: the last take longest
//
// Dumps that are cut or damaged there, and files that are.
// VISITS-NEXT: 0 of {{[1-9][0-9]}} cut dumps were read
// VISITS-NEXT: no slots: a damaged memory dump: it has no such number of long visits
// VISITS-NEXT: too many slots: a damaged memory dump: it has no such number of long visits
// VISITS-NEXT: more slots than there are: a memory dump without all times
// VISITS-NEXT: one of no path: 3 are kept
// VISITS-NEXT: one longer than all: 3 are kept
// VISITS-NEXT: one from the future: 3 are kept
// VISITS-NEXT: no number of visits: 2: {{.*}}.times: line {{[0-9]+}}: the number of visits is missing; copy the trace again
// VISITS-NEXT: a letter: 2: {{.*}}.times: line {{[0-9]+}}: no visit of a path above
// VISITS-NEXT: no core: 2: {{.*}}.times: line {{[0-9]+}}: no visit of a path above
// VISITS-NEXT: of no path: 2: {{.*}}.times: line {{[0-9]+}}: no visit of a path above
// VISITS-NEXT: not in order: 2: {{.*}}.times: line {{[0-9]+}}: no visit of a path above
// VISITS-NEXT: too long: 2: {{.*}}.times: line {{[0-9]+}}: no visit of a path above
// VISITS-NEXT: more than there are: 2: {{.*}}.times: more long visits than times have the index
// VISITS-NEXT: one less: 2: {{.*}}.times: line {{[0-9]+}}: the file is cut off
// VISITS-NEXT: cut off: 2: {{.*}}.times: line {{[0-9]+}}: the file is cut off
// VISITS-NEXT: as it was: 0
static void spin(unsigned rounds) {
  __asm__ volatile("1:\n\taddi %0, %0, -1\n\tbnez %0, 1b" : "+r"(rounds));
}

void work(void);
void work(void) {
  for (unsigned i = 0; i < 170; i++) {
    spin(i % 16 == 1 ? 500 : 5 + i % 3);
  }
}
// REQ: IP-REQ-021 IP-REQ-055
