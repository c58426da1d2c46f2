//===- ControlFlow.cpp - Where control is, and where it is going ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/ControlFlow.h"
#include "llvm/ADT/BitVector.h"

using namespace llvm;
using ipoint::database::Kind;

namespace ipoint {

unsigned SiteGraph::labelSlots(size_t First, size_t Last) const {
  return llvm::count_if(ArrayRef(Function.Slots).slice(First, Last - First + 1),
                        [](const Slot &S) {
                          return S.Form == SlotForm::Label ||
                                 S.Form == SlotForm::Goto;
                        });
}

void SiteGraph::keepEnteredOnce(const DenseSet<unsigned> &Addressed) {
  MutableArrayRef<Slot> Slots = Function.Slots;
  struct Jumped {
    size_t First, Last;
  };
  DenseMap<unsigned, Jumped> From; // by label, where slots of jumps are
  for (size_t I = 0; I != Slots.size(); ++I)
    if (Slots[I].Form == SlotForm::Goto)
      From.try_emplace(Slots[I].Value, Jumped{I, I}).first->second.Last = I;
  auto IsEntered = [&](size_t First, size_t Last) {
    return any_of(Slots.slice(First, Last - First), [&](const Slot &S) {
      if (S.Form != SlotForm::Label)
        return false;
      auto It = From.find(S.Value);
      return Addressed.contains(S.Value) ||
             (It != From.end() &&
              (It->second.First < First || It->second.Last > Last));
    });
  };
  SmallVector<size_t> Open; // where text begins that may stand twice
  for (size_t I = 0; I != Slots.size(); ++I)
    if (Slots[I].D == Duplicated::Ends) {
      const size_t First = Open.pop_back_val();
      if (IsEntered(First, I))
        Slots[First].D = Slots[I].D = Duplicated::No;
    } else if (Slots[I].D != Duplicated::No) {
      Open.push_back(I);
    }
}

using SiteEdges = std::vector<SmallVector<unsigned, 2>>;

/// Takes away from \p Left what no site of it leads to, and so on (Kahn's
/// algorithm).
static void sortOut(BitVector &Left, const SiteEdges &Next) {
  std::vector<unsigned> Sources(Left.size());
  for (unsigned Site : Left.set_bits())
    for (unsigned To : Next[Site])
      ++Sources[To];
  SmallVector<unsigned> Ready;
  for (unsigned Site : Left.set_bits())
    if (Sources[Site] == 0)
      Ready.push_back(Site);
  while (!Ready.empty()) {
    const unsigned Site = Ready.pop_back_val();
    Left.reset(Site);
    for (unsigned To : Next[Site])
      if (--Sources[To] == 0 && Left[To])
        Ready.push_back(To);
  }
}

void SiteGraph::findCyclesOfLabels() {
  BitVector Left(siteCount(), true);
  for (const FoundLoop &L : Function.Loops)
    Left.reset(L.Body).reset(L.Head.value_or(L.Body));
  SiteEdges Next(siteCount()), Previous(siteCount());
  for (unsigned Site : Left.set_bits())
    for (unsigned To : Function.Sites[Site].Next)
      if (Left[To]) {
        Next[Site].push_back(To);
        Previous[To].push_back(Site);
      }
  sortOut(Left, Next);
  sortOut(Left, Previous);
  for (unsigned Site : Left.set_bits())
    Function.Sites[Site].GoesRound = true;
}

void ControlFlow::enterLoop(bool BreakIsLast) {
  Breakable.push_back({{}, {}, true, BreakIsLast});
}

Jumps ControlFlow::leaveLoopCondition() {
  Jumps Out = leaveLoop();
  if (!Breakable.empty()) {
    merge(Breakable.back().Breaks, Out.Breaks);
    merge(Breakable.back().Continues, Out.Continues);
  }
  return Out;
}

void ControlFlow::enterSwitch(std::string Path, bool BreakIsLast) {
  Switches.push_back({std::move(Current), false, std::move(Path)});
  Breakable.push_back({{}, {}, false, BreakIsLast});
  Current.clear();
}

void ControlFlow::leaveSwitch() {
  SwitchHead Head = Switches.pop_back_val();
  Jumps Out = Breakable.pop_back_val();
  // A continue belongs to the loop around the switch.
  for (Jumps &Outer : reverse(Breakable))
    if (Outer.IsLoop) {
      merge(Outer.Continues, std::move(Out.Continues));
      break;
    }
  merge(Current, std::move(Out.Breaks));
  if (!Head.HasDefault)
    merge(Current, std::move(Head.From));
}

void ControlFlow::breakOut() {
  if (!Breakable.empty())
    merge(Breakable.back().Breaks, Current);
  Current.clear();
}

void ControlFlow::goOn() {
  if (!Breakable.empty())
    merge(Breakable.back().Continues, Current);
  Current.clear();
}

unsigned ControlFlow::addJunction() {
  return Graph.addSite(Kind::Join, "", {}, Current);
}

void ControlFlow::returnTwice() {
  unsigned Junction = addJunction();
  SecondReturns.insert(Junction);
  Current = {Junction};
}

void ControlFlow::meetDirective() {
  if (!DirectiveJunction)
    DirectiveJunction = addJunction();
  else
    Graph.connect(Current, *DirectiveJunction);
  Current = {*DirectiveJunction};
}

void ControlFlow::finish() {
  // A second return can come while any code of the function, or what it called,
  // was running.
  if (!SecondReturns.empty()) {
    Reaching Anywhere = {Graph.addSite(Kind::Join, "", {}, Graph.allSites())};
    for (unsigned Junction : SecondReturns)
      Graph.connect(Anywhere, Junction);
  }
  for (Label L : Addressed)
    Gotos.push_back({L, AddressJumps});
  for (const auto &[L, From] : Gotos)
    if (auto It = LabelSites.find(L); It != LabelSites.end())
      Graph.connect(From, It->second);
}

} // namespace ipoint
