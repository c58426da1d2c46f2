#ifdef SMP
#define TX_SMP_CORE_ID _tx_thread_smp_core_get()
unsigned _tx_thread_smp_core_get(void);
extern TX_THREAD *_tx_thread_current_ptr[2];
#else
extern TX_THREAD *_tx_thread_current_ptr;
#endif
