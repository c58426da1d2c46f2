//===- Symbols.h - From ids to functions and blocks -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges the units of a program: what has the same file, line and name is one
// function, ipoints with the same stable name in it are one block. The decoder
// asks by id, so what it needs lies in flat arrays.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROGRAM_SYMBOLS_H
#define IPOINT_PROGRAM_SYMBOLS_H

#include "ProgramPaths.h"
#include "TransitionTable.h"
#include "database/Program.h"
#include "trace/Trace.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace ipoint::analysis {

/// Where the text of a block is that its function has from another file. The
/// block's line is then that of the directive.
struct IncludedSource {
  const database::SourceFile *File = nullptr; ///< in the Program
  unsigned Line = 0, Column = 0;
};

struct BlockSymbol {
  uint32_t Function = None;
  database::Kind Kind = database::Kind::Entry;
  std::string Name;
  bool Timed = true;
  /// No call in it but to instrumented functions of the program.
  bool Linear = true;
  bool Calls = false; ///< there is a call in it
  unsigned Line = 0, Column = 0, EndLine = 0;
  bool FromMacro = false;
  std::optional<IncludedSource> Included;
  std::string Mark; ///< the user's name for it, of a mark
  database::MarkValue Value = database::MarkValue::None;
};

struct LoopSymbol {
  uint32_t Function = None;
  uint32_t Slot = 0; ///< which of its function's loops it is
  std::string Name;
  unsigned Line = 0, EndLine = 0;
  uint32_t Head = None, Body = None; ///< blocks
  std::optional<uint64_t> Bound;     ///< declared
  std::string BoundFrom;
  /// The same as it follows from the source, in each unit that has the loop.
  std::optional<uint64_t> Derived;
};

/// How many calls of one callee, or through pointers of one type, there are in
/// a block. Where several units have the block, all is possible that is in one
/// of them.
struct CallCounts {
  uint32_t Count = 0;       ///< in the source
  uint32_t Least = 0;       ///< in each visit that comes to its end
  uint32_t Most = 0;        ///< in a visit, unless
  bool IsUnbounded = false; ///< they lie in a cycle within the block
};

/// Calls of a function, by its name, in a block.
struct DirectCalls : CallCounts {
  uint32_t Block = None;
  uint32_t Entry = None; ///< the block at which the callee begins
};

/// Calls through pointers in a block.
struct PointerCalls : CallCounts {
  uint32_t Block = None;
  std::string Type; ///< of what is called: see FunctionSymbol
};

/// What IPOINT_BUDGET says in a function.
struct BudgetSymbol {
  uint32_t Function = None;
  uint32_t Block = None; ///< that it stands in; None: in none that is known
  unsigned Line = 0;
  std::string Text; ///< as it is written
};

struct FunctionSymbol {
  std::string Name;
  std::string File; ///< absolute
  std::string Unit; ///< absolute path of the first unit that has it
  unsigned Line = 0, EndLine = 0;
  std::string Type;                     ///< database::Function::Type
  bool IsInterrupt = false;             ///< an interrupt handler
  bool StoresSums = false;              ///< its paths are counted in place
  std::optional<trace::ProbeForm> Form; ///< see noteProbes()
  std::optional<std::string> Skipped;   ///< unset if any unit instrumented it
  std::vector<uint32_t> Blocks;         ///< by line, column, name
  std::vector<uint32_t> Loops;          ///< by line, name
  const std::string *Text = nullptr;    ///< of the file, in the Program
};

struct SkipSymbol {
  std::string File; ///< absolute
  unsigned Line = 0;
  std::optional<std::string> Function;
  std::string Reason;
};

/// What the decoder needs of an ipoint, in sixteen bytes.
struct Site {
  uint32_t Row = TransitionTable::NoRow; ///< in the table of transitions
  uint32_t Block = None;
  uint32_t Column = 0; ///< the same
  uint32_t Function : 24 = 0;
  uint32_t IsEntry : 1 = 0;
  uint32_t IsExit : 1 = 0;
  uint32_t EndsPath : 1 = 0;    ///< its first record holds a path's number
  uint32_t IsSum : 1 = 0;       ///< it has no record: paths lead through it
  uint32_t HasValue : 1 = 0;    ///< an untimed record of it holds a value
  uint32_t IsTimed : 1 = 0;     ///< a timed record follows that of the value
  uint32_t HasLoops : 1 = 0;    ///< its function has
  uint32_t IsInterrupt : 1 = 0; ///< its function is an interrupt handler
};

/// What the fast path needs of a site, and no more: as many as can be are to
/// stay in the nearest cache.
struct QuickSite {
  /// Of the block, in the table of transitions. NoRow, to which nothing leads:
  /// it is an entry, or not for the fast path.
  uint32_t To = TransitionTable::NoRow;
  /// The row of the visit that begins here.
  uint32_t Row = TransitionTable::NoRow;
  uint32_t Column = 0; ///< the block's; of an entry any one
  uint32_t Function : 30 = 0;
  uint32_t IsEntry : 1 = 0;
  uint32_t HasLoops : 1 = 0; ///< its function has
};

/// Whether the block or loop \p Name lies in the loop \p Loop, by their stable
/// names.
bool liesIn(llvm::StringRef Name, llvm::StringRef Loop);

/// What taking a transition does to a loop.
struct LoopStep {
  uint32_t Loop = None;
  uint32_t Slot = 0;
  bool Enters = false;   ///< from outside
  bool Iterates = false; ///< begins the body
};

/// What path records and what leads to them weigh, in code that adds up numbers
/// of paths without optimisation; in the units of SymbolTable::recordWeight().
struct PathWeights {
  uint32_t Record = 1; ///< that of the number
  uint32_t More = 0;   ///< where its call adds to the number, as well
  uint32_t Add = 0, Set = 0, Clear = 0;
};

class SymbolTable {
public:
  /// Of the units \p Chosen of \p P (true: part of the traced programs); \p P
  /// must outlive the table, for it owns the sources' texts.
  SymbolTable(const database::Program &P, const std::vector<bool> &Chosen);

  /// Notes how the probes with the ids [\p First, \p First + \p Count) were
  /// made. A function of a header that several units have in different forms
  /// counts as having inline ones.
  void noteProbes(uint32_t First, uint32_t Count, trace::ProbeForm Form);

  /// Untimed records weigh \p Units each, from 1 on, so that what weighs less
  /// than one is a whole number, too.
  void setRecordWeight(uint32_t Units) { RecordWeight = Units; }
  uint32_t recordWeight() const { return RecordWeight; }
  /// Those of the unit with the ids [\p First, \p First + \p Count).
  void addPathWeights(uint32_t First, uint32_t Count, const PathWeights &W) {
    Weighed.push_back({First, First + Count, W});
  }
  /// Whether there are any.
  bool weighsPaths() const { return !Weighed.empty(); }
  /// Of the unit of \p Id; null: its path records weigh what others do.
  const PathWeights *pathWeights(uint32_t Id) const {
    for (const WeighedUnit &U : Weighed)
      if (Id >= U.First && Id < U.End)
        return &U.Weights;
    return nullptr;
  }

  const std::vector<BlockSymbol> &blocks() const { return Blocks; }
  /// By file, then line, then name.
  const std::vector<FunctionSymbol> &functions() const { return Functions; }
  const std::vector<LoopSymbol> &loops() const { return Loops; }
  /// How many loops \p Function has.
  uint32_t loopsOf(uint32_t Function) const { return LoopCounts[Function]; }
  const LoopStep &loopStep(uint32_t Edge) const { return LoopSteps[Edge]; }
  /// The loop whose body begins at \p S, or None.
  uint32_t loopAt(const Site &S) const {
    for (uint32_t Loop : Functions[S.Function].Loops)
      if (Loops[Loop].Body == S.Block)
        return Loop;
    return None;
  }
  /// Of instrumented functions, as the source names them; by block, then
  /// entry.
  const std::vector<DirectCalls> &directCalls() const { return Direct; }
  const std::vector<PointerCalls> &pointerCalls() const { return Pointers; }
  /// By block, then callee.
  /// By function, then line.
  const std::vector<BudgetSymbol> &budgets() const { return Budgets; }
  const std::vector<SkipSymbol> &skips() const { return Skips; }

  /// The site of \p Id, or null if no unit of the program has it.
  const Site *site(uint32_t Id) const {
    uint32_t Index = Id - FirstId;
    if (Index >= Sites.size() || Sites[Index].Block == None)
      return nullptr;
    return &Sites[Index];
  }

  /// All sites, by id less firstId(); those of no unit have no block.
  const std::vector<Site> &sites() const { return Sites; }
  const std::vector<QuickSite> &quickSites() const { return QuickSites; }
  uint32_t firstId() const { return FirstId; }

  /// Number of possible transitions; their indices are below it.
  uint32_t edges() const { return static_cast<uint32_t>(Targets.size()); }
  /// The trace::ProbeForm of the probes of \p Function.
  unsigned formOf(uint32_t Function) const {
    return HasForms ? Forms[Function] : OnlyForm;
  }
  /// The same of all functions; none if they differ.
  std::optional<unsigned> onlyForm() const {
    return HasForms ? std::nullopt : std::optional(OnlyForm);
  }
  const TransitionTable &transitions() const { return Transitions; }
  const ProgramPaths &paths() const { return Paths; }
  /// Transitions from \p Block: indices [first, last).
  std::pair<uint32_t, uint32_t> edgesOf(uint32_t Block) const {
    return {EdgeBegin[Block], EdgeBegin[Block + 1]};
  }
  uint32_t targetOf(uint32_t Edge) const { return Targets[Edge]; }
  /// The block of \p Row, a site's or the table's emptyRow().
  uint32_t blockAt(uint32_t Row) const { return Transitions.blockAt(Row); }
  /// The function of \p Row, a site's.
  uint32_t functionAt(uint32_t Row) const {
    return Blocks[blockAt(Row)].Function;
  }
  /// The block that \p Edge leaves.
  uint32_t sourceOf(uint32_t Edge) const {
    auto It = std::upper_bound(EdgeBegin.begin(), EdgeBegin.end(), Edge);
    return static_cast<uint32_t>(It - EdgeBegin.begin()) - 1;
  }

private:
  using Edges = std::vector<std::pair<uint32_t, uint32_t>>;

  void addUnit(const database::Unit &U, Edges &All);
  bool hasPlacesOf(uint32_t Function, const database::Unit &U,
                   llvm::ArrayRef<uint32_t> Ipoints) const;
  std::vector<uint32_t> addFunctions(const database::Unit &U);
  std::vector<uint32_t> addBlocks(const database::Unit &U,
                                  llvm::ArrayRef<uint32_t> FunctionOf);
  void addMarks(const database::Unit &U, llvm::ArrayRef<uint32_t> BlockOf);
  void addLoops(const database::Unit &U, llvm::ArrayRef<uint32_t> FunctionOf,
                llvm::ArrayRef<uint32_t> BlockOf);
  void addBudgets(const database::Unit &U, llvm::ArrayRef<uint32_t> FunctionOf,
                  llvm::ArrayRef<uint32_t> BlockOf);
  void findLoopSteps();
  void addSkips(const database::Unit &U);
  void findLinear(llvm::ArrayRef<const database::Unit *> Units);
  void findCalls(llvm::ArrayRef<const database::Unit *> Units);
  void sortFunctions();
  void layOutEdges(Edges &All);
  void layOutTransitions();
  void findQuickSites();

  uint32_t FirstId = 0;
  std::vector<Site> Sites;           ///< by id − FirstId
  std::vector<QuickSite> QuickSites; ///< the same
  std::vector<BlockSymbol> Blocks;
  std::vector<FunctionSymbol> Functions;
  std::vector<SkipSymbol> Skips;
  std::vector<LoopSymbol> Loops;
  std::vector<BudgetSymbol> Budgets;
  std::vector<DirectCalls> Direct;
  std::vector<PointerCalls> Pointers;
  std::vector<uint32_t> LoopCounts; ///< by function
  std::vector<LoopStep> LoopSteps;  ///< by edge
  std::vector<uint32_t> EdgeBegin;  ///< by block, one more than blocks
  std::vector<uint32_t> Targets;    ///< by edge
  TransitionTable Transitions;
  ProgramPaths Paths;
  std::vector<uint8_t> Forms; ///< by function
  unsigned OnlyForm = 0;      ///< of all functions,
  bool HasForms = false;      ///< but where this is set

  struct WeighedUnit {
    uint32_t First = 0, End = 0; ///< ids
    PathWeights Weights;
  };
  uint32_t RecordWeight = 1;
  std::vector<WeighedUnit> Weighed;

  // Only while it is built.
  /// Those of one name and place that are different code in different units.
  llvm::StringMap<llvm::SmallVector<uint32_t, 1>> FunctionByKey;
  llvm::StringMap<uint32_t> BlockByKey, LoopByKey, BudgetByKey;
  llvm::StringMap<char> SkipKeys;
};

} // namespace ipoint::analysis

#endif // IPOINT_PROGRAM_SYMBOLS_H
