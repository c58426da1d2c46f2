// Columns are those of the text that the user wrote, whichever way it is instrumented.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %ipoint_instrument --db=source.db %s -o /dev/null
// RUN: %cc -E -C %s -o text.i && %ipoint_instrument --db=gcc.db text.i -o /dev/null
// RUN: %clang -E -C %s -o text.i && %ipoint_instrument --db=clang.db text.i -o /dev/null
// RUN: for way in source gcc clang; do sqlite3 $way.db "SELECT f.name || ' ' || f.line || ':' || f.column FROM functions f ORDER BY 1; SELECT i.name || ' ' || i.line || ':' || i.column || ' ' || i.macro FROM ipoints i JOIN functions f ON i.function = f.id WHERE f.name = 'plain' OR f.name = 'columned' ORDER BY i.id" > $way.txt; done
// RUN: cmp source.txt gcc.txt && cmp source.txt clang.txt
// RUN: FileCheck --match-full-lines %s < gcc.txt
// CHECK: columned 17:14
// CHECK: plain 23:1
// RUN: for way in gcc clang; do sqlite3 $way.db "SELECT i.name || ' ' || i.line || ':' || i.column || ' ' || i.macro FROM ipoints i JOIN functions f ON i.function = f.id WHERE f.name = 'made' ORDER BY i.id" | FileCheck --match-full-lines --check-prefix=MADE %s || exit 1; done
#define CALL(condition, statement) if (condition) { statement; }
#define OPEN {
#define CLOSE }
#define LABELS case 1: case 2:

static   int columned(int x) {	if (x)	{ x++; }   else /* here */ x--;
  for (int i = 0;   i < x;	i++) { if (i == 3)   continue; x -= 1; } return   x; }

/* A name at the start of its line, and
   code behind comments. */ int f(void);
int
plain(int x) {
  /* first
     second */ while (x > 3)   { x--; /* a */   if (x == 5) /* b */ break; }  x++;
  switch (x) { case 1:   case 2: x = 5; break;   default: x = 6; }
  return x > 3 &&   x < 9; }

int made(int x)
OPEN
  CALL(x > 1, x--)  x++;
  CALL(x >
       2,
       x -= 2
      )  x++;  if (x)   x--;
  switch (x) OPEN LABELS   x = 9;   break; CLOSE
  return x; CLOSE
// CHECK: entry 17:14 0
// CHECK-NEXT: if.1/then 17:41 0
// CHECK-NEXT: if.1/else 17:66 0
// CHECK-NEXT: if.1/join 18:3 0
// CHECK-NEXT: for.1/condition 18:21 0
// CHECK-NEXT: for.1/body 18:35 0
// CHECK-NEXT: for.1/body/if.1/then 18:49 0
// CHECK-NEXT: for.1/body/if.1/join 18:59 0
// CHECK-NEXT: for.1/step 18:28 0
// CHECK-NEXT: for.1/join 18:69 0
// CHECK-NEXT: return.1/exit 18:69 0
// CHECK-NEXT: entry 23:1 0
// CHECK-NEXT: while.1/condition 25:23 0
// CHECK-NEXT: while.1/body 25:34 0
// CHECK-NEXT: while.1/body/if.1/then 25:69 0
// CHECK-NEXT: while.1/join 25:79 0
// CHECK-NEXT: switch.1/case.1 26:16 0
// CHECK-NEXT: switch.1/default 26:50 0
// CHECK-NEXT: switch.1/join 27:3 0
// CHECK-NEXT: return.1/exit 27:3 0
// If two macros stand side by side, the expansion of each is not known: the place is that of the first macro.
// MADE: entry 29:5 0
// MADE-NEXT: if.1/then 31:15 0
// MADE-NEXT: if.1/join 31:21 0
// MADE-NEXT: if.2/then 34:8 0
// MADE-NEXT: if.2/join 35:10 0
// MADE-NEXT: if.3/then 35:25 0
// MADE-NEXT: if.3/join 36:3 0
// MADE-NEXT: switch.1/case.1 36:14 1
// MADE-NEXT: switch.1/join 37:3 0
// MADE-NEXT: return.1/exit 37:3 0
int main(void) { return made(plain(columned(4))) == 0; }
