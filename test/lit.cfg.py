# The suites that lit runs: one folder for each part, the programs end to end, the unit tests.
import ctypes
import os
import platform
import shutil
import subprocess
import struct
import sys

import lit.formats

config.name = "ipoint"
config.suffixes = [".c", ".test", ".i"]
config.excludes = ["Inputs", "unit", "web", "bench", "node_modules", "CMakeLists.txt"]
config.test_format = lit.formats.ShTest(execute_external=True)
config.test_source_root = os.path.join(config.ipoint_source, "test")
config.test_exec_root = os.path.join(config.ipoint_build, "test")

bin_dir = os.path.join(config.ipoint_build, "bin")
lib_dir = os.path.join(config.ipoint_build, config.ipoint_libdir)
config.environment["PATH"] = os.pathsep.join([config.llvm_bin, os.environ["PATH"]])

# Foreign code takes long, and so do all ways to compile: without `--param corpora=all` a sample of both is tried.
if lit_config.params.get("corpora") == "all":
    config.available_features.add("all-corpora")
    config.environment["EVERY_CORNER"] = "yes"

if os.geteuid() == 0:
    config.available_features.add("root")

# A container may not let us have a /dev/shm of our own.
if subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/dev/shm"],
                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("namespaces")


def kernel_reports_switches():
    """Whether perf_event_open(2) gives this user context-switch records of own processes."""
    number = {"x86_64": 298, "aarch64": 241}.get(platform.machine())
    if number is None:
        return False
    # type (software), size, config (dummy), flags: inherit, exclude_kernel, exclude_hv,
    # sample_id_all, use_clockid, context_switch; clockid: CLOCK_MONOTONIC_RAW
    flags = 1 << 1 | 1 << 5 | 1 << 6 | 1 << 18 | 1 << 25 | 1 << 26
    attributes = struct.pack("<IIQQQQQIIQQQQIi", 1, 96, 9, 0, 6, 0, flags, 0, 0, 0, 0, 0, 0, 0, 4)
    libc = ctypes.CDLL(None, use_errno=True)
    event = libc.syscall(number, ctypes.c_char_p(attributes), 0, 0, -1, 8)
    if event >= 0:
        os.close(event)
    return event >= 0


def kernel_reports_interrupts():
    """Whether the kernel's tracepoints of interrupts may be read, by who may read everything."""
    try:
        with open("/proc/self/status", encoding="ascii") as lines:
            capabilities = next(int(line.split()[1], 16) for line in lines if line.startswith("CapEff:"))
        with open("/proc/filesystems", encoding="ascii") as lines:
            return "tracefs" in lines.read() and capabilities >> 21 & 1 == 1
    except OSError:
        return False


if kernel_reports_interrupts() and kernel_reports_switches():
    config.available_features.add("perf-tracepoints")
if kernel_reports_switches():
    config.available_features.add("perf-switches")
# Linux's own perf, which Debian's linux-perf has; some have a script of that name that knows none for their kernel.
if kernel_reports_switches() and subprocess.run(
        ["sh", "-c", "perf --version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("perf-tool")
if platform.machine() == "x86_64":
    config.available_features.add("x86-64")

# Processors that the runtime is cross-compiled for and run on by qemu-user.
for processor, compiler in [("aarch64", "aarch64-linux-gnu-gcc"), ("riscv64", "riscv64-linux-gnu-gcc"),
                            ("arm", "arm-linux-gnueabihf-gcc")]:
    if shutil.which(compiler) and shutil.which("qemu-" + processor):
        config.available_features.add("qemu-" + processor)

# The kernel comes from elsewhere (scripts/freertos-kernel.sh).
if os.path.exists(os.path.join(config.ipoint_source, "build", "sources", "freertos", "tasks.c")):
    config.available_features.add("freertos")

# What ipoint-fleet needs comes from PyPI (scripts/test.sh).
fleet_python = os.path.join(config.ipoint_source, "build", "python", "bin", "python")
fleet_source = os.path.join(config.ipoint_source, "fleet", "src")
for feature, modules in ("fleet", "duckdb, pyarrow"), ("spark", "duckdb, pyarrow, pandas, pyspark"):
    if os.path.exists(fleet_python) and subprocess.run(
            [fleet_python, "-c", "import " + modules], stderr=subprocess.DEVNULL).returncode == 0:
        config.available_features.add(feature)

for feature, tool in ("sigrok-cli", "sigrok-cli"), ("ruby", "ruby"), ("nix", "nix-instantiate"):
    if shutil.which(tool):
        config.available_features.add(feature)

# Settings of the person who runs the tests must not reach them.
for name in [n for n in os.environ if n.startswith("IPOINT_")]:
    config.environment.pop(name, None)
# Most tests are about single records; those of the default, which is auto, take this away.
config.environment["IPOINT_TIMED"] = "blocks"


babeltrace2 = shutil.which("babeltrace2") or "babeltrace2"

for name, value in [
    ("%ipoint_cc", os.path.join(bin_dir, "ipoint-cc")),
    ("%ipoint_instrument", os.path.join(bin_dir, "ipoint-instrument")),
    ("%ipoint_run", os.path.join(bin_dir, "ipoint-run")),
    ("%ipoint_import", os.path.join(bin_dir, "ipoint-import")),
    ("%ipoint_build", config.ipoint_build),
    ("%ipoint_source", config.ipoint_source),
    ("%examples", os.path.join(config.ipoint_source, "examples")),
    ("%ipoint_report", os.path.join(bin_dir, "ipoint-report")),
    ("%ipoint_check_plan", os.path.join(config.ipoint_build, "test", "checker", "ipoint-check-plan")),
    ("%ipoint_bin", bin_dir),
    ("%runtime_include", os.path.join(config.ipoint_build, "include")),
    ("%runtime_libdir", lib_dir),
    ("%link_runtime", "-I{0}/include -L{1} -lipoint -Wl,-rpath,{1}".format(
        config.ipoint_build, lib_dir)),
    ("%cc", lit_config.params.get("cc", "gcc")),
    ("%clang", "clang-19"),
    ("%python", sys.executable),
    ("%fleet_python", "env PYTHONPATH={} {}".format(fleet_source, fleet_python)),
    ("%fleet", "env PYTHONPATH={} {} -m ipoint_fleet".format(fleet_source, fleet_python)),
    ("%babeltrace2", babeltrace2),
    ("%check_ctf", "{} {}".format(os.path.join(config.ipoint_build, "test", "support", "ipoint-check-ctf"), babeltrace2)),
    ("%trace_count", os.path.join(config.ipoint_build, "test", "support", "ipoint-trace-count")),
    ("%downloads", os.path.join(config.ipoint_source, "build", "sources")),
]:
    config.substitutions.append((name + r"\b", value))
