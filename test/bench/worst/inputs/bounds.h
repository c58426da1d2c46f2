/* Counters that the script wrong-bounds puts into loops. */
#ifndef BOUNDS_H
#define BOUNDS_H
struct bound_loop {
  int number, once;
  unsigned long begun, completed;
};
int bound_entered(int number);
int bound_begun(struct bound_loop *loop);
int bound_completed(int number, unsigned long times);
void bound_left(struct bound_loop *loop);
#endif
