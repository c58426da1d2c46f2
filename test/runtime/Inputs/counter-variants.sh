# counter-variants.sh IPOINT-CC CC IPOINT-RUN WAY...: two-threads.c with each IPOINT_COUNTER, at -O2 and -O0:
# instructions of its probes, records, and what the trace says.
ipoint_cc=$1 cc=$2 run=$3
shift 3
export IPOINT_DB=$PWD/ipoint.db
for way; do
  for level in -O2 -O0; do
    export IPOINT_COUNTER=$way
    "$ipoint_cc" "$cc" $level -pthread two-threads.c -o program
    "$run" -o trace -- ./program > /dev/null 2> err
    objdump -d program > code
    echo "${way:-plain} $level: $(grep -cw rdtscp code) rdtscp, $(grep -cw lfence code) lfence," \
      "$(sed -n 's/.*: \(.* records\) of.*/\1/p' err)"
    sed -n 's/.*clock_source = \(.*\);/\1/p; s/.*overhead_timed_mean = \(.*\);/\1/p
            s/.*overhead_called_timed_mean = \(.*\);/called \1/p
            s/.*unit_0 = "[^ ]* [^ ]* [^ ]* \(....\).*/made \1/p' trace/metadata | paste -sd';' | sed 's/;/; /g'
  done
done
