# deep.py SHAPE DEPTH: a function with a nest of that depth.
import sys
shape, depth = sys.argv[1], int(sys.argv[2])
print("int f(int x) {\n  int s = 0;")
print({"parentheses": "s = " + "(" * depth + "x" + ")" * depth + ";",
       "operators": "s = " + "!" * depth + "x;",
       "casts": "s = " + "(int)" * depth + "x;",
       "ifs": "if (x)\n" * depth + "s++;",
       "braces": "{\n" * depth + "s++;\n" + "}" * depth}[shape])
print("  return s;\n}")
