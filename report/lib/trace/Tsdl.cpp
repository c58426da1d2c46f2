//===- Tsdl.cpp - Scanning TSDL -------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tsdl.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ipoint::trace {

namespace {

struct Token {
  enum { End, Broken, Word, Quoted, Punctuation } Kind = End;
  std::string Text;
  bool is(StringRef S) const { return Kind == Punctuation && Text == S; }
};

class Lexer {
public:
  explicit Lexer(StringRef Text) : Rest(Text) {}

  Token next() {
    if (!skipSpace())
      return {Token::Broken, ""};
    if (Rest.empty())
      return {Token::End, ""};
    if (Rest.front() == '"')
      return quoted();
    StringRef Word = Rest.take_while(
        [](char C) { return isAlnum(C) || C == '_' || C == '.' || C == '-'; });
    if (!Word.empty()) {
      Rest = Rest.drop_front(Word.size());
      return {Token::Word, Word.str()};
    }
    std::string One = Rest.take_front(1).str();
    Rest = Rest.drop_front(1);
    return {Token::Punctuation, One};
  }

private:
  /// False in a comment that does not end.
  bool skipSpace() {
    while (true) {
      Rest = Rest.ltrim();
      if (Rest.starts_with("//")) {
        Rest = Rest.drop_front(std::min(Rest.find('\n'), Rest.size()));
      } else if (Rest.starts_with("/*")) {
        size_t End = Rest.find("*/", 2);
        if (End == StringRef::npos)
          return false;
        Rest = Rest.drop_front(End + 2);
      } else {
        return true;
      }
    }
  }

  Token quoted() {
    std::string Text;
    for (size_t I = 1; I < Rest.size(); ++I) {
      char C = Rest[I];
      if (C == '"') {
        Rest = Rest.drop_front(I + 1);
        return {Token::Quoted, Text};
      }
      if (C == '\\' && I + 1 < Rest.size())
        Text += escape(I);
      else
        Text += C;
    }
    return {Token::Broken, ""};
  }

  /// The character that the escape at Rest[I] stands for; I is left at its
  /// last character.
  char escape(size_t &I) {
    char C = Rest[++I];
    if (C >= '0' && C <= '7') {
      unsigned Value = 0;
      size_t End = std::min(I + 3, Rest.size());
      for (; I < End && Rest[I] >= '0' && Rest[I] <= '7'; ++I)
        Value = Value * 8 + (Rest[I] - '0');
      --I;
      return static_cast<char>(Value);
    }
    if (C == 'x') {
      unsigned Value = 0;
      for (size_t N = 0; N < 2 && I + 1 < Rest.size(); ++N, ++I) {
        unsigned Digit = hexDigitValue(Rest[I + 1]);
        if (Digit > 15)
          break;
        Value = Value * 16 + Digit;
      }
      return static_cast<char>(Value);
    }
    switch (C) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    default:
      return C;
    }
  }

  StringRef Rest;
};

class Scanner {
public:
  explicit Scanner(StringRef Text) : Lex(Text) {}

  std::optional<std::vector<TsdlBlock>> scan() {
    std::string Name;
    while (true) {
      Token T = Lex.next();
      if (T.Kind == Token::End)
        return std::move(Blocks);
      if (T.Kind == Token::Broken || T.is("}"))
        return std::nullopt;
      if (T.is("{")) {
        Blocks.push_back({Name, {}});
        if (!block())
          return std::nullopt;
        Name.clear();
      } else if (T.is(";")) {
        Name.clear();
      } else if (T.Kind == Token::Word && Name.empty()) {
        Name = T.Text;
      }
    }
  }

private:
  /// Behind the `{` of a block up to its `}`. False if that is missing.
  bool block() {
    unsigned Depth = 1;
    std::vector<Token> Statement;
    while (true) {
      Token T = Lex.next();
      if (T.Kind == Token::End || T.Kind == Token::Broken)
        return false;
      if (T.is("{"))
        ++Depth;
      else if (T.is("}") && --Depth == 0)
        return true;
      if (Depth != 1 || T.is("}"))
        continue;
      if (T.is(";"))
        assignment(Statement);
      if (T.is(";"))
        Statement.clear();
      else if (Statement.size() < 1024)
        Statement.push_back(std::move(T));
    }
  }

  /// Keeps \p Statement if it has the form `word = …`.
  void assignment(const std::vector<Token> &Statement) {
    if (Statement.size() < 3 || Statement[0].Kind != Token::Word ||
        !Statement[1].is("="))
      return;
    TsdlAssignment A{Statement[0].Text, "", false};
    for (const Token &T : ArrayRef(Statement).drop_front(2)) {
      A.Value += T.Text;
      A.Quoted |= T.Kind == Token::Quoted;
    }
    Blocks.back().Assignments.push_back(std::move(A));
  }

  Lexer Lex;
  std::vector<TsdlBlock> Blocks;
};

} // namespace

std::optional<std::vector<TsdlBlock>> scanTsdl(StringRef Text) {
  return Scanner(Text).scan();
}

} // namespace ipoint::trace
