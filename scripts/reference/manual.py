# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a command as a manual page, in the macros of man(7)."""

import re


def escape(text):
    """`text` so that troff prints it as it is, with ASCII where a terminal copies it."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def mark_up(text):
    """Prose: options and variables bold, words in capitals (what a user chooses) in italics."""
    parts = re.split(r"(?<![\w-])(--?[a-z][\w-]*|IPOINT_[A-Z_]+|ipoint-[a-z]+|[A-Z][A-Z]+(?:-[A-Z]+)*(?![\w.]))(?!\w)", text)
    return "".join(escape(part) if index % 2 == 0 else
                   rf"\fB{escape(part)}\fR" if part.startswith(("-", "IPOINT_", "ipoint-")) else
                   escape(part) if part in ACRONYMS else rf"\fI{escape(part)}\fR"
                   for index, part in enumerate(parts))


ACRONYMS = {"ASCII", "CI", "CPU", "CPUS", "CSV", "CTF", "ELF", "HDR", "HTML", "HWM", "ID", "ITM", "JIT", "JSON", "LP", "MPS", "OK", "RAM",
            "RTT", "SARIF", "SCHED", "SQL", "SVG", "SWO", "TSC", "UART", "URL", "UTC", "UUID", "VCD", "WCET", "XML", "YAML", "FFX", "TCP", "FIFO"}


def title(command):
    return command.name.replace(" ", "-")


def option_tag(option):
    """`\\fB-o\\fR, \\fB--output\\fR=\\fIDIR\\fR`"""
    names = [rf"\fB{escape(name)}\fR" for name in option.names]
    if option.argument:
        words = [rf"\fB{escape(word)}\fR" if word.islower() else rf"\fI{escape(word)}\fR" for word in option.argument.split("|")]
        names[-1] += ("=" if option.names[-1].startswith("--") else " ") + "|".join(words)
    return ", ".join(names)


def synopsis(line, name):
    rest = line.removeprefix(name) if line.startswith(name + " ") else " " + line.split(" ", 1)[1]
    words = re.sub(r"([A-Z][A-Z-]+)", r"\\fI\1\\fR", escape(rest).replace("\\-", "-"))
    return rf"\fB{escape(name)}\fR" + words.replace("-", "\\-")


def see_also(command, commands):
    """Its tool, its subcommands or else the other tools, and what the whole is."""
    tool = command.name.split()[0]
    if command.name != tool:
        related = [tool]
    elif command.subcommands:
        related = [f"{tool}-{word}" for word, _ in command.subcommands]
    else:
        related = [other.name for other in commands if " " not in other.name and other is not command]
    pages = [f"{name}(1)" for name in related] + ["ipoint.yaml(5)", "ipoint(7)"]
    return ",\n".join(rf".BR {escape(page[:-3])} {page[-3:]}" for page in pages).replace(",\n.BR", " ,\n.BR")


def manual(command, commands, version, date):
    """The page, as text."""
    out = [f'.TH {escape(title(command).upper())} 1 "{date}" "ipoint {version}" "ipoint"',
           ".nh", ".SH NAME", f"{escape(title(command))} \\- {escape(command.summary)}", ".SH SYNOPSIS"]
    for line in command.synopsis:
        out += [".nf", synopsis(line, command.name), ".fi"]
    out.append(".SH DESCRIPTION")
    for index, part in enumerate(command.description or [command.summary[:1].upper() + command.summary[1:] + "."]):
        out += ([".PP"] if index else []) + [mark_up(part)]
    if command.subcommands:
        out.append(".SH SUBCOMMANDS")
        for word, summary in command.subcommands:
            out += [".TP", rf".BR {escape(title(command) + '-' + word)} (1)", mark_up(summary)]
    if command.options:
        out.append(".SH OPTIONS")
        for option in command.options:
            out += [".TP", option_tag(option), mark_up(option.text)]
    if command.environment:
        out.append(".SH ENVIRONMENT")
        for name, text in command.environment:
            out += [".TP", rf"\fB{escape(name)}\fR", mark_up(text)] if name else [".PP", mark_up(text)]
    if command.status:
        out += [".SH EXIT STATUS", mark_up(command.status)]
    if command.examples:
        out += [".SH EXAMPLES", ".nf"] + [escape(line.removeprefix("  ")) for line in command.examples] + [".fi"]
    out += [".SH SEE ALSO", see_also(command, commands)]
    return "\n".join(out).replace(".SH ENVIRONMENT\n.PP\n", ".SH ENVIRONMENT\n") + "\n"

