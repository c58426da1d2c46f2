// A static table of labels, as interpreters have: the goto can reach each of them.
// RUN: %ipoint_check_plan %s | FileCheck %s
// CHECK: 10 transitions in the plan, 0 more than the CFG has
// CHECK: 1 functions, {{[0-9]+}} blocks, 0 violations
int run(const char *code) {
  static const void *const labels[] = {&&stop, &&add, &&sub};
  int x = 0;
  goto *labels[(int)*code++];
add:
  x++;
  goto *labels[(int)*code++];
sub:
  x--;
  goto *labels[(int)*code++];
stop:
  return x;
}
