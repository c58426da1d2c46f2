//===- Classifier.h - Interrupts or the block's own -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares blocks with each other: visits beyond a gap in a block's times were
// either interrupted, and interrupts hit blocks in proportion to their time, or
// took a slow path of the block.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_FIND_CLASSIFIER_H
#define IPOINT_INTERRUPTS_FIND_CLASSIFIER_H

#include "Classes.h"
#include "Detection.h"
#include "llvm/ADT/ArrayRef.h"
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// What a block has of a class, and could have.
struct BlockView {
  double Exposure = 0;            ///< ticks
  double Visible = 0;             ///< ticks, the least excess that it shows
  std::vector<ExcessBand> Hidden; ///< but for these, ascending
  std::vector<std::pair<double, double>> Excesses; ///< with their counts
};

/// Short excesses are beyond a gap in some blocks only. So what several blocks
/// have of a class is compared excess by excess: each with the exposure of
/// those blocks that show it, as the product-limit estimator does for truncated
/// values.
class SeenExcesses {
public:
  explicit SeenExcesses(llvm::ArrayRef<BlockView> Blocks);

  /// \p Block, which is one of them, is none any more.
  void remove(const BlockView &Block);
  /// The share of the class that a block like \p Block shows.
  double shareOf(const BlockView &Block) const;
  /// How many the others let expect in \p Block, which is one of them; where
  /// these are more than \p Enough, any number between.
  double expectedIn(const BlockView &Block, double Enough) const;

private:
  void add(const BlockView &Block, double Times);
  void findRates();
  size_t binOf(double Excess) const;
  template <class Function>
  void forEachShown(const BlockView &Block, Function &&F) const;

  // By bin; one has excesses from its least to the next one's. All bins are
  // gone through for each block: so each figure has one vector.
  std::vector<double> Leasts; ///< ascending
  std::vector<double> Counts, Exposures;
  std::vector<double> Rates; ///< counts over exposures
  double AllRates = 0;
};

/// Why a visit beyond a gap is left as it is.
enum class LeftFor {
  Nothing,  ///< it is not left
  Rate,     ///< other blocks are not interrupted like that
  Alone,    ///< no other block has enough of the class
  Time,     ///< it follows at once upon other long visits
  Frequency ///< with it more than a quarter of the visits would be interrupted
};

/// Visits of a block beyond a gap that took about as long.
struct Candidate {
  uint32_t Block = 0;
  Histogram::Bucket Times;
  double Excess = 0;
  std::vector<AddedPart> Parts; ///< of a bin, which may hold several lengths
  LeftFor Left = LeftFor::Nothing;
  bool IsAdmitted = false; ///< an interrupt, by review()
  size_t Class = 0;
  size_t Cluster = 0; ///< no gap within it; counts over all blocks

  bool isLeft() const { return Left != LeftFor::Nothing; }
  /// Calls \p F with what was added to how many visits.
  template <class Function> void forEachPart(Function &&F) const {
    if (Parts.empty())
      F(AddedPart{Excess, Excess, Excess, double(Times.Count), Excess, Excess});
    for (const AddedPart &P : Parts)
      F(P);
  }
};

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
  llvm::MutableArrayRef<Candidate> of(uint32_t Block);

  llvm::ArrayRef<BlockShape> Shapes;
  const GapRule &Rule;
  std::vector<double> Exposures; ///< by block
  std::vector<Candidate> All;    ///< by block, then time
  std::vector<size_t> Ends;      ///< by block: where its candidates end
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_FIND_CLASSIFIER_H
