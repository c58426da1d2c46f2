// However a signal handler is installed, its records are separate from those of the code that it interrupts, also in the middle of a probe.
// Counts are the program's own, no transition is impossible, and each tick is in one account.
// REQUIRES: x86-64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env IPOINT_DB=%t/db %ipoint_cc gcc -O2 -Wall -Wextra -Wshadow -pedantic -Werror -Wno-deprecated-declarations %s -o program
// RUN: %python %S/Inputs/handlers-agree.py %ipoint_run %ipoint_report ./program sigset raw raw-siginfo signal bsd_signal sysv_signal sigaction
// A handler behind each single instruction, those of probes too.
// RUN: %python %S/Inputs/handlers-agree.py %ipoint_run %ipoint_report ./program step
// Static, without optimisation, with times in windows (where a jump out of a handler loses the path that it leaves).
// RUN: env IPOINT_DB=%t/db %ipoint_cc gcc -w -O2 -static %s -o static
// RUN: %python %S/Inputs/handlers-agree.py %ipoint_run %ipoint_report ./static sigset raw step
// RUN: env IPOINT_DB=%t/db %ipoint_cc clang -w -O0 %s -o called
// RUN: %python %S/Inputs/handlers-agree.py %ipoint_run %ipoint_report ./called sigset raw step
// RUN: env IPOINT_DB=%t/auto-db IPOINT_TIMED=auto %ipoint_cc gcc -w -O2 %s -o auto
// RUN: %python %S/Inputs/handlers-agree.py %ipoint_run %ipoint_report ./auto sysv_signal step
// Nothing is said that the program would not say, and not recorded it does what it does.
// RUN: ./program step && ./program raw
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#define OFTEN 400

extern __sighandler_t bsd_signal(int, __sighandler_t);
extern __sighandler_t sigset(int, __sighandler_t);

static volatile unsigned long alarms, nested, steps, works, helped;
static volatile unsigned long sum;
static sigjmp_buf place;
static volatile int jump, counted; /* 1: a jump may come, as this call of work() is counted */

static void help(int x) {
  helped++;
  sum += (unsigned long)x;
}

static void on_user(int number, siginfo_t *info, void *context) {
  nested += number == SIGUSR1 && info->si_signo == SIGUSR1 && context != NULL;
  help(number);
}

static void on_alarm(int number) {
  alarms++;
  help(number);
  if (alarms % 16 == 0)
    raise(SIGUSR1);
  if (jump && counted) {
    jump = 0;
    siglongjmp(place, 1);
  }
}

static void on_alarm_with_info(int number, siginfo_t *info, void *context) {
  if (info && context)
    on_alarm(number);
}

static void on_step(int number) {
  steps++;
  help(number);
}

static void work(int n) {
  int i;
  works++;
  counted = 1;
  for (i = 0; i < n; i++)
    if (i & 1)
      sum += (unsigned long)i;
    else
      sum ^= (unsigned long)i;
  counted = 0;
}

/* What the kernel takes. */
struct raw_action {
  void *handler;
  unsigned long flags;
  void (*restorer)(void);
  unsigned long mask;
};
extern void give_back(void);
__asm__(".text\nnop\ngive_back: movq $15, %rax\nsyscall\n");

/* Not even by libc's syscall(). */
static void install_raw(int number, void *handler, unsigned long flags) {
  struct raw_action action = {NULL, 0, give_back, 0};
  register long size __asm__("r10") = 8;
  long result;
  action.handler = handler;
  action.flags = flags | 0x04000000;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"((long)SYS_rt_sigaction), "D"((long)number), "S"(&action), "d"(0L), "r"(size)
                   : "rcx", "r11", "memory");
  if (result != 0)
    exit(3);
}

static void install(const char *how) {
  static char stack[65536];
  stack_t other;
  struct raw_action user = {NULL, SA_SIGINFO | SA_ONSTACK | 0x04000000, give_back, 0};
  memset(&other, 0, sizeof other);
  other.ss_sp = stack;
  other.ss_size = sizeof stack;
  sigaltstack(&other, NULL);
  user.handler = (void *)(size_t)on_user;
  if (syscall(SYS_rt_sigaction, SIGUSR1, &user, NULL, 8L) != 0)
    exit(3);
  if (strcmp(how, "sigset") == 0)
    sigset(SIGALRM, on_alarm);
  else if (strcmp(how, "raw") == 0)
    install_raw(SIGALRM, (void *)(size_t)on_alarm, SA_RESTART);
  else if (strcmp(how, "raw-siginfo") == 0)
    install_raw(SIGALRM, (void *)(size_t)on_alarm_with_info, SA_RESTART | SA_SIGINFO | SA_ONSTACK);
  else if (strcmp(how, "signal") == 0)
    signal(SIGALRM, on_alarm);
  else if (strcmp(how, "bsd_signal") == 0)
    bsd_signal(SIGALRM, on_alarm);
  else if (strcmp(how, "sysv_signal") == 0)
    sysv_signal(SIGALRM, on_alarm);
  else if (strcmp(how, "sigaction") == 0) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_alarm;
    sigaction(SIGALRM, &action, NULL);
  } else
    exit(3);
}

static void strike(const char *how) {
  struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
  int once = strcmp(how, "sysv_signal") == 0;
  static unsigned long before;
  install(how);
  if (once) /* the second one would end the program */
    often.it_interval = never.it_interval;
  setitimer(ITIMER_REAL, &often, NULL);
  while (alarms < (once ? 1 : OFTEN)) {
    work(50);
    /* Now and then a handler does not come back. */
    if (alarms >= before + 100 && !once) {
      before = alarms;
      if (sigsetjmp(place, 1) == 0) {
        jump = 1;
        while (jump)
          work(3);
      }
    }
  }
  setitimer(ITIMER_REAL, &never, NULL);
}

static void step_through(void) {
  install_raw(SIGTRAP, (void *)(size_t)on_step, 0);
  __asm__ volatile("pushfq\n\torq $0x100, (%%rsp)\n\tpopfq" ::: "memory", "cc");
  work(5);
  __asm__ volatile("pushfq\n\tandq $-257, (%%rsp)\n\tpopfq" ::: "memory", "cc");
}

int main(int count, char **words) {
  if (count != 2)
    return 2;
  work(1);
  if (strcmp(words[1], "step") == 0)
    step_through();
  else
    strike(words[1]);
  printf("on_alarm %lu on_user %lu on_step %lu work %lu help %lu\n", alarms, nested, steps, works, helped);
  return 0;
}
// REQ: IP-REQ-018
