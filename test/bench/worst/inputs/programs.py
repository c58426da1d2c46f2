# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small C programs, drawn by a seed, of which all inputs can be run: `root()` and what it calls read 12 bits of `input`.

With -DCOUNT a program counts how often its loops' bodies and its functions run; without, the macros are nothing.
"""
import random

BITS = 12
HEAD = """extern unsigned input, sink;
#define WORK(n) __asm__ volatile(".rept " #n "\\n\\tnop\\n\\t.endr")
#ifdef COUNT
void counted(unsigned loop, unsigned entry, unsigned call);
void within(unsigned loop, unsigned outer, unsigned times);
void called(unsigned function);
#define LOOP(n) unsigned entry##n = 0, call##n = 0;
#define ENTER(n) entry##n = 0;
#define BODY(n) counted(n, ++entry##n, ++call##n);
#define WITHIN(n, outer) unsigned entry##n##in##outer = 0;
#define RESET(n, outer) entry##n##in##outer = 0;
#define INSIDE(n, outer) within(n, outer, ++entry##n##in##outer);
#define CALLED(n) called(n);
#else
#define LOOP(n)
#define ENTER(n)
#define BODY(n)
#define WITHIN(n, outer)
#define RESET(n, outer)
#define INSIDE(n, outer)
#define CALLED(n)
#endif
"""
MUTUAL = """static unsigned odd(unsigned a);
static unsigned even(unsigned a) {
  if (a == 0)
    return 1;
  if (input >> a & 1)
    WORK(9);
  return odd(a - 1);
}
static unsigned odd(unsigned a) {
  return a == 0 ? 0 : even(a - 1);
}
"""


class Function:
    """What callers have to know: cost is an upper bound of records, about; calls of a recursive one count down from at most 3."""

    def __init__(self, name, cost, recursive):
        self.name, self.cost, self.recursive = name, cost, recursive


class Program:
    """lines of C; loops: [(number, function, line)]; nested: [(loop, one around it)];
    recursive: numbers and names of functions that call themselves."""

    def __init__(self, seed, wild=False, budget=1200):
        """wild: also jumps backwards, calls through pointers and of functions that call each other, which have no bounds here."""
        self.random = random.Random(seed)
        self.wild = wild
        self.next_bit = 0
        self.lines = HEAD.splitlines()
        self.loops, self.functions, self.recursive, self.nested = [], [], [], []
        self.labels = 0
        if wild:
            self.lines += MUTUAL.splitlines()
        for number in range(self.random.randint(1, 3)):
            self.function(number, "f{}".format(number), max(30, budget // 8), self.random.random() < 0.3)
        self.function(len(self.functions), "root", budget, False)

    def text(self):
        return "\n".join(self.lines) + "\n"

    # A function

    def function(self, number, name, budget, recursive):
        self.name, self.variables, self.own_loops = name, [], []
        if recursive:
            self.recursive.append((number, name))
        body, cost = self.block(1, max(8, budget // 8) if recursive else budget, (), 3, False, None, recursive)
        head = ["{}unsigned {}({}) {{".format("" if name == "root" else "static ", name, "void" if name == "root" else "unsigned a"),
                "  unsigned x = {}{};".format("1" if name == "root" else "a", "".join(", {} = 0".format(v) for v in self.variables)),
                "  " + " ".join("LOOP({})".format(n) for n, _ in self.own_loops) +
                " ".join("WITHIN({}, {})".format(*pair) for pair in self.nested if pair[0] in dict(self.own_loops)),
                "  CALLED({})".format(number)]
        if recursive:
            head += ["  if (a == 0)", "    return x + 1;"]
        lines = head + body + ["  sink += x;", "  return x & 63;", "}"]
        for line in lines:
            if isinstance(line, tuple):
                self.loops.append((line[0], name, len(self.lines) + 1))
                line = line[1]
            self.lines.append(line)
        self.functions.append(Function(name, (cost + 4) * (8 if recursive else 1), recursive))

    # Expressions

    def field(self, most_bits=3):
        return self.bits(self.random.randint(1, most_bits))

    def bits(self, count):
        """The next bits of the input: all have their turn before one decides twice."""
        if self.next_bit + count > BITS:
            self.next_bit = 0
        self.next_bit += count
        return "(input >> {} & {})".format(self.next_bit - count, (1 << count) - 1)

    def comparison(self):
        """Of bits of the input with a number; both answers are possible."""
        bits = self.random.choice((1, 1, 2))
        low = (1 << bits) - 1
        sign, number = self.random.choice(((">", self.random.randrange(low)), ("<", self.random.randint(1, low))))
        return "({} {} {})".format(self.bits(bits), sign, number)

    def number(self, names):
        pick = self.random.random()
        if pick < 0.4:
            return self.field()
        if pick < 0.6 and names:
            return self.random.choice(names)
        if pick < 0.8 and self.name != "root":
            return "(a & 3)"
        return str(self.random.randint(0, 4)) if pick < 0.9 else "(x & 3)"

    def call(self, budget, names):
        """A call, and what it costs; None where none is cheap enough."""
        fits = [f for f in self.functions if f.cost <= budget]
        if not fits:
            return None
        to = self.random.choice(fits)
        argument = self.number(names)
        return "{}({})".format(to.name, "{} & 3".format(argument) if to.recursive else argument), to.cost

    def condition(self, budget, names, depth=2):
        pick = self.random.random()
        if depth and pick < 0.3:
            left, one = self.condition(budget // 2, names, depth - 1)
            right, two = self.condition(budget // 2, names, depth - 1)
            return "({} {} {})".format(left, self.random.choice(("&&", "||")), right), one + two + 2
        if depth and pick < 0.35:
            inner, cost = self.condition(budget, names, depth - 1)
            return "!" + inner, cost
        call = self.call(budget, names) if pick < 0.55 else None
        if call:
            return "({} > {})".format(call[0], self.random.randint(2, 40)), call[1]
        if pick < 0.85 or not names:
            return self.comparison(), 0
        return "({} > {})".format(self.random.choice((*names, "(x & 3)")), self.random.randint(0, 2)), 0

    # Statements: (lines, cost); names are what counts the loops around

    def block(self, indent, budget, names, depth, in_loop, labels, recursive=False):
        lines, cost = [], 0
        label = None
        labels = list(labels or ())
        if self.random.random() < 0.25:
            self.labels += 1
            label = "l{}".format(self.labels)
            labels.append(label)
        count = self.random.randint(2, 4) if indent == 1 else self.random.randint(1, 2)
        recurse = {self.random.randrange(count)} if recursive else set()
        if recursive and self.random.random() < 0.5:
            recurse.add(self.random.randrange(count))
        for index in range(count):
            if index in recurse:
                more, price = self.recurse(indent), 2
            else:
                more, price = self.statement(indent, max(0, budget - cost), names, depth, in_loop, labels)
            lines += more
            cost += price
        if label and any("goto {};".format(label) in (line[1] if isinstance(line, tuple) else line) for line in lines):
            lines.append("{}{}:".format("  " * (indent - 1), label))
            lines.append("{}x ^= {};".format("  " * indent, self.random.randint(1, 9)))
        return lines, cost

    def recurse(self, indent):
        pad = "  " * indent
        to = self.random.choice(("a - 1", "a - 1", "a >> 1"))
        if self.random.random() < 0.5:
            return ["{}x += {}({});".format(pad, self.name, to)]
        condition, _ = self.condition(0, ())
        return self.recurse_under(pad, condition, to)

    def recurse_under(self, pad, condition, to):
        pick = self.random.randrange(3)
        if pick == 0:
            return ["{}if ({})".format(pad, condition), "{}  x ^= {}({});".format(pad, self.name, to)]
        if pick == 1:
            return ["{}x += {} ? {}({}) : 2;".format(pad, condition, self.name, to)]
        return ["{}x += {} && {}({});".format(pad, condition, self.name, to)]

    def statement(self, indent, budget, names, depth, in_loop, labels):
        pad = "  " * indent
        if self.wild and budget > 12 and self.random.random() < 0.25:
            return self.wild_statement(indent, budget, names, depth, labels)
        pick = self.random.random()
        if budget < 6 or depth == 0 or pick < 0.12:
            return [self.random.choice((pad + "WORK({});".format(self.random.randint(1, 25)),
                                        pad + "x = x * {} + {};".format(self.random.randint(3, 9), self.number(names))))], 0
        if pick < 0.40:
            return self.loop(indent, budget, names, depth, labels)
        if pick < 0.60:
            condition, cost = self.condition(budget // 3, names)
            then, one = self.block(indent + 1, (budget - cost) // 2, names, depth - 1, in_loop, labels)
            lines = ["{}if ({}) {{".format(pad, condition), *then]
            other = 0
            if self.random.random() < 0.5:
                more, other = self.block(indent + 1, (budget - cost) // 2, names, depth - 1, in_loop, labels)
                lines += [pad + "} else {", *more]
            return [*lines, pad + "}"], cost + max(one, other) + 2
        if pick < 0.68:
            return self.switch(indent, budget, names, depth, in_loop, labels)
        if pick < 0.78:
            return self.leave(indent, budget, names, in_loop, labels)
        call = self.call(budget, names)
        if not call:
            return [pad + "WORK({});".format(self.random.randint(1, 25))], 0
        text, cost = call
        condition, more = self.condition(budget - cost, names, 1)
        other = self.call(budget - cost - more, names)
        return [pad + self.random.choice((
            "x += {};".format(text), "x += {};".format(text),
            "x += {} && {};".format(condition, text), "x ^= {} || {};".format(condition, text),
            "x += {} ? {} : {};".format(condition, text, other[0] if other else "3")))], cost + more + (other[1] if other else 0) + 3

    def wild_statement(self, indent, budget, names, depth, labels):
        pad = "  " * indent
        pick = self.random.randrange(4)
        pointers = [f for f in self.functions if f.cost <= budget // 2 and not f.recursive]
        if pick == 0 and depth:
            self.labels += 1
            counter, label = "g{}".format(self.labels), "l{}".format(self.labels)
            self.variables.append(counter)
            body, cost = self.block(indent, budget // 4, names, depth - 1, None, labels)
            return ["{}{} = 0;".format(pad, counter), "{}{}:".format(pad[2:], label), "{}x ^= 1;".format(pad), *body,
                    "{}if ({}++ < {} && {})".format(pad, counter, self.field(2), self.condition(0, names)[0]),
                    "{}  goto {};".format(pad, label)], 4 * (cost + 3)
        if pick == 1 and len(pointers) > 1:
            picked = self.random.sample(pointers, 2)
            names_of = ", ".join(f.name for f in picked)
            return ["{}{{".format(pad), "{}  static unsigned (*const table[])(unsigned) = {{{}}};".format(pad, names_of),
                    "{}  x += table[{}]({});".format(pad, self.field(1), self.number(names)), pad + "}"], max(f.cost for f in picked) + 2
        if pick == 2:
            return ["{}x += even({} & 7);".format(pad, self.number(names))], 24
        text, cost = self.call(budget // 2, names) or ("x", 0)
        condition, more = self.condition(budget // 4, names, 1)
        return ["{}do {{".format(pad),
                "{}  x += ({{ unsigned y = {}; if ({}) y += {}; y; }});".format(pad, self.number(names), condition, text),
                "{}}} while (0);".format(pad)], cost + more + 4

    def leave(self, indent, budget, names, in_loop, labels):
        condition, cost = self.condition(budget, names, 1)
        ways = ["return x & 31;"] + ["goto {};".format(label) for label in labels]
        if in_loop:
            ways += ["continue;", "continue;"] + (["break;", "break;"] if in_loop == "loop" else [])
        pad = "  " * indent
        return ["{}if ({})".format(pad, condition), "{}  {}".format(pad, self.random.choice(ways))], cost + 1

    def switch(self, indent, budget, names, depth, in_loop, labels):
        pad = "  " * indent
        lines, cost = ["{}switch ({}) {{".format(pad, self.field())], 0
        for value in range(self.random.randint(1, 3)):
            body, more = self.block(indent + 1, budget // 3, names, depth - 1, in_loop and "switch", labels)
            lines += ["{}case {}:".format(pad, value), *body]
            if self.random.random() < 0.7:
                lines.append(pad + "  break;")
            cost += more
        if self.random.random() < 0.5:
            body, more = self.block(indent + 1, budget // 3, names, depth - 1, in_loop and "switch", labels)
            lines += [pad + "default:", *body]
            cost += more
        return [*lines, pad + "}"], cost + 3

    def loop(self, indent, budget, names, depth, labels):
        number = self.next_loop()
        counter = "i{}".format(number)
        self.variables.append(counter)
        outer = self.random.choice(names) if names and self.random.random() < 0.4 else None
        bits = 2 if budget < 60 else 3
        if outer:
            most, limit = 6, outer + self.random.choice(("", " + 1"))
        elif self.random.random() < 0.3:
            most = self.random.randint(1, 5)
            limit = str(most)
        elif self.name != "root" and self.random.random() < 0.5:
            most, limit = 3, "(a & 3)"
        else:
            most, limit = (1 << bits) - 1, self.field(bits)
        body, cost = self.block(indent + 1, budget // (most + 1), (*names, counter), depth - 1, "loop", labels)
        pad = "  " * indent
        around = [(number, int(name[1:])) for name in names]
        self.nested += around
        body = ["{}  BODY({}) {}".format(pad, number, " ".join("INSIDE({}, {})".format(*pair) for pair in around)), *body]
        resets = " ".join("RESET({}, {})".format(*pair) for pair in self.nested if pair[1] == number)
        before = ["{}ENTER({}) {}".format(pad, number, resets)]
        pick = self.random.randrange(7)
        if pick < 3:
            lines = [(number, "{}for ({c} = 0; {c} < {}; {c}++) {{".format(pad, limit, c=counter)), *body, pad + "}"]
        elif pick == 3:
            lines = ["{}{} = {};".format(pad, counter, limit), (number, "{}while ({}-- > 0) {{".format(pad, counter)), *body, pad + "}"]
        elif pick == 4:
            lines = ["{}{} = {};".format(pad, counter, limit), (number, "{}while ({}) {{".format(pad, counter)),
                     "{}  {} >>= 1;".format(pad, counter), *body, pad + "}"]
        elif pick == 5:
            lines = ["{}{} = 0;".format(pad, counter), (number, "{}do {{".format(pad)), *body,
                     "{}}} while ({}++ < {});".format(pad, counter, limit)]
        else:
            lines = ["{}{} = 0;".format(pad, counter), (number, "{}for (;;) {{".format(pad)), body[0],
                     "{}  if ({}++ >= {})".format(pad, counter, limit), "{}    break;".format(pad), *body[1:], pad + "}"]
        return before + lines, (most + 1) * (cost + 2)

    def next_loop(self):
        number = len(self.loops) + len(self.own_loops)
        self.own_loops.append((number, None))
        return number
