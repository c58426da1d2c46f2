//===- Sites.h - Probe sites of a translation unit ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The chain of mappings from C text to instrumented C text; each arrow is a
// function:
//
//   text ──parseText──> AST ──findSites──> FoundUnit ──planUnit──> UnitPlan
//   UnitPlan ──addRows, Database::store──> ids ──editsOf──> edits
//   edits ──insertEdits──> text
//
// A site is a place where an ipoint could be, at whatever level: sites are
// found once, and the plan chooses among them. The sites of a function form a
// graph, so that the transitions that are possible between the chosen ones
// follow from it whatever the choice was.
//
// A site has no text. Where something is to be written for it there are slots,
// which say in what form; Edits.cpp knows what the forms look like.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_SITES_H
#define IPOINT_PROBES_SITES_H

#include "database/Words.h"
#include "frontend/Places.h"
#include "frontend/TypeNames.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace ipoint {

/// What comes at a slot. PROBE stands for the probe of its site, and for
/// nothing where the site is no ipoint.
enum class SlotForm : uint8_t {
  // Statements. Braces are there whether or not their site is an ipoint,
  // because they may hold one that is.
  OpenBrace,    ///< { in front of a statement
  CloseBrace,   ///< } behind one
  Entry,        ///< PROBE { at the start of a function's body
  RegionBegin,  ///< PROBE { at the start of another compound statement
  BodyEnd,      ///< } at the end of either
  BranchBegin,  ///< { PROBE in front of the target of a branch
  Around,       ///< { PROBE in front of a statement that is no such target
  Before,       ///< PROBE in front of a statement
  Behind,       ///< PROBE behind a statement or label
  CloseReturns, ///< return; } behind an expression that ends the function
  // Of `return`.
  ReturnsNothing, ///< { in place of the keyword
  ReturnedBegin,  ///< { TYPE VALUE = ( in place of the keyword
  ReturnedEnd,    ///< ) behind the value
  ReturnNothing,  ///< PROBE return; }
  ReturnKept,     ///< PROBE return VALUE; }
  // Expressions.
  Comma,        ///< PROBE, in front of an expression
  MarkBegin,    ///< (PROBE, in front of a marker
  MarkEnd,      ///< ) behind it
  ValueInPlace, ///< PROBE(…, in place of what precedes a marker's value
  ValueCopied,  ///< (PROBE(…, VALUE), in front of a marker
  // Operands of decisions: nothing is written where the site is no ipoint.
  OperandBegin,     ///< (PROBE,
  OperandEnd,       ///< )
  CastOperandBegin, ///< (PROBE, (TYPE)(
  CastOperandEnd,   ///< ))
  DecisionBegin,    ///< (VALUE = or ((void)(
  DecisionEnd,      ///< , PROBE, VALUE) or ), PROBE)
  DecisionType,     ///< a typedef for the value
  DecisionVariable, ///< VALUE's declaration
  // Around the condition of a select, if its arms have no probes.
  SelectBegin, ///< (TAKEN = !!(
  SelectEnd,   ///< ), PROBE of the arms, TAKEN)
  // Of a function.
  ReturnType,   ///< a typedef of what it returns
  ReturnTag,    ///< a name for a struct that has none
  AlwaysInline, ///< an attribute
  // Behind the name of a label (Slot::Value), which two copies of a text cannot
  // share.
  Label, ///< where it stands
  Goto
};

/// Whether little is known of the order in which C evaluates PROBE and other
/// probes of the function.
inline bool isOrderOpen(SlotForm Form) {
  switch (Form) {
  case SlotForm::MarkBegin:
  case SlotForm::ValueInPlace:
  case SlotForm::ValueCopied:
  case SlotForm::OperandBegin:
  case SlotForm::CastOperandBegin:
  case SlotForm::DecisionBegin:
  case SlotForm::DecisionEnd:
    return true;
  default:
    return false;
  }
}

/// Of text that may stand twice: see Duplicates.h.
enum class Duplicated : uint8_t {
  No,
  Begins,      ///< behind the probe of the slot
  BeginsBrief, ///< the same, of a body with loops that may last: it may stand
               ///< twice if one copy is for calls that do not last
  Ends         ///< with what is written at the slot, or in front of its brace
};

/// A place in the text where something is written for a site. Slots at one
/// offset are filled in the order in which they were found.
struct Slot {
  unsigned Offset = 0;
  unsigned Length = 0; ///< bytes to remove
  SlotForm Form = SlotForm::OpenBrace;
  /// The probe takes the semicolon of an empty statement for its own.
  bool AtEmptyStatement = false;
  unsigned Site = 0; ///< index in FoundFunction::Sites
  /// Of a decision: index in FoundFunction::Values. Of a value that is
  /// returned: its number. Of one that is copied: index in
  /// FoundFunction::Copies. Of a select: index in FoundFunction::Selects. Of a
  /// label: its number in the function. Where text begins that may stand twice:
  /// how many statements and operands that has.
  unsigned Value = 0;
  Duplicated D = Duplicated::No;
};

/// A value that is kept while the probe of its decision's join runs, or that an
/// operand is cast to.
struct DecidedValue {
  unsigned Number = 0; ///< in the function, from 1
  bool IsKept = false; ///< it is used
  bool IsInt = false;
  TypeSpelling Type; ///< of others, at file scope
};

/// An `if` whose arms a compiler may evaluate without a branch (Selects.h): the
/// sites with which they begin.
struct FoundSelect {
  unsigned Then = 0;
  std::optional<unsigned> Else;
};

/// What the function's exits keep while their probes run.
struct ReturnedType {
  TypeSpelling Type;
  /// Defined by the function's own declaration: it can be named in the body
  /// only. Where the definition has no tag, its keyword.
  bool IsOwned = false;
  std::string Untagged;
};

/// A place where a probe was wanted and could not be put.
struct PlaceWithoutProbe {
  unsigned Line = 0;
  std::string Reason;
  std::optional<unsigned> Site; ///< index of the site that it would have been
};

struct FoundCall {
  std::string Callee; ///< empty: through a pointer
  std::string Type;   ///< of such a callee: see calledType()
  /// In a visit of its site, before the next one: Once, Maybe or Any.
  database::CallTimes Times = database::CallTimes::Once;
};

/// A mark that a config file wants in front of the statement that begins in a
/// line.
struct RequestedMark {
  unsigned Line = 0;
  std::string Name;
  std::string Origin; ///< where it was asked for
  bool IsDone = false;
};

/// What calls can do.
struct CallEffects {
  bool MayCall = false; ///< come back into instrumented code
  bool MayStay = false; ///< not return soon: see BriefCalls
  /// Not return at all, or fork: paths end before.
  bool MayNotReturn = false;

  CallEffects &operator|=(CallEffects Other) {
    MayCall |= Other.MayCall;
    MayStay |= Other.MayStay;
    MayNotReturn |= Other.MayNotReturn;
    return *this;
  }
};

/// A place where the path of control can be observed.
struct Site {
  database::Kind K = database::Kind::Entry;
  bool OfLoop = false;     ///< head, body, step or end of a loop
  bool OfDecision = false; ///< inside an expression, of `&&`, `||` or `?:`
  std::string Name;        ///< stable name
  TextPlace At;
  unsigned EndLine = 0;
  std::string MarkName; ///< of a mark: the user's name
  database::MarkValue MarkedValue = database::MarkValue::None;
  bool Placed = false;            ///< there is a slot for its probe
  std::optional<unsigned> Select; ///< whose arm begins here
  bool GoesRound = false; ///< control may come back here by jumps to labels
  llvm::SmallVector<unsigned, 2> Next; ///< sites that can follow
  /// That one of them from which operands are evaluated whose order is open: it
  /// makes a cycle in which each is passed once at most.
  std::optional<unsigned> Reopens;
  llvm::SmallVector<FoundCall, 0> Calls; ///< from here to the next sites
  CallEffects Effects; ///< of these, and of calls that the text does not show
};

struct FoundLoop {
  std::string Name; ///< stable name, e.g. "for.1"
  unsigned Line = 0;
  unsigned EndLine = 0;
  std::optional<unsigned> Head; ///< site, apart from the body
  unsigned Body = 0;            ///< site
  /// The sites in the statement, but for its initialisation: from First up to
  /// End.
  unsigned First = 0, End = 0;
  /// How often the body runs at most each time that the loop is entered, and
  /// where that is written.
  std::optional<uint64_t> Bound;
  std::string BoundFrom;
  /// The same as it follows from the source: see LoopBounds.
  std::optional<uint64_t> Derived = std::nullopt;
};

/// What the source says that a call of the function, or the block at a place
/// in it, may take.
struct FoundBudget {
  unsigned Line = 0;
  std::string Text; ///< as it is written; the report reads it
  /// Sites from which control can come to it; none where the function has none.
  std::vector<unsigned> From;
};

struct FoundFunction {
  std::string Name;
  std::string File; ///< absolute path
  TextPlace At;
  unsigned EndLine = 0;
  unsigned End = 0; ///< offset of its last brace in the main text; 0: not there
  std::string Type; ///< see calledType()
  bool IsInterrupt = false; ///< by its declaration
  /// Why it is not instrumented unless a rule asks for it.
  std::optional<std::string> Excepted;
  std::vector<FoundBudget> Budgets; ///< in the order of their lines
  /// The reason why it is not instrumented; then all behind this is empty.
  std::optional<std::string> NotInstrumented;
  std::vector<Site> Sites;
  std::vector<Slot> Slots;
  std::vector<DecidedValue> Values;
  std::vector<TextRange> Copies; ///< values of markers
  std::vector<FoundSelect> Selects;
  std::optional<ReturnedType> Returned;
  bool MayBeHandler = false; ///< of a signal
  /// Why no variable can keep the number of a path, if so.
  std::optional<std::string> WithoutPaths;
  std::vector<FoundLoop> Loops;
  std::vector<PlaceWithoutProbe> WithoutProbe;
};

/// Takes all of \p F away that probes would need. Its budgets stay, so that
/// the report shows that nothing was measured of them.
inline void doNotInstrument(FoundFunction &F, std::string Reason) {
  F.NotInstrumented = std::move(Reason);
  F.Sites.clear();
  F.Slots.clear();
  F.Loops.clear();
  F.WithoutProbe.clear();
  for (FoundBudget &B : F.Budgets)
    B.From.clear();
}

struct FoundUnit {
  std::vector<FoundFunction> Functions;
  std::optional<std::string> NotParsed; ///< why nothing could be found
  bool IsRuntime = false; ///< it is what probes call: nothing was looked for
};

} // namespace ipoint

#endif // IPOINT_PROBES_SITES_H
