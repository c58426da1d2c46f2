# The suites that lit runs: one folder for each part, the programs end to end, the unit tests.
import os
import shutil
import subprocess
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

# Foreign code takes long: without `--param corpora=all` a sample of it is run.
if lit_config.params.get("corpora") == "all":
    config.available_features.add("all-corpora")

# A container may not let us have a /dev/shm of our own.
if subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/dev/shm"],
                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("namespaces")

# Settings of the person who runs the tests must not reach them.
for name in [n for n in os.environ if n.startswith("IPOINT_")]:
    config.environment.pop(name, None)


babeltrace2 = shutil.which("babeltrace2") or "babeltrace2"

for name, value in [
    ("%ipoint_cc", os.path.join(bin_dir, "ipoint-cc")),
    ("%ipoint_instrument", os.path.join(bin_dir, "ipoint-instrument")),
    ("%ipoint_run", os.path.join(bin_dir, "ipoint-run")),
    ("%ipoint_import", os.path.join(bin_dir, "ipoint-import")),
    ("%ipoint_build", config.ipoint_build),
    ("%examples", os.path.join(config.ipoint_source, "examples")),
    ("%ipoint_report", os.path.join(bin_dir, "ipoint-report")),
    ("%ipoint_check_plan", os.path.join(config.ipoint_build, "test", "checker", "ipoint-check-plan")),
    ("%ipoint_bin", bin_dir),
    ("%runtime_include", os.path.join(config.ipoint_build, "include")),
    ("%runtime_libdir", lib_dir),
    ("%link_runtime", "-I{0}/include -L{1} -lipoint -Wl,-rpath,{1}".format(
        config.ipoint_build, lib_dir)),
    ("%cc", "gcc"),
    ("%clang", "clang-19"),
    ("%python", sys.executable),
    ("%babeltrace2", babeltrace2),
    ("%check_ctf", "{} {} {}".format(
        sys.executable, os.path.join(config.ipoint_source, "test", "runtime", "Inputs", "check-ctf.py"), babeltrace2)),
    ("%downloads", os.path.join(config.ipoint_source, "build", "sources")),
]:
    config.substitutions.append((name + r"\b", value))
