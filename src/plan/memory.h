// Where arrays are made, who owns them, and after which statement they are released: data that code
// generation looks up. Note [Ownership] in plan/roots.h says who owns what.
//
// Note [Destinations]
// A body may be offered places for its results, such as the row of the array that a map makes. What
// defines such a result, if it makes a new array, then makes it there; otherwise the result is
// copied at the end. A late destination is a place that is found when the size of the result is
// known, such as the end of a buffer that grows. The same body may run without places, too, as in
// strips: then its arrays are where they would be if nobody had offered any.
//
// The rows of an array that the threads of a GPU make lie far from each other, so that each access of
// a warp is one for each of its lanes. What a loop changes is therefore made aside, where the words of
// lanes lie side by side (Note [Arenas] in runtime/kernels/thread.h), and copied once, at the end. A
// kernel of one thread makes it in its place.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "plan/last_uses.h"
#include "plan/origins.h"
#include "plan/roots.h"
#include "plan/strided_params.h"
#include "plan/temporaries.h"
#include "target/target.h"

namespace planish::plan {

// Note [Copies that are taken over]
// A copy whose source is needed by nothing after it would take memory only to free as much. If the
// body holds the reference to the source, and it turns out to be the only one, and the block has
// the size of the copy, the copy is that block. Whether somebody else has a reference depends on the
// callers: the first call of a function may have to copy what all others take over.

// A place for a result has the size of the result. If a coercion lies between that and what is
// made, it is checked only when the array is there.
enum class Fit : uint8_t {
  Always,
  IfEqual,  // the sizes are compared when the array is made; if they differ, it is a block
  Unknown,  // the size of the result is not known then: it is a block, and copied
};

// What a body is offered for one of its results.
enum class Offer : uint8_t { Nothing, Place, LatePlace };

// How an array is given on.
enum class Transfer : uint8_t {
  HandOver,   // with the reference that the body holds, or a new one if it holds none
  Share,      // with a new reference
  Copy,       // a copy in a block
  SmallCopy,  // a copy that is on the stack if it turns out to be small
};

struct ResultMemory {
  Offer offer = Offer::Nothing;
  ir::Var made;  // the array that is made at an offered place; none: the result is copied there
  Fit fit = Fit::Always;
  Transfer transfer = Transfer::HandOver;  // where there is no place
};

struct StmMemory {
  // Of arrays that it gives on: the arguments of a call, the parameters of a loop.
  std::vector<Transfer> operands;
  // The roots that its branches own from now on.
  std::vector<ir::Var> handed;
};

// An array that is made in its place in a concatenation: Note [Concatenated arrays] in
// plan/concats.h.
struct InConcat {
  ir::Var piece;
  size_t statement;  // that concatenates it
};

struct BodyMemory {
  LastUses last_uses;
  std::vector<ir::Var> owned;  // roots, when it begins
  std::vector<ResultMemory> results;
  std::vector<StmMemory> stms;  // by statement
  std::vector<InConcat> in_concats;
  // Why arrays that are concatenated are copied.
  std::unordered_map<uint32_t, std::string> why_not_in_concat;

  // Is the array needed by no statement after this one? What nothing uses is not needed at all.
  bool is_over(ir::Var root, size_t position) const;
};

struct MemoryPlan {
  const BodyMemory& of(const ir::Body& body) const { return bodies.at(&body); }
  // The concatenation in whose place an array of the body is made; null: there is none.
  static const InConcat* in_concat(const BodyMemory& body, ir::Var var);
  // The result at whose place an array of the body is made, if one is offered.
  static std::optional<size_t> result_of(const BodyMemory& body, ir::Var var);
  // The root whose block a copy is if nobody else refers to that; none: it is always copied.
  ir::Var taken_over(ir::Var copy) const;
  // What an operator needs for an array.
  const Temporary& temporary(const ir::Op* op, ir::Var of) const;

  Roots roots;
  std::unordered_map<const ir::Body*, BodyMemory> bodies;
  std::unordered_map<uint32_t, Placement> placements;  // of arrays that statements make
  std::unordered_map<uint32_t, ir::Var> takeovers;     // of copies: taken_over()
  std::unordered_map<const ir::Op*, std::vector<Temporary>> temporaries;
};

MemoryPlan plan_memory(const ir::Program& program, const Target& target, const Plan& strategies,
                       const Layouts& layouts, const PlacedResults& placed,
                       const StridedParams& strided);

}  // namespace planish::plan
