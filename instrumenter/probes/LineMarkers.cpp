//===- LineMarkers.cpp - Which line a place of preprocessed text is in ---===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/LineMarkers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ipoint {

LineMarkers::LineMarkers(StringRef Text) : Text(Text) {
  for (size_t At = Text.starts_with("#") ? 0 : Text.find("\n#");
       At != StringRef::npos; At = Text.find("\n#", At + 1)) {
    const size_t Begin = At + (Text[At] == '\n');
    StringRef Line = Text.substr(Begin).split('\n').first;
    Marker M;
    M.Offset = static_cast<unsigned>(Begin);
    // # 12 "file" 2 3 4: what enters a file has a 1, what goes back to one a 2.
    if (Line.consume_front("# ") && !Line.consumeInteger(10, M.Line)) {
      const size_t Quote = Line.rfind('"') + 1; // 0: without a file
      StringRef Flags = Line.substr(Quote);
      M.IsPlain = !Flags.contains('1') && !Flags.contains('2');
      M.File = Line.take_front(Quote).str();
      for (char Flag : {'3', '4'})
        if (Flags.contains(Flag))
          (M.File += ' ') += Flag;
    }
    Markers.push_back(std::move(M));
  }
}

bool LineMarkers::mayDuplicate(TextRange Range) const {
  auto First = partition_point(
      Markers, [&](const Marker &M) { return M.Offset < Range.Begin; });
  auto End = partition_point(
      Markers, [&](const Marker &M) { return M.Offset < Range.End; });
  return std::all_of(First, End, [](const Marker &M) { return M.IsPlain; });
}

std::string LineMarkers::at(unsigned Offset) const {
  size_t Behind =
      partition_point(Markers,
                      [&](const Marker &M) { return M.Offset < Offset; }) -
      Markers.begin();
  while (Behind != 0 && Markers[Behind - 1].Line == 0)
    --Behind; // a pragma
  if (Behind == 0)
    return {};
  const Marker &M = Markers[Behind - 1];
  if (LastMarker != Behind || Offset < LastOffset) {
    LastMarker = Behind;
    LastOffset = M.Offset;
    LastLine = M.Line - 1; // the marker's own line ends, too
  }
  LastLine += Text.slice(LastOffset, Offset).count('\n');
  LastOffset = Offset;
  return "\n# " + std::to_string(LastLine) + M.File + "\n";
}

} // namespace ipoint
