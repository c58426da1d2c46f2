/* As Zephyr 3.0 to 4.2 publish it, as far as it is used. */
#include <stddef.h>
#include <stdint.h>
#define _THREAD_PENDING (1u << 1)
#define _THREAD_QUEUED (1u << 7)
struct k_thread {
  struct {
    uint8_t thread_state;
  } base;
  char name[32];
};
static inline const char *k_thread_name_get(struct k_thread *thread) { return thread->name; }
/* The hooks' parameters differ between versions: these are the older ones. */
void sys_trace_thread_name_set_user(struct k_thread *thread);
void sys_trace_thread_switched_out_user(struct k_thread *thread);
void sys_trace_thread_switched_in_user(struct k_thread *thread);
