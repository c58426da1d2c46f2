"""documented-configs.py DOCS INSTRUMENT REPORT: gives each config file that the documents show to the tools that read it."""
import pathlib
import re
import subprocess
import sys

docs, instrument, report = sys.argv[1:]
KEYS = re.compile(r"(# ipoint\.yaml|level:|timed:|rules:|marks:|loops:|filter:|interrupts:|compiler:)")


def blocks(text):
    """Code blocks, fenced or indented by four, whose first line is one of a config file."""
    for block in re.findall(r"^```yaml\n(.*?)^```", text, re.M | re.S) + re.findall(r"(?:^(?: {4}.*)?\n)+", text, re.M):
        lines = [line[4:] if line.startswith("    ") and not block.startswith(("#", "level", "rules")) else line
                 for line in block.strip("\n").splitlines()]
        if lines and KEYS.match(lines[0]):
            yield "\n".join(lines) + "\n"


pathlib.Path("empty.c").write_text("int main(void) { return 0; }\n")
for path in sorted(pathlib.Path(docs).rglob("*.md")):
    for block in blocks(path.read_text()):
        pathlib.Path("ipoint.yaml").write_text(block)
        is_filter = "filter:" in block
        command = [report, "text", "--config", "ipoint.yaml", "no-trace"] if is_filter else [
            instrument, "--config", "ipoint.yaml", "--db", "db", "empty.c", "-o", "/dev/null"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        bad = [line for line in done.stderr.splitlines() if "ipoint.yaml" in line]
        print(f"{path.name}: {'; '.join(bad) or 'read'}")
