// Known numbers of calls: recursion, threads, a call that does not return, a longjmp out of callees.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: env IPOINT_DB=%t/ipoint.db %ipoint_cc gcc -O2 -Wall -Wextra -Werror -pthread %s -o program
// RUN: %ipoint_run -o trace -- ./program 2> err && %check_ctf trace
// RUN: %ipoint_report json trace -o report.json
// RUN: %python -c "$(sed -n 's,^// PY: ,,p' %s)" report.json
// PY: import json, sys
// PY: report = json.load(open(sys.argv[1]))
// PY: f = {f["name"]: f for f in report["functions"]}
// PY: calls = {n: x["calls"] for n, x in f.items()}
// PY: assert calls == {"fibonacci": 4 * 177, "worker": 3, "thrower": 5, "catcher": 5, "finish": 1, "main": 1}, calls
// PY: inferred = {n: x["inferred_exits"] for n, x in f.items() if x["inferred_exits"]}
// PY: assert inferred == {"thrower": 5, "finish": 1, "main": 1}, inferred
// PY: assert f["fibonacci"]["threads"] == 4 and f["worker"]["threads"] == 3
// PY: assert report["lost"]["unfinished_calls"] == 2, report["lost"]
// PY: assert report["lost"]["records"] == 0
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static void *worker(void *arg) {
  return fibonacci(10) == 55 ? NULL : arg;
}

static jmp_buf out;

static void thrower(int n) {
  if (n >= 0)
    longjmp(out, 1);
}

static int catcher(int n) {
  if (setjmp(out))
    return 1;
  thrower(n);
  return 0;
}

static void finish(int code) { exit(code); }

int main(void) {
  pthread_t threads[3];
  int caught = 0;
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 5; ++i)
    caught += catcher(i);
  finish(!(caught == 5 && fibonacci(10) == 55));
  return 0;
}
// REQ: IP-REQ-017
