/* On a processor that executes out of order a function that is too short to be timed is a part of its caller: one call that an interrupt
 * made long does not stand for all of its calls.
 * RUN: rm -rf %t && mkdir %t && cd %t && cp %s main.c
 * RUN: env IPOINT_TIMED=functions IPOINT_STORE=paths %ipoint_cc gcc -O2 -fno-inline main.c -o main && %ipoint_run -o trace -- ./main
 * RUN: %ipoint_report worst work trace --to=json -o worst.json
 * RUN: %python -c "import json; d = json.load(open('worst.json')); print([(p['at']['function'], p['unit'], p['count']) for p in d['path']], \
 * RUN:   d['estimate']['raw'] / d['hwm']['raw'], d['remarks'])" | FileCheck %s
 * CHECK: [('work', 'function', 1)] 1.0 ['too short to be timed, so part of the calls around them: calls of tiny; without probes in them, by --propose-rules, the estimate is closer']
 * The rules leave it out of the next build.
 * RUN: %ipoint_report worst work trace --propose-rules rules.yaml > /dev/null && FileCheck --check-prefix=RULES %s < rules.yaml
 * RULES: - files: {{.*}}/main.c
 * RULES-NEXT: functions: [tiny]
 * RULES-NEXT: instrument: false
 * RUN: env IPOINT_DB=without.db IPOINT_CONFIG=rules.yaml IPOINT_TIMED=functions IPOINT_STORE=paths %ipoint_cc gcc -O2 -fno-inline main.c -o without
 * RUN: %ipoint_run -o without.trace -- ./without
 * RUN: %ipoint_report worst work without.trace --db without.db --propose-rules none.yaml --to=json -o without.json
 * RUN: %python -c "import json; d = json.load(open('without.json')); print([(p['at']['function'], p['unit'], p['count']) for p in d['path']], \
 * RUN:   d['remarks'])" | FileCheck --check-prefix=WITHOUT %s
 * WITHOUT: [('work', 'function', 1)] []
 * RUN: FileCheck --check-prefix=NONE %s < none.yaml
 * NONE: # No function is too short to be timed.
 * With a time that is declared it is one of the parts.
 * RUN: printf 'flow:\n  - time: tiny\n    at-most: 1 s\n' > facts.yaml
 * RUN: %ipoint_report worst work trace --facts facts.yaml --to=json -o worst.json
 * RUN: %python -c "import json; print([(p['at']['function'], p['unit'], p['count']) for p in json.load(open('worst.json'))['path']])" \
 * RUN:   | FileCheck --check-prefix=DECLARED %s
 * DECLARED: ('tiny', 'inclusive', 5000)
 */
static volatile int sink;

static void tiny(void) { sink++; }

static void work(void) {
  for (int i = 0; i < 5000; i++)
    tiny();
}

int main(void) {
  for (int i = 0; i < 20; i++)
    work();
  return 0;
}
