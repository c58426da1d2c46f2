/* As CMSIS-RTX 5 publishes it, as far as it is used. */
#include <stdint.h>
#include <stddef.h>
typedef void *osThreadId_t;
enum { osRtxThreadReady = 1, osRtxThreadRunning = 2, osRtxThreadBlocked = 3 };
typedef struct osRtxThread_s {
  uint8_t id, state;
} osRtxThread_t;
void EvrRtxThreadCreated(osThreadId_t thread_id, uint32_t thread_addr, const char *name);
void EvrRtxThreadSwitched(osThreadId_t thread_id);
