// The decision between what is done in one thread for each point of a nest and what is done for all
// points at once, and code that decides when the program runs.
#pragma once

#include <vector>

#include "ir/build/builder.h"
#include "ir/call_graph.h"
#include "passes/flatten/decision_log.h"
#include "passes/flatten/host_arrays.h"
#include "passes/flatten/limits.h"
#include "passes/flatten/nest.h"
#include "passes/flatten/new_variables.h"
#include "passes/flatten/row_layout.h"

namespace planish::passes {

class Liftability;
class LiftedFunctions;
class PointCode;
struct Flattening;

// What is inside a nest in one thread for each point; distributed or lifted; or either, depending
// on what is found when the program runs.
enum class Way : uint8_t { Outer, Distribute, Both };
// A way, and why it is gone; of both ways, why what is inside is left to one thread in the first.
struct ChosenWay {
  Way way;
  Because because;
};

class Versions {
 public:
  explicit Versions(Flattening& all);

  ChosenWay way(const Nest& nest, const ir::Body* body, const ir::Stm& like);
  // Is it better to leave what is inside to one thread for each point? A condition at host level,
  // and what it asks: there are enough points, and none of them has most of the work; or there is
  // little to do at all.
  struct Enough {
    ir::Atom condition;
    Because because;
  };
  Enough enough_outer(const Nest& nest, const ir::Body* body);

  // Adds an `if` on the number of points of the nest. Each branch binds the variables that it is
  // given.
  template <class Outer, class Inner>
  void choose(const Nest& nest, std::span<const ir::Var> to, Outer outer, Inner inner);
  template <class Then, class Else>
  void choose_if(const ir::Atom& condition, const Nest& nest, std::span<const ir::Var> to,
                 Then then, Else otherwise);
  // Adds an `if` on what the body has to do at each point. Each branch gives its results.
  template <class Outer, class Inner>
  std::vector<Lifted> choose_lifted(const Nest& nest, const ir::Body* body, Outer outer,
                                    Inner inner);

 private:
  std::optional<ir::Atom> work_at_point(Nest& nest, const ir::Body* body);
  std::optional<ir::Atom> row_at_point(const Nest& nest, const ir::Body* body) const;
  // The largest of the numbers at all points, and their sum.
  struct Work {
    ir::Var largest;
    ir::Var total;
  };
  Work work_at_all_points(const Nest& nest, const ir::Atom& at_point, const ir::Atom& points);
  // Enough, or a recursion that is deep already.
  ir::Atom enough_here(const Nest& nest, const ir::Body* body);
  // What both branches of a choice give: variables for it, and their order in the pattern.
  struct ChosenResults {
    std::vector<Lifted> results;
    std::vector<ir::Var> pattern;
    const ir::Type* offsets_type = nullptr;
  };
  ChosenResults chosen_results(const Nest& nest, const ir::Body* body);
  std::vector<ir::Atom> in_pattern_order(const std::vector<Lifted>& results,
                                         const ir::Type* offsets_type);
  // Adds the `if`.
  void add_choice(const ir::Atom& condition, const Nest& nest, std::span<const ir::Var> pattern,
                  const ir::Body* outer, const ir::Body* inner);

  const FlattenThresholds& thresholds_;
  Limits& limits_;
  ir::Storage& storage_;
  const ir::CallGraph& graph_;
  Parallelism& parallelism_;
  DecisionLog& log_;
  ir::Builder& builder_;
  NewVariables& vars_;
  HostArrays& arrays_;
  PointCode& points_;
  RowLayout& layout_;
  Liftability& liftability_;
  LiftedFunctions& lifted_functions_;
};

template <class Outer, class Inner>
void Versions::choose(const Nest& nest, std::span<const ir::Var> to, Outer outer, Inner inner) {
  builder_.place = nest.place;
  ir::Atom size = ir::Atom::i64(1);
  for (const ir::Level& level : nest.levels) {
    size = size == ir::Atom::i64(1) ? level.bound
                                    : builder_.binary(ir::BinaryOp::Mul, size, level.bound, "size");
  }
  ir::Atom enough = limits_.at_least(thresholds_.enough_outer, size, "points", "enough_outer");
  log_.record_versions(enough, nest.place,
                       {.ground = Ground::EnoughPoints, .limit = thresholds_.enough_outer});
  choose_if(enough, nest, to, outer, inner);
}

template <class Then, class Else>
void Versions::choose_if(const ir::Atom& condition, const Nest& nest, std::span<const ir::Var> to,
                         Then then, Else otherwise) {
  auto branch = [&](auto fill) {
    return builder_.body([&] {
      std::vector<ir::Var> results = vars_.fresh_like(to);
      fill(std::span<const ir::Var>(results));
      return std::vector<ir::Atom>(results.begin(), results.end());
    });
  };
  const ir::Body* then_body = branch(then);
  const ir::Body* else_body = branch(otherwise);
  add_choice(condition, nest, to, then_body, else_body);
}

template <class Outer, class Inner>
std::vector<Lifted> Versions::choose_lifted(const Nest& nest, const ir::Body* body, Outer outer,
                                            Inner inner) {
  const ir::Atom enough = enough_here(nest, body);
  const ChosenResults chosen = chosen_results(nest, body);
  auto branch = [&](auto& fill) {
    return builder_.body([&] { return in_pattern_order(fill(), chosen.offsets_type); });
  };
  const ir::Body* then_body = branch(outer);
  const ir::Body* else_body = branch(inner);
  add_choice(enough, nest, chosen.pattern, then_body, else_body);
  return chosen.results;
}

}  // namespace planish::passes
