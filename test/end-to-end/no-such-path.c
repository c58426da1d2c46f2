// A record with a path number that its function does not have is reported as an error, with exit status 2; with the
// option to go on, the report has the events of all other records.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: env IPOINT_DB=%t/ipoint.db IPOINT_TIMED=none %ipoint_cc gcc -O1 -w %s -o program && %ipoint_run --switches=no -o trace -- ./program 2> err
// RUN: %python -c "$(sed -n 's,^// PY: ,,p' %s)"
// PY: import glob, struct
// PY: (name,) = glob.glob("trace/stream-*")
// PY: data = bytearray(open(name, "rb").read())
// PY: words = list(struct.unpack_from("<%dQ" % ((len(data) - 80) // 8), data, 80))
// PY: ids = [word >> 41 for word in words]
// PY: body = max(set(ids), key=ids.count)
// PY: struct.pack_into("<Q", data, 80 + 8 * [i for i, each in enumerate(ids) if each == body][2], body << 41 | 9999 << 1)
// PY: open(name, "wb").write(data)
// RUN: %ipoint_report text trace > out 2>&1; test $? = 2
// RUN: FileCheck %s --input-file=out --implicit-check-not={{.}}
// CHECK: ipoint-report: error: path number 9999 to for.1/body ({{.*}}no-such-path.c:[[#]]), which f does not have: the trace may be of another build or damaged, or ipoint has a bug; --exclude-impossible reports the rest
// RUN: %ipoint_report text --exclude-impossible trace > rest 2>&1; test $? = 0
// RUN: FileCheck %s --input-file=rest --check-prefix=REST
// REST: path number 9999
static int f(int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    if (i & 1)
      s += i;
  return s;
}

int main(void) {
  return f(5) < 0;
}
// REQ: IP-REQ-040
