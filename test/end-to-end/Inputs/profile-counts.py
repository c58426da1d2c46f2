"""Prints how many calls of two functions each profile has, and how many of them were timed by themselves."""
import sqlite3
import sys

for path in sys.argv[1:]:
    profile = sqlite3.connect(path)

    def value(function, kind):
        return profile.execute("SELECT total(value) FROM value WHERE function = ? AND kind = ?", (function, kind)).fetchone()[0]

    print(f"{path}:", "; ".join(f"{name} {value(name, 'calls'):.0f} calls, {value(name, 'called.count'):.0f} timed" for name in ("calls_brief", "lasts")))
