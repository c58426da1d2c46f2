//===- ObservationsCommand.cpp - ipoint-report observations ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "database/Input.h"
#include "database/Output.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand
    Observations("observations",
                 "print what observed times come to, from files or standard "
                 "input");

static Positional Files("[FILE...]", cl::sub(Observations));
static ChartOutput ObservationsOutput(Observations);
static Value Layers("drop-layers", "N",
                    "drop what lies more than two standard deviations from "
                    "the mean, N times",
                    cl::sub(Observations));
static Flag Detect("detect",
                   "drop what detection finds to be interrupted: what comes to "
                   "all sets in proportion to their times",
                   cl::sub(Observations));
static Value SetName("set", "NAME", "this set only", cl::sub(Observations));
static Flag InOrder("in-order",
                    "the chart shows values in their order, not how many there "
                    "are of each size",
                    cl::sub(Observations));

/// Whether the user's locale has no characters but those of ASCII.
static bool isAsciiTerminal() {
  StringRef Locale;
  for (const char *Variable : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char *Set = getenv(Variable); Set && *Set && Locale.empty())
      Locale = Set;
  return !Locale.empty() && !Locale.contains_insensitive("utf");
}

ChartOutput::ChartOutput(cl::SubCommand &Of)
    : To("to", {{"text", Form::Text}, {"json", Form::Json}, {"svg", Form::Svg}},
         "what to write (default: by the end of OUT's name, else text)",
         cl::sub(Of)),
      Path("o", "OUT", "where to write (default: standard output)",
           cl::sub(Of)),
      NoChart("no-chart", "text without a chart", cl::sub(Of)),
      Width("columns of the text and its chart (default: the terminal's, or "
            "80)",
            cl::sub(Of)) {}

Error ChartOutput::read(output::ChartOptions &O) const {
  O.Path = Path.given() ? Path.getValue() : "-";
  if (O.Path.empty())
    return wrong("-o needs the name of a file");
  O.Kind = StringSwitch<Form>(sys::path::extension(O.Path))
               .Case(".json", Form::Json)
               .Case(".svg", Form::Svg)
               .Default(Form::Text);
  if (Error E = To.read(O.Kind))
    return E;
  O.HasChart = !NoChart;
  O.Ascii = isAsciiTerminal();
  return Width.read(O.Path, O.Columns, O.TableWidth);
}

static Expected<std::vector<observations::Set>>
readSets(ArrayRef<std::string> Paths) {
  std::vector<observations::Set> Sets;
  for (const std::string &Path : Paths) {
    StringRef Name = Path == "-" ? "standard input" : StringRef(Path);
    auto Text = readInput(Path, MostGenerated);
    if (!Text)
      return errorAt(Name, toString(Text.takeError()));
    size_t Before = Sets.size();
    if (Error E = observations::read((*Text)->getBuffer(), Name, Sets))
      return E;
    if (Sets.size() == Before && Paths.size() == 1)
      return errorAt(Name, "there is no observation; give numbers, one a line, "
                           "or what ipoint/observe.h prints");
  }
  erase_if(Sets, [](const observations::Set &S) { return S.Values.empty(); });
  if (Sets.empty())
    return wrong("there is no observation in these files");
  return Sets;
}

/// Whether \p Option, that of --set, names \p S.
static bool isChosen(const observations::Set &S, const Value &Option) {
  return !Option.given() || S.Name == Option.getValue();
}

static Error checkChosen(ArrayRef<observations::Set> Sets,
                         const Value &Option) {
  if (any_of(Sets, [&](const auto &S) { return isChosen(S, Option); }))
    return Error::success();
  std::string Known;
  for (const observations::Set &S : Sets.take_front(5))
    Known += (Known.empty() ? "" : ", ") + S.Name;
  std::string Meant = database::didYouMean(
      Option.getValue(), map_range(Sets, [](const observations::Set &S) {
        return StringRef(S.Name);
      }));
  return wrong("--set: there is no '" + Option.getValue() + "'" +
               (Meant.empty() ? "; there" : Meant + " There") + " are " +
               Known);
}

Expected<std::vector<observations::Set>>
readObservations(ArrayRef<std::string> Paths, const Value &Option) {
  auto Sets = readSets(Paths);
  if (!Sets)
    return Sets;
  if (Error E = checkChosen(*Sets, Option))
    return E;
  erase_if(*Sets, [&](const auto &S) { return !isChosen(S, Option); });
  return Sets;
}

Expected<bool> runObservations(ArrayRef<const char *> Arguments) {
  if (Error E = parse(Arguments, "Says what observed times come to.\n"))
    return E;
  unsigned Drop = 0;
  if (Error E = Layers.read(Drop))
    return E;
  if (Layers.given() && Detect)
    return wrong("--drop-layers and --detect are two ways to drop values; give "
                 "one");
  output::ObservationsOptions Options;
  Options.InOrder = InOrder;
  if (Error E = ObservationsOutput.read(Options))
    return E;
  if (ObservationsOutput.Width.given() &&
      Options.Kind != ChartOutput::Form::Text)
    return wrong("--width is for text");
  std::vector<std::string> Paths(Files.begin(), Files.end());
  if (Paths.empty())
    Paths.push_back("-");
  auto Sets = readSets(Paths);
  if (!Sets)
    return Sets.takeError();
  if (Error E = checkChosen(*Sets, SetName))
    return E;
  // Sets that are not chosen are evidence all the same.
  std::vector<analysis::DetectedSet> Detected;
  if (Detect)
    Detected = analysis::dropInterrupted(*Sets);
  std::vector<output::ObservedSet> Observed;
  for (auto [I, S] : enumerate(*Sets)) {
    if (!isChosen(S, SetName))
      continue;
    size_t Dropped = Detect ? Detected[I].Interrupted
                            : observations::dropLayers(S.Values, Drop);
    observations::Summary Figures = observations::summarise(S.Values);
    Figures.Dropped = Dropped;
    Observed.push_back({std::move(S), std::move(Figures), {}});
    if (Detect)
      Observed.back().Detected = Detected[I];
  }
  if (Error E = output::writeObservations(Observed, Options))
    return E;
  return true;
}

} // namespace ipoint::report
