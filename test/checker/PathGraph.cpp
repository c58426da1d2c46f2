//===- PathGraph.cpp - Clang's CFG of instrumented code, cut at probes ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathGraph.h"
#include "Directives.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace ipoint::checker {

std::optional<uint32_t> probeId(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return std::nullopt;
  StringRef Name = Callee->getName();
  bool HasValue = Name.consume_back("_value");
  if (Call->getNumArgs() != (HasValue ? 2 : 1) ||
      (Name != "ipoint_timed" && Name != "ipoint_untimed"))
    return std::nullopt;
  const auto *Id =
      dyn_cast<IntegerLiteral>(Call->getArg(0)->IgnoreParenImpCasts());
  if (!Id)
    return std::nullopt;
  return static_cast<uint32_t>(Id->getValue().getZExtValue());
}

//===----------------------------------------------------------------------===//
// Probes in front of decisions
//===----------------------------------------------------------------------===//

namespace {

bool isDecision(const Stmt *S) {
  if (const auto *Operator = dyn_cast<BinaryOperator>(S))
    return Operator->isLogicalOp();
  return isa<AbstractConditionalOperator>(S);
}

/// The operand of \p E that is evaluated first and before anything else
/// happens, where \p E is a decision or its negation.
Stmt **firstOperand(Expr *E) {
  E = E->IgnoreParens();
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  bool IsNegation = Unary && Unary->getOpcode() == UO_LNot;
  if (!IsNegation && (!isDecision(E) || isa<BinaryConditionalOperator>(E)))
    return nullptr;
  return &*E->child_begin();
}

/// Moves probes in \p Slot and below to where they run.
void moveProbesInward(const ASTContext &Context, Stmt *&Slot) {
  if (!Slot)
    return;
  auto *E = dyn_cast<Expr>(Slot);
  auto *Comma = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  if (Comma && Comma->getOpcode() == BO_Comma && probeId(Comma->getLHS()))
    if (Stmt **Operand = firstOperand(Comma->getRHS())) {
      Slot = Comma->getRHS();
      auto *First = cast<Expr>(*Operand);
      Comma->setRHS(First);
      Comma->setType(First->getType());
      *Operand = Comma;
    }
  if (auto *D = dyn_cast<OMPExecutableDirective>(Slot)) {
    Stmt *Inside =
        D->hasAssociatedStmt() ? const_cast<Stmt *>(D->getRawStmt()) : nullptr;
    return moveProbesInward(Context, Inside);
  }
  for (Stmt *&Child : Slot->children())
    moveProbesInward(Context, Child);
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

void addDescendants(const Stmt *S, DenseSet<const Stmt *> &Set) {
  for (const Stmt *Child : S->children())
    if (Child && Set.insert(Child).second)
      addDescendants(Child, Set);
}

bool isOurVariable(const Expr *E) {
  const auto *Reference = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *Variable =
      Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  return Variable && Variable->getName().starts_with("ipoint_");
}

/// Whether nothing that the user wrote runs for \p S itself, apart from its
/// operands: constants, such as the condition of `while (1)`; declarations
/// without an initialiser; what hands on the value of a decision to the
/// variable that keeps it while the probe behind it runs.
bool runsNothing(const Stmt *S, const ASTContext &Context) {
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return all_of(Declared->decls(), [](const Decl *D) {
      const auto *Variable = dyn_cast<VarDecl>(D);
      return Variable && !Variable->getInit() &&
             !Variable->getType()->isVariablyModifiedType();
    });
  if (isa<OMPExecutableDirective>(S))
    return true;
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_ToVoid || Cast->getCastKind() == CK_NoOp;
  if (const auto *Operator = dyn_cast<BinaryOperator>(E))
    if (Operator->getOpcode() == BO_Comma ||
        (Operator->getOpcode() == BO_Assign &&
         isOurVariable(Operator->getLHS())))
      return true;
  return isDecision(E) || isOurVariable(E) || E->isIntegerConstantExpr(Context);
}

class GraphBuilder {
public:
  GraphBuilder(const CFG &G, const ASTContext &Context, const Stmt *Body)
      : G(G), Context(Context), OpenMP(findDirectives(Body)) {}

  PathGraph build() {
    collectBlocks();
    for (const CFGBlock *Block : Reached)
      for (const CFGElement &Element : *Block)
        if (auto S = Element.getAs<CFGStmt>(); S && probeId(S->getStmt()))
          addDescendants(S->getStmt(), PartsOfProbes);
    for (const CFGBlock *Block : Reached)
      addSegments(*Block);
    for (const CFGBlock *Block : Reached)
      connect(*Block);
    passOver();
    return compact();
  }

private:
  /// The successors that control can take. A switch over an enumeration is not
  /// left out: C's enumerations hold any value.
  SmallVector<const CFGBlock *, 4> successors(const CFGBlock &Block) const {
    SmallVector<const CFGBlock *, 4> Result;
    bool IsSwitch = isa_and_nonnull<SwitchStmt>(Block.getTerminatorStmt());
    for (const CFGBlock::AdjacentBlock &Next : Block.succs()) {
      const CFGBlock *To = Next.getReachableBlock();
      if (!To && IsSwitch)
        To = Next.getPossiblyUnreachableBlock();
      if (To && !is_contained(Result, To))
        Result.push_back(To);
    }
    return Result;
  }

  void collectBlocks() {
    DenseSet<const CFGBlock *> Seen = {&G.getEntry()};
    Reached = {&G.getEntry()};
    for (size_t I = 0; I != Reached.size(); ++I) // grows meanwhile
      for (const CFGBlock *Next : successors(*Reached[I]))
        if (Seen.insert(Next).second)
          Reached.push_back(Next);
  }

  void addSegments(const CFGBlock &Block) {
    unsigned Current = newSegment();
    FirstOf[&Block] = Current;
    Result.Segments[Current].IsOpen = beginsOpen(Block);
    for (const CFGElement &Element : Block) {
      if (auto Cleanup = Element.getAs<CFGCleanupFunction>())
        addCode(Current, Cleanup->getVarDecl()->getLocation());
      auto S = Element.getAs<CFGStmt>();
      if (!S || PartsOfProbes.contains(S->getStmt()))
        continue;
      if (std::optional<uint32_t> Id = probeId(S->getStmt())) {
        unsigned Next = newSegment();
        Result.Segments[Current].Next.push_back(Next);
        Result.Segments[Next].Probe = Id;
        Current = Next;
      } else if (!runsNothing(S->getStmt(), Context)) {
        addCode(Current, S->getStmt()->getBeginLoc());
      }
      if (isa<OMPExecutableDirective>(S->getStmt())) {
        unsigned Next = newSegment();
        Result.Segments[Current].Next.push_back(Next);
        Result.Segments[Next].IsOpen = true;
        Current = Next;
      }
    }
    LastOf[&Block] = Current;
    if (const Stmt *Terminator = Block.getTerminatorStmt()) {
      Result.Segments[Current].EndsInDecision = isDecision(Terminator);
      Result.Segments[Current].IsWithoutDecisions =
          OpenMP.Inside.contains(Terminator);
    }
  }

  /// Whether \p Block is the condition or step of a directive's loop, or part
  /// of a directive without ipoints.
  bool beginsOpen(const CFGBlock &Block) const {
    const Stmt *Terminator = Block.getTerminatorStmt();
    const Stmt *Target = Block.getLoopTarget();
    auto IsOpen = [&](const Stmt *S) {
      return S && (OpenMP.Loops.contains(S) || OpenMP.Silent.contains(S));
    };
    return IsOpen(Terminator) || IsOpen(Target) ||
           any_of(Block, [&](const CFGElement &Element) {
             auto S = Element.getAs<CFGStmt>();
             return S && OpenMP.Silent.contains(S->getStmt());
           });
  }

  void addCode(unsigned Index, SourceLocation Loc) {
    Segment &S = Result.Segments[Index];
    if (!S.HasCode)
      S.FirstCode = Loc;
    S.HasCode = true;
  }

  void connect(const CFGBlock &Block) {
    Segment &Last = Result.Segments[LastOf.at(&Block)];
    // Clang draws an edge to the exit for what does not return.
    if (Block.hasNoReturnElement())
      return;
    for (const CFGBlock *Next : successors(Block)) {
      if (const CFGBlock *Known = behindDoCondition(Block, *Next))
        Next = Known;
      if (Next == &G.getExit())
        Last.Leaves = true;
      else
        Last.Next.push_back(FirstOf.at(Next));
    }
  }

  /// Where `&&` or `||` at the end of \p From short-circuits the condition of a
  /// `do` loop, it is known on which way the loop goes on: Clang draws paths
  /// through other conditions so, but lets these meet in \p Meeting.
  const CFGBlock *behindDoCondition(const CFGBlock &From,
                                    const CFGBlock &Meeting) const {
    const auto *Loop = dyn_cast_or_null<DoStmt>(Meeting.getTerminatorStmt());
    const auto *Operator =
        dyn_cast_or_null<BinaryOperator>(From.getTerminatorStmt());
    if (!Loop || !Operator || !isDecision(Operator) ||
        !isDecision(Loop->getCond()->IgnoreParens()) ||
        Meeting.succ_size() != 2)
      return nullptr;
    for (const CFGElement &Element : Meeting)
      if (auto S = Element.getAs<CFGStmt>();
          S && !runsNothing(S->getStmt(), Context))
        return nullptr;
    bool IsTrue = Operator->getOpcode() == BO_LOr;
    return *std::next(Meeting.succ_begin(), IsTrue ? 0 : 1);
  }

  unsigned newSegment() {
    Result.Segments.emplace_back();
    return Result.Segments.size() - 1;
  }

  bool isPassage(unsigned Index) const {
    const Segment &S = Result.Segments[Index];
    return !S.Probe && !S.IsOpen && !S.HasCode && !S.Leaves &&
           S.Next.size() == 1;
  }

  /// Where control gets from \p Index through segments without code.
  unsigned target(unsigned Index) const {
    DenseSet<unsigned> Seen;
    while (isPassage(Index) && Seen.insert(Index).second)
      Index = Result.Segments[Index].Next.front();
    return Index;
  }

  void passOver() {
    for (Segment &S : Result.Segments) {
      SmallVector<unsigned, 2> Targets;
      for (unsigned Next : S.Next)
        if (unsigned To = target(Next); !is_contained(Targets, To))
          Targets.push_back(To);
      S.Next = std::move(Targets);
    }
    Result.First = target(FirstOf.at(&G.getEntry()));
  }

  /// Keeps what can be reached.
  PathGraph compact() {
    PathGraph Compact;
    Compact.Blocks = Reached.size();
    DenseMap<unsigned, unsigned> Renamed = {{Result.First, 0}};
    std::vector<unsigned> Kept = {Result.First};
    for (size_t I = 0; I != Kept.size(); ++I) { // grows meanwhile
      Segment S = Result.Segments[Kept[I]];
      for (unsigned &Next : S.Next) {
        auto [It, IsNew] = Renamed.try_emplace(Next, Kept.size());
        if (IsNew)
          Kept.push_back(Next);
        Next = It->second;
      }
      Compact.Segments.push_back(std::move(S));
    }
    return Compact;
  }

  const CFG &G;
  const ASTContext &Context;
  const Directives OpenMP;
  PathGraph Result;
  std::vector<const CFGBlock *> Reached;
  DenseSet<const Stmt *> PartsOfProbes;
  DenseMap<const CFGBlock *, unsigned> FirstOf, LastOf;
};

} // namespace

std::optional<PathGraph> buildPathGraph(FunctionDecl *FD) {
  ASTContext &Context = FD->getASTContext();
  Stmt *Body = FD->getBody();
  moveProbesInward(Context, Body);
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.AddImplicitDtors = true; // cleanup functions
  std::unique_ptr<CFG> G = CFG::buildCFG(FD, Body, &Context, Options);
  if (!G)
    return std::nullopt;
  return GraphBuilder(*G, Context, Body).build();
}

} // namespace ipoint::checker
