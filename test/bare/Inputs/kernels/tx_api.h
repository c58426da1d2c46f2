/* As ThreadX 6 publishes it, as far as it is used. */
typedef unsigned long long EXECUTION_TIME;
typedef unsigned long EXECUTION_TIME_SOURCE_TYPE;
enum { TX_READY, TX_SUSPENDED = 3 };
typedef struct TX_THREAD_STRUCT {
  char *tx_thread_name;
  unsigned tx_thread_state;
  EXECUTION_TIME tx_thread_execution_time_total;
  EXECUTION_TIME_SOURCE_TYPE tx_thread_execution_time_last_start;
} TX_THREAD;
void _tx_execution_initialize(void);
void _tx_execution_thread_enter(void);
void _tx_execution_thread_exit(void);
void _tx_execution_isr_enter(void);
void _tx_execution_isr_exit(void);
