# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds up profiles of many machines (docs/fleet.md):

    inputs ──convert──> tables in batches (store) ──add──> sums by group ──ipoint-report──> profiles

Each engine, DuckDB and Spark, does the same over the same files.
"""
