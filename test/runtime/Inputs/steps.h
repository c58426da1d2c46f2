/* Threads that run step by step, each step on request. */
#include <pthread.h>
#include <semaphore.h>

struct worker {
  pthread_t thread;
  sem_t go, done;
};

/* In the worker: reports that its step is done, and waits for the next request.
 */
static void rest(struct worker *worker) {
  sem_post(&worker->done);
  sem_wait(&worker->go);
}

static void begin(struct worker *worker, void *(*work)(void *)) {
  sem_init(&worker->go, 0, 0);
  sem_init(&worker->done, 0, 0);
  pthread_create(&worker->thread, 0, work, worker);
  sem_wait(&worker->done);
}

static void step(struct worker *worker) {
  sem_post(&worker->go);
  sem_wait(&worker->done);
}

static void finish(struct worker *worker) {
  sem_post(&worker->go);
  pthread_join(worker->thread, 0);
}
