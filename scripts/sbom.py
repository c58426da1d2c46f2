#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ipoint's packages are made of, as SPDX 2.3 in JSON: ipoint, what is linked into it or goes into reports, what it loads.

Usage: scripts/sbom.py VERSION CREATED [FILE...]
  VERSION, CREATED  of the release; CREATED as 2026-11-28T00:00:00Z
  FILE              its archives and packages, whose SHA-256 are written down
"""
import hashlib
import json
import os
import subprocess
import sys

LLVM = "Apache-2.0 WITH LLVM-exception"
# Debian's package that a part was built with, what it is called, its licence, and how ipoint has it.
PARTS = [
    ("llvm-19-dev", "LLVM", LLVM, "STATIC_LINK"),
    ("libclang-19-dev", "Clang", LLVM, "STATIC_LINK"),
    ("libjs-chart.js", "Chart.js", "MIT", "CONTAINS"),
    ("node-d3-hierarchy", "d3-hierarchy", "BSD-3-Clause", "CONTAINS"),
    ("node-highlight.js", "highlight.js", "BSD-3-Clause", "CONTAINS"),
    ("libboost-dev", "Boost", "BSL-1.0", "CONTAINS"),
    ("libsqlite3-dev", "SQLite", "blessing", "DYNAMIC_LINK"),
    ("libexpat1-dev", "Expat", "MIT", "DYNAMIC_LINK"),
    ("coinor-libclp-dev", "Clp", "EPL-1.0 OR EPL-2.0", "DYNAMIC_LINK"),
    ("coinor-libcoinutils-dev", "CoinUtils", "EPL-1.0 OR EPL-2.0", "DYNAMIC_LINK"),
    ("libzstd-dev", "Zstandard", "BSD-3-Clause OR GPL-2.0-only", "DYNAMIC_LINK"),
    ("zlib1g-dev", "zlib", "Zlib", "DYNAMIC_LINK"),
    ("libc6-dev", "GNU C Library", "LGPL-2.1-or-later", "DYNAMIC_LINK"),
]
OURS = "SPDXRef-ipoint"


def installed_version(package):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if done.returncode != 0 or not done.stdout:
        sys.exit("sbom.py: {}: not installed; what was built with it is not known".format(package))
    return done.stdout


def package(identity, name, version, licence, **more):
    return {"SPDXID": identity, "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}


def relation(one, what, other):
    return {"spdxElementId": one, "relationshipType": what, "relatedSpdxElement": other}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    version, created, *files = sys.argv[1:]
    packages = [package(OURS, "ipoint", version, LLVM, primaryPackagePurpose="APPLICATION")]
    relations = [relation("SPDXRef-DOCUMENT", "DESCRIBES", OURS)]
    for debian, name, licence, how in PARTS:
        identity = "SPDXRef-" + debian
        at = installed_version(debian)
        packages.append(package(identity, name, at, licence, externalRefs=[{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
            "referenceLocator": "pkg:deb/debian/{}@{}".format(debian, at.replace(":", "%3A").replace("+", "%2B"))}]))
        relations.append(relation(OURS, how, identity))
    digests = hashlib.sha256(version.encode())
    for number, path in enumerate(sorted(files)):
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        digests.update(digest.encode())
        identity = "SPDXRef-distributed-{}".format(number)
        packages.append(package(identity, os.path.basename(path), version, LLVM, packageFileName=os.path.basename(path),
                                checksums=[{"algorithm": "SHA256", "checksumValue": digest}]))
        relations.append(relation(identity, "DISTRIBUTION_ARTIFACT", OURS))
    json.dump({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "ipoint-" + version,
        "documentNamespace": "urn:ipoint:spdx:{}:{}".format(version, digests.hexdigest()),
        "creationInfo": {"created": created, "creators": ["Tool: ipoint-sbom-" + version]},
        "packages": packages, "relationships": relations,
    }, sys.stdout, indent=1)
    print()


main()
