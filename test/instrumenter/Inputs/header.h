/* A header of the user. */

static inline int of_header(int x) { return x > 1 ? x * 2 : 0; }

inline int external(int x) { return x + 1; }
