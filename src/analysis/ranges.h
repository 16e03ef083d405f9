// What is known of the integers of a program at a point of it, and what follows. The notes are in
// known_bounds.h.
#pragma once

#include "analysis/range_definitions.h"

namespace planish {

class Ranges : public RangeDefinitions {
 public:
  using RangeDefinitions::RangeDefinitions;

  // 0 <= var < bound
  void set_index(ir::Var var, const ir::Atom& bound);
  // var = start + step * index
  void set_progression(ir::Var var, const ir::Atom& start, const ir::Atom& step,
                       const ir::Atom& index);
  // x >= at_least
  void assume_at_least(const ir::Atom& x, Wide at_least);
  void assume_equal(const ir::Atom& x, const ir::Atom& y);
  enum class Truth : uint8_t { False, True };
  void assume(const ir::Atom& condition, Truth truth, ir::Var check = {});

  struct Answer {
    Truth truth{};
    LastCheck reason;
  };
  std::optional<Answer> decide(const ir::Atom& condition) const;
  // A constant or another variable of the same type that the variable is always equal to.
  std::optional<ir::Atom> simpler(ir::Var var) const;

  // What a body gives, in terms of what was there before the innermost enter().
  struct Outcome {
    Bounds bounds;
    std::vector<Bounds> cases;  // Note [Cases]; at least one
  };
  Outcome outcome(const ir::Atom& result) const;
  // The variable is what one of two branches gives.
  void join(ir::Var var, const ir::Atom& condition, const Outcome& if_true,
            const Outcome& if_false);

 private:
  void compare(ir::BinaryOp op, const ir::Atom& x, const ir::Atom& y, Truth truth,
               const LastCheck& reason);
  std::optional<Answer> decide_comparison(ir::BinaryOp op, const Form& x, const Form& y) const;
  bool is_from_outside(const Form& form) const;
  std::span<const Form> new_bounds(ir::Var var, Side side) const;
  std::vector<Form> outside_bounds(std::span<const Form> bounds, Side side) const;
  Bounds outside_bounds(const Bounds& bounds) const;
};

}  // namespace planish
