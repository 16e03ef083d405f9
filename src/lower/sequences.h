// Sequences: values that are worked on chunk by chunk (`seq` in the prelude).
//
// A sequence is a value of the compiler: the built-in function that makes it, with its arguments,
// which never gets the last one. A consumer is a loop that runs over chunks. In each iteration it
// takes one chunk from each source and gives it to the functions of the prelude that stand for what
// is done with it; what these carry from chunk to chunk are parameters of the loop.
//
//   seq.length (seq.filter p (seq.of_array xs))
//
//   loop (at = 0, count = 0, more = true) while more do
//     (chunk, last) = source at; kept = filter p chunk; (count + length kept) …
#pragma once

#include <vector>

#include "lower/closure.h"
#include "lower/places.h"
#include "lower/shared_passes.h"
#include "lower/signatures.h"
#include "lower/stream_calls.h"
#include "sema/types/symbol.h"
#include "values/arrays.h"

namespace planish::lower {

class Calls;
class Lowering;

class Sequences {
 public:
  explicit Sequences(Lowering& lowering);

  // The sequence that a built-in function makes of its arguments.
  const AtomTree* make(const ValueSymbol* symbol, const Trees& args, Scope& scope);
  // `seq_pass`, and `seq_rest_pass`, whose state has a part that grows.
  const AtomTree* pass(const Trees& args);
  const AtomTree* rest_pass(const Trees& args);
  // What an entry point takes from the source of this number: elements of this shape. Not of a
  // function of the language, so that all that use it are told by the entry point.
  const AtomTree* input(int64_t source, const Shape* element, Scope& scope);
  // A pass that gives all elements to the sink of this number.
  void output(int64_t sink, const AtomTree* seq);
  // Consumers that can work in one pass do.
  void join_passes();
  // Are values like this combined exactly, however they are grouped? Sums of floats are not.
  bool is_exact(const AtomTree* value);

 private:
  // What is carried from chunk to chunk. The outer size of a rest differs from chunk to chunk.
  enum class Carry : uint8_t { State, Rest };
  struct Carried {
    Carry kind{};
    const AtomTree* before = nullptr;  // outside of the loop, then what an iteration begins with
    const AtomTree* after = nullptr;   // what it gives
  };
  using Chunk = StreamCalls::Chunk;
  // The carried values of a consumer and of all that it takes its elements from, in a fixed order.
  struct Pass {
    std::vector<Carried> carried;
    size_t next = 0;  // to be used next in an iteration
    // What elements are taken from, each from the next one, up to where elements are waited for; their
    // parameters are counted in carried values until the loop is made.
    std::vector<PassNode> nodes;
    size_t next_node = 0;
    bool nodes_end = false;
  };

  void begin(const AtomTree* seq, Pass& pass);
  void begin_node(const AtomTree* seq, Pass& pass);
  // A chunk of a sequence, an empty one that is not the last if the condition does not hold.
  Chunk next(const AtomTree* seq, Atom wanted, Pass& pass);
  Chunk next_of(const Closure& closure, Atom wanted, Pass& pass);
  Chunk from_source(const Closure& source, Atom wanted, Pass& pass);
  Chunk from_input(const Closure& input, Atom wanted, Pass& pass);
  Chunk from_stage(const Closure& stage, Atom wanted, Pass& pass);
  Chunk from_rest_stage(const Closure& stage, Atom wanted, Pass& pass);
  Chunk from_zip(const Closure& zip, Atom wanted, Pass& pass);
  Chunk from_append(const Closure& append, Atom wanted, Pass& pass);
  Chunk chunk_of(const AtomTree* elements, Atom is_last);
  Carried& carried(Pass& pass) { return pass.carried[pass.next++]; }
  void carry(Pass& pass, Carry kind, const AtomTree* init);

  // `body` is one iteration, and gives whether there is another.
  template <class Body>
  void loop(Pass& pass, Body body);
  const AtomTree* new_params(const Carried& carried, std::vector<ir::LoopParam>& params);
  void add_results(const Carried& carried, std::vector<Atom>& results);

  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  TreeMaker& trees_;
  ArrayFunctions& arrays_;
  Signatures& signatures_;
  Places& places_;
  Calls& calls_;
  Shapes& shapes_;
  StreamCalls streams_;
  ir::Program& program_;
  SharedPasses shared_;
  const ValueSymbol* input_;  // makes what entry points take
};

}  // namespace planish::lower
