//===- Edits.cpp - From the plan to changes of the text -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No line is added: the lines of the user's text keep their numbers.
//
//===----------------------------------------------------------------------===//

#include "probes/FunctionEditor.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

using namespace llvm;

namespace ipoint {

namespace {

/// Writes slots in the order of the text, some of them twice (Duplicates.h).
class SlotWriter {
public:
  SlotWriter(const FoundFunction &Found, const FunctionPlan &Plan,
             unsigned Number, const EditContext &Context)
      : Found(Found), Context(Context), Asks(Found, Plan, Number, Context),
        Branches(Found, Plan, Number, Context, InWindow::Branches),
        Never(Found, Plan, Number, Context, InWindow::Never),
        Brief(Found, Plan, Number, Context, InWindow::Brief),
        Always(Found, Plan, Number, Context, InWindow::Always) {
    for (const Slot &S : Found.Slots)
      Slots.push_back(&S);
    llvm::stable_sort(Slots, [](const Slot *A, const Slot *B) {
      return A->Offset < B->Offset;
    });
  }

  std::vector<Edit> write() {
    if (Context.Markers && Asks.asksForWindows())
      findDuplicates();
    std::vector<Edit> Edits;
    writeAsking(0, Slots.size(), [&](const Slot &S, std::string Text) {
      Edits.push_back({S.Offset, S.Length, std::move(Text)});
    });
    return Edits;
  }

private:
  /// Where the text of a slot goes to, in the order of the slots.
  using Output = function_ref<void(const Slot &S, std::string Text)>;

  /// Whether calls or iterations of the body that begins at \p S are timed, so
  /// that one copy is for those that no longer are, as they do not last.
  bool standsForBrief(const Slot &S) const {
    return S.Form == SlotForm::Entry
               ? Asks.timesCalls()
               : S.D == Duplicated::BeginsBrief && Asks.timesIteration(S);
  }

  /// What writes the copy for when a window is open, and the other one.
  std::pair<const FunctionEditor &, const FunctionEditor &>
  editorsOf(const Slot &Begin) const {
    if (standsForBrief(Begin))
      return {Asks, Brief};
    return {Always, Never};
  }

  void findDuplicates() {
    SmallVector<size_t> Begun;
    for (const auto &[I, S] : enumerate(Slots))
      if (S->D == Duplicated::Begins || S->D == Duplicated::BeginsBrief) {
        Begun.push_back(I);
      } else if (S->D == Duplicated::Ends) {
        const size_t First = Begun.pop_back_val();
        if (choose(First, I))
          Duplicates[First] = I;
      }
    for (auto [First, Last] : Duplicates)
      AroundDuplicate |= sitesAround(First, Last);
  }

  /// Statements and operands that are compiled twice, which takes time and
  /// room, for each test that is saved.
  static constexpr size_t MostForATest = 60;

  /// Of a function that stands twice for calls that do not last. In a longer
  /// one loops do, for iterations that do not last: the innermost ones, unless
  /// most of the text around them is outside of them.
  static constexpr size_t MostInBrief = 2000;

  /// Whether the text from slot \p First to \p Last is to stand twice; what is
  /// chosen in it may change then.
  bool choose(size_t First, size_t Last) {
    const Slot &Begin = *Slots[First];
    const auto Inside = Duplicates.upper_bound(First);
    if (!standsForBrief(Begin)) {
      if (Begin.D == Duplicated::BeginsBrief || !isOfUse(First, Last))
        return false;
      // The loops in it are brief, and need not ask.
      Duplicates.erase(Inside, Duplicates.end());
      return true;
    }
    size_t InBrief = 0;
    for (auto I = Inside; I != Duplicates.end(); ++I)
      if (const Slot &Loop = *Slots[I->first]; standsForBrief(Loop))
        InBrief += Loop.Value;
    const bool IsBetter = Begin.Form == SlotForm::Entry
                              ? Begin.Value <= MostInBrief
                              : Begin.Value > 2 * InBrief;
    if ((InBrief != 0 && !IsBetter) || !isOfUse(First, Last))
      return false;
    // Else there would be many copies of the innermost loop.
    for (auto I = Inside; I != Duplicates.end();)
      I = standsForBrief(*Slots[I->first]) ? Duplicates.erase(I) : std::next(I);
    return true;
  }

  bool isOfUse(size_t First, size_t Last) const {
    const Slot &Begin = *Slots[First];
    const bool ForBrief = standsForBrief(Begin);
    const TextRange Range = {Begin.Offset, Slots[Last]->Offset};
    ArrayRef<const Slot *> Inside =
        ArrayRef(Slots).slice(First + 1, Last - First);
    if (Begin.AtEmptyStatement ||
        (!ForBrief && any_of(Inside, [&](const Slot *S) {
          return Found.Sites[S->Site].GoesRound;
        })))
      return false;
    auto [With, Without] = editorsOf(Begin);
    const size_t Tests =
        sitesAround(First, Last).count() + count_if(Inside, [&](const Slot *S) {
          return Without.textOf(*S) != With.textOf(*S);
        });
    return Begin.Value <= MostForATest * Tests &&
           Context.Markers->mayDuplicate(Range);
  }

  /// Of the body of a loop: the sites in windows of the loop's condition and
  /// step, at which it is known whether a window is open.
  BitVector sitesAround(size_t First, size_t Last) const {
    BitVector Around(Found.Sites.size());
    const unsigned Body = Slots[First]->Site;
    auto Loop = find_if(Found.Loops,
                        [&](const FoundLoop &L) { return L.Body == Body; });
    if (Loop == Found.Loops.end())
      return Around;
    for (unsigned Site = Loop->First; Site != Loop->End; ++Site)
      if (Asks.isInWindows(Site))
        Around.set(Site);
    for (size_t I = First; I <= Last; ++I)
      Around.reset(Slots[I]->Site);
    return Around;
  }

  /// The slots from \p First up to \p End, where it is to be asked for windows.
  void writeAsking(size_t First, size_t End, Output Out) {
    for (size_t I = First; I < End; ++I)
      if (auto Twice = Duplicates.find(I); Twice != Duplicates.end()) {
        writeTwice(I, Twice->second, Out);
        I = Twice->second;
      } else {
        const Slot &S = *Slots[I];
        Out(S, textOf(AroundDuplicate[S.Site] ? Branches : Asks, S));
      }
  }

  /// The same, as \p Editor writes them.
  void writeAs(const FunctionEditor &Editor, size_t First, size_t End,
               Output Out) {
    for (size_t I = First; I < End; ++I)
      Out(*Slots[I], textOf(Editor, *Slots[I]));
  }

  /// The probe of the first slot, which may begin a cycle, is the one that asks
  /// whether a window is open.
  void writeTwice(size_t First, size_t Last, Output Out) {
    const Slot &Begin = *Slots[First], &End = *Slots[Last];
    const bool ForBrief = standsForBrief(Begin);
    auto [With, Without] = editorsOf(Begin);
    const std::string Opening = Context.Markers->at(Begin.Offset) +
                                (Begin.Form == SlotForm::Entry ? "{" : "");
    std::string Text = Without.inFrontOf(Begin, With);
    if (Asks.isInWindows(Begin.Site) && Asks.looksAgain(Begin))
      Text += " " + Asks.open() + " = " + Asks.isOpen() + ";";
    Text += " if (__builtin_expect(" + Asks.open() +
            (ForBrief ? " || " + Asks.isTimed(Begin) : "") + ", 0)) {";
    const std::string Window =
        Asks.isInWindows(Begin.Site) ? " " + With.window(Begin) + ";" : "";
    const std::string Timed =
        ForBrief ? " " + Asks.beginTimed(Begin) + ";" : "";
    // In the order of probes that stand once.
    Text += Begin.Form == SlotForm::Entry ? Window + Timed : Timed + Window;
    Text += Opening + copied(First, Last, ForBrief) + "} else {" + Opening;
    Out(Begin, std::move(Text));
    writeAs(Without, First + 1, Last, Out);
    std::string Closing = textOf(Without, End);
    Out(End, isBehind(End) ? "}" + Closing : Closing + "}");
  }

  /// The text between the slots \p First and \p Last for when a window is open,
  /// or it is to be \p Asked for in it, with other names of labels.
  std::string copied(size_t First, size_t Last, bool Asked) {
    Renaming &Labels = Renamings.emplace_back(
        Renaming{{}, "_ipoint_" + std::to_string(First)});
    for (size_t I = First; I != Last; ++I)
      if (Slots[I]->Form == SlotForm::Label)
        Labels.Of.insert(Slots[I]->Value);
    std::string Text;
    size_t Done = Slots[First]->Offset + Slots[First]->Length;
    auto Append = [&](const Slot &S, StringRef New) {
      Text += Context.Text.slice(Done, S.Offset);
      Text += New;
      Done = S.Offset + S.Length;
    };
    const size_t End = isBehind(*Slots[Last]) ? Last : Last + 1;
    if (Asked)
      writeAsking(First + 1, End, Append);
    else
      writeAs(Always, First + 1, End, Append);
    if (End == Last)
      Append(*Slots[Last], "");
    Renamings.pop_back();
    return Text;
  }

  /// Whether the last slot is not in what stands twice.
  static bool isBehind(const Slot &S) { return S.Form == SlotForm::CloseBrace; }

  /// In a copy, what its labels and jumps to them have behind their names.
  std::string textOf(const FunctionEditor &Editor, const Slot &S) const {
    if (S.Form != SlotForm::Label && S.Form != SlotForm::Goto)
      return Editor.textOf(S);
    std::string Suffix;
    for (const Renaming &R : Renamings)
      if (R.Of.contains(S.Value))
        Suffix += R.Suffix;
    return Suffix;
  }

  struct Renaming {
    DenseSet<unsigned> Of; ///< numbers of labels
    std::string Suffix;
  };

  const FoundFunction &Found;
  const EditContext &Context;
  FunctionEditor Asks, Branches, Never, Brief, Always;
  SmallVector<const Slot *, 0> Slots;
  std::map<size_t, size_t> Duplicates; ///< first and last slot
  BitVector AroundDuplicate{static_cast<unsigned>(Found.Sites.size())};
  SmallVector<Renaming, 2> Renamings; ///< of the copies around what is written
};

} // namespace

std::vector<Edit> editsOf(const FoundFunction &Found, const FunctionPlan &Plan,
                          unsigned Number, const EditContext &Context) {
  return SlotWriter(Found, Plan, Number, Context).write();
}

} // namespace ipoint
