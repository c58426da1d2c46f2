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

#include "probes/Sites.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"
#include <initializer_list>

namespace ipoint {

/// The sites from which control can come to the place that is being looked at.
/// None: the place cannot be reached.
class Reaching : public llvm::SmallSetVector<unsigned, 4> {
public:
  Reaching() = default;
  Reaching(std::initializer_list<unsigned> Sites) {
    insert(Sites.begin(), Sites.end());
  }
  using SmallSetVector::SmallSetVector;
};

/// Adds what is in \p From and not in \p To. The smaller set goes into the
/// larger: a chain of operands or arms hands a growing one on.
inline void merge(Reaching &To, Reaching From) {
  if (To.size() < From.size())
    std::swap(To, From);
  To.insert(From.begin(), From.end());
}

/// Stable names of fewer characters hold the whole nest.
constexpr size_t LongestNest = 500;

/// \p Path, the stable name of a nest, or a short one in its place: whole names
/// of deep nests would take memory and time by the square of the depth.
inline std::string shortened(const std::string &Path) {
  if (Path.size() <= LongestNest)
    return Path;
  return "deep." + llvm::utohexstr(llvm::xxh3_64bits(Path), /*LowerCase=*/true,
                                   /*Width=*/16);
}

class SiteGraph {
public:
  explicit SiteGraph(FoundFunction &Function) : Function(Function) {}

  /// A new site that control reaches from \p From.
  unsigned addSite(database::Kind K, std::string Name, const TextPlace &At,
                   const Reaching &From) {
    unsigned Index = Function.Sites.size();
    Site &S = Function.Sites.emplace_back();
    S.K = K;
    S.Name = std::move(Name);
    S.At = At;
    S.EndLine = At.Written.Line;
    connect(From, Index);
    return Index;
  }

  void connect(const Reaching &From, unsigned To) {
    for (unsigned Site : From)
      if (Edges.insert({Site, To}).second)
        Function.Sites[Site].Next.push_back(To);
  }

  /// What may follow \p First may follow \p Last: see Site::Reopens.
  void reopen(unsigned Last, unsigned First) {
    connect({Last}, First);
    Function.Sites[Last].Reopens = First;
  }

  void addCall(const Reaching &From, const FoundCall &Call) {
    for (unsigned Site : From)
      Function.Sites[Site].Calls.push_back(Call);
  }

  /// A call between \p From and the next sites.
  void noteCall(const Reaching &From, CallEffects Effects) {
    for (unsigned Site : From)
      Function.Sites[Site].Effects |= Effects;
  }

  /// The function keeps block records, for the first reason that is noted.
  void doWithoutPaths(std::string Reason) {
    if (!Function.WithoutPaths)
      Function.WithoutPaths = std::move(Reason);
  }

  Reaching allSites() const {
    auto All = llvm::seq<unsigned>(0, Function.Sites.size());
    return Reaching(All.begin(), All.end());
  }

  /// How many sites of statements have got a probe.
  unsigned placedStatements() const { return PlacedStatements; }

  bool returnsValue() const { return Function.Returned.has_value(); }

  Site &operator[](unsigned Index) { return Function.Sites[Index]; }

  /// \returns what setSite() takes.
  size_t addSlot(Slot S) {
    Function.Slots.push_back(S);
    return Function.Slots.size() - 1;
  }

  void addSlot(unsigned Offset, SlotForm Form) {
    Function.Slots.push_back({Offset, 0, Form});
  }

  size_t slotCount() const { return Function.Slots.size(); }

  /// What begins at slot \p First, as \p D says, and ends at slot \p Last may
  /// stand twice. \p Size: see Slot::Value.
  void duplicate(size_t First, size_t Last, Duplicated D, unsigned Size) {
    Function.Slots[First].D = D;
    Function.Slots[First].Value = Size;
    Function.Slots[Last].D = Duplicated::Ends;
  }

  /// How many slots from \p First to \p Last are behind the names of labels.
  unsigned labelSlots(size_t First, size_t Last) const;

  /// Has text stand once where it holds a label to which a jump from outside
  /// leads, or of which \p Addressed has the number: such a jump cannot choose
  /// the copy. To be called when all slots have been found.
  void keepEnteredOnce(const llvm::DenseSet<unsigned> &Addressed);

  /// Finds Site::GoesRound: where control may come back otherwise than by a
  /// loop. Sites between two such cycles are taken for parts of them.
  void findCyclesOfLabels();

  void setSite(size_t SlotIndex, unsigned Site) {
    Function.Slots[SlotIndex].Site = Site;
  }

  /// In front of all other slots at that offset.
  void addSlotInFront(Slot S) { InFront.push_back(S); }

  /// To be called when all sites have been found.
  void finish() {
    Function.Slots.insert(Function.Slots.begin(), InFront.begin(),
                          InFront.end());
    InFront.clear();
  }

  /// Adds a slot that holds the probe of its site.
  void addProbe(Slot S) {
    Function.Slots.push_back(S);
    Site &Of = Function.Sites[S.Site];
    Of.Placed = true;
    PlacedStatements += !Of.OfDecision;
  }

  void addProbe(unsigned Site, unsigned Offset, SlotForm Form) {
    addProbe({Offset, 0, Form, false, Site});
  }

  /// \returns its index, for slots.
  unsigned addSelect(FoundSelect S) {
    unsigned Index = Function.Selects.size();
    Function.Sites[S.Then].Select = Index;
    if (S.Else)
      Function.Sites[*S.Else].Select = Index;
    Function.Selects.push_back(S);
    return Index;
  }

  /// \returns its index, for slots.
  unsigned addValue(DecidedValue V) {
    Function.Values.push_back(std::move(V));
    return Function.Values.size() - 1;
  }

  DecidedValue &value(unsigned Index) { return Function.Values[Index]; }

  unsigned addCopy(TextRange Range) {
    Function.Copies.push_back(Range);
    return Function.Copies.size() - 1;
  }

  unsigned addLoop(std::string Name, unsigned Line, unsigned EndLine) {
    Function.Loops.push_back({std::move(Name), Line, EndLine, std::nullopt, 0,
                              0, 0, std::nullopt, ""});
    return Function.Loops.size() - 1;
  }

  void addBudget(FoundBudget B) { Function.Budgets.push_back(std::move(B)); }

  FoundLoop &loop(unsigned Index) { return Function.Loops[Index]; }

  unsigned siteCount() const { return Function.Sites.size(); }
  /// The sites from \p First on are in the statement of loop \p Index.
  void endLoop(unsigned Index, unsigned First) {
    Function.Loops[Index].First = First;
    Function.Loops[Index].End = siteCount();
  }

  /// Notes a place without a probe.
  void addPlaceWithoutProbe(unsigned Line, std::string Reason) {
    Function.WithoutProbe.push_back({Line, std::move(Reason), std::nullopt});
  }

  /// Notes that \p Site has no probe.
  void noteWithoutProbe(unsigned Site, unsigned Line, std::string Reason) {
    const std::optional<IncludedPlace> &In = Function.Sites[Site].At.Included;
    if (In && !In->InText)
      Reason = "lies in a file that is included";
    Function.WithoutProbe.push_back({Line, std::move(Reason), Site});
  }

  /// "if.2" for the second `if` below \p Parent; the stable names are made of
  /// these.
  std::string child(const std::string &Parent, llvm::StringRef Word) {
    std::string Path =
        Parent.empty() ? Word.str() : shortened(Parent) + "/" + Word.str();
    return Path + "." + std::to_string(++Ordinals[Path]);
  }

private:
  FoundFunction &Function;
  std::vector<Slot> InFront;
  llvm::DenseSet<std::pair<unsigned, unsigned>> Edges;
  unsigned PlacedStatements = 0;
  llvm::StringMap<unsigned> Ordinals;
};

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
  bool isAddressed(Label L) const { return llvm::is_contained(Addressed, L); }

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
