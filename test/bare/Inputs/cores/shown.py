"""What is in a trace of several cores: a line for each thread, and one of what its metadata have about cores."""
import subprocess


def shown(babeltrace, trace):
    lines = subprocess.run([babeltrace, "--clock-cycles", "--no-delta", trace], capture_output=True, text=True, check=True).stdout
    threads = {}
    for line in lines.splitlines():
        words = line.replace("[", "").replace("]", "").replace(",", "").split()
        ident = words[-2]
        text = {"3": "lost", "16": "out", "17": "preempted", "18": "in", "28": "core"}.get(ident, ident)
        if words[1] == "untimed:":
            text += " " + words[words.index("value") + 2]
        threads.setdefault(int(words[words.index("tid") + 2]), []).append("{}@{}".format(text, int(words[0])))
    yield from ("  {}: {}".format(thread, " ".join(events)) for thread, events in sorted(threads.items()))
    metadata = open(trace + "/metadata", encoding="utf-8").read()
    yield "  " + " ".join(line.strip().replace(" = ", "=").rstrip(";") for line in metadata.splitlines()
                          if line.strip().startswith(("core_", "task_", "cpus_used", "migrations", "records_repaired", "records_lost")))
