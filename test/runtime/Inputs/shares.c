/* Three quarters of the time are spent in three(), wherever that is: in the same thread, in another one,
   in a child, in a library that is loaded. The instrumented program does nothing. */
#ifdef LIBRARY
#define HERE
#else
#define HERE static
#endif
#ifndef INSTRUMENTED
__attribute__((noinline)) HERE unsigned long three(unsigned long x, long n) {
  for (n *= 3; n; n--)
    x = x * 6364136223846793005ul + 1442695040888963407ul;
  return x;
}
#endif
#ifndef LIBRARY
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef INSTRUMENTED
#include "ipoint/probe.h"
#include "unit.h"
int main(void) {
  ipoint_timed(300u);
  ipoint_timed(301u);
  return 0;
}
#else
__attribute__((noinline)) static unsigned long one(unsigned long x, long n) {
  for (; n; n--)
    x = x * 6364136223846793005ul + 1442695040888963407ul;
  return x;
}

#define STEPS 100000
#define ROUNDS 800
typedef unsigned long work(unsigned long, long);
static volatile unsigned long sum;

static void *do_three(void *function) {
  int i;
  sigset_t all;
  sigfillset(&all); /* as threads do that leave signals to others */
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  for (i = 0; i < ROUNDS; i++)
    sum += (function ? *(work **)function : three)(sum, STEPS);
  return NULL;
}

/* The file holds how many runs there were. */
static int run_of(const char *path) {
  FILE *file = fopen(path, "a");
  fputc('.', file);
  long runs = ftell(file);
  fclose(file);
  return (int)runs;
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  pthread_t thread;
  void *library;
  work *found;
  int i, joined = 0, status = 0;
  if (strcmp(how, "interrupted") == 0 && run_of(argv[2]) == 4) {
    kill(getppid(), SIGTERM);
    raise(SIGTERM);
  }
  if (strcmp(how, "threads") == 0)
    joined = pthread_create(&thread, NULL, do_three, NULL) == 0;
  else if (strcmp(how, "forks") == 0 && fork() == 0)
    return do_three(NULL) != NULL;
  else if (strcmp(how, "library") == 0 && (library = dlopen(argv[2], RTLD_NOW))) {
    found = (work *)dlsym(library, "three");
    do_three(&found);
  } else if (strcmp(how, "forks") != 0)
    do_three(NULL);
  for (i = 0; i < ROUNDS; i++)
    sum += one(sum, STEPS);
  if (joined)
    pthread_join(thread, NULL);
  while (wait(&status) > 0)
    ;
  return status;
}
#endif
#endif
