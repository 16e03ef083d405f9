// Built-in functions that are given chunks of an array: `stream_map` and its relatives.
//
//   StreamFunction f{…};
//   const AtomTree* ys = values.streams.map(f, xs);         ==>   let ys = stream_map n (xs) \(k, chunk) { … }
#pragma once

#include <vector>

#include "support/function_ref.h"
#include "values/parallel_operators.h"

namespace planish::values {

// What is done to a chunk. It is called once, with parameters. `carried` is null where nothing is
// carried; the result is an array then, and otherwise a pair of what is carried on and an array.
using ChunkFunction = FunctionRef<const AtomTree*(const AtomTree* size, const AtomTree* carried,
                                                  const AtomTree* chunk)>;

struct StreamFunction {
  ChunkFunction apply;
  Consumed carried = Consumed::No;  // does it consume what is carried?
  Consumed chunk = Consumed::No;
};

class StreamOperators {
 public:
  explicit StreamOperators(ValueBuilder& values);

  const AtomTree* map(const StreamFunction& fn, const AtomTree* array);
  const AtomTree* reduce(ElementOperator op, const StreamFunction& fn, const AtomTree* neutral,
                         const AtomTree* array, ParallelOperators::Order order);
  const AtomTree* sequence(const StreamFunction& fn, const AtomTree* initial,
                           const AtomTree* array);

 private:
  // The function of a stream, its operands and its results.
  struct Made {
    const ir::Lambda* fn;
    std::span<const Var> arrays;
    const AtomTree* result;  // as the function gives it
    std::vector<Var> pattern;
  };
  Made make(const StreamFunction& fn, const AtomTree* carried, const AtomTree* array);
  using Finish = FunctionRef<const AtomTree*(const AtomTree* last)>;
  const AtomTree* in_one(const StreamFunction& fn, const AtomTree* initial, const AtomTree* array,
                         Finish finish);

  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  TreeMaker& trees_;
  ArrayFunctions& arrays_;
  ParallelOperators& operators_;
};

}  // namespace planish::values
