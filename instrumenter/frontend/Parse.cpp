//===- Parse.cpp - Parsing C text with Clang ------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Parse.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/thread.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace clang;

namespace ipoint {

/// Bytes; enough for nearly all text.
static constexpr unsigned UsualStack = 512u << 20;

/// For what is deeper. Only what is used of it takes memory.
static constexpr unsigned LargeStack = 3u << 29;

static void runOnStack(unsigned Size, function_ref<void()> Walk) {
  llvm::thread Worker(std::optional<unsigned>(Size), Walk);
  Worker.join();
}

/// Whether \p Walk comes to its end, which is tried in another process.
static bool survives(function_ref<void()> Walk) {
  pid_t Child = fork();
  if (Child < 0)
    return false;
  if (Child == 0) {
    // Its end has no effect: no core, no message, no files removed.
    rlimit NoCore = {0, 0};
    setrlimit(RLIMIT_CORE, &NoCore);
    for (int Signal : {SIGSEGV, SIGBUS, SIGABRT})
      std::signal(Signal, SIG_DFL);
    if (int Null = open("/dev/null", O_WRONLY); Null >= 0)
      dup2(Null, STDERR_FILENO);
    runOnStack(LargeStack, Walk);
    _exit(0);
  }
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return false;
  return WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
}

bool runOnDeepStack(unsigned Stack, function_ref<void()> Walk) {
  if (Stack <= UsualStack / 2 / 1024) {
    runOnStack(UsualStack, Walk);
    return true;
  }
  // An estimate says too much of most text, and an overflow ends the process.
  if (!survives(Walk))
    return false;
  runOnStack(LargeStack, Walk);
  return true;
}

namespace {

constexpr const char *ShimPath = "/ipoint-dialect-shim.h";
constexpr const char *TypeChecksPath = "/ipoint-type-checks.h";

/// What GCC takes for granted and Clang does not know.
constexpr const char *Shim = R"c(
typedef float _Float32;
typedef double _Float64;
typedef double _Float32x;
typedef long double _Float64x;
#ifdef IPOINT_FLOAT128_IS_LONG_DOUBLE
typedef long double _Float128;
#else
typedef __float128 _Float128;
#endif
#define __malloc__(...) __malloc__
)c"
                             // What GCC's <stdatomic.h> calls on _Atomic
                             // objects: for Clang they lose that qualifier.
                             R"c(
#define IPOINT_PLAIN(p) (__typeof__((void)0, *(p)) *)(p)
#define __atomic_load(p, ...) __atomic_load(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_load_n(p, ...) __atomic_load_n(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_store(p, ...) __atomic_store(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_store_n(p, ...) __atomic_store_n(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_exchange(p, ...) \
  __atomic_exchange(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_exchange_n(p, ...) \
  __atomic_exchange_n(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_compare_exchange(p, ...) \
  __atomic_compare_exchange(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_compare_exchange_n(p, ...) \
  __atomic_compare_exchange_n(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_fetch_add(p, ...) \
  __atomic_fetch_add(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_fetch_sub(p, ...) \
  __atomic_fetch_sub(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_fetch_and(p, ...) \
  __atomic_fetch_and(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_fetch_or(p, ...) \
  __atomic_fetch_or(IPOINT_PLAIN(p), __VA_ARGS__)
#define __atomic_fetch_xor(p, ...) \
  __atomic_fetch_xor(IPOINT_PLAIN(p), __VA_ARGS__)
)c";

/// Keeps the errors of the main text.
class ErrorCollector : public DiagnosticConsumer {
public:
  ErrorCollector(std::vector<ParseError> &Errors,
                 std::optional<std::string> &Fatal)
      : Errors(Errors), Fatal(Fatal) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error)
      return;
    SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    // Behind a fatal error Clang reports no others: nothing can be trusted.
    if (Level == DiagnosticsEngine::Fatal && !Fatal)
      Fatal = Message.str().str();
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid()) {
      Errors.push_back({0, Message.str().str()});
      return;
    }
    const SourceManager &SM = Info.getSourceManager();
    auto [File, Offset] =
        SM.getDecomposedLoc(SM.getExpansionLoc(Info.getLocation()));
    if (File == SM.getMainFileID())
      Errors.push_back({Offset, Message.str().str()});
    else if (!Fatal && SM.getFilename(Info.getLocation()) == TypeChecksPath)
      Fatal =
          ("Clang takes this processor's types for others: " + Message).str();
  }

private:
  std::vector<ParseError> &Errors;
  std::optional<std::string> &Fatal;
};

/// Hides \p Words in each file that is read.
class HidingFileSystem : public vfs::ProxyFileSystem {
public:
  HidingFileSystem(IntrusiveRefCntPtr<vfs::FileSystem> FS,
                   const Keywords &Words)
      : ProxyFileSystem(std::move(FS)), Words(Words) {}

  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    auto Opened = ProxyFileSystem::openFileForRead(Path);
    if (!Opened)
      return Opened;
    return std::make_unique<HidingFile>(std::move(*Opened), *this);
  }

  bool HasMemories = false;

private:
  struct HidingFile : vfs::File {
    HidingFile(std::unique_ptr<vfs::File> F, HidingFileSystem &FS)
        : F(std::move(F)), FS(FS) {}
    ErrorOr<vfs::Status> status() override { return F->status(); }
    std::error_code close() override { return F->close(); }
    ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name,
                                                     int64_t Size,
                                                     bool RequiresNull,
                                                     bool IsVolatile) override {
      auto Read = F->getBuffer(Name, Size, RequiresNull, IsVolatile);
      if (!Read)
        return Read;
      const std::string Text =
          (*Read)->getBuffer().str(); // lexers want its end
      FS.HasMemories |= FS.Words.hasMemoryIn(Text);
      return MemoryBuffer::getMemBufferCopy(FS.Words.hide(Text), Name);
    }

    std::unique_ptr<vfs::File> F;
    HidingFileSystem &FS;
  };

  const Keywords &Words;
};

class InactiveCollector : public PPCallbacks {
public:
  InactiveCollector(const SourceManager &SM, std::vector<TextRange> &Inactive)
      : SM(SM), Inactive(Inactive) {}

  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    auto [File, Begin] = SM.getDecomposedLoc(Range.getBegin());
    if (File == SM.getMainFileID())
      Inactive.push_back({Begin, SM.getFileOffset(Range.getEnd())});
  }

private:
  const SourceManager &SM;
  std::vector<TextRange> &Inactive;
};

struct Collected {
  function_ref<void(Parsed &)> Consume;
  std::vector<ParseError> Errors;
  std::vector<TextRange> Inactive;
  std::optional<std::string> Fatal;
  bool Done = false;
  const HidingFileSystem *Hiding = nullptr;
};

class Consumer : public ASTConsumer {
public:
  Consumer(Collected &C, bool Optimizes) : C(C), Optimizes(Optimizes) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    if (C.Fatal)
      return;
    Parsed Result{Context, std::move(C.Errors), std::move(C.Inactive),
                  Optimizes, C.Hiding && C.Hiding->HasMemories};
    C.Done = true;
    C.Consume(Result);
  }

private:
  Collected &C;
  bool Optimizes;
};

class Action : public ASTFrontendAction {
public:
  explicit Action(Collected &C) : C(C) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    CI.getPreprocessor().addPPCallbacks(
        std::make_unique<InactiveCollector>(CI.getSourceManager(), C.Inactive));
    return std::make_unique<Consumer>(C, CI.getCodeGenOpts().OptimizationLevel >
                                             0);
  }

private:
  Collected &C;
};

/// The command line under which Clang reads \p S.
std::vector<std::string> parseCommand(const Source &S) {
  std::vector<std::string> Command = {
      "ipoint-instrument", "-fsyntax-only", "-ferror-limit=0",
      "-fno-caret-diagnostics", "-fbracket-depth=1000000", "-w",
      "-resource-dir", IPOINT_CLANG_RESOURCES,
      // Errors to Clang, warnings to GCC.
      "-Wno-implicit-int", "-Wno-implicit-function-declaration",
      "-Wno-int-conversion", "-Wno-incompatible-function-pointer-types",
      "-Wno-incompatible-pointer-types", "-Wno-return-mismatch",
      "-Wno-return-type"};
  Command.insert(Command.end(), S.Flags.begin(), S.Flags.end());
  // Whether or not the compiler will follow OpenMP's directives: nothing is put
  // where it would come between one and its statement.
  // StringRef::contains() takes many times as long.
  if (S.Text.find("pragma omp") != std::string::npos ||
      S.Text.find("\"omp ") != std::string::npos)
    if (!is_contained(S.Flags, "-fopenmp"))
      Command.insert(Command.end(), {"-fopenmp", "-U_OPENMP"});
  if (S.Preprocessed)
    // Not as preprocessed input, for which Clang reads no shim. Nothing can be
    // expanded twice: there are no macros but the shim's.
    Command.insert(Command.end(), {"-undef", "-nostdinc", "-include", ShimPath,
                                   "-include", TypeChecksPath});
  for (const std::string &Macro : S.Words.macros())
    Command.push_back("-D" + Macro);
  Command.insert(Command.end(), {"-x", "c", S.Path});
  return Command;
}

} // namespace

std::optional<std::string> parseText(const Source &S,
                                     const std::optional<std::string> &ForClang,
                                     function_ref<void(Parsed &)> Consume) {
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
      vfs::createPhysicalFileSystem());
  auto Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  // Clang itself reports what is not found from there.
  (void)Overlay->setCurrentWorkingDirectory(S.Directory);
  (void)Memory->setCurrentWorkingDirectory(S.Directory);
  Overlay->pushOverlay(Memory);
  Memory->addFile(S.Path, 0,
                  MemoryBuffer::getMemBuffer(ForClang ? *ForClang : S.Text));
  Memory->addFile(ShimPath, 0, MemoryBuffer::getMemBuffer(Shim));
  Memory->addFile(TypeChecksPath, 0, MemoryBuffer::getMemBuffer(S.TypeChecks));
  IntrusiveRefCntPtr<vfs::FileSystem> Read = Overlay;
  Collected C{Consume, {}, {}, std::nullopt};
  if (!S.Words.empty()) {
    auto Hiding = makeIntrusiveRefCnt<HidingFileSystem>(Overlay, S.Words);
    C.Hiding = Hiding.get();
    Read = Hiding;
  }
  auto Files = makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Read);

  ErrorCollector Diagnostics(C.Errors, C.Fatal);
  tooling::ToolInvocation Invocation(
      parseCommand(S), std::make_unique<Action>(C), Files.get(),
      std::make_shared<PCHContainerOperations>());
  Invocation.setDiagnosticConsumer(&Diagnostics);
  Invocation.run();
  if (C.Done)
    return std::nullopt;
  if (C.Fatal)
    return C.Fatal;
  return C.Errors.empty() ? "Clang cannot parse it" : C.Errors.front().Message;
}

} // namespace ipoint
