# probed.sh PLAIN INSTRUMENTED: each function of the plain program has a probe in the instrumented one, both compiled without
# optimisation; LEFT names the exceptions. Parts of functions, which have names with a dot, need not.
functions() { nm --defined-only "$1" | awk '$2 ~ /^[tTW]$/ && $3 !~ /^([_$]|data_start$|frame_dummy$|(de)?register_tm_clones$)|\./'; }
all=$(functions "$1" | sed 's/.* //')
left=$({ echo "$all"; { functions "$2"; objdump -d --no-show-raw-insn "$2"; } | awk '
  NF == 3 && $2 ~ /^[tTW]$/ { names[$1] = names[$1] $3 "\n" }
  / <.*>:$/ { at = $1 }
  /<ipoint_(un)?timed/ { if (at in names) print names[at] names[at]; delete names[at] }'; } | LC_ALL=C sort | uniq -u | paste -sd' ')
[ -n "$all" ] && [ "$left" = "${LEFT:-}" ] || { echo "$2: without a probe: ${left:-none}; to be left out: ${LEFT:-none}" >&2; exit 1; }
