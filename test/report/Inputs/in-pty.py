# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""in-pty.py COLUMNS COMMAND...: runs COMMAND on a terminal of COLUMNS columns (0: it does not know them), without colours, and prints what it shows."""
import fcntl
import os
import pty
import struct
import sys
import termios

child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24 * bool(int(sys.argv[1])), int(sys.argv[1]), 0, 0))
    os.environ["NO_COLOR"] = "1"
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b""
try:
    while piece := os.read(terminal, 65536):
        shown += piece
except OSError:  # the end, as Linux has it
    pass
os.waitpid(child, 0)
sys.stdout.write(shown.decode().replace("\r\n", "\n"))
