// Consumers of the same sequence work in one pass.
//
// Note [Shared passes]
// Each consumer becomes a loop over chunks (lower/sequences.h). Where all is lowered, loops that stand
// in one body and take their chunks from the same sequence are joined: what the second one computes of
// it is left out, and its other statements follow those of the first.
//
//   (seq.reduce (+) 0 ys, seq.length ys)
//
//   loop (sum = 0, count = 0, at = 0, more = true) while more do
//     ys = …; (sum + reduce (+) 0 ys, count + length ys, …, is there more for one of the two?)
//
// What the second loop needs is moved in front of the first, with all that this needs; it stays a
// pass of its own if that depends on what the first one gives, or has an effect. A sequence is the same
// if it is the same value, or made by the same functions of the same values. Only what elements pass
// in all chunks alike is compared: not what lies below `zip` and `append`, which wait for each other.
//
// A pass may end before its sequence does (`take`, `find`). Its functions then get further chunks, as
// long as others want them, and must not change what they carry.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/program.h"
#include "values/tree_maker.h"

namespace planish::lower {

using namespace planish::values;

// A sequence from which a loop takes chunks.
struct PassNode {
  const AtomTree* sequence = nullptr;
  size_t first_param = 0;  // of the loop: up to the last one, they are this sequence's
  // In the body: what a chunk consists of, ...
  Atom count;
  const AtomTree* elements = nullptr;
  Atom is_last;
  // ... and the variables that are made for it.
  uint32_t first_var = 0;
  uint32_t end_var = 0;
};

class SharedPasses {
 public:
  SharedPasses(ir::Storage& storage, Builder& builder) : storage_(storage), builder_(builder) {}

  // A loop that is a pass. Of its nodes, each takes its chunks from the next one. The last parameter
  // says whether there is more.
  void add(const ir::Loop* loop, std::vector<PassNode> nodes) { passes_[loop] = std::move(nodes); }
  // Joins the passes of a function's body.
  const ir::Function* join(const ir::Program& program, TreeMaker& trees, const ir::Function* fn);

 private:
  friend class JoinedBodies;

  std::unordered_map<const ir::Op*, std::vector<PassNode>> passes_;
  ir::Storage& storage_;
  Builder& builder_;
};

}  // namespace planish::lower
