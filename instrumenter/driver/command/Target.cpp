//===- Target.cpp - Which processor and dialect a compiler has ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/command/Target.h"
#include "clang/Basic/LangStandard.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ipoint {

static constexpr StringRef Mark = "ipoint_fact";

/// What __BYTE_ORDER__ is then.
static constexpr unsigned BigEndian = 4321;

static constexpr StringRef Names[] = {
    "__clang__",
    "__STDC_VERSION__",
    "IPOINT_PORT_NAME",
    // Facts about processors and ABIs that -dumpmachine does not print.
    "__x86_64__",
    "__ILP32__",
    "__BYTE_ORDER__",
    "__thumb__",
    "__ARM_ARCH",
    "__ARM_ARCH_PROFILE",
    "__ARM_FEATURE_DSP",
    "__ARM_PCS_VFP",
    "__ARM_SIZEOF_MINIMAL_ENUM",
    // Types.
    "__CHAR_UNSIGNED__",
    "__WCHAR_UNSIGNED__",
    "__SIZEOF_SHORT__",
    "__SIZEOF_INT__",
    "__SIZEOF_LONG__",
    "__SIZEOF_LONG_LONG__",
    "__SIZEOF_POINTER__",
    "__SIZEOF_SIZE_T__",
    "__SIZEOF_WCHAR_T__",
    "__SIZEOF_FLOAT__",
    "__SIZEOF_DOUBLE__",
    "__SIZEOF_LONG_DOUBLE__",
    "__SIZEOF_FLOAT128__",
};

std::string TargetFacts::question() {
  std::string Text;
  for (StringRef Name : Names)
    Text += (Mark + " \"" + Name + "\" " + Name + "\n").str();
  return Text;
}

TargetFacts TargetFacts::read(StringRef Machine, StringRef Answer) {
  TargetFacts Result;
  Result.Machine = Triple(Triple::normalize(Machine.trim()));
  while (!Answer.empty()) {
    auto [Line, Rest] = Answer.split('\n');
    Answer = Rest;
    if (!Line.consume_front(Mark))
      continue;
    auto [Quoted, Value] = Line.trim().split(' ');
    StringRef Name = Quoted.trim('"');
    // What is not defined stays as it is.
    if (Value.trim() != Name)
      Result.Values[Name] = Value.trim().str();
  }
  return Result;
}

std::optional<unsigned> TargetFacts::number(StringRef Name) const {
  auto It = Values.find(Name);
  unsigned long long Value = 0;
  // Suffixes such as that of 201710L stay behind.
  if (It == Values.end())
    return std::nullopt;
  StringRef Text = It->second;
  if (Text.consumeInteger(10, Value))
    return std::nullopt;
  return static_cast<unsigned>(Value);
}

std::string TargetFacts::armArchitecture() const {
  std::string Name = has("__thumb__") ? "thumb" : "arm";
  unsigned Version = number("__ARM_ARCH").value_or(4);
  std::string Profile;
  switch (number("__ARM_ARCH_PROFILE").value_or(0)) {
  case 'M':
    Profile = Version == 7 && has("__ARM_FEATURE_DSP") ? "em"
              : Version >= 8                           ? "m.main"
                                                       : "m";
    break;
  case 'R':
    Profile = "r";
    break;
  case 'A':
    Profile = "a";
    break;
  default:
    Profile = Version <= 5 ? "t" : "";
  }
  return Name + "v" + std::to_string(Version) + Profile +
         (is("__BYTE_ORDER__", BigEndian) ? "eb" : "");
}

Triple::EnvironmentType TargetFacts::armEnvironment() const {
  bool IsHard = has("__ARM_PCS_VFP");
  if (Machine.isMusl())
    return IsHard ? Triple::MuslEABIHF : Triple::MuslEABI;
  if (Machine.isGNUEnvironment())
    return IsHard ? Triple::GNUEABIHF : Triple::GNUEABI;
  return IsHard ? Triple::EABIHF : Triple::EABI;
}

/// A processor whose types have the same sizes as those of one that Clang does
/// not know.
Triple TargetFacts::ofSameSizes() const {
  if (is("__SIZEOF_INT__", 2))
    return Triple("msp430-none-elf");
  return Triple(is("__SIZEOF_POINTER__", 8) ? "riscv64-none-elf"
                                            : "riscv32-none-elf");
}

Triple TargetFacts::triple() const {
  // LLVM has a name for Xtensa, and Clang 19 no types.
  if (Machine.getArch() == Triple::UnknownArch ||
      Machine.getArch() == Triple::xtensa)
    return ofSameSizes();
  Triple Result = Machine;
  if (Result.isARM() || Result.isThumb()) {
    Result.setArchName(armArchitecture());
    Result.setEnvironment(armEnvironment());
    return Result;
  }
  if (has("__x86_64__") && has("__ILP32__")) {
    Result.setEnvironment(Triple::GNUX32);
    return Result;
  }
  auto Change = [&](const Triple &Variant) {
    if (Variant.getArch() != Triple::UnknownArch)
      Result = Variant;
  };
  // GCC names the processor that it was built for, whatever -m32 says.
  if (is("__SIZEOF_POINTER__", 4) && Result.isArch64Bit())
    Change(Result.get32BitArchVariant());
  if (is("__SIZEOF_POINTER__", 8) && Result.isArch32Bit())
    Change(Result.get64BitArchVariant());
  if (has("__BYTE_ORDER__") &&
      is("__BYTE_ORDER__", BigEndian) == Result.isLittleEndian())
    Change(Result.isLittleEndian() ? Result.getBigEndianArchVariant()
                                   : Result.getLittleEndianArchVariant());
  return Result;
}

std::vector<std::string> TargetFacts::clangFlags() const {
  if (!isKnown())
    return {};
  std::vector<std::string> Flags = {"--target=" + triple().str(),
                                    has("__CHAR_UNSIGNED__") ? "-funsigned-char"
                                                             : "-fsigned-char"};
  if (is("__SIZEOF_WCHAR_T__", 2) && !is("__SIZEOF_INT__", 2))
    Flags.push_back("-fshort-wchar");
  if (has("__ARM_SIZEOF_MINIMAL_ENUM"))
    Flags.push_back(is("__ARM_SIZEOF_MINIMAL_ENUM", 1) ? "-fshort-enums"
                                                       : "-fno-short-enums");
  if (triple().isX86() && is("__SIZEOF_LONG_DOUBLE__", 8))
    Flags.push_back("-mlong-double-64");
  if (triple().getArch() == Triple::avr && is("__SIZEOF_DOUBLE__", 8))
    Flags.push_back("-mdouble=64");
  if (!has("__SIZEOF_FLOAT128__"))
    Flags.push_back("-DIPOINT_FLOAT128_IS_LONG_DOUBLE");
  return Flags;
}

std::string TargetFacts::typeChecks() const {
  if (!isKnown())
    return "";
  static constexpr std::pair<StringRef, StringRef> Sizes[] = {
      {"short", "__SIZEOF_SHORT__"},
      {"int", "__SIZEOF_INT__"},
      {"long", "__SIZEOF_LONG__"},
      {"long long", "__SIZEOF_LONG_LONG__"},
      {"void *", "__SIZEOF_POINTER__"},
      {"__typeof__(sizeof(int))", "__SIZEOF_SIZE_T__"},
      {"__typeof__(L' ')", "__SIZEOF_WCHAR_T__"},
      {"float", "__SIZEOF_FLOAT__"},
      {"double", "__SIZEOF_DOUBLE__"},
      {"long double", "__SIZEOF_LONG_DOUBLE__"}};
  std::string Text;
  for (auto [Type, Macro] : Sizes)
    if (std::optional<unsigned> Size = number(Macro))
      Text += ("_Static_assert(sizeof(" + Type + ") == " + Twine(*Size) +
               ", \"\");\n")
                  .str();
  Text += "_Static_assert((char)-1 ";
  Text += has("__CHAR_UNSIGNED__") ? "> 0, \"\");\n" : "< 0, \"\");\n";
  return Text;
}

std::string TargetFacts::defaultStandard() const {
  if (!isKnown())
    return "-std=gnu17";
  std::optional<unsigned> Version = number("__STDC_VERSION__");
  if (!Version || *Version < 199901)
    return "-std=gnu89";
  if (*Version < 201112)
    return "-std=gnu99";
  return *Version <= 201710 ? "-std=gnu17" : "-std=gnu23";
}

std::vector<std::string> parseFlags(const CompilerCommand &Command,
                                    const TargetFacts &Target) {
  static constexpr StringRef Known[] = {
      "-fsigned-char",   "-funsigned-char", "-fshort-enums",  "-fshort-wchar",
      "-fms-extensions", "-fgnu89-inline",  "-ffreestanding", "-fno-builtin",
      "-fopenmp",        "-fblocks"};
  std::vector<std::string> Flags = Target.clangFlags();
  std::string Standard = Target.defaultStandard();
  for (const Argument &A : Command.arguments()) {
    StringRef Word = A.Words[0];
    if (is_contained(Known, Word))
      Flags.push_back(Word.str());
    // C99's inline functions are there or not, depending on it.
    if (Word.starts_with("-O"))
      Flags.push_back(Word == "-O0" ? "-O0" : "-O1");
    if (A.R != Argument::Role::Standard)
      continue;
    // A standard newer than Clang knows is read as the newest.
    StringRef Name = Word;
    bool IsKnown =
        Word == "-ansi" || (Name.consume_front("-std=") &&
                            clang::LangStandard::getLangKind(Name) !=
                                clang::LangStandard::lang_unspecified);
    Standard = IsKnown ? Word.str() : "-std=gnu23";
  }
  Flags.push_back(Standard);
  return Flags;
}

} // namespace ipoint
