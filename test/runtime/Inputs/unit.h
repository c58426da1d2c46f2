/* What the instrumenter writes at the end of a file. */
static const struct ipoint_unit ipoint_this_unit = {
    {1u, 256u, 8000000u, 0x202u, 0x11223344u, 0x55667788u, 1u, 2u, 3u, 4u}};
