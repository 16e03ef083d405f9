// How much work an entry point is and who does it, as far as that can be said without running it.
//
// Note [Sizes that nobody knows]
// Sizes are known when the program runs, and shares of the work depend on them. An estimate takes
// every size that is not a constant for kUnknownSize, and the iterations of a while loop for
// kUnknownIterations. So a loop of n iterations weighs little beside an operator over n x m
// elements, and all there is to say is of that kind: more than half, next to nothing.
//
// Where there are versions of the code, the one for large data is looked at.
#pragma once

#include <unordered_map>
#include <vector>

#include "analysis/cost.h"
#include "driver/explain/context.h"

namespace planish::explain {

// A parallel operator, or a new array, at host level.
struct Step {
  const ir::Stm* stm = nullptr;
  double nanoseconds = 0;      // all threads together, as often as it runs
  double bytes = 0;            // of the largest new array
  ir::Var array;               // that is it
  std::optional<size_t> loop;  // the innermost one around it
  bool parallel = false;       // an operator with enough elements for several threads
};

// A loop at host level, or a function that calls itself.
struct HostLoop {
  const ir::Stm* stm = nullptr;            // null: a function
  const ir::Function* function = nullptr;  // that calls itself
  std::optional<size_t> outer;
  double sequential = 0;  // nanoseconds of one thread, inner loops included
  double parallel = 0;
};

struct WorkEstimate {
  static constexpr double kUnknownSize = 1000;
  static constexpr double kUnknownIterations = 100;

  std::vector<Step> steps;
  std::vector<HostLoop> loops;
  double sequential = 0;  // nanoseconds in which one thread works alone
  double parallel = 0;    // nanoseconds of operators, all threads together

  double share_of(double nanoseconds) const {
    const double all = sequential + parallel;
    return all == 0 ? 0 : nanoseconds / all;
  }
};

// The cost of code for one thread; sizes as above.
class WorkCost {
 public:
  explicit WorkCost(const Context& cx) : cx_(cx), costs_(cx.flat, cx.target.costs) {}

  double of(const ir::Body* body);
  double of(const ir::Stm& stm);
  // How many there are.
  double count(const ir::Atom& atom) const { return count(atom, 0); }
  double points(const ir::Space& space) const;
  double iterations(const ir::Loop& loop) const;
  // Of new arrays that are bound, and of one array.
  double bytes(const ir::Stm& stm) const;
  double bytes(ir::Var array) const;

 private:
  double count(const ir::Atom& atom, size_t depth) const;

  const Context& cx_;
  CostModel costs_;
  std::unordered_map<const ir::Body*, double> bodies_;
  std::unordered_map<Name, double> calls_;
};

// `flat` is the entry point in FLAT.
WorkEstimate estimate(const Context& cx, const ir::Function& flat);

}  // namespace planish::explain
