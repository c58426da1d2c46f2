/*===- packetfile.c - Packets into a file ---------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "wire/packetfile.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

/* 0, or errno. */
static int write_all(int file, struct iovec *part, int count) {
  while (count > 0) {
    ssize_t done = writev(file, part, count);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return done < 0 ? errno : ENOSPC;
    for (; count > 0 && (size_t)done >= part->iov_len; count--)
      done -= (ssize_t)part++->iov_len;
    if (count > 0) {
      part->iov_base = (char *)part->iov_base + done;
      part->iov_len -= (size_t)done;
    }
  }
  return 0;
}

int ipoint_packet_write(int file, uint64_t *size,
                        const struct ipoint_packet *packet,
                        const struct ipoint_packet_context *context,
                        const uint64_t *records, int *torn) {
  uint8_t header[IPOINT_PACKET_HEADER_SIZE];
  struct iovec parts[2] = {
      {header, sizeof header},
      {(void *)(uintptr_t)records, packet->count * sizeof *records}};
  int error;
  ipoint_packet_header(header, packet, context);
  error = write_all(file, parts, packet->count ? 2 : 1);
  if (!error)
    *size += ipoint_packet_size(packet->count);
  else if (ftruncate(file, (off_t)*size) != 0)
    *torn = 1;
  return error;
}
