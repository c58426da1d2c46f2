#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prometheus.py PATH FOLDER FILE QUERY=VALUE...: FILE, OpenMetrics text, is served to Prometheus, found in PATH, until each QUERY has its one
VALUE. Keeps what Prometheus stores in FOLDER. Prints what a query came to where it was another one."""
import http.server
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request

promtool, prometheus = (shutil.which(name, path=sys.argv[1]) for name in ("promtool", "prometheus"))
folder, file = (pathlib.Path(p).resolve() for p in sys.argv[2:4])
wanted = [argument.rsplit("=", 1) for argument in sys.argv[4:]]


class Target(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/openmetrics-text; version=1.0.0; charset=utf-8")
        self.end_headers()
        self.wfile.write(file.read_bytes())

    def log_message(self, *_):
        pass


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def ask(what):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/{what}", timeout=10) as answer:
        return json.load(answer)["data"]


target = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Target)
threading.Thread(target=target.serve_forever, daemon=True).start()
folder.mkdir(exist_ok=True)
config = folder / "prometheus.yml"
config.write_text(json.dumps({"scrape_configs": [{
    "job_name": "boards", "scrape_interval": "200ms", "scrape_timeout": "200ms",
    "static_configs": [{"targets": [f"127.0.0.1:{target.server_port}"]}]}]}))
subprocess.run([promtool, "check", "config", config], check=True, stdout=subprocess.DEVNULL)
# Lints the older text format, in which the names of counters end with _total in their type, too; this is the one complaint.
lint = subprocess.run([promtool, "check", "metrics"], input=file.read_bytes(), capture_output=True)
complaints = [line for line in lint.stderr.decode().splitlines()
              if not line.endswith(("_total no help text", '_total non-counter metrics should not have "_total" suffix'))]
assert not complaints, complaints
port = free_port()
log = open(folder / "log", "w")
server = subprocess.Popen([prometheus, f"--config.file={config}", f"--storage.tsdb.path={folder}/data",
                           f"--web.listen-address=127.0.0.1:{port}"], stdout=log, stderr=log)
results = {}
try:
    for _ in range(300):
        time.sleep(0.1)
        if server.poll() is not None:
            break
        try:
            for query, _ in wanted:
                results[query] = [r["value"][1] for r in ask("query?query=" + urllib.parse.quote(query))["result"]]
            failed = [t["lastError"] for t in ask("targets")["activeTargets"] if t["lastError"]]
            if failed:
                results["scrape"] = failed
                break
        except OSError:
            continue
        if all(results[query] == [value] for query, value in wanted):
            sys.exit(0)
finally:
    server.terminate()
    server.wait()
sys.exit(f"prometheus.py: {results}, not {wanted}; its log is {log.name}")
