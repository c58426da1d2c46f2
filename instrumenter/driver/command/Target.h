//===- Target.h - Which processor and dialect a compiler has --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMMAND_TARGET_H
#define IPOINT_DRIVER_COMMAND_TARGET_H

#include "driver/command/CompilerCommand.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Triple.h"
#include <optional>

namespace ipoint {

/// What a compiler reports about its target, and what it predefines under the
/// flags of one call: processor, ABI, sizes of types. By them Clang reads text
/// as that compiler does; where nothing is known, by its defaults.
class TargetFacts {
public:
  /// C text; preprocessed by the compiler it is what read() takes.
  static std::string question();
  /// \p Machine is what the compiler prints under `-dumpmachine`, which names
  /// processor and system but follows only some compilers' flags (GCC's says
  /// nothing of -m32 or of -mabi); empty: it knows no such option.
  static TargetFacts read(llvm::StringRef Machine, llvm::StringRef Answer);

  bool isClang() const { return has("__clang__"); }
  /// There is a runtime for this processor; elsewhere probes are calls of
  /// functions that the user links.
  bool hasRuntime() const { return has("IPOINT_PORT_NAME"); }

  /// Flags that make Clang take this processor's and ABI's types.
  std::vector<std::string> clangFlags() const;
  /// C text that Clang refuses if it took other types after all.
  std::string typeChecks() const;
  /// The standard that the compiler reads C by without an option, in the
  /// form that Clang takes.
  std::string defaultStandard() const;

private:
  bool isKnown() const { return has("__SIZEOF_POINTER__"); }
  bool has(llvm::StringRef Name) const { return Values.contains(Name); }
  std::optional<unsigned> number(llvm::StringRef Name) const;
  bool is(llvm::StringRef Name, unsigned Value) const {
    return number(Name) == Value;
  }
  llvm::Triple triple() const;
  std::string armArchitecture() const;
  llvm::Triple::EnvironmentType armEnvironment() const;
  llvm::Triple ofSameSizes() const;

  llvm::Triple Machine;
  llvm::StringMap<std::string> Values;
};

/// The flags of \p Command that change how C text is read, in the form that
/// Clang takes, with those of \p Target.
std::vector<std::string> parseFlags(const CompilerCommand &Command,
                                    const TargetFacts &Target);

} // namespace ipoint

#endif // IPOINT_DRIVER_COMMAND_TARGET_H
