static inline size_t _Thread_Get_name(const Thread_Control *task, char *buffer, size_t size) {
  return (size_t)snprintf(buffer, size, "%s", task->Object.name);
}
