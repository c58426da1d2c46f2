//===- ProbeText.h - Probes as C text -------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_PROBETEXT_H
#define IPOINT_PROBES_PROBETEXT_H

#include "probes/Edits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

namespace ipoint {

/// How a probe knows whether a window is open.
enum class InWindow {
  Asks,     ///< from the variable ProbeText::open(), which compilers do not see
  Branches, ///< the same by a branch, of which they know how it goes
  Never,    ///< it is in the copy of the text for when none is
  Brief,    ///< the same, of a call that is not timed as it does not last
  Always    ///< it is in the copy for when one is
};

/// What is written for the ipoints of one function, by slot, and the names of
/// the variables in it.
class ProbeText {
public:
  ProbeText(const FoundFunction &Found, const FunctionPlan &Plan,
            unsigned Number, const EditContext &Context,
            InWindow Windows = InWindow::Asks);

  /// Whether the arms of \p S have their probes behind its condition.
  bool isInCondition(const FoundSelect &S) const {
    return isMovable(S.Then) && (!S.Else || isMovable(*S.Else)) &&
           (isProbed(S.Then) || (S.Else && isProbed(*S.Else)));
  }

  bool isInCondition(const Slot &S) const {
    std::optional<unsigned> Select = Found.Sites[S.Site].Select;
    return Select && isInCondition(Found.Selects[*Select]);
  }

  /// What stands behind the condition of \p S, with the probes of its arms.
  std::string select(const FoundSelect &S) const;

  const PlannedIpoint *ipointOf(const Slot &S) const {
    std::optional<uint32_t> Index = Plan.OfSite[S.Site];
    return Index ? &Plan.Ipoints[*Index] : nullptr;
  }

  /// Whether the probe of its site is written at \p S.
  bool hasProbe(const Slot &S) const {
    return isProbed(S.Site) && !isInCondition(S);
  }

  std::string idOf(unsigned Site) const {
    return std::to_string(Context.FirstId + Plan.First + *Plan.OfSite[Site]) +
           "u";
  }

  std::string idOf(const Slot &S) const { return idOf(S.Site); }

  /// What is known of the order in which C evaluates the probe and others of
  /// the function.
  enum class Order {
    Given, ///< all of it
    Open,  ///< nothing, in one expression: only calls are then apart
  };

  /// Which entry of the count table says whether iterations of \p Loop are
  /// timed, if any does.
  std::optional<uint32_t> iterationState(uint32_t Loop) const;

  /// Whether a record is written for \p Site in windows.
  bool isInWindows(unsigned Site) const {
    return Plan.OfSite[Site] && Plan.Ipoints[*Plan.OfSite[Site]].InWindows &&
           !(Found.Sites[Site].Select &&
             isInCondition(Found.Selects[*Found.Sites[Site].Select]));
  }

  /// What stores its record in a window.
  std::string window(const Slot &S) const;

  /// Whether a window may have begun since the function looked last: once in
  /// each cycle.
  bool looksAgain(const Slot &S) const;

  /// Empty without a probe.
  std::string joined(const Slot &S, llvm::StringRef Between, Order O) const {
    return hasProbe(S) ? llvm::join(probe(S, O), Between) : "";
  }

  std::string statement(const Slot &S) const {
    return joined(S, "; ", Order::Given) +
           (hasProbe(S) && !S.AtEmptyStatement ? ";" : "");
  }

  /// As the left operand of a comma; without the probe there is no comma.
  std::string operand(const Slot &S, Order O = Order::Open) const {
    return joined(S, ", ", O) + (hasProbe(S) ? ", " : "");
  }

  /// Without its last operand. Marks are ipoints at every level.
  std::string valueProbe(const Slot &S) const;

  /// Whether any number of a path is other than 0, or goes to a function.
  bool needsSum() const;

  /// Whether it has a variable that says whether a window is open.
  bool asksForWindows() const { return HasOpen; }

  /// Whether the function times its calls.
  bool timesCalls() const { return CallState && Windows != InWindow::Brief; }
  /// The same of iterations of the loop whose body begins at \p S.
  bool timesIteration(const Slot &S) const {
    const PlannedIpoint *P = ipointOf(S);
    return Windows != InWindow::Brief && P && P->Iterates &&
           iterationState(*P->Iterates);
  }

  bool counts() const { return Plan.S == database::Store::Sums; }

  bool needsTable() const;

  /// Whether a call may take as long as many probes: it has a loop, or calls
  /// something that may.
  bool mayLast() const {
    return Plan.Chosen.TimesCalls &&
           (!Found.Loops.empty() ||
            llvm::any_of(Found.Sites,
                         [](const Site &S) { return S.Effects.MayStay; }));
  }

  static std::string number(uint64_t Value) {
    return std::to_string(Value) + "u";
  }

  //===--- Names ----------------------------------------------------------===//

  std::string sum() const { return "ipoint_sum_" + Suffix; }
  std::string count(uint32_t Counter = 0) const {
    return "ipoint_rounds_" + Suffix +
           (Counter == 0 ? "" : "_" + std::to_string(Counter));
  }
  /// Which arm of a select is taken: 1 or 0.
  std::string taken() const { return "ipoint_taken_" + Suffix; }
  std::string table() const { return "ipoint_counts_" + Suffix; }
  /// Whether a window was open when the function looked last.
  std::string open() const { return "ipoint_open_" + Suffix; }
  std::string isOpen() const { return "ipoint_window_open(" + table() + ")"; }
  /// Whether the count table says that the call or the iteration that begins at
  /// \p S is timed.
  std::string isTimed(const Slot &S) const;
  /// Its beginning, if it is timed.
  std::string beginTimed(const Slot &S) const;
  std::string timed() const { return "ipoint_time_" + Suffix; }
  std::string began() const { return "ipoint_began_" + Suffix; }
  std::string iterationBegan(uint32_t Loop) const {
    return "ipoint_began_" + Suffix + "_" + std::to_string(Loop + 1);
  }

protected:
  const FoundFunction &Found;
  const FunctionPlan &Plan;
  std::string Suffix;
  const EditContext &Context;
  bool HasSum;   ///< the function has a variable for the number of a path
  bool HasTable; ///< and one for the count table
  bool HasOpen;  ///< see asksForWindows()
  InWindow Windows;
  std::optional<uint32_t> CallState; ///< of a function whose calls are timed
  std::optional<uint32_t> TimesAt;   ///< of one that is timed in place

private:
  using Encoding = database::Encoding;

  /// Whether what the probe of an arm does may as well be done behind the
  /// condition.
  bool isMovable(unsigned Site) const;

  /// Whether anything is written for the site.
  bool isProbed(unsigned Site) const;

  bool hasWindow(const PlannedIpoint &P) const {
    return P.InWindows && Windows != InWindow::Never &&
           Windows != InWindow::Brief;
  }

  static std::string timing(const PlannedIpoint &P) {
    return P.Timed ? "ipoint_timed" : "ipoint_untimed";
  }

  /// The probe as expressions that are evaluated one after the other.
  llvm::SmallVector<std::string, 4> probe(const Slot &S, Order O) const;

  std::string whetherOpen() const {
    return Windows == InWindow::Always ? "1u" : HasOpen ? open() : isOpen();
  }

  /// A call of \p Function for an iteration of \p Loop, which are timed.
  std::string iteration(const char *Function, uint32_t Loop) const;
  /// Calls \p Function for \p Loop, if its iterations are timed.
  void addIteration(llvm::SmallVectorImpl<std::string> &Parts,
                    const char *Function, uint32_t Loop) const;

  /// What adds the visits of the ipoint \p Counter to the count table.
  std::array<std::string, 2> added(uint32_t Counter) const;

  /// The same without what is timed in windows.
  llvm::SmallVector<std::string, 3> stored(const Slot &S, Order O) const;

  /// The same of what adds up times: with those of a path it counts it, too.
  llvm::SmallVector<std::string, 3> timedInPlace(const Slot &S, Order O) const;

  /// The same of the end of a path that is counted.
  llvm::SmallVector<std::string, 3> countedPath(const Slot &S, Order O) const;

  /// What is added to the number of the path that ends at \p S, without what
  /// leads to it.
  std::string offset(const Slot &S, int64_t From = 0) const;
  std::string index(const Slot &S, int64_t From = 0) const;

  /// The place in the count table of the path that ends at \p S.
  std::string place(const Slot &S) const;

  /// The number of the path that ends at \p P, without a count.
  std::string sumAt(const PlannedIpoint &P) const;

  /// The first arguments of what ends a path where nothing is known of the
  /// order.
  std::string nextPath(const Slot &S, const PlannedIpoint &P) const {
    return idOf(S) + ", &" + sum() + ", " + number(P.Increment) + ", " +
           number(P.PathBase.value_or(0));
  }
};

} // namespace ipoint

#endif // IPOINT_PROBES_PROBETEXT_H
