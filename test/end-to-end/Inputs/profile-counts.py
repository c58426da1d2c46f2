"""Prints how many calls of two functions each profile has, and how many of them were timed by themselves."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "report", "Inputs"))
from packed import Packed  # noqa: E402

for path in sys.argv[1:]:
    profile = Packed(path)

    def value(function, kind):
        return sum(sum(profile.figures[i].get((kind, 0), {}).values()) for i, f in profile.functions.items() if f["name"] == function)

    print(f"{path}:", "; ".join(f"{name} {value(name, 'calls')} calls, {value(name, 'called.count')} timed" for name in ("calls_brief", "lasts")))
