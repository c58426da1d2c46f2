"""run_tutorial.py PAGE: types what is in the boxes of a tutorial, in one shell that stops at the first command that fails.

A box with a title is a file. Others that are of the shell are commands.
"""

import pathlib
import re
import subprocess
import sys

page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
script = ["set -eu"]
for language, title, text in re.findall(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', page, re.M | re.S):
    if title:
        script.append(f"mkdir -p \"$(dirname '{title}')\"\ncat > '{title}' <<'END OF FILE'\n{text}END OF FILE")
    elif language == "sh":
        script.append(text)
sys.exit(subprocess.run(["sh"], input="\n".join(script), text=True, check=False).returncode)
