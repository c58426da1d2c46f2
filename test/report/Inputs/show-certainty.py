#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints how sure figures of a report in JSON are: show-certainty.py REPORT"""
import json
import sys

for function in json.load(open(sys.argv[1], encoding="utf-8"))["functions"]:
    for figures in (function["self"] and function["self"]["corrected"],):
        if figures:
            print(function["name"], "mean", figures["mean"], "±", figures["uncertainty"]["mean"], "as of",
                  figures["effective_count"], "of", figures["count"], "p50", figures["p50"], *figures["intervals"]["p50"] or ["-"])
