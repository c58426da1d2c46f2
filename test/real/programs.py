"""The programs that real.py builds. All commands are for sh, in a copy of the source; $CC is the compiler, plain or
behind ipoint-cc."""
import dataclasses


@dataclasses.dataclass
class Program:
    configure: str = "true"
    build: str = "make CC=\"$CC\""
    check: str = "make CC=\"$CC\" test"    # exits 0 if the program works
    same: str = ""                         # regular expression: such lines of the check's output are equal, and there are some
    record: str = ""                       # what is run under ipoint-run, a command without shell syntax; none: no recording
    input: str = "/dev/null"               # its input, relative to this folder; the command's output must be the same
    html: bool = False                     # make an HTML report of the recording, where each corner is tried
    source: str = ""                       # folder among the sources, if not the program's name
    host: str = ""                         # folder of tools that run during the build, which another compiler makes


PROGRAMS = {
    "zlib": Program(
        configure="./configure --static",
        record="./minigzip -c ChangeLog"),
    "bzip2": Program(
        build="make CC=\"$CC\" bzip2 bzip2recover",
        check="LD_LIBRARY_PATH=. make CC=\"$CC\" test",
        record="./bzip2 -9 -k -c sample2.ref"),
    "lz4": Program(
        build="make -C tests CC=\"$CC\" fuzzer frametest datagen",
        check="tests/fuzzer -i50 -s1 && tests/frametest -i20 -s1",
        record="tests/datagen -g64KB -s1"),
    "cjson": Program(
        build="make CC=\"$CC\" static && "
              "cmake -S . -B build -DCMAKE_C_COMPILER=gcc -DCMAKE_C_COMPILER_LAUNCHER=\"$LAUNCHER\" -DCMAKE_C_LINKER_LAUNCHER=\"$LAUNCHER\" && make -C build",
        check="cd build && ctest",
        record="build/cJSON_test"),
    "expat": Program(
        source="expat/expat",
        configure="./buildconf.sh && ./configure --disable-shared --without-docbook",
        build="make",
        check="make check",
        record="xmlwf/xmlwf doc/reference.html"),
    "dash": Program(
        configure="autoreconf -fi && ./configure",
        build="make",
        check="src/dash \"$HERE/Inputs/workload.sh\"",
        same=".",
        record="src/dash",
        input="Inputs/workload.sh"),
    "busybox": Program(
        configure="make HOSTCC=gcc defconfig && sed -i 's/^CONFIG_TC=y/# CONFIG_TC is not set/' .config && "
                  "yes '' | make HOSTCC=gcc oldconfig",
        build="make HOSTCC=gcc CC=\"$CC\" SKIP_STRIP=y",
        check="cd testsuite && rm -rf wget wget.tests && { ./runtest || test -x ../busybox; }",
        same="^(PASS|FAIL|UNTESTED|SKIPPED): ",
        host="scripts",
        record="./busybox sh",
        input="Inputs/workload.sh"),
    "mbedtls": Program(
        build="make CC=\"$CC\" lib no_test programs",
        check="programs/test/selftest",
        same=r"passed|skipped|failed",
        record="programs/test/selftest aes des sha256 base64"),
    "memcached": Program(
        configure="./configure",
        build="make",
        check="./testapp",
        same="^(ok|not ok) "),
    "lua": Program(
        build="make -C src linux CC=\"$CC -std=gnu99\" MYCFLAGS=\"$([ -n \"$EVERY_CORNER\" ] || echo -O0)\"",
        check="src/lua \"$HERE/Inputs/workload.lua\"",
        same=".",
        record="src/lua -",
        input="Inputs/workload.lua",
        html=True),
    "sqlite": Program(
        source="sqlite-amalgamation",
        build="make -f \"$HERE/Inputs/sqlite.mk\" CC=\"$CC\"",
        check="./sqlite3 :memory: < \"$HERE/Inputs/workload.sql\"",
        same=".",
        record="./sqlite3 :memory:",
        input="Inputs/workload.sql",
        html=True),
    "sqlite-configured": Program(
        source="sqlite",
        configure="./configure --disable-shared --disable-tcl --disable-readline",
        build="make sqlite3 speedtest1",
        check="./speedtest1 --size 20 --memdb"),
}
