# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads what `--help` of a tool prints: the table of its options, in the two layouts that the tools have.

`--help` is written from the same tables that the tools parse their command lines by. So manual pages and completion that
are made of it are never behind the tools.
"""

import re
import subprocess
from dataclasses import dataclass, field

# LLVM's tools list these in each help text.
HIDDEN = {"--help-list", "--help-hidden"}


@dataclass
class Option:
    names: list[str]  # such as ["-o", "--output"]
    argument: str  # "DIR", or words: "text|json"; empty: a flag
    text: str

    @property
    def words(self):
        """The words that the option takes; empty where it takes files or numbers."""
        words = self.argument.split("|")
        return [] if len(words) == 1 else [word for word in (re.sub(r":[A-Z]$", ":", word) for word in words) if word.islower()]


@dataclass
class Command:
    name: str  # "ipoint-report text"
    summary: str = ""
    synopsis: list[str] = field(default_factory=list)
    description: list[str] = field(default_factory=list)  # paragraphs
    options: list[Option] = field(default_factory=list)
    environment: list[tuple[str, str]] = field(default_factory=list)  # a name may be empty: a paragraph
    subcommands: list[tuple[str, str]] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)  # lines
    status: str = ""


HEADING = re.compile(r"(overview|subcommands?|usage|options|environment|examples?|exit status|exit code)(?: '[a-z]+')?:\s*(.*)", re.I)
# Tables of the C tools have `-o, --output=DIR  text`, those of LLVM's `--output=<DIR>  - text`, those of Python's
# `-o DIR, --output DIR  text`.
OPTION = re.compile(r"  (?:(-\w)(?: ?<?([A-Z]+)>?)?(?:, )?|    )?(--[a-z][\w-]*)?(?:=(<[^>]+>|\S+)| ([A-Z][A-Z|]*)(?=  |$))?(?:\s+(- )?(.*))?$")
SECTION_OF = {"overview": "about", "subcommand": "summary", "example": "examples", "exit code": "exit status"}


def paragraphs(lines):
    return [" ".join(part.split()) for part in "\n".join(lines).split("\n\n") if part.strip()]


def split_sections(text):
    """Yields (section, its lines) in their order; what has no heading is "about", or "notes" behind the options."""
    section, lines, done = "about", [], False
    for line in text.splitlines():
        heading = HEADING.match(line)
        is_option = line.startswith("  -") or line.startswith("      --")
        if heading:
            yield section, lines
            section = SECTION_OF.get(heading[1].lower(), heading[1].lower())
            done = done or section == "options"
            lines = [heading[2]] if heading[2] else []
        elif is_option and section in ("about", "usage", "subcommands") and not done:
            yield section, lines
            section, lines, done = "options", [line], True
        elif section == "usage" and not line and lines:
            yield section, lines
            section, lines = "about", []
        elif not line.startswith(" ") and line and section in ("options", "usage", "examples"):
            if line.startswith("or:") or (section == "options" and line.endswith(("ptions:", "ipoint-report:"))):
                continue
            yield section, lines
            section, lines = ("notes" if section != "usage" else "about"), [line]
        else:
            lines.append(line)
    yield section, lines


def read_options(lines):
    options, indent = [], 0
    for line in lines:
        found = OPTION.match(line) if line.lstrip().startswith("-") and len(line) - len(line.lstrip()) < 8 else None
        if found and (found[1] or found[3]):
            names = [name for name in (found[1], found[3]) if name]
            argument = (found[4] or found[5] or found[2] or "").strip("<>")
            options.append(Option(names, argument, found[7] or ""))
        elif options and line.strip():
            options[-1].text += " " + line.strip()
    for option in options:
        option.text = option.text.replace(" (--help-hidden for more)", "").strip()
    return [option for option in options if option.names[-1] not in HIDDEN]


def read_definitions(lines):
    """`  NAME  text` with further lines indented; or a paragraph, with an empty name."""
    lines = [line for line in lines if line.strip()] if any(line.startswith("  ") for line in lines) else lines
    if lines and not lines[0].startswith("  "):
        return [("", part) for part in paragraphs(lines)]
    found = []
    for line in lines:
        start = re.match(r"  (\S+)\s+(- )?(.*)", line)
        if start and not line.startswith("    "):
            found.append((start[1], start[3]))
        elif found and line.strip():
            found[-1] = (found[-1][0], found[-1][1] + " " + line.strip())
    return found


def read(name, text):
    """The command that prints `text` as its help."""
    command = Command(name)
    for section, lines in split_sections(text):
        if section == "about" or section == "notes":
            command.description += paragraphs(lines)
        elif section == "summary":
            command.summary = " ".join(lines).strip()
        elif section == "usage":
            for line in lines:
                if line.strip().startswith(("or:", "ipoint")):
                    command.synopsis.append(re.sub(r"^or:\s*", "", line.strip()))
                elif line.startswith(" "):
                    command.synopsis[-1] += " " + line.strip()
                else:
                    command.description += paragraphs([line])
        elif section == "options":
            command.options += read_options(lines)
        elif section == "environment":
            command.environment += read_definitions(lines)
        elif section == "subcommands":
            command.subcommands += read_definitions([line for line in lines if not line.strip().startswith("Type ")])
        elif section == "examples":
            command.examples += [line for line in lines if line.startswith("  ")]
        elif section == "exit status":
            parts = paragraphs(lines)
            command.status, rest = parts[0], parts[1:]
            command.description += rest
    for index, part in enumerate(command.description):
        if " Exit status: " in part:
            command.description[index], command.status = part.split(" Exit status: ")
    if not command.summary and command.description:
        command.summary = command.description[0].split(". ")[0].split(": ")[0].rstrip(".")
        command.summary = command.summary[:1].lower() + command.summary[1:]
    return command


def help_of(folder, *words):
    """What `--help` of a tool in `folder` prints; its command and subcommand are `words`."""
    result = subprocess.run([f"{folder}/{words[0]}", *words[1:], "--help"], capture_output=True, text=True,
                            env={"COLUMNS": "80", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"})
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(words)} --help: exit status {result.returncode}: {result.stderr.strip()}")
    return result.stdout


def read_tools(folder, tools):
    """All commands and subcommands of `tools`, each in front of its subcommands."""
    commands = []
    for tool in tools:
        command = read(tool, help_of(folder, tool))
        commands.append(command)
        for word, summary in command.subcommands:
            part = read(f"{tool} {word}", help_of(folder, tool, word))
            part.summary = part.summary if part.synopsis and tool == "ipoint-calibrate" else summary
            commands.append(part)
    return commands
