//===- Marks.cpp - Marks, bounds and budgets ------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Marks.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;
using ipoint::database::Kind;
using ipoint::database::MarkValue;

namespace ipoint {

/// What \p E takes the size of, if it is `(void)sizeof …`.
static const Expr *measured(const Expr *E) {
  const auto *Cast = dyn_cast<CStyleCastExpr>(E);
  if (!Cast || !Cast->getType()->isVoidType())
    return nullptr;
  const auto *Size =
      dyn_cast<UnaryExprOrTypeTraitExpr>(Cast->getSubExpr()->IgnoreImpCasts());
  if (!Size || Size->getKind() != UETT_SizeOf || Size->isArgumentType())
    return nullptr;
  return Size->getArgumentExpr()->IgnoreParenImpCasts();
}

std::optional<Marker> markerIn(const Stmt *S) {
  const auto *Whole = dyn_cast<ParenExpr>(S);
  if (!Whole)
    return std::nullopt;
  const Expr *First = Whole->getSubExpr(), *Second = nullptr;
  if (const auto *Comma = dyn_cast<BinaryOperator>(First);
      Comma && Comma->getOpcode() == BO_Comma) {
    First = Comma->getLHS();
    Second = Comma->getRHS();
  }
  const auto *Literal = dyn_cast_or_null<clang::StringLiteral>(measured(First));
  if (!Literal || !Literal->isOrdinary())
    return std::nullopt;
  Marker M;
  if (Second) {
    const auto *Plus = dyn_cast_or_null<UnaryOperator>(measured(Second));
    if (!Plus || Plus->getOpcode() != UO_Plus)
      return std::nullopt;
    M.AroundArgument = Second;
    M.Argument = dyn_cast<ParenExpr>(Plus->getSubExpr()->IgnoreImpCasts());
    if (!M.Argument)
      return std::nullopt;
  }
  StringRef Text = Literal->getString();
  bool IsKnown = true;
  if (!Second && Text.consume_front("ipoint mark: "))
    M.K = Marker::Kind::Mark;
  else if (Second && Text.consume_front("ipoint value: "))
    M.K = Marker::Kind::Value;
  else if (!Second && Text == "ipoint skip")
    M.K = Marker::Kind::Skip;
  else if (Second && Text == "ipoint bound")
    M.K = Marker::Kind::LoopBound;
  else if (!Second && Text.consume_front("ipoint budget: "))
    M.K = Marker::Kind::Budget;
  else
    IsKnown = false;
  M.Name = Text.str();
  return IsKnown ? std::optional(M) : std::nullopt;
}

void forEachBudget(const Stmt *S,
                   function_ref<void(const Marker &, const Stmt *)> Take) {
  if (!S)
    return;
  if (std::optional<Marker> M = markerIn(S)) {
    if (M->K == Marker::Kind::Budget)
      Take(*M, S);
    return;
  }
  for (const Stmt *Child : S->children())
    forEachBudget(Child, Take);
}

unsigned Marks::addSite(std::string Name, const TextPlace &At,
                        const std::string &Path) {
  unsigned Site =
      Graph.addSite(Kind::Mark, Graph.child(Path, "mark"), At, Flow.Current);
  Graph[Site].MarkName = std::move(Name);
  Flow.Current = {Site};
  return Site;
}

void Marks::add(const Marker &M, const Stmt *S, const std::string &Path) {
  unsigned Line = Places.line(S->getBeginLoc());
  std::optional<unsigned> Begin = Places.before(S->getBeginLoc());
  std::optional<unsigned> End = Places.after(S->getEndLoc());
  if (!Begin || !End)
    return Graph.addPlaceWithoutProbe(Line, InMacro);
  unsigned Site = addSite(M.Name, Places.place(S->getBeginLoc()), Path);
  Graph.addProbe(Site, *Begin, SlotForm::MarkBegin);
  Graph.addSlot(*End, SlotForm::MarkEnd);
}

/// Whether \p S does something itself. What it calls is the user's affair, as
/// in an assert. (Clang's own question takes what comes from macros for
/// harmless.)
static bool hasSideEffects(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp())
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    return true;
  if (const auto *Cast = dyn_cast<CastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue &&
      Cast->getSubExpr()->getType().isVolatileQualified())
    return true;
  return isa<StmtExpr>(S) || any_of(S->children(), hasSideEffects);
}

/// Where what the user wrote for \p Range stands, if it is one piece.
std::optional<TextRange> Marks::rangeInMainText(SourceRange Range) const {
  const SourceManager &SM = Context.getSourceManager();
  CharSourceRange Written = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), SM, Context.getLangOpts());
  if (Written.isInvalid())
    return std::nullopt;
  auto [File, Begin] = SM.getDecomposedLoc(Written.getBegin());
  unsigned End = SM.getFileOffset(Written.getEnd());
  if (File != SM.getMainFileID() || Begin >= End)
    return std::nullopt;
  return TextRange{Begin, End};
}

void Marks::addWithValue(const Marker &M, const Stmt *S,
                         const std::string &Path,
                         function_ref<void(const Expr *)> Visit) {
  unsigned Line = Places.line(S->getBeginLoc());
  const Expr *Value = M.Argument;
  QualType Type = Value->getType();
  if (!Type->isIntegralOrEnumerationType())
    return Graph.addPlaceWithoutProbe(Line,
                                      "the value of a mark must be an integer");
  // Reading what it names comes behind the parentheses.
  bool IsVolatile = Value->isGLValue() && Type.isVolatileQualified();
  if (IsVolatile || hasSideEffects(Value))
    return Graph.addPlaceWithoutProbe(
        Line, "the value of a mark must have no side effects");
  Visit(Value);
  if (Flow.Current.empty())
    return;
  // Preprocessed, the value stands in the text and becomes the probe's operand.
  std::optional<unsigned> Cast, Open;
  if (Value->getBeginLoc().isFileID()) {
    Cast = Places.before(M.AroundArgument->getBeginLoc());
    Open = Places.before(Value->getBeginLoc());
  }
  // In source mode it is written once more before the macro's call.
  std::optional<unsigned> Begin = Places.before(S->getBeginLoc());
  std::optional<unsigned> End = Places.after(S->getEndLoc());
  std::optional<TextRange> Copy;
  if (!Open)
    Copy = rangeInMainText(M.Argument->getSubExpr()->getSourceRange());
  bool IsInPlace = Cast && Open;
  if (!IsInPlace && (!Begin || !End || !Copy))
    return Graph.addPlaceWithoutProbe(Line, InMacro);
  const SourceManager &SM = Context.getSourceManager();
  if (Copy && SM.getBufferData(SM.getMainFileID())
                  .slice(Copy->Begin, Copy->End)
                  .contains('\n'))
    return Graph.addPlaceWithoutProbe(
        Line, "the value of a mark must stand in one line");
  unsigned Site = addSite(M.Name, Places.place(S->getBeginLoc()), Path);
  Graph[Site].MarkedValue = Type->isSignedIntegerOrEnumerationType()
                                ? MarkValue::Signed
                                : MarkValue::Unsigned;
  if (IsInPlace)
    return Graph.addProbe(
        {*Cast, *Open - *Cast, SlotForm::ValueInPlace, false, Site});
  Graph.addProbe(
      {*Begin, 0, SlotForm::ValueCopied, false, Site, Graph.addCopy(*Copy)});
  Graph.addSlot(*End, SlotForm::MarkEnd);
}

void Marks::placeRequested(const Stmt *S, const std::string &Path,
                           bool IsBraced) {
  if (Requests.empty() || isa<CompoundStmt>(S))
    return;
  unsigned Line = Places.line(S->getBeginLoc());
  for (RequestedMark &R : Requests) {
    if (R.Line != Line || R.IsDone)
      continue;
    R.IsDone = true;
    auto Refuse = [&](const char *Why) {
      Graph.addPlaceWithoutProbe(Line, R.Origin + ": " + Why);
    };
    std::optional<unsigned> Place = Places.before(S->getBeginLoc());
    if (isa<LabelStmt, SwitchCase>(S))
      Refuse("a label begins here");
    else if (isa<DeclStmt>(S) && !Context.getLangOpts().C99)
      Refuse("a declaration begins here, before which C89 has no statements");
    else if (Place && Places.followsPragma(*Place))
      Refuse("a pragma is bound to what begins here");
    else if (!Place || !IsBraced)
      Refuse(InMacro);
    else
      Graph.addProbe(addSite(R.Name, Places.place(S->getBeginLoc()), Path),
                     *Place, SlotForm::Before);
  }
}

void Marks::listUnused() {
  for (const RequestedMark &R : Requests)
    if (!R.IsDone)
      Graph.addPlaceWithoutProbe(R.Line,
                                 R.Origin + ": no statement begins here");
}

//===--- Loops ---===//

unsigned Marks::openLoop(const Stmt *S, const std::string &Path) {
  OpenLoops.push_back(Graph.addLoop(Path, Places.line(S->getBeginLoc()),
                                    Places.line(Places.endLoc(S))));
  return OpenLoops.back();
}

void Marks::closeLoop(std::optional<unsigned> Head, unsigned Body) {
  FoundLoop &Loop = Graph.loop(OpenLoops.pop_back_val());
  Loop.Head = Head;
  Loop.Body = Body;
}

void Marks::bindLoop(const Marker &M, const Stmt *S) {
  unsigned Line = Places.line(S->getBeginLoc());
  Expr::EvalResult Count;
  if (OpenLoops.empty())
    return Graph.addPlaceWithoutProbe(Line,
                                      "IPOINT_LOOP_BOUND stands in no loop");
  if (!M.Argument->EvaluateAsInt(Count, Context) ||
      Count.Val.getInt().isNegative() ||
      Count.Val.getInt().getActiveBits() > 63)
    return Graph.addPlaceWithoutProbe(
        Line, "the count of IPOINT_LOOP_BOUND must be a constant "
              "from 0 on");
  FoundLoop &Loop = Graph.loop(OpenLoops.back());
  Loop.Bound = Count.Val.getInt().getZExtValue();
  Loop.BoundFrom = "IPOINT_LOOP_BOUND";
}

void Marks::addBudget(const Marker &M, const Stmt *S) {
  unsigned Line = Places.line(S->getBeginLoc());
  if (StringRef(M.Name).trim().empty())
    return Graph.addPlaceWithoutProbe(
        Line, "IPOINT_BUDGET is empty; write for example "
              "IPOINT_BUDGET(\"inclusive <= 20 us\")");
  Graph.addBudget({Line, M.Name, {Flow.Current.begin(), Flow.Current.end()}});
}

} // namespace ipoint
