//===- TextFunctions.cpp - The table of functions -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// What \p F is put in order by, the largest first; least where it has no such
/// time.
static double orderedBy(SortKey Key, const FunctionModel &F) {
  constexpr double None = -1;
  if (F.Sampled && Key == SortKey::Self)
    return F.Sampled->Share;
  if (F.Sampled && Key == SortKey::Inclusive)
    return F.BestInclusive.Mean * static_cast<double>(F.Calls);
  if (F.Sampled && Key == SortKey::Mean)
    return F.BestSelf.Mean;
  const std::optional<TimeModel> &T =
      Key == SortKey::Inclusive ? F.Inclusive : F.Self;
  if (Key == SortKey::Calls)
    return static_cast<double>(F.Calls);
  if (!T)
    return None;
  switch (Key) {
  case SortKey::Mean:
    return best(*T).Mean;
  case SortKey::P99:
    return best(*T).P99.value_or(None);
  case SortKey::Max:
    return T->Raw.Max;
  default:
    return best(*T).Total;
  }
}

/// \p All: self times of all functions, ticks.
std::vector<std::string> TextPrinter::functionRow(const FunctionModel &F,
                                                  double All) const {
  std::string Total = "-", Share = "-", Mean = "-", Unsure = "-", P99 = "-";
  if (F.Self && !F.Self->Overload) {
    const Figures &S = best(*F.Self);
    Total = total(S.Total);
    Share = All > 0 ? formatv("{0:f1} %", 100 * S.Total / All).str() : "-";
    Mean = mean(S.Mean);
    Unsure = uncertainty(S);
    P99 = single(S, S.P99);
  }
  std::vector<std::string> Row = {printable(F.Name) +
                                      (F.IsInterrupt ? " (ISR)" : ""),
                                  Total,
                                  Share,
                                  grouped(F.Calls),
                                  Mean,
                                  P99,
                                  F.Self ? single(F.Self->Raw.Max) : "-"};
  if (Report.Execution)
    Row.push_back(F.Self ? response(*F.Self) : "-");
  Row.push_back(Unsure);
  Row.push_back(F.Self ? doubts(*F.Self) : "");
  Row.push_back(printable(F.File) + ":" + std::to_string(F.Line));
  return Row;
}

void TextPrinter::functions() {
  std::vector<const FunctionModel *> Ran;
  double All = 0;
  for (const FunctionModel &F : Report.Functions) {
    if (F.Status != FunctionStatus::Run)
      continue;
    Ran.push_back(&F);
    All += F.Self ? best(*F.Self).Total : 0;
  }
  stable_sort(Ran, [&](auto *A, auto *B) {
    return Options.Sort == SortKey::Name
               ? A->Name < B->Name
               : orderedBy(Options.Sort, *A) > orderedBy(Options.Sort, *B);
  });
  Out << '\n';
  if (Options.Tree != TreeKind::None)
    return tree();
  if (Report.Sampling) {
    sampledFunctions(Ran);
    if (Ran.size() > Options.Top)
      Out << "and " << grouped(Ran.size() - Options.Top)
          << " more; see --top\n";
    return;
  }
  paragraph("",
            (Report.Execution ? "Execution times in " : "Response times in ") +
                Scale.name() + " without callees and probes; HWM raw" +
                (Report.Execution ? ", response with the time off CPU" : "") +
                (Report.Interrupts ? "; interrupted visits excluded" : ""));
  TextTable Table;
  // The last rank goes first where there is no room.
  Table.addColumn("function", TextTable::Left);
  Table.addColumn("self total", TextTable::Right, 4);
  Table.addColumn("share", TextTable::Right);
  Table.addColumn("calls", TextTable::Right, 2);
  Table.addColumn("mean", TextTable::Right, 1);
  Table.addColumn("p99", TextTable::Right, 3);
  Table.addColumn("HWM", TextTable::Right);
  if (Report.Execution)
    Table.addColumn("response", TextTable::Right, 6);
  Table.addColumn("mean ±", TextTable::Right, 5);
  Table.addColumn("", TextTable::Left);
  Table.addColumn("place", TextTable::Left, 7);
  for (const FunctionModel *F : ArrayRef(Ran).take_front(Options.Top))
    Table.addRow(functionRow(*F, All));
  Table.print(Out, Options.TableWidth);
  if (Ran.size() > Options.Top)
    Out << "and " << grouped(Ran.size() - Options.Top) << " more; see --top\n";
  explainDoubts(Ran);
}

} // namespace ipoint::output
