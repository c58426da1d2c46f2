//===- Sum.h - What profiles add up to, while they are added --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   files --readContent()--> Content --Sum::add()--> Sum --write()--> file
//                                                        --take()--> Profile
//
// Adding is commutative and associative, bit for bit: what depends on an order,
// such as numbers of runs, is made when the sum is written.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_SUM_H
#define IPOINT_PROFILE_SUM_H

#include "Content.h"
#include "llvm/ADT/DenseMap.h"
#include <set>

namespace ipoint::profile {

/// Values of a label of which a sum keeps the parts of functions.
inline constexpr size_t MostParts = 1000;

/// Recordings of which a sum keeps the samples.
inline constexpr size_t MostSampled = 1000;

/// How figures of a kind are added.
struct KindRule {
  explicit KindRule(llvm::StringRef Kind);

  std::string Name;
  enum Joining { Sum, Least, Most } How;
  bool IsOfPaths, IsVisits;
  /// Marks, largest times, have `.at` and `.run`: ticks since the start of the
  /// run that they are of, and this, by its number. Indices of both; 0: no
  /// mark.
  uint32_t Times = 0, Runs = 0;
  bool IsOfMark; ///< it is `.at` or `.run`
  /// Index of the number of a part that it adds to.
  std::optional<uint32_t> Part;
};

class Sum {
public:
  /// Parts are kept by the label \p By; empty: by the one of what is added.
  explicit Sum(std::string By = "") { P.PartsBy = std::move(By); }

  /// Adds what was read from \p Path, or nothing. Errors name \p Path: a run is
  /// in both, times mean different things, a sum does not fit in 128 bits.
  llvm::Error add(Content From, llvm::StringRef Path);
  llvm::Error add(Profile From, llvm::StringRef Path);
  /// Notes that \p Path is not in the sum, for \p Reason.
  void setAside(llvm::StringRef Path, llvm::StringRef Reason);

  /// The run of \p From that is here already, or null.
  const std::string *doubled(const Content &From) const;
  bool empty() const { return Runs.empty(); }
  const llvm::DenseSet<uint64_t> &known() const { return Ids; }
  /// Gives labels (KEY=VALUE) to all runs. Errors: one is none.
  llvm::Error setLabels(llvm::ArrayRef<std::string> Texts);

  /// What it is. Nothing is left here.
  Profile take();
  llvm::Error write(llvm::StringRef Path);

private:
  friend class ProfileWriter;
  friend class FigureJoiner;
  struct Figure {
    uint32_t Kind = 0; ///< index of Kinds
    uint64_t Slot = 0;
    std::vector<uint64_t> Keys;                ///< ascending
    database::PackedKeys Packed;               ///< the same
    std::vector<analysis::SignedWide> Numbers; ///< by Keys
    auto order() const { return std::pair(Kind, Slot); }
    /// Where \p Key is, or would be; it is looked for at \p Hint first.
    size_t placeOf(uint64_t Key, size_t Hint) const;
    const analysis::SignedWide *find(uint64_t Key, size_t Hint) const;
    /// Sets that of \p Key, or, where there is no \p Value, removes it.
    void set(uint64_t Key, size_t Hint, const analysis::SignedWide *Value);
    /// Adds keys that it does not have.
    void insert(const Figure &New);
    bool hasKeysOf(const database::PackedFigure &Of) const {
      return Keys.size() == Of.Count && Packed.Width == Of.KeyWidth &&
             (Of.KeyWidth == 0 || memcmp(Packed.Bytes.data(), Of.Keys,
                                         Of.Count * Of.KeyWidth) == 0);
    }
  };
  struct Entry {
    const FunctionName *Name = nullptr;
    Function *F = nullptr; ///< its figures are not there yet
    uint64_t Id = 0;
    unsigned Line = 0;           ///< the least of all builds
    std::vector<Figure> Counted; ///< by kind and slot, ascending
  };
  struct PathNode {
    uint32_t Parent = 0; ///< number of one from 1 on
    uint32_t Entry = 0;  ///< from 1 on; 0: paths beyond the limit
    analysis::CallPaths::Node Spent;
  };
  using PartsOf = std::vector<FunctionPart>; ///< by entry

  llvm::Error check(const Content &From, llvm::StringRef Path);
  llvm::Expected<std::optional<std::string>> partOf(const Content &From,
                                                    llvm::StringRef Path) const;
  bool overflows(const PackedFigures &From);
  uint32_t entryOf(const FunctionName &Name, uint64_t Id, Function Like);
  /// Their numbers, by their order there.
  std::vector<uint32_t> addRuns(Content &From);
  void joinFilter(const Profile &From);
  std::vector<uint32_t> kindsOf(llvm::ArrayRef<llvm::StringRef> Names);
  void addKinds(llvm::ArrayRef<llvm::StringRef> Names);
  void addFigures(const PackedFigures &From, std::optional<uint32_t> OnlyRun,
                  llvm::ArrayRef<uint32_t> RunNumbers, PartsOf *To);
  Figures finished(std::vector<Figure> All, llvm::ArrayRef<uint32_t> Ranks);
  void addPaths(const Content &From);
  void addParts(const Content &From);
  void addSamples(Profile &From);
  void addDamages(llvm::ArrayRef<trace::Damage> All, uint64_t More);
  void finish();
  std::vector<CallPath> orderedPaths() const;

  Profile P;              ///< but for its runs, figures, call paths and parts
  std::string FilterText; ///< of P.Filter
  std::vector<KindRule> Kinds; ///< by name, ascending
  std::map<std::string, uint32_t, std::less<>> KindNumbers;
  std::vector<Figure> ProgramFigures;
  std::vector<Entry> Entries;
  llvm::DenseMap<uint64_t, uint32_t> ById;
  llvm::DenseSet<uint64_t> Ids;
  std::map<std::string, RunRow> Runs; ///< changes are of Facts
  llvm::json::Object Facts;
  std::vector<const std::string *> Order; ///< of runs, as they were added
  std::map<std::string, std::vector<trace::UnitRecord>> UnitLists;
  std::vector<PathNode> Paths;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> PathNumbers;
  std::map<std::string, PartsOf> Parts;
  /// File, offset and what: the first ones, in this order.
  std::multiset<std::tuple<std::string, uint64_t, std::string>> Damages;
  uint64_t Omitted = 0;
  double Bound = 0; ///< no number is more
};

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_SUM_H
