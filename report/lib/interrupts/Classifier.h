//===- Classifier.h - Interrupts or the block's own -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Holds blocks against each other: what lies beyond a gap in their times was
// made by interrupts, which come to each block in proportion to its time, or is
// a path of the block's own.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_CLASSIFIER_H
#define IPOINT_INTERRUPTS_CLASSIFIER_H

#include "Candidate.h"
#include "Interrupts.h"
#include "SeenExcesses.h"

namespace ipoint::analysis {

class Classifier {
public:
  Classifier(llvm::ArrayRef<BlockShape> Shapes, const GapRule &Rule,
             const Findings &Known);

  /// Finds what is the blocks' own until nothing more is found.
  void deliberate();

  /// The candidates of a block, ascending.
  llvm::ArrayRef<Candidate> of(uint32_t Block) const;

  InterruptClasses Classes;

private:
  /// What one block has of a class.
  struct Part {
    uint32_t Block = 0;
    uint64_t Count = 0;
    double Exposure =
        0; ///< ticks in which it could be interrupted, and it be seen
    bool IsAdmitted = false;
    BlockView View; ///< its exposure is that of all excesses
  };

  void setExcesses();
  void findClassesAnew();
  std::vector<Part> partsOf(size_t Class) const;
  Part *worstOf(std::vector<Part> &Parts, const SeenExcesses &Seen) const;
  bool leaveFrequent();
  bool isAsOftenElsewhere(uint32_t Block, llvm::ArrayRef<Part> Parts) const;
  bool dismissOutliers(size_t Class);
  bool isConfined(llvm::ArrayRef<Part> Parts) const;
  void leaveLonely(size_t Class);
  void leaveTo(uint32_t Block, size_t Class);
  llvm::MutableArrayRef<Candidate> of(uint32_t Block);

  llvm::ArrayRef<BlockShape> Shapes;
  const GapRule &Rule;
  std::vector<double> Exposures; ///< by block
  std::vector<Candidate> All;    ///< by block, then time
  std::vector<size_t> Ends;      ///< by block: where its candidates end
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_CLASSIFIER_H
