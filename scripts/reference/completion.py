# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes completion for zsh and fish. That for bash reads `--help` itself (scripts/completion/ipoint.bash)."""

import re


def takes_files(option):
    return bool(option.argument) and not option.words and re.search(
        r"FILE|DIR|FOLDER|OUT|TRACE|PROFILE|PLAIN|ELF|COMPILER|IMAGE", option.argument) is not None


def short(text):
    """The first clause of a help text, without what shells' lists of matches cannot show."""
    return re.split(r"; | \(|, such as|: ", text)[0].replace("'", "’")


def zsh_quote(text):
    return short(text).replace("[", "(").replace("]", ")").replace(":", " ").replace('"', "")


def zsh_option(option):
    """An argument of _arguments: `'(-o --output)'{-o+,--output=}'[text]:DIR:_files'`"""
    suffix = ["+", "="] if option.argument else ["", ""]
    names = [name + suffix[name.startswith("--")] for name in option.names]
    value = ""
    if option.words:
        value = ":value:(" + " ".join(word.replace(":", r"\:") for word in option.words) + ")"
    elif option.argument:
        value = f":{option.argument}:{'_files' if takes_files(option) else ' '}"
    text = f"[{zsh_quote(option.text)}]{value}"
    if len(names) == 1:
        return f"'{names[0]}{text}'"
    return f"'({' '.join(option.names)})'{{{','.join(names)}}}'{text}'"


def zsh_arguments(command, indent):
    lines = ["_arguments -S"] + [zsh_option(option) for option in command.options] + ["'*:file:_files'"]
    return (" \\\n" + indent + "  ").join(lines)


def zsh(commands):
    tools = [command for command in commands if " " not in command.name and command.options]
    out = ["#compdef " + " ".join(tool.name for tool in tools), "# Made from --help of the tools.", "", "case $service in"]
    for tool in tools:
        out.append(f"{tool.name})")
        if not tool.subcommands:
            out += [f"  {zsh_arguments(tool, '  ')}", "  ;;"]
            continue
        words = " ".join(f"'{word}:{zsh_quote(text)}'" for word, text in tool.subcommands)
        out += ["  if (( CURRENT == 2 )); then", f"    local -a words=({words})",
                f"    _describe -t commands '{tool.name} command' words", "    return", "  fi",
                "  local word=$words[2]; shift words; (( CURRENT-- ))", "  case $word in"]
        for command in commands:
            if command.name.startswith(tool.name + " "):
                out += [f"  {command.name.split()[1]})", f"    {zsh_arguments(command, '    ')}", "    ;;"]
        out += ["  esac", "  ;;"]
    return "\n".join(out + ["esac"]) + "\n"


def fish_option(command, condition, option):
    line = f"complete -c {command}" + (f" -n '{condition}'" if condition else "")
    for name in option.names:
        line += f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
    if option.words:
        line += f" -x -a '{' '.join(option.words)}'"
    elif option.argument:
        line += " -r" + (" -F" if takes_files(option) else "")
    return f"{line} -d '{short(option.text)}'"


def fish(tool, commands):
    """The file for one tool."""
    out = ["# Made from --help of the tool."]
    if tool.subcommands:
        none = "__fish_use_subcommand"
        out += [f"complete -c {tool.name} -n {none} -f -a {word} -d '{short(text)}'" for word, text in tool.subcommands]
        for command in commands:
            if command.name.startswith(tool.name + " "):
                seen = f"__fish_seen_subcommand_from {command.name.split()[1]}"
                out += [fish_option(tool.name, seen, option) for option in command.options]
        out += [fish_option(tool.name, none, option) for option in tool.options]
    else:
        out += [fish_option(tool.name, "", option) for option in tool.options]
    return "\n".join(out) + "\n"
