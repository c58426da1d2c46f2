/* As OSEK/VDX OS 2.2.3 publishes it, as far as it is used. */
typedef unsigned char StatusType, TaskType, *TaskRefType;
#define E_OK ((StatusType)0)
StatusType GetTaskID(TaskRefType task);
void PreTaskHook(void);
void PostTaskHook(void);
