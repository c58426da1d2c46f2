/*===- session.h - What a recorded process and the drain share ------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A *session* is a folder in memory (/dev/shm where there is one) that lives as
|* long as a recording:
|*
|*   control        struct ipoint_control, mapped by everyone
|*   PID-TID.N      a ring (core/slowpath.h) of one thread, its own or that of
|*                  its signal handlers: made by the thread, unlinked by the
|*                  drain
|*   born-PID-TIME  empty: a process, or a program that it executes now, that
|*                  has no ring yet; its older rings have ended. Unlinked by the
|*                  drain
|*   units-PID      unit records of one process, forty bytes each, appended;
|*                  unlinked by the drain once the process has gone
|*   databases      paths of the databases that units are from, appended by all
|*                  processes, a 0 behind each
|*
|* PID is 0 in the names of a process in another PID namespace than the drain's,
|* to which its number says nothing.
|*
|* ipoint-run makes it, puts its path into IPOINT_SESSION, and removes it. While
|* it runs it holds a lock (flock) on the folder, which is how others know that
|* it does: a number of a process comes round again. Every
|* process that finds IPOINT_SESSION joins. One that finds IPOINT_TRACE_DIR
|* instead starts `ipoint-run --helper`, which is no child of it and holds none
|* of its descriptors (agent/helper.c).
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_WIRE_SESSION_H
#define IPOINT_WIRE_SESSION_H

#include <stdint.h>
#include <sys/stat.h>

/* Path of the session folder. */
#define IPOINT_ENV_SESSION "IPOINT_SESSION"
/* Where the trace goes; asks for one. */
#define IPOINT_ENV_TRACE_DIR "IPOINT_TRACE_DIR"
/* Bytes of slots per thread. */
#define IPOINT_ENV_RING_SIZE "IPOINT_RING_SIZE"
/* stream, overwrite or discard. */
#define IPOINT_ENV_POLICY "IPOINT_POLICY"
/* Records of a window in which all ipoints are timed, and the mean time from
   one to the next: RECORDS/MILLISECONDS. */
#define IPOINT_ENV_WINDOWS "IPOINT_WINDOWS"
#define IPOINT_ENV_OVERHEAD "IPOINT_OVERHEAD"
/* yes, no or auto: whether context switches are recorded. */
#define IPOINT_ENV_SWITCHES "IPOINT_SWITCHES"
/* 1: records nothing until ipoint_start(). */
#define IPOINT_ENV_PAUSED "IPOINT_PAUSED"
/* Bytes that a trace may have. */
#define IPOINT_ENV_LIMIT "IPOINT_LIMIT"
/* Mask of the modes of what ipoint writes, octal; 077 if it is not set. */
#define IPOINT_ENV_UMASK "IPOINT_UMASK"
/* Path of ipoint-run, for IPOINT_TRACE_DIR. */
#define IPOINT_ENV_RUN "IPOINT_RUN"

/* Of the folder's path and the zero behind it: names of files in it are made on
   the stacks of signal handlers. */
#define IPOINT_SESSION_PATH_SIZE 256

#define IPOINT_CONTROL_NAME "control"
#define IPOINT_UNITS_PREFIX "units-"
#define IPOINT_BORN_PREFIX "born-"
#define IPOINT_DATABASES_NAME "databases"
/* In the trace folder while it is written: locked by the drain, holds the
 * session's path. */
#define IPOINT_LOCK_NAME ".session"

#define IPOINT_CONTROL_MAGIC UINT32_C(0x6c637069) /* "ipcl" */
/* Raised whenever this struct, the ring header or the folder changes: a process
   whose runtime is of another build does not join. */
#define IPOINT_SESSION_VERSION 16
/* What both sides must have alike, but for the counter, which is named: with
   pointers of another size, rings lie differently. */
#define IPOINT_SESSION_FINGERPRINT                                             \
  ((uint32_t)sizeof(void *) << 16 | IPOINT_SESSION_VERSION)

#define IPOINT_RING_SIZE_DEFAULT (UINT64_C(8) << 20)
#define IPOINT_RING_SIZE_MAX (UINT64_C(1) << 34)
/* Slots that a process can address, with room for the rest. */
#define IPOINT_RING_COUNT_MAX (SIZE_MAX / 32)

/* Identifies this process's PID namespace; 0: it is not known. */
static inline uint32_t ipoint_pid_space(void) {
  struct stat status;
  return stat("/proc/self/ns/pid", &status) == 0 ? (uint32_t)status.st_ino : 0;
}

/* One page. Zero unless said. */
struct ipoint_control {
  uint32_t magic;
  uint32_t fingerprint; /* IPOINT_SESSION_FINGERPRINT */
  /* Set by the drain before the path is handed out. */
  uint32_t policy;            /* enum ipoint_policy */
  uint32_t drain_pid;         /* as recorded processes see it */
  uint64_t ring_count;        /* slots per ring, a power of two */
  uint32_t window_records;    /* of a window (wire/counttable.h) */
  uint32_t window_cost;       /* of a record in one, ticks, at least 1 */
  uint32_t ring_count_chosen; /* 1: by the user; else windows need less */
  uint32_t paused;    /* 1: processes that join wait for ipoint_start() */
  uint32_t pid_space; /* in which drain_pid counts (ipoint_pid_space) */
  /* Set by the drain while it runs. */
  uint32_t closed;   /* 1: record no more */
  uint32_t complete; /* 1: the trace is written, or will not be written soon */
  uint32_t flush_done;  /* what flush_asked was when all streams were written */
  uint32_t flush_asked; /* by recorded processes: counts their wishes */
  /* By either: why recording ended before the program, or 0 (IPOINT_END_). The
     first counts. */
  uint32_t ended;
  /* 1: the drain sleeps on this word (futex), or is about to. A process
     with something for it sets it to 0, and wakes it if it was 1: what has to
     be found is stored before, with a full fence in between; the drain sets it,
     with such a fence behind, before the round of looking after which it
     sleeps. So one of the two sees the other. */
  uint32_t asleep;
  uint32_t changes; /* counted by recorded processes: there is another file in
                       the folder */
  /* Counted by recorded processes, atomically. */
  uint32_t processes;       /* that joined */
  uint32_t threads_without; /* threads that got no ring */
  uint32_t why_without;     /* errno of the last of these */
  uint32_t units_lost;      /* unit records that could not be written */
  /* Left by the process that started the helper, when it exits. */
  uint32_t
      leaving; /* 1: the fields below are set, and it waits for `complete` */
  /* Rings that are there; counted up by their threads, down by the drain. */
  uint32_t rings;
  uint64_t user_us, system_us, voluntary_switches, involuntary_switches;
  uint64_t ring_bytes; /* of these rings; counted alike */
  /* Set by the drain before the path is handed out: memory that all rings
     together may take, bytes. */
  uint64_t budget;
  /* Counted by recorded processes, atomically. */
  uint64_t least_count;   /* slots of the smallest ring that had to be smaller
                             than ring_count; 0: none had */
  uint32_t smaller_rings; /* how many had */
  uint32_t unused[2];
  /* Processes whose counter is another one than `clock`: they do not join. */
  uint32_t other_clock;
  /* Runtimes in a process that has joined already. Code in a separate link-map
     namespace (dlmopen) loads a second one. It does not join, for a thread has
     one ring. */
  uint32_t second_runtimes;
  uint32_t forks_begun;  /* calls of fork() … */
  uint32_t forks_joined; /* … and children that joined from its handler */
  uint64_t rate; /* ticks per second; set by the drain before the path is
                    handed out */
  /* Set by the drain before the path is handed out. */
  char clock[16];          /* name of the counter that it reads */
  uint64_t window_allowed; /* as in struct ipoint_window; set by the drain
                              before the path is handed out */
};

#endif /* IPOINT_WIRE_SESSION_H */
