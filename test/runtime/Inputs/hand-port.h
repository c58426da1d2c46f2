/* A port whose counter is set by hand: a word in the file that HAND_CLOCK names. */
#define IPOINT_PORT_NAME "hand"

extern IPOINT_API ipoint_word ipoint_hand_counter(void);

IPOINT_INLINE ipoint_word ipoint_port_counter(void) { return ipoint_hand_counter(); }

IPOINT_INLINE ipoint_word ipoint_port_timed_record(ipoint_word ipoint_record) {
  return ((ipoint_port_counter() << 24) >> 23) + ipoint_record;
}

IPOINT_INLINE void ipoint_port_publish(ipoint_word *ipoint_slot, ipoint_word ipoint_record,
                                       ipoint_word *__volatile__ *ipoint_cursor) {
  *(__volatile__ ipoint_word *)ipoint_slot = ipoint_record;
  __atomic_store_n(ipoint_cursor, ipoint_slot + 1, __ATOMIC_RELEASE);
}
