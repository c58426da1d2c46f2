# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion in bash for ipoint-report, ipoint-run, ipoint-calibrate, ipoint-import and ipoint-instrument. What there is to complete is
# read from their --help, so that it is never behind them. Installed where bash-completion looks for it.

# _ipoint_values OPTION: the words that OPTION takes; nothing where it takes files or numbers.
_ipoint_values() {
  sed -nE "s/.*[ ]$1=<?([a-z0-9]+([|][a-zA-Z0-9:]+)+)>?([ ].*|\$)/\1/p" | head -n 1 | tr '|' '\n' | sed 's/:N$/:/'
}

_ipoint_options() {
  sed -nE 's/^ +(-[a-zA-Z0-9], +)?(--[a-z][a-z-]*=?).*/\2/p'
}

_ipoint() {
  local tool=$1 current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= option= help
  COMPREPLY=()
  if [ "${tool##*/}" = ipoint-report ] || [ "${tool##*/}" = ipoint-calibrate ]; then
    if [ "$COMP_CWORD" -eq 1 ]; then
      COMPREPLY=($(compgen -W "$("$tool" --help 2>/dev/null | sed -nE 's/^  ([a-z]+) +- .*/\1/p') --help --version" -- "$current"))
      return
    fi
    command=${COMP_WORDS[1]}
  fi
  # bash takes "=" for a separate word.
  if [ "$current" = "=" ]; then
    option=$before current=
  elif [ "$before" = "=" ]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  elif [ "${before#--}" != "$before" ] && [ "${current#-}" = "$current" ]; then
    option=$before
  fi
  help=$("$tool" $command --help 2>/dev/null)
  if [ -n "$option" ]; then
    COMPREPLY=($(compgen -W "$(_ipoint_values "$option" <<< "$help")" -- "$current"))
  elif [ "${current#-}" != "$current" ]; then
    COMPREPLY=($(compgen -W "$(_ipoint_options <<< "$help")" -- "$current"))
    [ "${COMPREPLY[0]%=}" = "${COMPREPLY[0]}" ] || compopt -o nospace 2>/dev/null
  fi
  # All else is files.
}

complete -o default -F _ipoint ipoint-report ipoint-run ipoint-calibrate ipoint-import ipoint-instrument
