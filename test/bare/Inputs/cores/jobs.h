#define TURNS 20u
#ifndef TASKS
#define TASKS 5u
#endif

void yield(void);
unsigned job(unsigned task, unsigned turn);
void jobs(unsigned task);
