// Shapes of what branches, loops and calls give.
#pragma once

#include "analysis/shapes/shaped_values.h"

namespace planish::shapes {

class ControlShapes : public ShapedValues {
 public:
  using ShapedValues::ShapedValues;

  void if_then_else(const ir::Stm& stm, const ir::If& op);
  void match_cases(const ir::Stm& stm, const ir::Match& op);
  void loop(const ir::Stm& stm, const ir::Loop& op);
  void call(const ir::Stm& stm, const ir::Call& op);
  // What a condition says, if it holds (and the certificates of that), and if it does not.
  void learn(const ir::Atom& condition, std::span<const ir::Var> checks);
  void learn_not(const ir::Atom& condition);

 private:
  struct Branch {
    std::vector<ShapedValue> results;
    std::vector<Fact> facts;
  };
  Branch branch_end(const ir::Body* body);
  void branches(const ir::Stm& stm, const ir::Atom& condition, const std::vector<Branch>& all);
  ShapedValue join(const ir::Stm& stm, size_t result, Term condition,
                   const std::vector<Branch>& all);

  struct LoopState {
    ShapedValue init;
    bool keeps_shape = true;
    bool keeps_element = false;
    std::vector<Index> needs;
  };
  std::vector<LoopState> loop_start(const ir::Loop& op);
  // Walks the body once. Does it show that parameters keep less than was thought? Adds to `trip`
  // what the number of iterations depends on.
  bool loop_round(const ir::Loop& op, Index index, std::span<LoopState> params,
                  std::vector<Index>& trip);
  void loop_results(const ir::Stm& stm, Index index, std::span<const LoopState> params,
                    const std::vector<Index>& trip);

  size_t loop_depth_ = 0;
  Rule joined_by_ = Rule::None;
};

}  // namespace planish::shapes
