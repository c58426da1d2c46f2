// In a program that is not recorded the runtime takes the place of nothing: what is bound to its library are names of ours,
// and a static program that links it has the C library's own functions. Under ipoint-run the hooks are there.
// REQUIRES: x86-64
// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: env LD_BIND_NOW=1 LD_DEBUG=bindings %t 2>&1 | grep 'to [^ ]*libipoint' | FileCheck %s --implicit-check-not="symbol {{.}}{{[^i]}}"
// CHECK: symbol `ipoint_
// RUN: %cc -O2 -static -I%runtime_include %s %runtime_libdir/libipoint.a -o %t.static
// RUN: nm %t.static | grep -c ' [TW] \(vfork\|sigaction\|siglongjmp\|syscall\)$' | FileCheck %s --check-prefix=STATIC
// STATIC: 4
// RUN: nm %t.static | FileCheck %s --check-prefix=NOHOOKS
// NOHOOKS-NOT: ipoint_signal_hooks$
// RUN: env LD_BIND_NOW=1 LD_DEBUG=bindings %ipoint_run -o %t.trace -- %t 2>&1 | grep 'file %t .* to [^ ]*libipoint' | sed 's/.*libipoint\([^ ]*\) .*symbol `\([^'"'"']*\).*/\1 \2/' | sort | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: -signals.so siglongjmp
// DEFAULT: -signals.so signal
// RUN: env LD_BIND_NOW=1 LD_DEBUG=bindings %ipoint_run --no-preload -o %t.trace -- %t 2>&1 | grep 'file %t .* to [^ ]*libipoint' | FileCheck %s --check-prefix=NONE
// NONE-NOT: signals.so
#define _GNU_SOURCE
#include "ipoint/probe.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static sigjmp_buf place;

static void on_signal(int number) { siglongjmp(place, number); }

int main(void) {
  struct sigaction old;
  ipoint_timed(300u);
  signal(SIGUSR1, on_signal);
  if (sigaction(SIGUSR1, NULL, &old) != 0 || old.sa_handler != on_signal)
    return 1;
  if (sigsetjmp(place, 1) == 0)
    raise(SIGUSR1);
  if (vfork() == 0)
    _exit(0);
  wait(NULL);
  return syscall(SYS_gettid) <= 0;
}
#include "Inputs/unit.h"
// REQ: IP-REQ-016
