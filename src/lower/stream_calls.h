// Calls of the runtime for sequences that come from outside or go there.
//
// Note [Sequences of entry points]
// An entry point names what it takes and gives as sequences apart from its parameters and results
// (ir::EntrySequence); they have numbers, and its code calls functions of the runtime with them
// (runtime/native/sequences.h), which are made in their order:
//
//   loop (at = 0, …) while more do
//     (count, last) = source_next number at wanted chunk    the first chunk begins a pass
//     lengths       = source_lengths number component dim   of rows, for each dimension that varies
//     data          = source_data number component          all elements, end to end
//     …
//
// A sink gets the same: sizes, lengths and data of each component of a chunk, sink_put, and
// sink_finish at the end of the pass. Runs outside of parallel code only: the checker sees to it.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "values/arrays.h"

namespace planish::lower {

using namespace planish::values;

class Lowering;

class StreamCalls {
 public:
  explicit StreamCalls(Lowering& lowering);

  struct Chunk {
    Atom count;
    const AtomTree* elements = nullptr;
    Atom is_last;
  };
  // The chunk of a source that begins at element `at`; an empty one that is not the last if it is not
  // wanted. Elements are those of `like`, an array.
  Chunk next(Atom source, Atom at, Atom wanted, const AtomTree* like);
  void put(Atom sink, const AtomTree* elements);
  void finish(Atom sink);

 private:
  std::vector<Var> call(std::string_view symbol, std::vector<Atom> args,
                        std::initializer_list<const ir::Type*> results);
  void tell(std::string_view symbol, std::vector<Atom> args);
  Atom component(Atom source, Atom count, Atom number, const ir::Type* like);
  void put_component(Atom sink, Atom number, Atom array);
  const ir::Type* vector_of(Prim prim, Atom size);

  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  TreeMaker& trees_;
  ArrayFunctions& arrays_;
};

}  // namespace planish::lower
