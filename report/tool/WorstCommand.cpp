//===- WorstCommand.cpp - ipoint-report worst -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   options ──> traces, facts ──estimateWorst──> WorstModel ──> text, JSON or
//   a page
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Options.h"
#include "Worst.h"
#include "output/WorstWriter.h"

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand
    Worst("worst", "estimate how long a function can take: the longest path "
                   "from measured parts");

static Positional RootAndInputs("ROOT [TRACE-OR-PROFILE...]", cl::sub(Worst));
static PageOutput
    WorstOutput("ipoint-worst",
                "columns of the text (default: the terminal's; in a file or "
                "pipe tables are as wide as they need be)",
                Worst);
static List FactFiles("facts", "FILE",
                      "flow facts: bounds of loops, constraints between counts "
                      "of blocks, targets of pointers; may be repeated",
                      cl::sub(Worst));
static Value Proposals("propose", "FILE",
                       "write what was observed and no fact bounds as a file "
                       "of facts, to confirm",
                       cl::sub(Worst));
static Value Rules("propose-rules", "FILE",
                   "write rules of a config file that leave functions out of "
                   "the next build that are too short to be timed",
                   cl::sub(Worst));
static Value ContextDepth("contexts", "K",
                          "keep times and bounds of a function apart by up to "
                          "K call sites that lead to it (default 3; 0: none)",
                          cl::sub(Worst));
static Choice<worst::ObservedBounds> Observed(
    "observed",
    {{"none", worst::ObservedBounds::None},
     {"loops", worst::ObservedBounds::Loops},
     {"counts", worst::ObservedBounds::Counts},
     {"totals", worst::ObservedBounds::Totals}},
    "what is bounded as it was observed, where no fact says more: loops and "
    "recursions (the default); counts: also how often blocks ran in a call "
    "and in loops; totals: also in a call of ROOT. Inputs that were not tried "
    "may exceed these",
    cl::sub(Worst));
static Flag AssumeNever("assume-never",
                        "leave out what was never measured; the report lists "
                        "it (default: keep it in, with the best upper bound "
                        "of its time)",
                        cl::sub(Worst));
static Choice<worst::UnitChoice>
    Units("units",
          {{"auto", worst::UnitChoice::Auto},
           {"blocks", worst::UnitChoice::Blocks},
           {"functions", worst::UnitChoice::Functions}},
          "what the path is made of (default auto: blocks, or paths "
          "between timed ipoints; functions where these are too short "
          "for the clock)",
          cl::sub(Worst));
static Value LpFile("export-lp", "FILE",
                    "write the linear program, for other solvers",
                    cl::sub(Worst));
static UnitOption WorstUnit("unit of times (default: ticks of the clock)",
                            cl::sub(Worst));
static DatabaseOption WorstDatabase{cl::sub(Worst)};
static Value WorstConfig("config", "FILE",
                         "flow facts, in the section 'flow', and thresholds, "
                         "in the section 'filter' (docs/configuration.md)",
                         cl::sub(Worst));
static Flag WorstAll("all", "text: lists whole", cl::sub(Worst));

static Expected<WorstCall> readCall() {
  // A context is a function and its call sites: more make a program of many.
  constexpr unsigned DeepestContext = 8;
  WorstCall Call;
  if (RootAndInputs.empty())
    return wrong("name the function whose longest path is asked for, such as "
                 "'worst main ipoint-trace'; see 'ipoint-report worst --help'");
  Call.Root = RootAndInputs.front();
  Call.Inputs.assign(RootAndInputs.begin() + 1, RootAndInputs.end());
  if (Call.Inputs.empty())
    Call.Inputs = {"ipoint-trace"};
  Call.Database = WorstDatabase;
  Call.Config = WorstConfig;
  Call.Facts.assign(FactFiles.begin(), FactFiles.end());
  Call.AssumeNever = AssumeNever;
  Call.Proposals = Proposals;
  if (Proposals.given() && Call.Proposals.empty())
    return wrong("--propose needs the name of a file");
  Call.Rules = Rules;
  if (Rules.given() && Call.Rules.empty())
    return wrong("--propose-rules needs the name of a file");
  Call.LpFile = LpFile;
  if (LpFile.given() && Call.LpFile.empty())
    return wrong("--export-lp needs the name of a file");
  if (Error E = readAll(ContextDepth, Call.ContextDepth, Units, Call.Units,
                        Observed, Call.Observed))
    return E;
  if (Call.ContextDepth > DeepestContext)
    return wrong("--contexts: at most " + Twine(DeepestContext) +
                 " call sites make a context");
  return Call;
}

Expected<bool> runWorst(ArrayRef<const char *> Arguments) {
  if (Error E = parse(Arguments, "Estimates the longest path.\n"))
    return E;
  Expected<WorstCall> Call = readCall();
  if (!Call)
    return Call.takeError();
  output::WorstOptions Output;
  Output.All = WorstAll;
  if (Error E = WorstUnit.read(Output.Unit))
    return E;
  if (Error E = WorstOutput.read(Output, Arguments))
    return E;
  bool IsPage = Output.Form == output::PageForm::Html;
  Call->KeepsSource = IsPage;
  Expected<worst::WorstModel> Model = estimateWorst(*Call);
  if (!Model)
    return Model.takeError();
  const FirstPage Page(Output.Path, Output.IsSingleFile);
  if (Error E = output::writeWorst(*Model, Output))
    return E;
  if (IsPage)
    Page.print();
  return Model->Violations.empty();
}

} // namespace ipoint::report
