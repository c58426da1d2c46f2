/* 2 x 1,973 calls of fib() and 2 of work(); exit status 3. */
#include <pthread.h>
#include <stdio.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static void *work(void *argument) {
  printf("%d\n", fib(15));
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 3;
}
