"""unseen-threads.py SAID METADATA THREADS: recorded and unseen ones are all, and both places say the same of them."""
import re
import sys

said, metadata = (open(name).read() for name in sys.argv[1:3])
recorded = int(re.search(r"records of (\d+) threads?", said)[1])
unseen = int(re.search(r"(\d+) more threads came by no ipoint during a burst", said)[1])
assert recorded + unseen == int(sys.argv[3]), said
assert 0 < recorded < unseen, said
assert "threads_unseen = %d;" % unseen in metadata, metadata
