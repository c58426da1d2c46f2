/* What the counter that ipoint/observe.h reads resolves and costs on this
   board, in text, by `put`, which takes one character: a UART, semihosting, a
   debugger's channel. A counter that has to be started is started before. */
#ifndef CLOCK_H
#define CLOCK_H

void print_clock(void (*put)(char character));

/* The same of probes, where runtime/bare/bare.c is linked (probes.c). It starts
   a recording and ends it, so that nothing else may be recorded. */
void print_probes(void (*put)(char character));

#endif
