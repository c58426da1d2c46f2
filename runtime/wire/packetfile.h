/*===- packetfile.h - Packets into a file ---------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_WIRE_PACKETFILE_H
#define IPOINT_WIRE_PACKETFILE_H

#include "wire/packets.h"

/* Bytes of a packet of `records`. */
static inline uint64_t ipoint_packet_size(size_t records) {
  return IPOINT_PACKET_HEADER_SIZE + (uint64_t)records * sizeof(uint64_t);
}

/* Appends a packet, header and all, to `file`, whose packets have `*size` bytes
   so far, which grows by its own. 0; or, with nothing of it in the file, errno
   of what failed (ENOSPC: the file takes no more; EFAULT: the records are not
   there). *torn is set if a part of it is left behind `*size`. */
int ipoint_packet_write(int file, uint64_t *size,
                        const struct ipoint_packet *packet,
                        const struct ipoint_packet_context *context,
                        const uint64_t *records, int *torn);

#endif /* IPOINT_WIRE_PACKETFILE_H */
