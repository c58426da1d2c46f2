# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a tool with its subcommands as a page in Markdown, for the site."""

import re


def escape(text):
    return re.sub(r"([*_<>\[\]|])", r"\\\1", text)


def section(command, level):
    """The command as a section with a heading of `level`."""
    out = [f"{'#' * level} {command.name}", "", escape(command.summary[:1].upper() + command.summary[1:]) + ".", ""]
    out += ["```text", *command.synopsis, "```", ""]
    first = command.description[0].rstrip(".").lower() if command.description else ""
    for part in command.description[1 if first == command.summary.lower() else 0:]:
        out += [escape(part), ""]
    if command.options:
        out += ["| option | what it does |", "| --- | --- |"]
        for option in command.options:
            tag = ", ".join(option.names) + (("=" if option.names[-1].startswith("--") else " ") + option.argument if option.argument else "")
            out.append(f"| `{tag.replace('|', chr(92) + '|')}` | {escape(option.text)} |")
        out.append("")
    if command.environment:
        rows = [(name, text) for name, text in command.environment if name]
        out += [escape(text) + "\n" for name, text in command.environment if not name]
        out += ["| variable | what it does |", "| --- | --- |", *(f"| `{name}` | {escape(text)} |" for name, text in rows), ""] if rows else []
    if command.examples:
        out += ["```sh", *(line.removeprefix("  ") for line in command.examples), "```", ""]
    if command.status:
        out += ["Exit status: " + escape(command.status), ""]
    return out


def page(tool, commands):
    lines = []
    for command in commands:
        lines += section(command, 1 if command.name == tool else 2)
    return "\n".join(lines).rstrip() + "\n"
