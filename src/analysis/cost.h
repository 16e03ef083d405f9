// About how much work an operation, a body or a lambda is.
//
// What single operations cost is the target's. Counts of iterations that are constants are
// multiplied; an unknown one is taken for kUnknownCount.
//
//   CostModel costs(program, target.costs);
//   costs.of(lambda).nanoseconds          one iteration of a map's lambda
//   costs.of(stm).is_cheap()              some scalar operations, nothing that runs over an array
#pragma once

#include <optional>
#include <unordered_map>

#include "ir/program.h"
#include "target/target.h"

namespace planish {

struct Cost {
  double nanoseconds = 0;
  bool repeats = false;        // iterates, whatever the count
  bool unknown_count = false;  // iterates, and how often is not known here
  bool allocates = false;      // makes a fresh array

  static constexpr double kUnknownCount = 16;
  static constexpr double kCheapNanoseconds = 8;

  // As good as free: doing it without need, or twice, is no loss.
  bool is_cheap() const { return !repeats && !allocates && nanoseconds <= kCheapNanoseconds; }

  Cost& operator+=(const Cost& more);
  // Done as often as this; none: unknown.
  Cost times(std::optional<int64_t> count) const;
  // One or the other.
  Cost either(const Cost& other) const;
};

class CostModel {
 public:
  // A call costs what the function costs. Where the program is changed later, calls are to
  // functions as they are now.
  CostModel(const ir::Program& program, const OperationCosts& costs);

  Cost of(const ir::Stm& stm) { return of(stm.op, stm.pattern); }
  // `pattern` is what the operation is bound to: its types say how large fresh arrays are.
  Cost of(const ir::Op* op, std::span<const ir::Var> pattern);
  Cost of(const ir::Body* body);  // remembered: nodes do not change
  Cost of(const ir::Lambda* lambda) { return of(lambda->body); }

 private:
  Cost call(Name fn);
  Cost foreign(const ir::Foreign& node, std::span<const ir::Var> pattern);
  Cost elements(const ir::Type* type, double each) const;
  Cost fresh(std::span<const ir::Var> pattern, double each) const;

  const ir::Storage& storage_;
  const OperationCosts costs_;
  ir::Functions functions_;
  std::unordered_map<Name, Cost> calls_;
  std::unordered_map<const ir::Body*, Cost> bodies_;
};

// How many statements there are, all levels together.
size_t statement_count(const ir::Body* body);
size_t statement_count(const ir::Program& program);

}  // namespace planish
