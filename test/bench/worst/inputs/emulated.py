# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs on emulated 64-bit RISC-V, one tick to an instruction: from C to a trace."""
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
GCC = ["riscv64-unknown-elf-gcc", "-march=rv64imac", "-mabi=lp64", "-mcmodel=medany", "--specs=picolibc.specs", "--oslib=semihost",
       "--crt0=hosted", "-O1", "-w"]
# The ring has a separate section, which neither the file nor start-up code fills.
SLOTS = 400_000_000
LAYOUT = ["-Wl,--defsym=__flash=0x80000000", "-Wl,--defsym=__flash_size=0x1000000", "-Wl,--defsym=__ram=0x81000000",
          "-Wl,--defsym=__ram_size=0x3ec00000", "-Wl,--section-start=.ring=0xc0000000"]
QEMU = ["qemu-system-riscv64", "-M", "virt", "-m", "6G", "-bios", "none", "-nographic", "-monitor", "none", "-serial", "none",
        "-semihosting-config", "enable=on,target=native", "-icount", "shift=0", "-kernel"]


class Failed(Exception):
    """A step that failed, in one line."""


def call(step, command, folder, environment=None, seconds=600, accept=(0,)):
    """Output of the command, both streams; Failed if it ends with another code, or not in time."""
    try:
        done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        raise Failed("{}: not done in {} s".format(step, seconds)) from None
    if done.returncode not in accept:
        lines = done.stdout.strip().splitlines() or ["no message"]
        raise Failed("{}: exit {}: {}".format(step, done.returncode, next((line for line in lines if "error" in line), lines[-1])))
    return done.stdout


def missing(sources=None):
    """What this machine lacks, in words, or None; sources: the folder of TACLeBench."""
    for tool in (GCC[0], QEMU[0]):
        if not shutil.which(tool):
            return "there is no " + tool
    if sources is not None and not os.path.isdir(os.path.join(sources, "bench/kernel")):
        return "{} does not hold TACLeBench (bench/kernel)".format(sources or "no folder")
    return None


def tacle_programs(sources, only=""):
    """Name and folder of the sequential programs of TACLeBench whose names match."""
    for group in ("kernel", "sequential", "app", "test"):
        for name in sorted(os.listdir(os.path.join(sources, "bench", group))):
            if re.fullmatch(only or ".*", name):
                yield name, os.path.join(sources, "bench", group, name)


class Emulator:
    """Compiles into, and runs in, a folder whose database is FOLDER/ipoint.db."""

    def __init__(self, prefix, common):
        """What all programs share is compiled into the folder `common`."""
        self.prefix = os.path.abspath(prefix)
        self.timed = "blocks"
        self.common = os.path.abspath(common)
        self.include = ["-I", os.path.join(self.prefix, "include"), "-I", os.path.join(self.prefix, "share/ipoint")]
        os.makedirs(self.common, exist_ok=True)
        self.plain(os.path.join(self.prefix, "share/ipoint/bare/bare.c"), "-DIPOINT_RING_SLOTS={}".format(SLOTS),
                   '-DIPOINT_SECTION=".ring,\\"aw\\",@nobits#"')
        self.plain(os.path.join(HERE, "recorder.c"))

    def tool(self, name):
        return os.path.join(self.prefix, "bin", name)

    def plain(self, source, *flags):
        """An object of the folder `common` without probes."""
        out = os.path.join(self.common, os.path.basename(source)[:-2] + ".o")
        call(os.path.basename(source), [*GCC, *self.include, *flags, "-c", source, "-o", out], self.common)
        return out

    def environment(self, folder, level):
        return dict(os.environ, IPOINT_DB=os.path.join(os.path.abspath(folder), "ipoint.db"), IPOINT_TIMED=self.timed,
                    IPOINT_STORE="blocks" if self.timed == "blocks" else "paths", IPOINT_LEVEL=level)

    def build(self, folder, level, sources, flags=(), more=()):
        """FOLDER/firmware.elf, of instrumented sources and more objects."""
        os.makedirs(folder, exist_ok=True)
        objects = [os.path.join(self.common, "bare.o"), os.path.join(self.common, "recorder.o"), *more]
        for number, source in enumerate(sources):
            objects.append(os.path.join(os.path.abspath(folder), "{}.o".format(number)))
            call(os.path.basename(source), [self.tool("ipoint-cc"), *GCC, *flags, "-c", os.path.abspath(source), "-o", objects[-1]], folder,
                 self.environment(folder, level))
        call("link", [*GCC, *objects, *LAYOUT, "-lm", "-o", "firmware.elf"], folder)
        # A segment with the ring would reach over QEMU's device tree.
        call("objcopy", ["riscv64-unknown-elf-objcopy", "--remove-section=.ring", "firmware.elf"], folder)

    def run(self, folder, trace):
        """Runs FOLDER/firmware.elf, whatever it returns, and imports into FOLDER/TRACE. The records, 64 bits each."""
        image = os.path.join(folder, "memory.img")
        if os.path.exists(image):
            os.remove(image)
        code = call("qemu", [*QEMU, "firmware.elf"], folder, accept=range(256))
        if not os.path.exists(image):
            raise Failed("qemu: no recording: {}".format(code.strip()))
        with open(image, "rb") as file:
            bytes_ = file.read()
        header = [int.from_bytes(bytes_[at:at + 4], "little") for at in range(0, 64, 4)]
        if header[12]:
            raise Failed("{} records had no room".format(header[12]))
        shutil.rmtree(os.path.join(folder, trace), ignore_errors=True)
        call("import", [self.tool("ipoint-import"), "-o", trace, "memory.img"], folder)
        os.remove(image)
        return memoryview(bytes_)[64 + 4 * 8:header[6]].cast("Q")
