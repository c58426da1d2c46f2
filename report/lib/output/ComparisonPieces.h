//===- ComparisonPieces.h - The objects of docs/compare.md ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the outputs: what a comparison's JSON document and the data of its
// page share.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_COMPARISONPIECES_H
#define IPOINT_OUTPUT_COMPARISONPIECES_H

#include "ComparisonWriter.h"
#include "JsonMembers.h"

namespace ipoint::output {

class ComparisonPieces : protected JsonMembers {
public:
  ComparisonPieces(llvm::json::OStream &Json,
                   const compare::ComparisonModel &Model,
                   const ComparisonOptions &Options)
      : JsonMembers(Json), Model(Model), Options(Options) {}
  virtual ~ComparisonPieces() = default;

  /// The whole document.
  void document();

protected:
  /// The document's members.
  void members();
  /// The member "items" of \p Pair.
  virtual void items(const compare::PairComparison &Pair);
  /// Members of an object of "items".
  void itemMembers(const compare::ItemComparison &I);
  static llvm::StringRef nameOf(compare::Subject What);
  /// Six digits that count.
  void real(llvm::StringRef Key, std::optional<double> Value);

  const compare::ComparisonModel &Model;
  const ComparisonOptions &Options;

private:
  void range(llvm::StringRef Key,
             const std::optional<compare::Interval> &Range);
  void conditions(const compare::RunInfo &Run);
  void set(const compare::RunSet &Set);
  void pair(const compare::PairComparison &Pair);
  void figure(llvm::StringRef Key, const compare::FigureComparison &F);
  void tail(const std::optional<compare::TailComparison> &T);
  template <class Difference>
  void places(llvm::StringRef Key, llvm::ArrayRef<Difference> Places);
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_COMPARISONPIECES_H
