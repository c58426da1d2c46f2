# Prints a C program of deep nests and long chains.
CASES = "".join(
    f"  case {i}: x += {i % 7}; {'break;' if i % 5 else ''}\n" for i in range(5000)
)
ELSE_IFS = "".join(f"if (x == {i}) x += {i % 9};\n  else " for i in range(3000))
CHOICES = "".join(f"x == {i} ? {i % 9} : " for i in range(1000))
ANDS = " && ".join(f"x != {i}" for i in range(500))
LOOPS = "for (int i = 0; i < x; ++i) { "

print(
    f"""#include <stdio.h>
static int cases(int x) {{
  switch (x) {{
{CASES}  }}
  return x;
}}
static int else_ifs(int x) {{
  {ELSE_IFS}x = 0;
  return x;
}}
static int parentheses(int x) {{ return {"(" * 500}x{" + 1)" * 500}; }}
static int blocks(int x) {{ {"{ if (x) " * 500}x++;{" }" * 500} return x; }}
static int choices(int x) {{ return {CHOICES}7; }}
static int ands(int x) {{ return {ANDS}; }}
static int nested_ands(int x) {{ return {"x && (" * 400}x{")" * 400}; }}
static int loops(int x) {{
  int s = 0;
  {LOOPS * 100}s++; if (s > 50) return s; {"}" * 100}
  return s;
}}
int main(void) {{
  int sum = 0;
  for (int i = 0; i < 5000; i += 37)
    sum += cases(i) + else_ifs(i) + choices(i) + ands(i);
  printf("%d %d %d %d %d\\n", sum, parentheses(1), blocks(1), nested_ands(2), loops(2));
  return 0;
}}"""
)
