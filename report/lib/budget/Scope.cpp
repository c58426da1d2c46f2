//===- Scope.cpp - What a budget is for -----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judge.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::budget {

Error checkPatterns(const Budget &B) {
  for (StringRef Pattern :
       {StringRef(B.Files), StringRef(B.Functions), StringRef(B.Blocks),
        StringRef(B.Loops), StringRef(B.Marks)})
    if (Expected<GlobPattern> Glob = GlobPattern::create(Pattern); !Glob)
      return createStringError(
          inconvertibleErrorCode(),
          "'" + Pattern + "' is no pattern: " + toString(Glob.takeError()));
  return Error::success();
}

namespace {

/// A pattern, of which an empty one matches all. Refers to its text.
class Matcher {
public:
  explicit Matcher(StringRef Pattern)
      : Glob(cantFail(GlobPattern::create(Pattern.empty() ? "*" : Pattern))) {}
  bool operator()(StringRef Text) const { return Glob.match(Text); }

private:
  GlobPattern Glob;
};

/// Collects what one budget is for.
class Finder {
public:
  Finder(const Budget &B, const ReportModel &Report)
      : B(B), Report(Report), File(B.Files), Function(B.Functions),
        Block(B.Blocks), Loop(B.Loops), Mark(B.Marks) {}

  std::vector<Subject> find() {
    if (!all_of(B.CallPath, [&](StringRef Name) { return isKnown(Name); }))
      return {};
    for (size_t I = 0; I < Report.Functions.size(); ++I) {
      const FunctionModel &F = Report.Functions[I];
      if (!File(F.File) || !isFunction(F))
        continue;
      if (!B.Path.empty())
        addPath(F, I);
      else if (!B.Blocks.empty())
        addBlocks(F, I);
      else if (!B.Loops.empty())
        addLoops(F, I);
      else if (!B.Marks.empty())
        addMarks(F, I);
      else
        add(I, nullptr, nullptr,
            B.CallPath.empty() ? F.Name : join(B.CallPath, " > "), F.Line);
    }
    return std::move(Result);
  }

private:
  bool isKnown(StringRef Name) const {
    return any_of(Report.Functions,
                  [&](const FunctionModel &F) { return F.Name == Name; });
  }
  /// A call path is of the function that it ends with.
  bool isFunction(const FunctionModel &F) const {
    return B.CallPath.empty() ? Function(F.Name) : F.Name == B.CallPath.back();
  }

  void add(size_t F, const BlockModel *Of, const LoopModel *In,
           std::string Name, unsigned Line) {
    Result.push_back({F, Of, In, nullptr, std::move(Name), Line});
  }

  void addBlocks(const FunctionModel &F, size_t I) {
    for (const BlockModel &In : F.Blocks)
      if (Block(In.Name))
        add(I, &In, nullptr, F.Name + "/" + In.Name, In.Line);
  }

  void addLoops(const FunctionModel &F, size_t I) {
    for (const LoopModel &In : F.Loops)
      if (Loop(In.Name))
        add(I, nullptr, &In, F.Name + "/" + In.Name, In.Line);
  }

  /// The block that a mark begins.
  void addMarks(const FunctionModel &F, size_t I) {
    for (const MarkModel &M : Report.Marks) {
      if (M.Function != F.Name || M.File != F.File || !Mark(M.Name))
        continue;
      for (const BlockModel &In : F.Blocks)
        if (In.Name == M.Block)
          add(I, &In, nullptr, "mark " + M.Name + " (" + F.Name + ")", In.Line);
    }
  }

  /// A path that was not taken may be one all the same, if it has blocks.
  void addPath(const FunctionModel &F, size_t I) {
    auto Exists = [&](StringRef Name) {
      return any_of(F.Blocks,
                    [&](const BlockModel &In) { return In.Name == Name; });
    };
    if (!all_of(B.Path, Exists))
      return;
    add(I, nullptr, nullptr, F.Name + ": " + join(B.Path, " > "), F.Line);
    for (const PathModel &P : F.Paths)
      if (P.Blocks == B.Path)
        Result.back().Path = &P;
  }

  const Budget &B;
  const ReportModel &Report;
  Matcher File, Function, Block, Loop, Mark;
  std::vector<Subject> Result;
};

} // namespace

std::vector<Subject> subjectsOf(const Budget &B, const ReportModel &Report) {
  return Finder(B, Report).find();
}

} // namespace ipoint::budget
