//===- LinearProgram.cpp - Linear programs, solved by Clp -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing that Clp reports is taken for granted. An optimum satisfies all
// bounds and its prices prove it (weak duality). That a program is unbounded is
// shown by a ray, and that it is infeasible by the least violation of its rows:
// both are optima of other programs, which have one always.
//
//===----------------------------------------------------------------------===//

#include "LinearProgram.h"
#include "Simplex.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <charconv>
#include <cmath>

namespace ipoint::worst {

uint32_t LinearProgram::addColumn(std::string Name, double Cost) {
  Columns.push_back({Cost, 0, Infinity, std::move(Name)});
  return static_cast<uint32_t>(Columns.size() - 1);
}

uint32_t LinearProgram::addRow(Row R) {
  llvm::stable_sort(R.Terms, llvm::less_first());
  size_t Kept = 0;
  for (const auto &[Column, Factor] : R.Terms)
    if (Kept && R.Terms[Kept - 1].first == Column)
      R.Terms[Kept - 1].second += Factor;
    else
      R.Terms[Kept++] = {Column, Factor};
  R.Terms.resize(Kept);
  Rows.push_back(std::move(R));
  return static_cast<uint32_t>(Rows.size() - 1);
}

static bool hasCrossedBounds(const LinearProgram &P) {
  auto IsCrossed = [](const auto &Of) { return Of.Lower > Of.Upper; };
  return llvm::any_of(P.Columns, IsCrossed) || llvm::any_of(P.Rows, IsCrossed);
}

/// \p P without costs, where each row may be violated, at a cost.
static LinearProgram elastic(const LinearProgram &P) {
  LinearProgram Result = P;
  for (LinearProgram::Column &C : Result.Columns)
    C.Cost = 0;
  for (LinearProgram::Row &R : Result.Rows) {
    double Largest = 0;
    for (const auto &Term : R.Terms)
      Largest = std::max(Largest, std::abs(Term.second));
    double Unit = Largest > 0 ? Largest : 1;
    if (!std::isinf(R.Lower))
      R.Terms.emplace_back(Result.addColumn("", -1), Unit);
    if (!std::isinf(R.Upper))
      R.Terms.emplace_back(Result.addColumn("", -1), -Unit);
  }
  return Result;
}

/// Directions in which one can go from a solution of \p P forever.
static LinearProgram directions(const LinearProgram &P) {
  LinearProgram Result = P;
  for (LinearProgram::Column &C : Result.Columns) {
    C.Lower = std::isinf(C.Lower) ? -1 : 0;
    C.Upper = std::isinf(C.Upper) ? 1 : 0;
  }
  for (LinearProgram::Row &R : Result.Rows) {
    R.Lower = std::isinf(R.Lower) ? R.Lower : 0;
    R.Upper = std::isinf(R.Upper) ? R.Upper : 0;
  }
  return Result;
}

static llvm::Error giveUp(const LinearProgram &P) {
  double Least = Infinity, Most = 0;
  auto Note = [&](double Number) {
    if (Number == 0 || std::isinf(Number))
      return;
    Least = std::min(Least, std::abs(Number));
    Most = std::max(Most, std::abs(Number));
  };
  for (const LinearProgram::Column &C : P.Columns)
    llvm::for_each(std::array{C.Cost, C.Lower, C.Upper}, Note);
  for (const LinearProgram::Row &R : P.Rows) {
    llvm::for_each(std::array{R.Lower, R.Upper}, Note);
    llvm::for_each(llvm::make_second_range(R.Terms), Note);
  }
  return plainError(llvm::formatv(
      "the linear program ({0} columns, {1} rows) cannot be solved: its times "
      "and bounds lie between {2:e2} and {3:e2}; closer bounds make it easier",
      P.Columns.size(), P.Rows.size(), Least, Most));
}

/// Why \p P has no optimum; none: it may have one.
static std::optional<Solution> whyNone(const LinearProgram &P) {
  Solution S;
  S.Is = Solution::Infeasible;
  if (hasCrossedBounds(P))
    return S;
  std::optional<Solution> Nearest = Simplex(elastic(P)).optimum();
  if (!Nearest)
    return std::nullopt;
  if (!isFeasible(P, Nearest->Columns))
    return S;
  std::optional<Solution> Ray = Simplex(directions(P)).optimum();
  if (!Ray)
    return std::nullopt;
  // The longest step in it is 1.
  double Size = 0;
  for (size_t I = 0; I < P.Columns.size(); ++I) {
    double Step = Ray->Columns[I];
    S.Columns.push_back(std::abs(Step) > Tolerance ? Step : 0);
    S.Value += P.Columns[I].Cost * S.Columns[I];
    Size += std::abs(P.Columns[I].Cost * S.Columns[I]);
  }
  if (!(S.Value > Tolerance * Size))
    return std::nullopt;
  S.Is = Solution::Unbounded;
  S.Value = Infinity;
  return S;
}

struct Solver::Impl : Simplex {
  using Simplex::Simplex;
};

Solver::Solver(const LinearProgram &P) : I(std::make_unique<Impl>(P)) {}
Solver::~Solver() = default;

void Solver::setCost(uint32_t Column, double Cost) { I->setCost(Column, Cost); }

void Solver::setRowBounds(uint32_t Row, double Lower, double Upper) {
  I->setRowBounds(Row, Lower, Upper);
}

llvm::Expected<Solution> Solver::solve() {
  std::optional<Solution> S;
  if (!hasCrossedBounds(I->program()))
    S = I->quickOptimum();
  if (!S)
    S = whyNone(I->program());
  if (!S)
    S = I->optimum(Simplex::From::Carefully);
  if (!S)
    return giveUp(I->program());
  return std::move(*S);
}

llvm::Expected<std::vector<uint32_t>>
smallestConflict(const LinearProgram &P, llvm::ArrayRef<uint32_t> Candidates) {
  std::vector<uint32_t> Left(Candidates), Needed;
  for (uint32_t Row : Candidates)
    if (P.Rows[Row].Lower > P.Rows[Row].Upper)
      return std::vector{Row};
  if (hasCrossedBounds(P))
    return Needed;
  LinearProgram Rest = P;
  Simplex Nearest(elastic(P));
  auto SetBounds = [&](uint32_t Row, double Lower, double Upper) {
    Rest.Rows[Row].Lower = Lower;
    Rest.Rows[Row].Upper = Upper;
    Nearest.setRowBounds(Row, Lower, Upper);
  };
  // A row that is left out for once.
  for (std::optional<uint32_t> Tried;;) {
    std::optional<Solution> S = Nearest.optimum();
    if (!S)
      return giveUp(P);
    if (!isFeasible(Rest, S->Columns)) {
      // What has no price does not make it infeasible.
      llvm::erase_if(Left, [&](uint32_t Row) {
        bool HasPrice = std::abs(S->Prices[Row]) > 1e-12;
        if (!HasPrice)
          SetBounds(Row, -Infinity, Infinity);
        return !HasPrice;
      });
    } else if (Tried) {
      SetBounds(*Tried, P.Rows[*Tried].Lower, P.Rows[*Tried].Upper);
      Needed.push_back(*Tried);
    } else {
      return plainError("the linear program is feasible");
    }
    if (Left.empty())
      break;
    Tried = Left.back();
    Left.pop_back();
    SetBounds(*Tried, -Infinity, Infinity);
  }
  std::reverse(Needed.begin(), Needed.end());
  return Needed;
}

/// The shortest text that is read as the same number.
static std::string text(double Number) {
  if (std::isinf(Number))
    return Number > 0 ? "inf" : "-inf";
  char Buffer[32];
  return {Buffer, std::to_chars(Buffer, std::end(Buffer), Number).ptr};
}

/// A name that all readers take: other characters, words of the format and
/// what looks like a number mean something else to one or another.
static std::string nameOf(char Letter, size_t Number, llvm::StringRef Name) {
  std::string Result = Letter + std::to_string(Number);
  if (!Name.empty())
    Result += "_" + Name.substr(0, 80).str();
  std::replace_if(
      Result.begin(), Result.end(),
      [](char C) { return !llvm::isAlnum(C) && C != '.'; }, '_');
  return Result;
}

namespace {

class LpWriter {
public:
  LpWriter(const LinearProgram &P, llvm::raw_ostream &Out) : P(P), Out(Out) {}

  void terms(llvm::ArrayRef<std::pair<uint32_t, double>> Terms) {
    size_t Count = 0;
    for (const auto &[Column, Factor] : Terms)
      Out << (++Count % 4 ? " " : "\n   ") << (Factor < 0 ? "- " : "+ ")
          << text(std::abs(Factor)) << ' ' << column(Column);
    if (Terms.empty())
      Out << " 0 " << column(0);
  }
  void row(size_t Number) {
    const LinearProgram::Row &R = P.Rows[Number];
    auto Write = [&](llvm::StringRef Suffix, llvm::StringRef Relation,
                     double Bound) {
      Out << ' ' << nameOf('r', Number, R.Name) << Suffix << ':';
      terms(R.Terms);
      Out << ' ' << Relation << ' ' << text(Bound) << '\n';
    };
    if (R.Lower == R.Upper)
      return Write("", "=", R.Lower);
    // Not all read both bounds of a row on one line.
    if (!std::isinf(R.Lower))
      Write(std::isinf(R.Upper) ? "" : ".least", ">=", R.Lower);
    if (!std::isinf(R.Upper))
      Write("", "<=", R.Upper);
  }
  void bounds(size_t Number) {
    const LinearProgram::Column &C = P.Columns[Number];
    if (std::isinf(C.Lower) && std::isinf(C.Upper))
      Out << ' ' << column(Number) << " free\n";
    else
      Out << ' ' << text(C.Lower) << " <= " << column(Number)
          << " <= " << text(C.Upper) << '\n';
  }

private:
  const LinearProgram &P;
  llvm::raw_ostream &Out;

  std::string column(size_t Number) const {
    return nameOf('x', Number, P.Columns[Number].Name);
  }
};

} // namespace

void printLp(const LinearProgram &P, llvm::raw_ostream &Out) {
  LpWriter Writer(P, Out);
  std::vector<std::pair<uint32_t, double>> Costs;
  for (const auto &[Number, C] : llvm::enumerate(P.Columns))
    if (C.Cost != 0)
      Costs.emplace_back(Number, C.Cost);
  Out << "Maximize\n value:";
  Writer.terms(Costs);
  Out << "\nSubject To\n";
  for (size_t I = 0; I < P.Rows.size(); ++I)
    Writer.row(I);
  Out << "Bounds\n";
  for (size_t I = 0; I < P.Columns.size(); ++I)
    Writer.bounds(I);
  Out << "End\n";
}

} // namespace ipoint::worst
