# Prints C as a generator would: thousands of functions that claim lines of another file, and a long one.
print("#include <stdio.h>")
for n in range(1, 8001):
    print(f'#line {n * 100} "grammar.y"')
    print(f"static int rule_{n}(int x)\n{{\n  if (x > {n} && x & 1)\n    x -= {n};\n  else\n    x += 3;")
    print("  while (x > 5000)\n    x /= 2;\n  return x;\n}")
print('#line 1 "parser.c"\nstatic int parse(int x)\n{\n  switch (x % 6000) {')
for n in range(1, 6001):
    print(f"  case {n % 6000}:\n    x = rule_{n}(x);\n    break;")
print("  }\n  return x;\n}")
print("int main(void)\n{\n  unsigned sum = 0;\n  int n;\n  for (n = 0; n < 9000; ++n)\n    sum += parse(n);")
for n in range(6001, 8001):
    print(f"  sum += rule_{n}(sum & 8191);")
print('  printf("%u\\n", sum);\n  return 0;\n}')
