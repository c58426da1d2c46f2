//===- WalkOpenMP.cpp - OpenMP's directives -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing comes between a directive and its statement, nor into the heads of
// its loops, whose form is prescribed. What several threads run gets no
// decisions: the variables that keep their values would be shared.
//
// Which thread runs what, and when, is left open: through one junction for the
// whole function each region can follow whatever reaches a directive, and can
// be followed by whatever follows one.
//
//===----------------------------------------------------------------------===//

#include "probes/Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace llvm;
using ipoint::database::Kind;

namespace ipoint {

static bool holdsScan(const Stmt *S) {
  return S && (isa<OMPScanDirective>(S) || any_of(S->children(), holdsScan));
}

/// Whether the whole of \p D is one block: its statement has a form that leaves
/// no room for probes, or runs where there is no ring.
static bool isOneBlock(const OMPExecutableDirective *D) {
  OpenMPDirectiveKind K = D->getDirectiveKind();
  return isa<OMPAtomicDirective>(D) || isOpenMPSimdDirective(K) ||
         isOpenMPTargetExecutionDirective(K) ||
         isOpenMPLoopTransformationDirective(K) ||
         isOpenMPGenericLoopDirective(K) || holdsScan(D->getRawStmt());
}

void FunctionWalker::visitDirective(const OMPExecutableDirective *D,
                                    const Surroundings &Around) {
  if (Flow.Current.empty())
    return;
  auto Allowed = Decided.allowIf(false);
  Graph.doWithoutPaths("has OpenMP directives, whose threads would share the "
                       "number of a path");
  Flow.meetDirective();
  const Stmt *Statement = D->hasAssociatedStmt() ? D->getRawStmt() : nullptr;
  if (!Statement)
    return;
  if (isOneBlock(D))
    return noteCalls(Statement);
  std::string Path = Graph.child(Around.Path, "omp");
  if (const auto *Loop = dyn_cast<OMPLoopBasedDirective>(D))
    visitDirectiveLoops(Statement, Loop->getLoopsNumber(), Path);
  else if (isa<OMPSectionsDirective, OMPParallelSectionsDirective>(D))
    visitSections(Statement, Path);
  else
    visitRegion(Statement, Path);
  Flow.meetDirective();
}

void FunctionWalker::visitRegion(const Stmt *S, const std::string &Path) {
  Surroundings Inside = {Path + "/body", true, true, end(S), ""};
  if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S))
    return visitDirective(Directive, Inside);
  std::optional<unsigned> Open, Close;
  const auto *Compound = dyn_cast<CompoundStmt>(S);
  if (Compound) {
    Open = Places.after(Compound->getLBracLoc());
    Close = Places.before(Compound->getRBracLoc());
  } else if (!isa<AttributedStmt>(S) && !Unbraced.outlives(S)) {
    Open = Places.before(S->getBeginLoc());
    Close = Places.afterStatement(S);
  }
  if (!Open || !Close)
    return noteCalls(S);
  unsigned Site =
      Graph.addSite(Kind::Body, Inside.Path, begin(S), Flow.Current);
  Graph[Site].EndLine = lastLine(S);
  Graph.addProbe(Site, *Open,
                 Compound ? SlotForm::RegionBegin : SlotForm::Around);
  Flow.Current = {Site};
  visit(S, Inside);
  Graph.addSlot(*Close, Compound ? SlotForm::BodyEnd : SlotForm::CloseBrace);
}

/// The sections of a construct run in any order.
void FunctionWalker::visitSections(const Stmt *S, const std::string &Path) {
  for (const Stmt *Child : S->children()) {
    if (const auto *Section = dyn_cast<OMPSectionDirective>(Child))
      visitRegion(Section->getRawStmt(), Graph.child(Path, "section"));
    else
      noteCalls(Child);
    Flow.meetDirective();
  }
}

void FunctionWalker::visitDirectiveLoops(const Stmt *S, unsigned Count,
                                         const std::string &Path) {
  const auto *Loop = dyn_cast<ForStmt>(S);
  for (unsigned I = 0; I != Count && Loop; ++I) {
    for (const Stmt *Part :
         {Loop->getInit(), static_cast<const Stmt *>(Loop->getCond()),
          static_cast<const Stmt *>(Loop->getInc())})
      noteCalls(Part);
    if (I + 1 != Count)
      Loop = dyn_cast_or_null<ForStmt>(
          OMPLoopBasedDirective::tryToFindNextInnerLoop(
              Loop->getBody(), /*TryImperfectlyNestedLoops=*/false));
  }
  if (!Loop)
    return noteCalls(S);
  Flow.enterLoop();
  unsigned Body =
      visitBranch(Loop->getBody(), Kind::Body, Path + "/body",
                  Loop->getRParenLoc(), /*SiteFollows=*/false, true);
  Jumps Out = Flow.leaveLoop();
  merge(Flow.Current, Out.Continues);
  Graph.connect(Flow.Current, Body);
}

void FunctionWalker::noteCalls(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    FoundCall Found = foundCall(Call);
    Found.Times = database::CallTimes::Any;
    Graph.addCall(Flow.Current, Found);
  }
  const auto *D = dyn_cast<OMPExecutableDirective>(S);
  if (D)
    return noteCalls(D->hasAssociatedStmt() ? D->getRawStmt() : nullptr);
  for (const Stmt *Child : S->children())
    noteCalls(Child);
}

} // namespace ipoint
