static inline int of_system(int x) { return x; }
static inline int unused_of_system(int x) { return x; }
