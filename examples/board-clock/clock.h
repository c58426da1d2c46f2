/* What the counter that ipoint/observe.h reads resolves and costs on this
   board, in text, by `put`, which takes one character: a UART, semihosting, a
   debugger's channel. A counter that has to be started is started before. */
#ifndef CLOCK_H
#define CLOCK_H

void print_clock(void (*put)(char character));

#endif
