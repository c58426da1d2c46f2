//===- Find.cpp - From Clang's tree to probe sites ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Find.h"
#include "frontend/Tokens.h"
#include "frontend/TypeNames.h"
#include "probes/DeclarationWords.h"
#include "probes/FunctionFacts.h"
#include "probes/Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

namespace {

class UnitFinder {
public:
  UnitFinder(const Source &S, const FindOptions &Wanted, Parsed &P)
      : S(S), Wanted(Wanted), P(P), Context(P.Context),
        SM(Context.getSourceManager()),
        Places(P.Context, S.Directory, S.Preprocessed),
        Lexed(readText(), Context.getLangOpts(), P.Inactive, knownBodies()) {}

  FoundUnit find() {
    const auto *TU = Context.getTranslationUnitDecl();
    if (any_of(TU->decls(), isOfRuntime)) {
      Unit.IsRuntime = true;
      Unit.NotParsed = "part of a runtime: it declares or defines probes";
      return std::move(Unit);
    }
    for (const Decl *D : TU->decls())
      if (const auto *IFunc = D->getAttr<IFuncAttr>())
        Resolvers.insert(IFunc->getResolver());
    for (const Decl *D : TU->decls())
      if (const auto *FD = dyn_cast<FunctionDecl>(D);
          FD && FD->doesThisDeclarationHaveABody()) {
        if (isUsers(FD))
          addFunction(FD);
        else if (isMarkedSystem(FD))
          addNamed(FD).NotInstrumented = SystemHeaderReason;
      }
    addLostFunctions();
    if (S.Preprocessed)
      findColumns(Unit, S, Context.getLangOpts());
    return std::move(Unit);
  }

private:
  /// Bodies whose braces need not be looked for: without an error the tree is
  /// right.
  std::vector<TextRange> knownBodies() const {
    std::vector<TextRange> Bodies;
    if (!P.Errors.empty())
      return Bodies;
    auto IsBrace = [&](std::optional<unsigned> Offset, char Brace) {
      return Offset && S.Text[*Offset] == Brace;
    };
    for (const Decl *D : Context.getTranslationUnitDecl()->decls()) {
      const auto *FD = dyn_cast<FunctionDecl>(D);
      if (!FD || !FD->doesThisDeclarationHaveABody())
        continue;
      auto Open = Places.before(FD->getBody()->getBeginLoc());
      auto Close = Places.before(FD->getBody()->getEndLoc());
      if (IsBrace(Open, '{') && IsBrace(Close, '}'))
        Bodies.push_back({*Open, *Close});
    }
    llvm::sort(Bodies, [](const TextRange &A, const TextRange &B) {
      return A.Begin < B.Begin;
    });
    return Bodies;
  }

  /// Whether \p D shows that probes call this unit: probes in it would call
  /// themselves. The unit includes ipoint/probe.h, or it defines a probe and
  /// does not declare that the rest may be instrumented.
  static bool isOfRuntime(const Decl *D) {
    if (const auto *Record = dyn_cast<RecordDecl>(D))
      return Record->isThisDeclarationADefinition() &&
             Record->getName() == "ipoint_unit";
    const auto *FD = dyn_cast<FunctionDecl>(D);
    return FD && FD->doesThisDeclarationHaveABody() &&
           !FD->hasAttr<NoInstrumentFunctionAttr>() &&
           is_contained({"ipoint_timed", "ipoint_untimed", "ipoint_timed_value",
                         "ipoint_untimed_value", "ipoint_path",
                         "ipoint_path_counted"},
                        FD->getName());
  }

  /// The text as Clang reads it.
  StringRef readText() const {
    return S.Words.empty() ? StringRef(S.Text)
                           : SM.getBufferData(SM.getMainFileID());
  }

  bool isSystem(SourceLocation Loc) const {
    return SM.isInSystemHeader(SM.getExpansionLoc(Loc));
  }

  /// A macro of a system header in the user's function is marked as the
  /// system's by GCC: a function is the system's if both its name and its body
  /// are.
  bool isUsers(const FunctionDecl *FD) const {
    return !(isSystem(FD->getLocation()) &&
             isSystem(FD->getBody()->getBeginLoc()));
  }

  /// Whether the unit uses \p FD, of a header that is a system header only
  /// because it was found by -isystem and the like.
  bool isMarkedSystem(const FunctionDecl *FD) const {
    return FD->isReferenced() &&
           !StringRef(Places.file(FD->getLocation())).starts_with("/usr/");
  }

  /// A new one with the name and place of \p FD.
  FoundFunction &addNamed(const FunctionDecl *FD) {
    Places.enter(FD->getLocation());
    FoundFunction &Function = Unit.Functions.emplace_back();
    Function.Name = FD->getName();
    Function.Type = calledType(Context, FD->getType());
    Function.File = Places.file(FD->getLocation());
    Function.At = Places.place(FD->getLocation());
    Function.EndLine = Places.line(FD->getBody()->getEndLoc());
    return Function;
  }

  void addFunction(const FunctionDecl *FD) {
    FoundFunction &Function = addNamed(FD);
    Function.End = Places.before(FD->getBody()->getEndLoc()).value_or(0);
    SourceLocation Open = SM.getExpansionLoc(FD->getBody()->getBeginLoc());
    if (SM.getFileID(Open) == SM.getMainFileID())
      KnownBodies.insert(SM.getFileOffset(Open));
    DeclarationWords Words = wordsOf(FD);
    Function.IsInterrupt = Words.Interrupt || isInterruptByAttribute(FD);
    if (!Words.InRam.empty())
      Function.Excepted = exceptionInRam("'" + Words.InRam + "'");
    else if (Context.getTargetInfo().getTriple().getOS() == Triple::UnknownOS)
      Function.Excepted = exceptionOnBareMetal(
          Function.Name, FD->hasAttr<SectionAttr>()
                             ? FD->getAttr<SectionAttr>()->getName()
                             : Words.Section);
    Function.NotInstrumented = reasonNotTo(FD, Words);
    if (!Function.NotInstrumented)
      findSitesOf(FD, Function);
    if (!S.Words.empty())
      moveInFrontOfHidden(Function, S.Text, readText());
    // The walk has not come to all of them, or was not begun.
    if (Function.NotInstrumented)
      findBudgetsOf(FD, Function);
    if (std::optional<unsigned> End = Places.after(FD->getBody()->getEndLoc()))
      PreviousEnd = *End;
  }

  void findSitesOf(const FunctionDecl *FD, FoundFunction &Function) {
    SiteGraph Graph(Function);
    keepReturned(FD, Function, Graph);
    Function.MayBeHandler = !S.Handler.empty() && !Function.IsInterrupt &&
                            Handlers.mayBeHandler(FD);
    keepInlined(FD, Graph);
    if (!Function.NotInstrumented)
      Function.NotInstrumented =
          FunctionWalker(Context, Places, Graph, Forking, Brief,
                         {beginningOf(FD), Wanted.TailCalls, !P.HasMemories,
                          Wanted.MarksOf ? Wanted.MarksOf(Function)
                                         : std::vector<RequestedMark>()})
              .walk(FD);
    if (Function.NotInstrumented)
      doNotInstrument(Function, *Function.NotInstrumented);
  }

  void findBudgetsOf(const FunctionDecl *FD, FoundFunction &Function) const {
    Function.Budgets.clear();
    forEachBudget(FD->getBody(), [&](const Marker &M, const Stmt *S) {
      if (!StringRef(M.Name).trim().empty())
        Function.Budgets.push_back({Places.line(S->getBeginLoc()), M.Name, {}});
    });
  }

  static constexpr const char *SystemHeaderReason =
      "lies in a system header (found by -isystem, or marked by a pragma, as "
      "CMake marks what it precompiles)";
  /// Of what stands in front of the body of \p FD.
  DeclarationWords wordsOf(const FunctionDecl *FD) const {
    std::optional<unsigned> Open;
    if (const auto *Body = dyn_cast<CompoundStmt>(FD->getBody()))
      Open = Places.before(Body->getLBracLoc());
    // In source mode a header's functions are not in this text.
    unsigned Begin = Open ? beginningOf(FD) : 0;
    if (!Open || *Open < Begin)
      return {};
    return declarationWords(S.Text, {Begin, *Open}, FD->getName(), S.Words);
  }

  std::optional<std::string> reasonNotTo(const FunctionDecl *FD,
                                         const DeclarationWords &Words) const {
    if (FD->hasAttr<NakedAttr>() || Words.Uninstrumented == "__naked")
      return "naked: its body is the programmer's assembly alone";
    if (!Words.Uninstrumented.empty())
      return "declared '" + Words.Uninstrumented +
             "', with which it can call no probe";
    if (Words.HasMemories && FD->getReturnType()->isPointerType() &&
        !FD->getReturnType()->getAs<TypedefType>())
      return "returns a pointer into a memory that its declaration names: give "
             "that type a name by a typedef";
    // GCC saves no vector registers around what it does not see.
    if (FD->hasAttr<AnyX86InterruptAttr>() ||
        FD->hasAttr<AnyX86NoCallerSavedRegistersAttr>())
      return "must keep the vector registers, which probes change";
    if (FD->hasAttr<NoInstrumentFunctionAttr>())
      return "marked no_instrument_function";
    if (FD->hasAttr<OMPDeclareSimdDeclAttr>())
      return "declare simd: one call of it is several at once";
    if (const auto *Target = FD->getAttr<TargetAttr>())
      if (Target->getFeaturesStr().contains("no-") ||
          Target->getFeaturesStr().contains("general-regs-only"))
        return "its target attribute takes away what probes are compiled with";
    if (Resolvers.contains(FD->getName()))
      return "resolver of an ifunc: runs before the program is relocated";
    const auto *Body = dyn_cast<CompoundStmt>(FD->getBody());
    std::optional<unsigned> Open, Close;
    if (Body) {
      Open = Places.before(Body->getLBracLoc());
      Close = Places.before(Body->getRBracLoc());
    }
    if (!Open || !Close)
      return SM.isInMainFile(SM.getExpansionLoc(FD->getLocation()))
                 ? "its body lies in a macro"
                 : "lies in a header, which is instrumented only in "
                   "preprocessed text";
    unsigned Begin = beginningOf(FD);
    for (const ParseError &E : P.Errors)
      if (E.Offset >= Begin && E.Offset <= *Close)
        return "does not parse: " + E.Message;
    if (FD->isInvalidDecl())
      return "does not parse";
    const LexedFunction *Function = Lexed.functionAt(*Open);
    if (!Function || Function->Close != *Close || Function->IsSpoiled)
      return "its braces do not match";
    return std::nullopt;
  }

  /// Offset of where the declaration of \p FD can begin at the earliest.
  unsigned beginningOf(const FunctionDecl *FD) const {
    unsigned Place = Lexed.declarationPlaceBefore(
        SM.getFileOffset(SM.getExpansionLoc(FD->getLocation())));
    // The lexer does not see the braces of a body that macros make.
    return std::max(Place, PreviousEnd);
  }

  /// The tag in \p Type, which \p FD returns, if the declaration of \p FD
  /// itself is what defines it; else null.
  const TagDecl *tagOfDeclaration(const FunctionDecl *FD, QualType Type) const {
    const TagDecl *Tag = Type->getAsTagDecl();
    Tag = Tag ? Tag->getDefinition() : nullptr;
    return Tag && SM.isPointWithin(Tag->getLocation(), FD->getOuterLocStart(),
                                   FD->getLocation())
               ? Tag
               : nullptr;
  }

  /// Gives the unqualified return type a name at file scope, where nothing
  /// hides what it is made of. A type that the function's own declaration
  /// defines gets it at the start of the body.
  void keepReturned(const FunctionDecl *FD, FoundFunction &Function,
                    SiteGraph &Graph) const {
    QualType Type = FD->getReturnType();
    if (Type->isVoidType())
      return;
    Type = Type.getAtomicUnqualifiedType();
    if (const TagDecl *Owned = tagOfDeclaration(FD, Type)) {
      Function.Returned = ownedType(Owned, Type, Graph);
      return;
    }
    std::optional<TypeSpelling> Spelling = spellAtFileScope(Context, Type);
    if (!Spelling) {
      Function.NotInstrumented = "returns a type that has no name";
      return;
    }
    Function.Returned = {std::move(*Spelling), false, ""};
    Graph.addSlot(beginningOf(FD), SlotForm::ReturnType);
  }

  void keepInlined(const FunctionDecl *FD, SiteGraph &Graph) {
    if (P.Optimizes && mustStayInlined(FD, Context))
      if (std::optional<unsigned> Begin = Places.before(FD->getBeginLoc()))
        Graph.addSlot(*Begin, SlotForm::AlwaysInline);
  }

  /// For a type that the function's own declaration defines.
  ReturnedType ownedType(const TagDecl *Owned, QualType Type,
                         SiteGraph &Graph) const {
    if (Owned->getIdentifier())
      return {spell(Context, Type), true, ""};
    if (std::optional<unsigned> Brace =
            Places.before(Owned->getBraceRange().getBegin()))
      Graph.addSlot(*Brace, SlotForm::ReturnTag);
    return {{}, true, Owned->getKindName().str()};
  }

  /// Functions that the text has and the tree, after an error, has not.
  void addLostFunctions() {
    if (P.Errors.empty())
      return;
    for (const LexedFunction &F : Lexed.functions()) {
      if (KnownBodies.contains(F.Open))
        continue;
      SourceLocation Start = SM.getLocForStartOfFile(SM.getMainFileID());
      SourceLocation Loc = Start.getLocWithOffset(F.NameOffset);
      if (isSystem(Loc))
        continue;
      Places.enter(Loc);
      FoundFunction &Function = Unit.Functions.emplace_back();
      Function.Name = F.Name;
      Function.File = Places.file(Loc);
      Function.At = Places.place(Loc);
      Function.EndLine = Places.line(Start.getLocWithOffset(F.Close));
      Function.NotInstrumented = "does not parse" + whyLost(F);
    }
  }

  /// The first error in \p F; else the last one before it, behind which the
  /// parser has not found its way.
  std::string whyLost(const LexedFunction &F) const {
    const ParseError *Before = nullptr;
    for (const ParseError &E : P.Errors) {
      if (E.Offset >= F.NameOffset && E.Offset <= F.Close)
        return ": " + E.Message;
      if (E.Offset < F.NameOffset && (!Before || E.Offset > Before->Offset))
        Before = &E;
    }
    return Before ? ", behind an error: " + Before->Message : "";
  }

  const Source &S;
  const FindOptions &Wanted;
  Parsed &P;
  const ASTContext &Context;
  const SourceManager &SM;
  TextPlaces Places;
  TopLevel Lexed;
  FoundUnit Unit;
  DenseSet<StringRef> Resolvers;
  HandlerFinder Handlers{P.Context};
  Forks Forking;
  BriefCalls Brief{P.Context};
  DenseSet<unsigned> KnownBodies;
  unsigned PreviousEnd = 0; ///< behind the function before
};

} // namespace

FoundUnit findSites(const Source &S, const FindOptions &Wanted) {
  FoundUnit Unit;
  std::optional<std::string> NotParsed =
      parseText(S, Wanted.ForClang,
                [&](Parsed &P) { Unit = UnitFinder(S, Wanted, P).find(); });
  if (NotParsed)
    Unit.NotParsed = std::move(NotParsed);
  return Unit;
}

} // namespace ipoint
