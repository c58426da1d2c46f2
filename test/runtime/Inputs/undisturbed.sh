# undisturbed.sh COMMAND...: runs it ahead of all ordinary processes, where that is allowed, as other tests have the CPUs, too;
# and apart from other commands that are run like this.
[ -n "${ALONE:-}" ] || { exec 9> ../alone.lock && flock 9; }
chrt -f 5 true 2> /dev/null && set -- chrt -f 5 "$@"
exec "$@"
