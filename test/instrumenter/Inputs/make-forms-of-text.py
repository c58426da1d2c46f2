# Writes C texts of unusual form to the working directory.
COMMON = """#include <stdio.h>
static int walk(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    if (i == 3 && n > 4)
      continue;
    sum += i ? i : 1;
  }
  return sum;
}
int main(void) {
  printf("%d %d\\n", walk(3), walk(9));
  return 0;
}"""

NAMES = """#include <stdio.h>
static int größe(int länge) { if (länge > 3) return länge; else return länge ? 7 : -1; }
/* 日本語の注釈 */ static const char *名前(int 数) { return 数 ? "はい" : "いいえ"; }
int main(void) {
  int \\u00e9t\\u00e9 = größe(4);
  for (int ß = 0; ß < 2; ++ß) { printf("%s %d\\n", 名前(ß), größe(ß) + été); }
  return 0;
}
"""

TRIGRAPHS = """??=include <stdio.h>
static int pick(int x)
??<
  int a??(3??) = <% 1, 2, 3 %>;
  if (x > 1 ??!??! x == -1) return a<:0:>; else if (x) ??< x ??'= 3; ??>
  while (x > 2) { x--; /* ??/
*/ }
  return x ??! a??(1??);
??>
int main(void) ??<
  printf("%d %d %d??/n", pick(0), pick(1), pick(5));
  return 0;
??>
"""

SPLICES = """#include <stdio.h>
static i\\
nt pick(int x) \\
{
  i\\
f (x > 2) ret\\
urn 1\\
; el\\
se if (x) { x +\\
= 2; } // a comment \\
goes on
  for (int i = 0; i \\
< 3; ++\\
i) \\
    x +\\
= i &\\
& x ? 1 : 2;
  wh\\
ile (x > 4) x--\\
;
  d\\
o x++; whi\\
le (x < 6);
  swi\\
tch (x) { ca\\
se 6: ret\\
urn x \\
; defau\\
lt\\
: break; }
  return \\
 x;
}
int main(void) {
  printf("%d %d \\
%d\\n", pick(0), pick(1), pick(5));
  return 0;
}
"""

DIGRAPHS = """%:include <stdio.h>
%:define JOIN(a, b) a %:%: b
static int f(int x) <%
  int a<:3:> = <% 1, 2, 3 %>;
  if (x) <% a<:1:> += x; %> else a<:0:> = 4;
  while (x-- > 0) <% if (x == 2) conti\\
nue; a<:2:>++; %>
  for (int i = 0; i < 3; ++\\
i) a<:1:> += JO\\
IN(, a)<:i:>;
  ret\\
urn a<:0:> + a<:1:> * 10 + a<:2:> * 100 +\\
 (x ? 1 : 2);
%>
static int g(int x) { swi\\
tch (x) { ca\\
se 1: ret\\
urn 5; defa\\
ult: if\\
 (x) re\\
turn 6; el\\
se goto l; } l: d\\
o { x++; } whi\\
le (x < 3); return x; }
int main(void) <%
  for (int i = 0; i < 5; ++i) printf("%d %d ", f(i), g(i));
  return 0;
%>
"""

LINES = """#include <stdio.h>
#line 1000 "generated.y"
static int generated(int n) {
#line 5 "generated.y"
  if (n)
#line 3
    return 1;
#line 70000 "other.y"
  while (n < 5) { n++;
#line 2 "lines.c"
  } return n; }



#line 11 "lines.c"
int main(void) {
  printf("%d %d %d %s\\n", generated(0), generated(1), __LINE__, __FILE__);
  return 0;
}
"""

for name, text in [
    ("names", NAMES),
    ("trigraphs", TRIGRAPHS),
    ("splices", SPLICES),
    ("crlf", COMMON.replace("\n", "\r\n") + "\r\n"),
    ("cr", COMMON.replace("\n", "\r") + "\r"),
    ("mixed", "".join(l + ("\r\n" if i % 2 else "\n") for i, l in enumerate(DIGRAPHS.split("\n")))),
    ("digraphs", DIGRAPHS),
    ("unended", COMMON),
    ("lines", LINES),
]:
    with open(name + ".c", "w", encoding="utf-8", newline="") as file:
        file.write(text)
