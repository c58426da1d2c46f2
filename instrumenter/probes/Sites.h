//===- Sites.h - Probe sites of a translation unit ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The chain of mappings from C text to instrumented C text; each arrow is a
// function:
//
//   text ──parseText──> AST ──findSites──> FoundUnit ──planUnit──> PlannedUnit
//        ──Database::store──> ids ──insertProbes──> text
//
// A site is a place where an ipoint could be, at whatever level: sites are
// found once, and the plan chooses among them. The sites of a function form a
// graph, so that the transitions that are possible between the chosen ones
// follow from it whatever the choice was.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_SITES_H
#define IPOINT_PROBES_SITES_H

#include "database/Words.h"
#include "frontend/Places.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace ipoint {

/// One change of the text: at Offset, Removed bytes go and Before, the probe of
/// Site and After come. The probe is left out if the plan did not choose the
/// site; the rest is not, because the braces may hold other sites. Edits at one
/// offset are applied in the order in which they were made.
struct Edit {
  /// How the probe is written.
  enum class Form {
    None,
    Statement,
    Operand,
    Value ///< After goes on behind the id, with the value
  };

  unsigned Offset = 0;
  unsigned Removed = 0;
  std::string Before;
  Form Probe = Form::None;
  unsigned Site = 0; ///< index in FoundFunction::Sites
  std::string After;
  bool OnlyWithSite = false; ///< nothing is written if Site was not chosen
};

/// A place where a probe was wanted and could not be put.
struct SkippedPlace {
  unsigned Line = 0;
  std::string Reason;
  std::optional<unsigned> Site; ///< index of the site that it would have been
};

/// A place where the path of control can be observed.
struct Site {
  database::Kind K = database::Kind::Entry;
  bool OfLoop = false;     ///< head, body, step or end of a loop
  bool OfDecision = false; ///< inside an expression, of `&&`, `||` or `?:`
  std::string Name;        ///< stable name
  TextPlace At;
  unsigned EndLine = 0;
  std::string MarkName; ///< of a mark: the user's name
  database::MarkValue MarkedValue = database::MarkValue::None;
  bool Placed = false;                 ///< there is an edit for its probe
  llvm::SmallVector<unsigned, 2> Next; ///< sites that can follow
  llvm::SmallVector<std::string, 0>
      Calls; ///< direct callees from here to the next sites;
             ///< empty name: through a pointer
};

struct FoundLoop {
  std::string Name; ///< stable name, e.g. "for.1"
  unsigned Line = 0;
  unsigned EndLine = 0;
  std::optional<unsigned> Head; ///< site, apart from the body
  unsigned Body = 0;            ///< site
  /// How often the body runs at most each time that the loop is entered, and
  /// who says so.
  std::optional<uint64_t> Bound;
  std::string BoundFrom;
};

struct FoundFunction {
  std::string Name;
  std::string File; ///< absolute path
  TextPlace At;
  unsigned EndLine = 0;
  unsigned End = 0; ///< offset of its last brace in the main text; 0: not there
  bool IsInterrupt = false; ///< its declaration says so
  /// Why it is not instrumented unless a rule asks for it.
  std::optional<std::string> Excepted;
  std::optional<std::string>
      Skipped; ///< why it is not instrumented; then all behind this is empty
  std::vector<Site> Sites;
  std::vector<Edit> Edits;
  std::vector<FoundLoop> Loops;
  std::vector<SkippedPlace> Skips;
};

/// Leaves \p F as it is.
inline void leaveAlone(FoundFunction &F, std::string Reason) {
  F.Skipped = std::move(Reason);
  F.Sites.clear();
  F.Edits.clear();
  F.Loops.clear();
  F.Skips.clear();
}

struct FoundUnit {
  std::vector<FoundFunction> Functions;
  std::optional<std::string> NotParsed; ///< why nothing could be found
  bool IsRuntime = false; ///< it is what probes call: nothing was looked for
};

} // namespace ipoint

#endif // IPOINT_PROBES_SITES_H
