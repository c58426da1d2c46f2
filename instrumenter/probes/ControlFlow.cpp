//===- ControlFlow.cpp - Where control is, and where it is going ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/ControlFlow.h"

using namespace llvm;
using ipoint::database::Kind;

namespace ipoint {

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
