//===- LpFormat.cpp - Linear programs as text -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>

namespace ipoint::worst {

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
