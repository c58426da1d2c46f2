//===- ControlFlow.h - Where control is, and where it is going ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a walk over a body in the order of control has to remember, without the
// body: from which sites the place that it is at is reached, and what jumps
// away from places that it has passed.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_CONTROLFLOW_H
#define IPOINT_PROBES_CONTROLFLOW_H

#include "probes/SiteGraph.h"
#include "llvm/ADT/DenseMap.h"

namespace ipoint {

/// Where `break` and `continue` have gone so far, in a loop or switch.
struct Jumps {
  Reaching Breaks;
  Reaching Continues;
  bool IsLoop = false;
  bool BreakIsLast = false; ///< a break ends the function
};

/// What the labels of a switch have to know of it.
struct SwitchHead {
  Reaching From;
  bool HasDefault = false;
  std::string Path; ///< its stable name
};

class ControlFlow {
public:
  explicit ControlFlow(SiteGraph &Graph) : Graph(Graph) {}

  /// The sites from which control reaches the place that the walk is at.
  Reaching Current;

  //===--- Loops and switches ---------------------------------------------===//

  void enterLoop(bool BreakIsLast = false);
  Jumps leaveLoop() { return Breakable.pop_back_val(); }
  /// Of a loop that was entered for its condition only. A `break` in a
  /// statement expression there leaves this loop for Clang, and the one around
  /// it for GCC.
  Jumps leaveLoopCondition();
  void enterSwitch(std::string Path, bool BreakIsLast);
  /// From here on control has left the switch.
  void leaveSwitch();
  SwitchHead &innermostSwitch() { return Switches.back(); }
  /// Whether a `break` here ends the function.
  bool breakIsLast() const {
    return !Breakable.empty() && Breakable.back().BreakIsLast;
  }
  void breakOut();
  void goOn(); ///< `continue`

  //===--- Labels ---------------------------------------------------------===//

  /// Identifies a label.
  using Label = const void *;

  void place(Label L, unsigned Site) { LabelSites[L] = Site; }
  /// Control may go on here too, as in an `asm goto`.
  void jumpTo(Label L) { Gotos.push_back({L, Current}); }
  /// To any label whose address was taken.
  void jumpToAddress() { merge(AddressJumps, Current); }
  void takeAddress(Label L) { Addressed.push_back(L); }

  //===--- Where the order is open ----------------------------------------===//

  /// A place without a probe through which paths go: what leads to it can be
  /// followed by whatever follows it.
  unsigned addJunction();
  /// A call such as setjmp: control can come here from anywhere.
  void returnTwice();
  /// Leads the paths through the junction of all OpenMP directives.
  void meetDirective();

  /// To be called when all sites have been found.
  void finish();

private:
  SiteGraph &Graph;
  llvm::SmallVector<Jumps, 4> Breakable; ///< innermost last
  llvm::SmallVector<SwitchHead, 2> Switches;
  llvm::DenseMap<Label, unsigned> LabelSites;
  std::vector<std::pair<Label, Reaching>> Gotos;
  Reaching AddressJumps;
  std::vector<Label> Addressed;
  Reaching SecondReturns; ///< junctions
  std::optional<unsigned> DirectiveJunction;
};

} // namespace ipoint

#endif // IPOINT_PROBES_CONTROLFLOW_H
