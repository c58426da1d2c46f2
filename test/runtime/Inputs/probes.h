/* The probes of tests that are compiled with -DPATHS too: the untimed ones store path records then, each with its id for a
   number, which trace-count.c holds them against if it was compiled so. */
#include "ipoint/probe.h"

#ifdef PATHS
#define UNTIMED(id) ipoint_path(id, id)
#define ANY(id) ipoint_path(id, id)
#else
#define UNTIMED(id) ipoint_untimed(id)
#define ANY(id) ipoint_timed(id) /* nothing is untimed without paths */
#endif
