// Which part of the work on a chunk may be done again.
//
// Note [Steps that are done again]
// A pass over a sequence of an entry point is a loop that takes a chunk in each iteration (Note
// [Sequences of entry points] in lower/stream_calls.h). What an iteration does first only computes: it
// reads what the loop carries, and gives arrays of its own. If there is no memory for that, or a check
// fails, nothing has happened yet: what was made is freed, the sources take back their chunks, and the
// iteration begins anew with chunks of half the size (EntrySequences::halve). So the chunk fits in the
// end, or an element alone is too large, or fails, and can be named; and all before it was worked on.
// No result depends on where chunks begin, so none depends on this.
//
// That ends with the first statement that is seen from outside of the iteration: it puts a chunk, or
// consumes what the loop carries. The pass `commits_last` moves such statements behind the others.
// Chunks are taken, and those that are to be put are made ready, as often as needed.
#pragma once

#include <unordered_set>

#include "ir/program.h"

namespace planish::ir {

// Is it the call that asks for a chunk of a source?
bool takes_chunk(const Op* op);
// Is it a body that takes chunks?
bool takes_chunks(const Body& body);

// Goes through the statements of a body that takes chunks, in their order.
class ChunkStep {
 public:
  explicit ChunkStep(const Program& program) : program_(program) {}

  enum class Deed {
    None,      // it only computes
    Consumes,  // arrays that the same iteration has made
    Commits,   // it is seen from outside of the iteration
  };
  Deed next(const Stm& stm);

 private:
  bool is_own(Var var) const { return own_.contains(var); }

  const Program& program_;
  std::unordered_set<Var> own_;  // arrays that share no memory with others
};

// How many statements of a body come before the first that commits; 0 if it takes no chunks.
size_t repeatable_statements(const Program& program, const Body& body);

}  // namespace planish::ir
