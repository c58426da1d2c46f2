"""What the processors of the emulator are, how firmware is built for them, run, and its instructions counted."""
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
NS = 64  # of an instruction: -icount shift=6


class Target:
    """`name` is cortex-m3, rv32 or rv64; `prefix` has ipoint's tools and headers."""

    def __init__(self, name, prefix):
        self.name, self.prefix = name, prefix
        if name == "cortex-m3":
            self.gcc, self.tools = "arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -DNDEBUG".split(), "arm-none-eabi-"
            self.qemu, self.code, self.ram, self.rate = "qemu-system-arm -M mps2-an385".split(), 0, 0x20000000, 25000000
        else:
            bits = name[2:]
            self.gcc = ("riscv64-unknown-elf-gcc -mcmodel=medany -mno-relax -DIPOINT_MTIME=0x200bff8 " +
                        ("-march=rv32imac_zicsr -mabi=ilp32" if bits == "32" else "-march=rv64imac_zicsr -mabi=lp64")).split()
            self.tools = "riscv64-unknown-elf-"
            self.qemu = "qemu-system-riscv{} -M virt -bios none".format(bits).split()
            self.code, self.ram, self.rate = 0x80000000, 0x80400000, 10000000

    def build(self, name, *flags, compiler=(), recorder, work=HERE + "/work.c", include=(),
              main=HERE + "/main.c"):
        """NAME.elf of main.c, `work` and `recorder` (bare.c or sampler.c); `include` is for `work` alone, before ours."""
        gcc = [*self.gcc, "-O2", "-g", "-ffreestanding", "-Wall", "-Wextra", "-Werror"]
        ours = ["-I" + self.prefix + "/include", "-I" + self.prefix + "/share/ipoint", "-I" + HERE]
        objects = []
        for source, before, first in ((self.prefix + "/share/ipoint/bare/" + recorder, (), ()), (main, (), ()),
                                      (work, compiler, include)):
            objects.append(name + "-" + os.path.basename(source) + ".o")
            subprocess.run([*before, *gcc, *first, *ours, *flags, "-c", source, "-o", objects[-1]], check=True)
        subprocess.run([*gcc, "-nostdlib", "-T", HERE + "/board.ld",
                        "-Wl,--defsym=CODE={:#x},--defsym=RAM={:#x},--no-warn-rwx-segments".format(self.code, self.ram), *objects,
                        "-lgcc", "-o", name + ".elf"], check=True)

    def run(self, name, *flags):
        """Its dump becomes NAME.img."""
        subprocess.run([*self.qemu, "-nographic", "-monitor", "none", "-serial", "none", "-semihosting-config",
                        "enable=on,target=native", "-icount", "shift=6", *flags, "-kernel", name + ".elf"], check=True,
                       stdin=subprocess.DEVNULL)
        os.rename("memory.img", name + ".img")

    def dump_by_gdb(self, name, shift):
        """Whether a debugger's dump of NAME.elf's sums at the end of the run is NAME.img, which the program writes there itself; in words."""
        with open("dump.gdb", "w", encoding="utf-8") as script:
            script.write("""source {}/share/ipoint/bare/dump.gdb
target remote | exec {} -nographic -monitor none -serial none -semihosting-config enable=on,target=native -icount shift={} -S -gdb stdio -kernel {}.elf
break ipoint_bare_dump
continue
if sizeof(ipoint_memory.slots) > 32
  set ipoint_memory.header.stopped = 1
  set ipoint_memory.header.limit = (unsigned)&ipoint_memory
end
ipoint-dump-sums by-gdb.img
kill
""".format(self.prefix, " ".join(self.qemu), shift, name))
        said = subprocess.run(["gdb-multiarch", "-batch", "-x", "dump.gdb", name + ".elf"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
        with open(name + ".img", "rb") as own, open("by-gdb.img", "rb") as seen:
            return "the same dump" if own.read() == seen.read() else "another dump\n" + said

    def count_instructions(self, name):
        """By function, as the innermost one that was inlined."""
        log = name + ".log"
        # QEMU 10 has no -singlestep, and 7.2 only that.
        usage = subprocess.run([self.qemu[0], "--help"], check=True, stdout=subprocess.PIPE, text=True).stdout
        one_by_one = ["-accel", "tcg,one-insn-per-tb=on"] if "one-insn-per-tb" in usage else ["-singlestep"]
        self.run(name, *one_by_one, "-d", "exec,nochain", "-D", log)
        counts = {}
        with open(log, encoding="utf-8") as lines:
            for line in lines:
                at = re.match(r"Trace \d+: \S+ \[[0-9a-f]+/([0-9a-f]+)/", line)
                if at:
                    counts[at[1]] = counts.get(at[1], 0) + 1
        os.remove(log)
        places = list(counts)
        said = subprocess.run([self.tools + "addr2line", "-f", "-e", name + ".elf"], input="\n".join(places), check=True,
                              stdout=subprocess.PIPE, text=True).stdout.splitlines()[::2]
        functions = {}
        for place, function in zip(places, said):
            functions[function] = functions.get(function, 0) + counts[place]
        return functions
