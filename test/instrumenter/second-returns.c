// Functions that return a second time: setjmp, sigsetjmp, vfork, __builtin_setjmp.
// RUN: env LEVELS="blocks decisions" sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=gnu99 -Wall -Wextra -Werror
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf outer, inner;
static sigjmp_buf from_handler;
static int depth;

static void fail(int code) {
  if (code == 1)
    longjmp(inner, code);
  if (code < 4)
    longjmp(outer, code);
}

static int attempt(int code) {
  volatile int stage = 0;
  switch (setjmp(outer)) {
  case 0:
    break;
  case 2:
    return 20 + stage;
  default:
    return 30 + stage;
  }
  stage = 1;
  if (setjmp(inner) && ++depth)
    return 10 + stage;
  for (stage = 2; stage < 5; stage++)
    if (stage == 3)
      fail(code);
  return stage;
}

static void handler(int number) {
  if (number == SIGUSR1)
    siglongjmp(from_handler, 5);
}

static int signals(void) {
  volatile int count = 0;
  int value = sigsetjmp(from_handler, 1);
  if (count++ < 3)
    raise(SIGUSR1);
  return count * 10 + value;
}

static int child(void) {
  int status = 0;
  pid_t pid = vfork();
  if (pid == 0)
    _exit(7);
  if (pid < 0 || waitpid(pid, &status, 0) != pid)
    return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
}

static int retry(void) {
  volatile int tries = 0;
  while (!setjmp(outer) && tries >= 0) {
    tries++;
    if (tries == 2)
      return tries;
  }
  return -1;
}

int main(void) {
  signal(SIGUSR1, handler);
  for (int i = 0; i < 5; ++i)
    printf("%d ", attempt(i));
  printf("%d %d %d %d\n", signals(), child(), retry(), depth);
  return 0;
}
// REQ: IP-REQ-001
