typedef struct _Thread_Control {
  struct {
    uint32_t id;
  } Object;
  uint32_t current_state;
} Thread_Control;
typedef struct {
  void (*thread_switch)(Thread_Control *executing, Thread_Control *heir);
  void (*thread_begin)(Thread_Control *executing);
} User_extensions_Table;
