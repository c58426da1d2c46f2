/*===- stream.h - A recording that leaves while the program runs ----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* For programs that start the recording with IPOINT_STREAM (bare.h). Compile
|* bare.c with
|*
|*   -DIPOINT_FRAMES       frames for any byte sink: a UART, USB, a socket
|*   -DIPOINT_RTT=1024     frames through an RTT up-channel, with a buffer of so
|*                         many bytes in RAM, which a debug probe reads
|*
|* and read the frames on the host: ipoint-import --stream SOURCE. A frame is
|* 0, a COBS block, 0; docs/formats.md describes what the block holds. Where a
|* byte is lost or damaged, one frame is lost, and how many records it had is
|* known from the next one.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_STREAM_H
#define IPOINT_STREAM_H

#include <stdint.h>

#define IPOINT_FRAME_RECORDS 30u /* of a frame, at most */
/* The first byte of a frame that describes the recording; of others it is the
   counter's width, bits. */
#define IPOINT_FRAME_DESCRIPTION 0x81u
/* Of one of several cores: before the width this, the core's number and how
   many cores there are; it has a record less. */
#define IPOINT_FRAME_OF_CORE 0x82u
#define IPOINT_FRAME_PIECE 240u  /* bytes of unit records in one of these */
#define IPOINT_FRAME_BETWEEN 32u /* frames of records between two of these */
/* With both zeros. */
#define IPOINT_FRAME_BYTES (3u + 1u + 2u * 4u + IPOINT_FRAME_RECORDS * 8u + 4u)
#define IPOINT_FRAME_CRC UINT32_C(0xedb88320) /* CRC-32 of IEEE 802.3 */

/* Gives up to `limit` bytes of the recording to `put`, in one or more calls,
   and returns how many; 0: there is nothing to send. Call it again and again,
   from the idle loop or from the handler that finds the transmitter ready, from
   one of them only, and on one of several cores; `limit` is what the sink takes
   without waiting. After ipoint_bare_stop(), until it returns 0. If the ring is
   full before this has emptied it, records are counted as lost until it is
   empty again. */
uint32_t ipoint_stream_poll(void (*put)(const void *bytes, uint32_t size),
                            uint32_t limit);

/* The same for the RTT channel, with as many bytes as its buffer has room
   for. */
uint32_t ipoint_rtt_poll(void);

/* Where ids go to pins (bare/pins.c): pairs of records at the start, by whose
   distances the host measures what a probe takes. To be called once, early. */
#define IPOINT_PINS_ROUNDS 64
void ipoint_pins_start(void);

#endif /* IPOINT_STREAM_H */
