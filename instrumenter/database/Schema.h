//===- Schema.h - The tables of the ipoint database -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/formats.md says what each column means. Rows whose keys are
// ids of ipoints have no foreign keys: a unit's ids are one range, and checking
// each row would take longer than writing it.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_SCHEMA_H
#define IPOINT_DATABASE_SCHEMA_H

namespace ipoint::database {

/// "ipnt", in SQLite's header: distinguishes our files from other SQLite files.
constexpr int ApplicationId = 0x69706E74;
constexpr int SchemaVersion = 17;

/// `role` of functions that are interrupt handlers.
constexpr const char *InterruptRole = "isr";

constexpr const char *Schema = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL, hash TEXT NOT NULL, text TEXT NOT NULL,
  UNIQUE (path, hash));
CREATE TABLE units (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL, text_hash TEXT NOT NULL, settings INTEGER NOT NULL,
  first INTEGER NOT NULL, count INTEGER NOT NULL, reserved INTEGER NOT NULL, compiler TEXT NOT NULL, flags TEXT NOT NULL,
  whole INTEGER NOT NULL, reason TEXT, bytes INTEGER NOT NULL, held INTEGER NOT NULL, config TEXT,
  first_count INTEGER NOT NULL, counts INTEGER NOT NULL, counts_reserved INTEGER NOT NULL,
  UNIQUE (path, text_hash, settings));
CREATE TABLE reservations (
  path TEXT NOT NULL, text_hash TEXT NOT NULL, settings INTEGER NOT NULL,
  first INTEGER NOT NULL, reserved INTEGER NOT NULL, first_count INTEGER NOT NULL, counts_reserved INTEGER NOT NULL,
  at INTEGER NOT NULL, PRIMARY KEY (path, text_hash, settings)) WITHOUT ROWID;
CREATE INDEX units_by_first ON units (first);
CREATE INDEX units_by_first_count ON units (first_count);
CREATE TABLE products (
  path TEXT NOT NULL, source TEXT NOT NULL, unit INTEGER NOT NULL,
  PRIMARY KEY (path, source)) WITHOUT ROWID;
CREATE INDEX products_by_unit ON products (unit);
CREATE TABLE collected (
  path TEXT NOT NULL, text_hash TEXT NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (first, text_hash, count)) WITHOUT ROWID;
CREATE TABLE patterns (
  config TEXT NOT NULL, line INTEGER NOT NULL, section TEXT NOT NULL, written TEXT NOT NULL,
  glob TEXT NOT NULL, of_files INTEGER NOT NULL);
CREATE INDEX patterns_by_config ON patterns (config);
CREATE TABLE functions (
  id INTEGER PRIMARY KEY, unit INTEGER NOT NULL REFERENCES units ON DELETE CASCADE,
  name TEXT NOT NULL, file INTEGER NOT NULL REFERENCES files, line INTEGER NOT NULL,
  column INTEGER NOT NULL, end_line INTEGER NOT NULL, not_instrumented TEXT,
  level TEXT NOT NULL, timed TEXT NOT NULL, role TEXT, store TEXT NOT NULL, store_reason TEXT,
  stride INTEGER, type TEXT);
CREATE INDEX functions_by_unit ON functions (unit);
CREATE INDEX functions_by_file ON functions (file);
CREATE TABLE ipoints (
  id INTEGER PRIMARY KEY, function INTEGER NOT NULL,
  kind TEXT NOT NULL, name TEXT NOT NULL, timed INTEGER NOT NULL, line INTEGER NOT NULL,
  column INTEGER NOT NULL, end_line INTEGER NOT NULL, macro INTEGER NOT NULL,
  encoding TEXT NOT NULL, path_base INTEGER, count_at INTEGER, rounds_at INTEGER);
CREATE TABLE transitions (
  source INTEGER NOT NULL, target INTEGER NOT NULL, increment INTEGER,
  PRIMARY KEY (source, target)) WITHOUT ROWID;
CREATE TABLE calls (
  ipoint INTEGER NOT NULL, number INTEGER NOT NULL, callee TEXT, type TEXT, times TEXT NOT NULL,
  PRIMARY KEY (ipoint, number)) WITHOUT ROWID;
CREATE TABLE marks (
  ipoint INTEGER PRIMARY KEY, name TEXT NOT NULL,
  value TEXT NOT NULL);
CREATE TABLE included_text (
  ipoint INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES files, line INTEGER NOT NULL,
  column INTEGER NOT NULL);
CREATE INDEX included_text_by_file ON included_text (file);
CREATE TABLE loops (
  id INTEGER PRIMARY KEY, function INTEGER NOT NULL REFERENCES functions ON DELETE CASCADE,
  name TEXT NOT NULL, line INTEGER NOT NULL, end_line INTEGER NOT NULL, head INTEGER, body INTEGER,
  bound INTEGER, bound_from TEXT NOT NULL, derived INTEGER);
CREATE INDEX loops_by_function ON loops (function);
CREATE TABLE budgets (
  id INTEGER PRIMARY KEY, function INTEGER NOT NULL REFERENCES functions ON DELETE CASCADE,
  ipoint INTEGER, line INTEGER NOT NULL, text TEXT NOT NULL);
CREATE INDEX budgets_by_function ON budgets (function);
CREATE TABLE places_not_instrumented (
  unit INTEGER NOT NULL REFERENCES units ON DELETE CASCADE, function INTEGER, file INTEGER NOT NULL,
  line INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE INDEX places_not_instrumented_by_unit ON places_not_instrumented (unit);
CREATE TABLE preambles (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, text TEXT NOT NULL);
CREATE INDEX places_not_instrumented_by_file ON places_not_instrumented (file);
)sql";

} // namespace ipoint::database

#endif // IPOINT_DATABASE_SCHEMA_H
