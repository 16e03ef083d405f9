// How often the bodies in an operation run.
#pragma once

#include <optional>
#include <vector>

#include "ir/match.h"
#include "ir/program.h"

namespace planish {

enum class Runs : uint8_t {
  AtMostOnce,  // a branch, or the function of a with_acc
  ForEach,     // once for each combination of numbers below the counts
  AnyNumber,   // the operator of a reduction, the body of a while loop, a chunk of a stream
};

struct Iteration {
  Runs runs = Runs::AnyNumber;
  std::vector<ir::Atom> counts;  // ForEach

  bool repeats() const { return runs != Runs::AtMostOnce; }
  // It runs whenever the operation does.
  bool runs_surely() const;
};

// `body` stands directly in the operation, or is that of a lambda that does.
Iteration iteration_of(const ir::Op* op, const ir::Body* body);

// How many iterations a while loop has at most, if it counts up to a constant, whatever else ends
// it: `loop (…, k = 0) while k < 255 && … do (…, k + 1)`. None: not known.
std::optional<int64_t> most_iterations(const ir::Loop& loop);

// The lambda that an operator applies to each element, and the arrays of the elements, one for each
// of its parameters. Null: it has none.
const ir::Lambda* element_function(const ir::Op* op);
std::span<const ir::Var> element_arrays(const ir::Op* op);

}  // namespace planish
