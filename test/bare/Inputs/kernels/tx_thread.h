extern TX_THREAD *_tx_thread_current_ptr;
