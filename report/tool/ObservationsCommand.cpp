//===- ObservationsCommand.cpp - ipoint-report observations ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObservationsCommand.h"
#include "Value.h"
#include "database/Output.h"
#include "output/ObservationsWriter.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand
    Observations("observations",
                 "print what observed times come to, from files or standard "
                 "input");

static cl::list<std::string> Files(cl::Positional, cl::desc("[FILE...]"),
                                   cl::sub(Observations), cl::cat(category()));
static Value
    ObservationsForm("to", "text|json|svg",
                     "what to write (default: by the end of OUT's name, else "
                     "text)",
                     cl::sub(Observations));
static Value ObservationsOutput("o", "OUT",
                                "where to write (default: standard output)",
                                cl::sub(Observations));
static Value Layers("drop-layers", "N",
                    "drop what lies more than two standard deviations from "
                    "the mean, N times",
                    cl::sub(Observations));
static cl::opt<bool>
    Detect("detect",
           cl::desc("drop what detection finds to be interrupted: what comes "
                    "to all sets in proportion to their times"),
           cl::ZeroOrMore, cl::sub(Observations), cl::cat(category()));
static Value SetName("set", "NAME", "this set only", cl::sub(Observations));
static cl::opt<bool>
    InOrder("in-order",
            cl::desc("the chart shows values in their order, not how many "
                     "there are of each size"),
            cl::ZeroOrMore, cl::sub(Observations), cl::cat(category()));
static Value
    ObservationsWidth("width", "COLUMNS",
                      "columns of the text and its chart (default: the "
                      "terminal's, or 80)",
                      cl::sub(Observations));
static cl::opt<bool> NoChart("no-chart", cl::desc("text without a chart"),
                             cl::ZeroOrMore, cl::sub(Observations),
                             cl::cat(category()));

bool isObservations(int Count, char **Arguments) {
  return Count > 1 && StringRef(Arguments[1]) == "observations";
}

static Expected<output::ObservationsOptions> readOptions() {
  using Kind = output::ObservationsOptions::Form;
  output::ObservationsOptions O;
  O.Path = ObservationsOutput.given() ? ObservationsOutput.getValue() : "-";
  if (O.Path.empty())
    return wrong("-o needs the name of a file");
  StringRef Name = sys::path::extension(O.Path);
  Name.consume_front(".");
  if (ObservationsForm.given())
    Name = ObservationsForm.getValue();
  auto Known = StringSwitch<std::optional<Kind>>(Name)
                   .Case("json", Kind::Json)
                   .Case("svg", Kind::Svg)
                   .Case("text", Kind::Text)
                   .Default(std::nullopt);
  if (!Known && ObservationsForm.given())
    return wrong("--to: '" + Name + "' is not known; it is text, json or svg");
  O.Kind = Known.value_or(Kind::Text);
  O.InOrder = InOrder;
  O.HasChart = !NoChart;
  if (unsigned Columns = sys::Process::StandardOutColumns();
      O.Path == "-" && Columns != 0)
    O.Columns = O.TableWidth = std::max(Columns, NarrowestText);
  if (ObservationsWidth.given() && O.Kind != Kind::Text)
    return wrong("--width is for text");
  if (Error E = readWidth(ObservationsWidth, O.Columns, O.TableWidth))
    return E;
  StringRef Locale;
  for (const char *Variable : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const char *Set = getenv(Variable); Set && *Set && Locale.empty())
      Locale = Set;
  O.Ascii = !Locale.empty() && !Locale.contains_insensitive("utf");
  return O;
}

static Expected<std::vector<observations::Set>> readSets() {
  std::vector<observations::Set> Sets;
  std::vector<std::string> Paths(Files.begin(), Files.end());
  if (Paths.empty())
    Paths.push_back("-");
  for (const std::string &Path : Paths) {
    StringRef Name = Path == "-" ? "standard input" : StringRef(Path);
    auto Text = MemoryBuffer::getFileOrSTDIN(Path);
    if (!Text)
      return errorAt(Name, Text.getError().message());
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

/// Whether --set names \p S.
static bool isChosen(const observations::Set &S) {
  return !SetName.given() || S.Name == SetName.getValue();
}

static Error checkChosen(ArrayRef<observations::Set> Sets) {
  if (any_of(Sets, isChosen))
    return Error::success();
  std::string Known;
  for (const observations::Set &S : Sets.take_front(5))
    Known += (Known.empty() ? "" : ", ") + S.Name;
  std::string Meant = database::didYouMean(
      SetName.getValue(), map_range(Sets, [](const observations::Set &S) {
        return StringRef(S.Name);
      }));
  return wrong("--set: there is no '" + SetName.getValue() + "'" +
               (Meant.empty() ? "; there" : Meant + " There") + " are " +
               Known);
}

Error runObservations(int Count, char **Arguments) {
  cl::HideUnrelatedOptions(category(), Observations);
  if (Error E = checkLast(Arguments[Count - 1], Observations))
    return E;
  std::string Message;
  raw_string_ostream Stream(Message);
  if (!cl::ParseCommandLineOptions(
          Count, Arguments, "Says what observed times come to.\n", &Stream)) {
    if (Message.empty()) // an option has printed its own line
      exit(2);
    return commandLineError(Message);
  }
  unsigned Drop = 0;
  if (Error E = Layers.read(Drop))
    return E;
  if (Layers.given() && Detect)
    return wrong("--drop-layers and --detect are two ways to drop values; give "
                 "one");
  auto Options = readOptions();
  if (!Options)
    return Options.takeError();
  auto Sets = readSets();
  if (!Sets)
    return Sets.takeError();
  if (Error E = checkChosen(*Sets))
    return E;
  // Sets that are not chosen are evidence all the same.
  std::vector<analysis::DetectedSet> Detected;
  if (Detect)
    Detected = analysis::dropInterrupted(*Sets);
  std::vector<output::ObservedSet> Observed;
  for (auto [I, S] : enumerate(*Sets)) {
    if (!isChosen(S))
      continue;
    size_t Dropped = Detect ? Detected[I].Interrupted
                            : observations::dropLayers(S.Values, Drop);
    observations::Summary Figures = observations::summarise(S.Values);
    Figures.Dropped = Dropped;
    Observed.push_back({std::move(S), std::move(Figures), {}});
    if (Detect)
      Observed.back().Detected = Detected[I];
  }
  return output::writeObservations(Observed, *Options);
}

} // namespace ipoint::report
