# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The packed rows of a profile (docs/formats.md), read and written: for tests that change what is in them."""
import json
import sqlite3


KEY_WIDTHS, VALUE_WIDTHS = (0, 1, 2, 4, 8), (1, 2, 4, 8, 16)


class _Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7f) << shift
            shift += 7
            if byte < 0x80:
                return value

    def value(self):
        bits = self.number()
        return ~(bits >> 1) if bits & 1 else bits >> 1

    def take(self, size):
        self.at += size
        return self.data[self.at - size:self.at]

    def fixed(self, count, width, signed=False):
        data = self.take(count * width)
        return [int.from_bytes(data[i:i + width], "little", signed=signed) for i in range(0, len(data), width)]

    def keys(self, count, layout):
        return self.fixed(count, KEY_WIDTHS[layout]) if layout else range(count)

    def values(self, count, layout):
        return self.fixed(count, VALUE_WIDTHS[layout], signed=layout >= 3)

    def text(self):
        return self.take(self.number()).decode()

    def word(self):
        return int.from_bytes(self.take(8), "little")


def number(value):
    result = bytearray()
    while value >= 0x80:
        result.append(value & 0x7f | 0x80)
        value >>= 7
    return bytes(result + bytes([value]))


def value_bytes(value):
    return number(~(value << 1) if value < 0 else value << 1)


def text(value):
    return number(len(value.encode())) + value.encode()


def figure_bytes(kind, slot, numbers):
    """Of a dictionary by keys; `kind` is a number."""
    keys, values = list(numbers), list(numbers.values())
    for_keys = 0 if keys == list(range(len(keys))) else next(i for i in range(1, 5) if max(keys) < 1 << 8 * KEY_WIDTHS[i])
    for_values = next(i for i in range(5) if i == 4 or (all(abs(v) < 1 << 63 for v in values) if i == 3 else all(0 <= v < 1 << 8 * VALUE_WIDTHS[i] for v in values)))
    data = b"".join(k.to_bytes(KEY_WIDTHS[for_keys], "little") for k in keys) if for_keys else b""
    data += b"".join((v & (1 << 128) - 1).to_bytes(16, "little")[:VALUE_WIDTHS[for_values]] for v in values)
    return number(kind << 1 | (slot != 0)) + (number(slot) if slot else b"") + number(len(keys)) + number(for_values << 3 | for_keys) + data


def patched(before, changes):
    """As RFC 7396 has it."""
    if not isinstance(changes, dict):
        return changes
    result = dict(before) if isinstance(before, dict) else {}
    for key, value in changes.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = patched(result.get(key), value)
    return result


class Packed:
    """Of the profile `path`: `functions`, by id, as dictionaries, and `figures`, by id (0: the program), then kind and slot, then key."""

    def __init__(self, path, is_read=True):
        self.db = sqlite3.connect(path)
        if is_read:
            self._read()

    def _read(self):
        rows = dict(self.db.execute("SELECT key, data FROM packed"))
        data = _Reader(rows["figures"])
        kinds = [data.text() for _ in range(data.number())]
        self.figures = {}
        for _ in range(data.number()):
            of = self.figures[data.word()] = {}
            for _ in range(data.number()):
                head = data.number()
                slot, count, layout = data.number() if head & 1 else 0, data.number(), data.number()
                of[kinds[head >> 1], slot] = dict(zip(data.keys(count, layout & 7), data.values(count, layout >> 3)))
        data = _Reader(rows["functions"])
        texts, last = [], b""
        for _ in range(data.number()):
            last = last[:data.number()] + data.take(data.number())
            texts.append(last.decode())
        count = data.number()
        self.functions = {}
        for id in list(self.figures)[1:1 + count]:
            f = self.functions[id] = {"file": texts[data.number()], "line": data.number(), "name": data.text(), "copy": data.number(), "text": data.word()}
            f["blocks"] = [texts[data.number()] for _ in range(data.number())]
            f["transitions"], source = [], 0
            for _ in range(data.number()):
                source += data.value()
                f["transitions"].append((source, source + data.value()))
            f["loops"] = [texts[data.number()] for _ in range(data.number())]

    def id_of(self, name):
        return next(i for i, f in self.functions.items() if f["name"] == name)

    def of(self, name):
        """The figures of a function."""
        return self.figures[self.id_of(name)]

    def facts(self):
        """Of each run, by its id."""
        (common,), = self.db.execute("SELECT value FROM profile WHERE key = 'facts'")
        return {run: patched(json.loads(common), json.loads(changes)) for run, changes in self.db.execute("SELECT id, changes FROM run")}

    def set_facts(self, facts):
        """Those of the only run."""
        self.db.execute("UPDATE profile SET value = ? WHERE key = 'facts'", (json.dumps(facts),))
        self.db.execute("UPDATE run SET changes = '{}'")

    def figures_bytes(self):
        kinds = sorted({kind for of in self.figures.values() for kind, _ in of})
        rows = b"".join(id.to_bytes(8, "little") + number(len(of)) +
                        b"".join(figure_bytes(kinds.index(kind), slot, numbers) for (kind, slot), numbers in of.items())
                        for id, of in self.figures.items())
        return number(len(kinds)) + b"".join(map(text, kinds)) + number(len(self.figures)) + rows

    def functions_bytes(self):
        texts, rows = {}, b""

        def known(value):
            return number(texts.setdefault(value, len(texts)))
        for f in self.functions.values():
            rows += known(f["file"]) + number(f["line"]) + text(f["name"]) + number(f["copy"]) + f["text"].to_bytes(8, "little")
            rows += number(len(f["blocks"])) + b"".join(map(known, f["blocks"])) + number(len(f["transitions"]))
            last = 0
            for source, target in f["transitions"]:
                rows += value_bytes(source - last) + value_bytes(target - source)
                last = source
            rows += number(len(f["loops"])) + b"".join(map(known, f["loops"]))
        result, last = number(len(texts)), b""
        for name in map(str.encode, texts):
            common = next((i for i, (a, b) in enumerate(zip(last, name)) if a != b), min(len(last), len(name)))
            result += number(common) + number(len(name) - common) + name[common:]
            last = name
        return result + number(len(self.functions)) + rows

    def save(self, figures=None, functions=None, keeps_checksums=False):
        """Writes them, or the bytes that are given in place of them."""
        for key, data in ("figures", figures or self.figures_bytes()), ("functions", functions or self.functions_bytes()):
            self.db.execute("UPDATE packed SET data = ? WHERE key = ?", (data, key))
        if not keeps_checksums:
            self.db.execute("DELETE FROM profile WHERE key LIKE '%checksum'")
        self.db.commit()
