//===- Walk.h - The probe sites of one function ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a body in the order of control and keeps, for the place that it is at,
// the sites from which control can have come. There is a site at the entry, at
// every exit, at every branch target and at every join, but for the joins
// behind which another site follows before any code.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_WALK_H
#define IPOINT_PROBES_WALK_H

#include "frontend/TextPlaces.h"
#include "probes/BodyFacts.h"
#include "probes/ControlFlow.h"
#include "probes/Decisions.h"
#include "probes/Duplicates.h"
#include "probes/FunctionFacts.h"
#include "probes/LoopBounds.h"
#include "probes/Marks.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtOpenMP.h"

namespace ipoint {

/// What the walk has to know of a function beside its body.
struct WalkOptions {
  unsigned FileScope = 0;      ///< offset in front of its declaration
  bool KeepsTailCalls = false; ///< in tail position the probe comes first
  bool KeepsPointers = true;   ///< a pointer's value can be kept
  std::vector<RequestedMark> Requests;
};

class FunctionWalker {
public:
  FunctionWalker(const clang::ASTContext &Context, const TextPlaces &Places,
                 SiteGraph &Graph, Forks &Forking, BriefCalls &Brief,
                 WalkOptions Options)
      : Context(Context), Places(Places), Graph(Graph), Forking(Forking),
        Brief(Brief), KeepsTailCalls(Options.KeepsTailCalls),
        Decided(Context, Places, Graph, Flow, Options.FileScope,
                Options.KeepsPointers),
        Marked(Context, Places, Graph, Flow, std::move(Options.Requests)) {}

  /// Adds the sites and slots of \p FD.
  /// \returns why the function cannot be instrumented, if so.
  std::optional<std::string> walk(const clang::FunctionDecl *FD);

private:
  /// What a statement needs to know of what is around it.
  struct Surroundings {
    std::string Path;         ///< stable name of what encloses it
    bool Braced = true;       ///< statements can be put behind it
    bool SiteFollows = false; ///< behind it comes a site, before any code
    TextPlace After;          ///< where the code behind it begins
    std::string Chain;        ///< of an `else if`: path of the first if
    bool IsValue = false; ///< its last expression is the value of a statement
                          ///< expression
    bool IsLast = false;  ///< behind it the function ends
  };

  /// Where control goes behind a condition.
  struct Outcomes {
    Reaching True;
    Reaching False;
  };

  void visit(const clang::Stmt *S, const Surroundings &Around);
  void visitCompound(const clang::CompoundStmt *S, const Surroundings &Around);
  void visitIf(const clang::IfStmt *S, const Surroundings &Around);
  /// Of \p S, whose arms begin at \p Arms, if it may be one.
  void addSelect(const clang::IfStmt *S, FoundSelect Arms);
  void visitWhile(const clang::WhileStmt *S, const Surroundings &Around);
  void visitFor(const clang::ForStmt *S, const Surroundings &Around);
  /// A loop whose condition, if it has one, comes before its body.
  struct HeadedLoop {
    const clang::Stmt *S;
    std::string Path;
    const clang::Expr *Condition;
    std::optional<unsigned> BeforeCondition; ///< where a probe goes
    const clang::Stmt *Body;
    clang::SourceLocation BeforeBody;
    const clang::Expr *Step = nullptr;
  };
  void visitLoop(const HeadedLoop &L, const Surroundings &Around);
  void visitDo(const clang::DoStmt *S, const Surroundings &Around);
  void visitDoOnce(const clang::DoStmt *S, const Surroundings &Around);
  void visitSwitch(const clang::SwitchStmt *S, const Surroundings &Around);
  void visitLabels(const clang::Stmt *S, const Surroundings &Around);
  void visitReturn(const clang::ReturnStmt *S, const Surroundings &Around);
  /// A statement, \p Whole with its attributes, whose exit probe comes before
  /// the call \p Call that it ends with. \p Name is for the stable name.
  void visitTailCall(const clang::Expr *Call, const clang::Stmt *Whole,
                     const Surroundings &Around, llvm::StringRef Name);
  /// Whether \p E is a call, and nothing else, that could be a jump if it came
  /// last.
  bool isTailCall(const clang::Expr *E) const;
  /// Whether the function ends behind a statement that \p Next follows.
  bool isLastBefore(const clang::Stmt *Next) const;
  void visitJump(const clang::Stmt *S);
  void visitExpr(const clang::Stmt *E, const std::string &Path);
  void visitCall(const clang::CallExpr *Call, const std::string &Path);
  Outcomes visitCondition(const clang::Expr *E, const std::string &Path);
  Outcomes visitLoopCondition(const clang::Expr *E, const std::string &Path);
  void visitLogical(const clang::BinaryOperator *E, const std::string &Path);
  void visitChoice(const clang::AbstractConditionalOperator *E,
                   const std::string &Path);
  void visitDeclarations(const clang::DeclStmt *S, const std::string &Path);
  /// The targets of computed gotos in a table.
  void noteAddressedLabels(const clang::Stmt *S);
  /// Visits what must stay as it is, or is evaluated by the compiler: no
  /// decision in it becomes a site.
  void visitUntouched(const clang::Stmt *S, const std::string &Path);
  /// Visits operands whose order C leaves open.
  void visitUnordered(const clang::Stmt *E, const std::string &Path);

  /// False if \p S is no marker.
  bool visitMarker(const clang::Stmt *S, const std::string &Path);

  void visitDirective(const clang::OMPExecutableDirective *D,
                      const Surroundings &Around);
  /// The statement of a directive; a probe is the first thing in it.
  void visitRegion(const clang::Stmt *S, const std::string &Path);
  void visitSections(const clang::Stmt *S, const std::string &Path);
  /// The \p Count nested loops that belong to a directive.
  void visitDirectiveLoops(const clang::Stmt *S, unsigned Count,
                           const std::string &Path);
  /// What Duplicates has been asked for last, from the probe at slot \p First
  /// to the last slot.
  void mayStandTwice(size_t First);
  /// Behind the name of \p Label at \p Name.
  void addLabelSlot(const clang::LabelDecl *Label, clang::SourceLocation Name,
                    SlotForm Form);
  /// Takes \p S for one piece of code that gets no probes.
  void noteCalls(const clang::Stmt *S);
  FoundCall foundCall(const clang::CallExpr *Call) const;

  /// Visits \p S, the target of a branch, in added braces behind \p Open, with
  /// a probe first.
  /// \returns the site.
  unsigned visitBranch(const clang::Stmt *S, database::Kind K, std::string Name,
                       clang::SourceLocation Open, bool SiteFollows,
                       bool OfLoop = false, std::string Chain = "",
                       bool IsLast = false);
  /// Where braces go around \p S, behind \p Open; nothing where they cannot.
  /// What they would end makes the function one that is not instrumented,
  /// unless \p S does without: an expression, in which a probe can be put.
  struct BracePlaces {
    std::optional<unsigned> Begin, End;
    explicit operator bool() const { return Begin && End; }
  };
  BracePlaces bracesAround(const clang::Stmt *S, clang::SourceLocation Open);
  /// A site in front of an expression, as the left operand of a comma.
  unsigned addOperandSite(database::Kind K, const std::string &Name,
                          const clang::Expr *E, std::optional<unsigned> Offset);
  /// Where the paths of \p S come together.
  void join(const clang::Stmt *S, const Surroundings &Around,
            const std::string &Path, bool OfLoop = false);
  /// Whether the statement starts with a site, or goes to one, before any code.
  bool beginsWithSite(const clang::Stmt *S) const;
  std::optional<unsigned> behindColon(const clang::Stmt *Label) const;
  /// Where a probe goes between \p Label and \p Sub, which may be null.
  std::optional<unsigned> placeBehindLabel(const clang::Stmt *Label,
                                           const clang::Stmt *Sub) const;
  /// Place of the first code in \p S.
  TextPlace begin(const clang::Stmt *S) const;
  TextPlace end(const clang::Stmt *S) const {
    return Places.place(Places.endLoc(S));
  }
  unsigned lastLine(const clang::Stmt *S) const {
    return Places.line(Places.endLoc(S));
  }

  const clang::ASTContext &Context;
  const TextPlaces &Places;
  SiteGraph &Graph;
  Forks &Forking;
  BriefCalls &Brief;
  bool KeepsTailCalls;

  ControlFlow Flow{Graph};
  Conditions Known{Context};
  SiteHolders Holders;
  UnbracedScopes Unbraced{Context};
  LoopBounds Bounds{Context};
  DuplicateFinder Duplicates{Context, Bounds};
  llvm::DenseMap<const clang::LabelDecl *, unsigned> LabelNumbers;
  Decisions Decided;
  Marks Marked;
  unsigned Returns = 0; ///< for unique names
  bool IsBehindExit = false;
  std::optional<std::string> Failure;
};

} // namespace ipoint

#endif // IPOINT_PROBES_WALK_H
