/* A forked child for which there is no count table runs on, its counts are not among its parent's, and the reason is printed.
 * RUN: rm -rf %t && mkdir %t && cd %t && env IPOINT_STORE=sums IPOINT_TIMED=none %ipoint_cc gcc -O1 %s -o main
 * RUN: %ipoint_run --profile=profile -- ./main 2>&1 | FileCheck %s
 * RUN: %ipoint_report text profile | FileCheck --check-prefix=COUNTS %s
 * CHECK: child: 7
 * CHECK: {{1 thread|threads}}{{.*}}File too large
 * COUNTS: work {{.*}} 2 
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static int work(int n) { return n + 1; }

int main(void) {
  struct rlimit limit, none = {1 << 10, 1 << 10};
  int status = 0, sum = work(1);
  getrlimit(RLIMIT_FSIZE, &limit);
  none.rlim_max = limit.rlim_max;
  setrlimit(RLIMIT_FSIZE, &none);
  if (fork() == 0)
    _exit(work(work(work(4))));
  wait(&status);
  setrlimit(RLIMIT_FSIZE, &limit);
  printf("child: %d\n", WEXITSTATUS(status));
  return work(sum) != 3;
}
