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
  std::vector<std::string> Row(6, "-");
  if (Report.Execution)
    Row.push_back(F.Self ? response(*F.Self) : "-");
  if (F.Self) {
    const Figures &S = best(*F.Self);
    Row[0] = total(S.Total);
    Row[1] = All > 0 ? formatv("{0:f1} %", 100 * S.Total / All).str() : "-";
    Row[3] = mean(S.Mean);
    Row[4] = single(S, S.P99);
    Row[5] = single(F.Self->Raw.Max);
    if (F.Self->Overload)
      Row[0] = Row[1] = Row[3] = Row[4] = "-";
  }
  Row.push_back(F.Self && !F.Self->Overload ? uncertainty(best(*F.Self)) : "-");
  Row[2] = grouped(F.Calls);
  Row.push_back(F.Self ? doubts(*F.Self) : "");
  Row.push_back(printable(F.Name) + (F.IsInterrupt ? " (ISR)" : ""));
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
  for (const char *Title :
       {"self total", "share", "calls", "mean", "p99", "HWM"})
    Table.addColumn(Title, TextTable::Right);
  if (Report.Execution)
    Table.addColumn("response", TextTable::Right);
  Table.addColumn("mean ±", TextTable::Right);
  Table.addColumn("", TextTable::Left);
  Table.addColumn("function", TextTable::Left);
  Table.addColumn("place", TextTable::Left);
  for (const FunctionModel *F : ArrayRef(Ran).take_front(Options.Top))
    Table.addRow(functionRow(*F, All));
  Table.print(Out);
  if (Ran.size() > Options.Top)
    Out << "and " << grouped(Ran.size() - Options.Top) << " more; see --top\n";
  explainDoubts(Ran);
}

} // namespace ipoint::output
