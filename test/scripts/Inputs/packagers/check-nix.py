"""check-nix.py MADE.json INSTALLED: the source, the options and the check of what Nix made of packaging/default.nix."""
import json
import os
import subprocess
import sys
import tempfile

with open(sys.argv[1], encoding="utf-8") as file:
    made = json.load(file)
print("{} {}; the source has {}{}".format(made["pname"], made["version"], "CMakeLists.txt" if os.path.exists(made["src"] + "/CMakeLists.txt") else "no CMakeLists.txt",
                                         "" if os.path.exists(made["src"] + "/build") else " and no build"))
names = []
for root, folders, files in os.walk(made["src"]):
    names += [os.path.join(root, name) for name in files if name == "CMakeLists.txt" or name.endswith(".cmake")]
text = "".join(open(name, encoding="utf-8").read() for name in names) + " BUILD_TESTING"
known = [option for option in made["cmakeFlags"] if option[2:].partition("=")[0] in text]
print("{} options are CMake's".format(len(known) if known == made["cmakeFlags"] else made["cmakeFlags"]))
with tempfile.TemporaryDirectory() as folder:
    done = subprocess.run(["sh", "-euc", made["installCheckPhase"]], cwd=folder, env=dict(os.environ, out=sys.argv[2]), stdout=subprocess.PIPE,
                          text=True, check=True)
print("installCheckPhase: " + ("main" if "main" in done.stdout else done.stdout))
