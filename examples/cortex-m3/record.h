/* Starts the recording, and lets it leave. */
#ifndef RECORD_H
#define RECORD_H

#ifdef MEASURE
void record_start(void);
void record_end(void);
#else
static inline void record_start(void) {}
static inline void record_end(void) {}
#endif

#endif
