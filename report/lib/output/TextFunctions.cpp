//===- TextFunctions.cpp - The table of functions -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "VerdictSentences.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// What \p F is put in order by, the largest first; least where it has no such
/// time.
static double orderedBy(SortKey Key, const FunctionModel &F, bool BySamples) {
  constexpr double None = -1;
  if (BySamples && F.Sampled && Key == SortKey::Self)
    return F.Sampled->Share;
  if (BySamples && F.Sampled && Key == SortKey::Inclusive)
    return F.BestInclusive.Mean * static_cast<double>(F.Calls);
  if (BySamples && F.Sampled && Key == SortKey::Mean)
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
    return best(*T).Total * callsPerTime(F);
  }
}

/// \p All: self times of all functions, ticks.
std::vector<std::string> TextPrinter::functionRow(const FunctionModel &F,
                                                  double All) const {
  std::string Total = "-", Share = "-", Mean = "-", Unsure = "-", P99 = "-";
  if (F.Self && !F.Self->Overload) {
    const Figures &S = best(*F.Self);
    Total = total(selfTotal(F));
    Share = All > 0 ? formatv("{0:f1} %", 100 * selfTotal(F) / All).str() : "-";
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
  SortKey Sort = Options.Sort;
  // Where nothing has a time, calls are what is known.
  if (!hasTimes() && !Report.Sampling && Sort != SortKey::Name)
    Sort = SortKey::Calls;
  for (const FunctionModel &F : Report.Functions) {
    if (F.Status != FunctionStatus::Run)
      continue;
    Ran.push_back(&F);
    All += selfTotal(F);
  }
  const bool BySamples = Report.Sampling && samplesLead(Report);
  stable_sort(Ran, [&](auto *A, auto *B) {
    return Sort == SortKey::Name ? A->Name < B->Name
                                 : orderedBy(Sort, *A, BySamples) >
                                       orderedBy(Sort, *B, BySamples);
  });
  Out << '\n';
  if (Options.Tree != TreeKind::None)
    return tree();
  if (BySamples) {
    sampledFunctions(Ran);
    if (Ran.size() > Options.Top)
      paragraph("", "and " + grouped(Ran.size() - Options.Top) +
                        " more; see --top");
    return;
  }
  // The last rank goes first where there is no room.
  TextTable Table{words("function"), {"self total", 4},
                  {"share"},         {"calls", 2},
                  {"mean", 1},       {"p99", 3},
                  {"HWM"},           {"response", 6, Report.Execution},
                  {"mean ±", 5},     words(""),
                  words("place", 7)};
  for (const FunctionModel *F : ArrayRef(Ran).take_front(Options.Top))
    Table.addRow(functionRow(*F, All));
  if (!hasTimes())
    Table.hideDashes();
  print(Table);
  if (Ran.size() > Options.Top)
    paragraph("",
              "and " + grouped(Ran.size() - Options.Top) + " more; see --top");
  if (Sort == SortKey::Calls && Options.Sort != Sort)
    return paragraph("", "by calls: " + whyUntimed(Report).str());
  paragraph(
      "",
      (Report.Execution        ? "Execution times in "
       : Report.Totals.InPlace ? "Times added up on the target in "
                               : "Response times in ") +
          Scale.name() + " without callees and probes; " + "HWM raw" +
          (Report.Execution ? ", response with the time off CPU" : "") +
          (Report.Interrupts ? "; visits with detected interrupts excluded"
                             : "") +
          (any_of(Ran,
                  [](const FunctionModel *F) { return callsPerTime(*F) > 1; })
               ? "; totals are the means of timed calls times all calls"
               : ""));
  explainDoubts(Ran);
}

/// Tabs as spaces, and nothing behind the text.
static std::string expanded(StringRef Line) {
  std::string Result;
  for (char C : Line.rtrim())
    if (C == '\t')
      Result.append(8 - Result.size() % 8, ' ');
    else
      Result += C;
  return printable(Result);
}

/// What a line takes, and its share of the function's self time; empty where
/// nothing is known of it.
static std::pair<std::string, std::string>
lineTime(const FunctionModel &F, unsigned Line,
         function_ref<std::string(double)> Total) {
  auto It =
      find_if(F.Lines, [&](const LineModel &L) { return L.Line == Line; });
  if (It == F.Lines.end())
    return {};
  return {It->Self ? Total(*It->Self) : "-",
          It->Share ? formatv("{0:f1} %", 100 * *It->Share).str() : "-"};
}

void TextPrinter::machineCode(const FunctionModel &F) {
  for (const sampled::CodeModel &C : F.Code) {
    const double Samples =
        sumOf(C.Instructions, &sampled::InstructionModel::Samples);
    Out << printable(C.Symbol) << " in " << printable(C.File) << ": "
        << counted(static_cast<uint64_t>(Samples), "sample", "samples") << '\n';
    Out << " samples   address\n";
    unsigned Shown = 0;
    for (const sampled::InstructionModel &I : C.Instructions) {
      if (I.Line != Shown && I.Line != 0) {
        bool IsKnown = I.Line >= F.Line && I.Line - F.Line < F.Source.size();
        Out << formatv("{0,18} | {1}", I.Line,
                       IsKnown ? expanded(F.Source[I.Line - F.Line]) : "")
            << '\n';
      }
      Shown = I.Line;
      Out << formatv("{0,8} {1,9}   {2}\n",
                     I.Samples > 0 ? grouped(uint64_t(I.Samples)) : "",
                     utohexstr(I.Address, /*LowerCase=*/true),
                     printable(I.Text));
    }
    if (C.Left)
      Out << grouped(C.Left) << " bytes behind these are left out\n";
  }
}

/// Each line with its time and the blocks that begin in it: the first one
/// beside it, the others below, with the text that another file has of them.
void TextPrinter::source(const FunctionModel &F) {
  if (F.Source.empty())
    return;
  bool IsSampled = any_of(F.Blocks, [](auto &B) { return B.Sampled; });
  TextTable Table{
      {"self", 3}, {"share", 4},   {"visits"}, {"plain", 0, IsSampled},
      {"mean"},    {"min", 6},     {"max", 2}, {"sd", 5},
      {"line"},    words("source")};
  auto Figures = [&](const BlockModel &B) {
    std::vector<std::string> Row = {grouped(B.Visits), "-", "-", "-", "-"};
    if (B.Time && !B.Time->Overload) {
      const analysis::Figures &S =
          B.Time->Filtered ? *B.Time->Filtered : B.Time->Corrected;
      Row = {grouped(B.Visits), mean(S.Mean), single(S, S.Min),
             single(B.Time->Raw.Max), S.StdDev ? mean(*S.StdDev) : "-"};
    }
    if (IsSampled)
      Row.insert(Row.begin() + 1, bestMean(B.Best));
    return Row;
  };
  for (auto [Index, Text] : enumerate(F.Source)) {
    unsigned Line = F.Line + static_cast<unsigned>(Index);
    std::vector<std::string> Row(IsSampled ? 6 : 5);
    std::vector<std::vector<std::string>> Below;
    for (const BlockModel &B : F.Blocks) {
      if (B.Line != Line)
        continue;
      if (Row.front().empty() && !B.Included) {
        Row = Figures(B);
        continue;
      }
      Below.push_back(Figures(B));
      std::string Text = "^ " + printable(B.Name);
      if (B.Included)
        Text += "  " + placeOf(B) + "  " +
                expanded(StringRef(B.Included->Text).ltrim());
      Below.back().insert(Below.back().end(), {"", Text});
    }
    Row.insert(Row.end(), {std::to_string(Line), expanded(Text)});
    auto [Self, Share] =
        lineTime(F, Line, [&](double Ticks) { return total(Ticks); });
    Row.insert(Row.begin(), {Self, Share});
    Table.addRow(std::move(Row));
    for (std::vector<std::string> &R : Below) {
      R.insert(R.begin(), {"", ""});
      Table.addRow(std::move(R));
    }
  }
  Out << '\n';
  Table.print(Out, Options.TableWidth);
}

// functions ──> folders, files, functions ─┐
//   call paths ──> functions below callers ──┴──> TreeNode ──> rows

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
    double Self = F.Self && !F.Self->Overload ? selfTotal(F) : 0;
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
    N.Self = P.Self.best() *
             (P.Function ? callsPerTime(Report.Functions[*P.Function]) : 1);
    N.All += N.Self;
    N.Calls = P.Calls;
    TreeNode &Caller = P.Parent ? Nodes[*P.Parent] : Root;
    Caller.All += N.All;
    Caller.Below.push_back(std::move(N));
  }
  if (const std::optional<CallPathModel> &Beyond = Report.CallPaths->Beyond) {
    double Self = Beyond->Self.best();
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
  paragraph(
      "", (Report.Execution ? "Execution times in " : "Response times in ") +
              Scale.name() +
              " without probes: all with what is below, self of the "
              "function alone" +
              (Report.Interrupts ? "; visits with detected interrupts excluded"
                                 : ""));
  TextTable Table{words(Options.Tree == TreeKind::Files ? "file" : "function"),
                  {"share"},
                  {"all"},
                  {"self", 2},
                  {"calls", 1}};
  auto Share = [&](double Ticks) {
    return Root.All > 0 ? formatv("{0:f1} %", 100 * Ticks / Root.All).str()
                        : "-";
  };
  auto Add = [&](auto &Self, TreeNode &N, const std::string &Indent) -> void {
    std::ranges::stable_sort(N.Below, std::ranges::greater{}, &TreeNode::All);
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
