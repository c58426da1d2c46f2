#define IPOINT_PORT_HEADER "ipoint/port/atomic.h"
