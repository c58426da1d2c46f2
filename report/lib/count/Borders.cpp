//===- Borders.cpp - States between the parts of streams ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Borders.h"

using namespace llvm;

namespace ipoint::analysis {

Error findWalked(MutableArrayRef<StreamPart> Streams, const PassInput &In) {
  for (StreamPart &S : Streams) {
    auto Handlers = HandlerTimes::open(*S.Of, S.Path, In.Symbols);
    if (!Handlers)
      return Handlers.takeError();
    S.IsWalked = *Handlers != nullptr;
  }
  return Error::success();
}

Expected<std::shared_ptr<const PartBegin>> Borders::find(size_t Number) {
  ArrayRef<StreamPart> Mine = Shares[Number];
  if (Mine.empty() || Mine.front().isFirst() || Mine.front().IsWalked)
    return nullptr;
  StreamPart Before = Shares[Number - 1].back();
  if (!Before.isFirst())
    Before.Begin = Known[Number - 1].get_future().get();
  PassInput Unwatched = In;
  Unwatched.Watch = nullptr; // it counts this part when it is counted
  trace::DamageList Damages; // reported then
  Walk Out(In.Symbols);
  Stops AtEnd{{Before.To}, {nullptr}};
  Error E = readInto(
      Before, Unwatched, Out, Damages,
      [](const trace::StreamSummary &, Rebuilder<Walk> &) {}, &AtEnd);
  Known[Number].set_value(AtEnd.States.front());
  if (E)
    return E;
  return AtEnd.States.front();
}

} // namespace ipoint::analysis
