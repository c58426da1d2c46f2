/* As RTEMS 6 publishes it, as far as it is used; so are the headers in rtems/score. */
#include <stddef.h>
#include <stdint.h>
char *rtems_object_get_name(uint32_t id, size_t length, char *name);
