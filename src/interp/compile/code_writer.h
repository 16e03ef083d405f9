// Instructions for the current statement.
//
// Note [Forms]
// Which dimensions of a type vary decides how its arrays are represented (Note [Arrays of the
// interpreter]). Where an array is taken apart, or made of others, the types need not agree on
// that: rows of [n][?][?]f32 may be [k][m]f32, and the other way round. There the code has
// conversions, so that each variable holds an array in the form of its type.
#pragma once

#include <memory>

#include "interp/compile/slots.h"

namespace planish::interp {

// Do all dimensions but the outermost vary in both, or in none?
bool same_form(std::span<const ir::Dim> a, std::span<const ir::Dim> b);

class CodeWriter : public Slots {
 public:
  using Slots::Slots;

 protected:
  void emit(Handler handler, Slot a, Slot b = 0, Slot c = 0, Slot d = 0,
            const OpData* data = nullptr);
  void emit_move(Source from, Slot to);
  void emit_moves(std::span<const Source> from, std::span<const Slot> to);
  template <class T>
  T* make() {
    auto owned = std::make_unique<T>();
    T* made = owned.get();
    made->stm = state_.stm;
    state_.code.data.push_back(std::move(owned));
    return made;
  }

  // See Note [Forms].
  Instr in_form(Slot from, Slot to, ArraySpec spec);
  // Results of a body, which are in `given` after its code, get the form of the elements of what is
  // bound: of the results of the statement from `first_bound` on, without their outer dimensions.
  void results_in_form(std::span<Source> given, std::span<const ir::Atom> results,
                       size_t first_bound, size_t outer, Code& code);
};

}  // namespace planish::interp
