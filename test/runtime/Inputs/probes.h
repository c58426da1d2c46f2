/* The probes of tests that are compiled with -DPATHS too: the untimed ones store path records then, each with its id for a
   number, which `ipoint-trace-count --paths` holds them against. */
#include "ipoint/probe.h"

#ifdef PATHS
#define UNTIMED(id) ipoint_path(id, id)
#define ANY(id) ipoint_path(id, id)
#else
#define UNTIMED(id) ipoint_untimed(id)
#define ANY(id) ipoint_timed(id) /* nothing is untimed without paths */
#endif
