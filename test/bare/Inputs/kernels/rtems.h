/* As RTEMS 6 publishes it, as far as it is used. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#define STATES_READY 0
#define STATES_DELAYING 8
typedef struct _Thread_Control {
  struct {
    uint32_t id;
    const char *name;
  } Object;
  uint32_t current_state;
} Thread_Control;
typedef struct {
  void (*thread_switch)(Thread_Control *executing, Thread_Control *heir);
  void (*thread_begin)(Thread_Control *executing);
} User_extensions_Table;
