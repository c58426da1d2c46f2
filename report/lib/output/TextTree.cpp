//===- TextTree.cpp - Functions as a tree, with sums ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   functions ──> folders, files, functions ─┐
//   call paths ──> functions below callers ──┴──> TreeNode ──> rows
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

namespace {

/// Ticks are without probes, and without interrupts where that is known.
struct TreeNode {
  std::string Name;
  double All = 0;  ///< with what is below it
  double Self = 0; ///< of functions; of others 0
  uint64_t Calls = 0;
  bool IsFunction = false;
  std::vector<TreeNode> Below;

  TreeNode &child(StringRef Called) {
    for (TreeNode &N : Below)
      if (!N.IsFunction && N.Name == Called)
        return N;
    Below.push_back({Called.str(), 0, 0, 0, false, {}});
    return Below.back();
  }
};

} // namespace

/// src/lib/crc.c as `src/`, `lib/`, `crc.c`.
static TreeNode byFile(const ReportModel &Report) {
  TreeNode Root;
  for (const FunctionModel &F : Report.Functions) {
    if (F.Status != FunctionStatus::Run)
      continue;
    double Self = F.Self && !F.Self->Overload ? best(*F.Self).Total : 0;
    TreeNode *At = &Root;
    At->All += Self;
    for (StringRef Rest = F.File; !Rest.empty();) {
      size_t End = std::min(Rest.find('/', 1), Rest.size());
      At = &At->child(Rest.substr(0, std::min(End + 1, Rest.size())));
      At->All += Self;
      At->Calls += F.Calls;
      Rest = Rest.drop_front(std::min(End + 1, Rest.size()));
    }
    At->Below.push_back({F.Name, Self, Self, F.Calls, true, {}});
  }
  return Root;
}

/// Paths come with their callers before them, so that from the last to the
/// first each is complete when it is put below its caller.
static TreeNode byCaller(const ReportModel &Report) {
  const std::vector<CallPathModel> &Paths = Report.CallPaths->Paths;
  std::vector<TreeNode> Nodes(Paths.size());
  TreeNode Root;
  for (size_t I = Paths.size(); I-- > 0;) {
    const CallPathModel &P = Paths[I];
    TreeNode &N = Nodes[I];
    N.IsFunction = true;
    N.Name =
        P.Function ? Report.Functions[*P.Function].Name : "(not instrumented)";
    N.Self = P.SelfFiltered.value_or(P.Self);
    N.All += N.Self;
    N.Calls = P.Calls;
    TreeNode &Caller = P.Parent ? Nodes[*P.Parent] : Root;
    Caller.All += N.All;
    Caller.Below.push_back(std::move(N));
  }
  if (const std::optional<CallPathModel> &Beyond = Report.CallPaths->Beyond) {
    double Self = Beyond->SelfFiltered.value_or(Beyond->Self);
    Root.All += Self;
    Root.Below.push_back(
        {"(all other paths)", Self, Self, Beyond->Calls, true, {}});
  }
  return Root;
}

void TextPrinter::tree() {
  // What takes less is a line for each caller or file, unless all is asked for.
  constexpr double LeastShare = 0.005;
  TreeNode Root =
      Options.Tree == TreeKind::Files ? byFile(Report) : byCaller(Report);
  paragraph("",
            (Report.Execution ? "Execution times in " : "Response times in ") +
                Scale.name() +
                " without probes: all with what is below, self of the "
                "function alone" +
                (Report.Interrupts ? "; interrupted visits excluded" : ""));
  TextTable Table;
  Table.addColumn(Options.Tree == TreeKind::Files ? "file" : "function",
                  TextTable::Left);
  Table.addColumn("share", TextTable::Right);
  Table.addColumn("all", TextTable::Right);
  Table.addColumn("self", TextTable::Right, 2);
  Table.addColumn("calls", TextTable::Right, 1);
  auto Share = [&](double Ticks) {
    return Root.All > 0 ? formatv("{0:f1} %", 100 * Ticks / Root.All).str()
                        : "-";
  };
  auto Add = [&](auto &Self, TreeNode &N, const std::string &Indent) -> void {
    stable_sort(N.Below, [](const TreeNode &A, const TreeNode &B) {
      return A.All > B.All;
    });
    size_t Small = 0;
    double Rest = 0;
    for (TreeNode &Child : N.Below) {
      if (!Options.All && Child.All < LeastShare * Root.All) {
        ++Small;
        Rest += Child.All;
        continue;
      }
      Table.addRow({Indent + printable(Child.Name), Share(Child.All),
                    total(Child.All), Child.IsFunction ? total(Child.Self) : "",
                    grouped(Child.Calls)});
      Self(Self, Child, Indent + "  ");
    }
    if (Small)
      Table.addRow({Indent + "and " + grouped(Small) + " more", Share(Rest),
                    total(Rest), "", ""});
    IsCut |= Small != 0;
  };
  Add(Add, Root, "");
  Table.print(Out, Options.TableWidth);
}

} // namespace ipoint::output
