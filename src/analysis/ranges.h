// What is known of the integers of a program at a point of it, and what follows.
//
// Note [Ranges]
// Every integer variable is a number, of its type's range. What it is computed from makes it a
// linear form of others where no overflow is possible (j = 2*i + 1), or sets bounds to it (0 <= mod
// x n <= n - 1). Checks that have succeeded and the conditions of branches set further bounds,
// which are linear forms, too. A form is shown to be >= 0 by replacing variables by bounds, those
// bound last first, until numbers are left:
//     n*m - 1 - (i*m + j)   with j <= m - 1   is   n*m - m - i*m,   with i <= n - 1   0.
// The search is short: what it does not find soon stays unknown.
//
// Note [Cases]
// A minimum, a maximum and the result of a branch are one of a few values. What bounds each of them
// bounds the variable, even if no single form bounds all of them where the variable is defined:
//     max(min(n - 1, i), 0) <= n - 1   since   min(n - 1, i) <= n - 1   and, as soon as n >= 1 is known,   0 <= n - 1.
// A case of a branch has what the branch knows: of `if i == n - 1 then 0 else i + 1`, the second is
// at most n - 1.
//
// Note [Sizes of arrays]
// No dimension of an array that exists is negative or above kMaxSize, nor is the product of its
// dimensions: it would not fit any memory. (An array with a dimension of 0 could have another one
// above it, but nobody goes over that.)
//
// Note [Reasons]
// What was concluded from a check holds only after it. So every conclusion has a reason, the last
// check that it needs, and who relies on the conclusion has to wait for that check. Checks keep
// their order, so the last one is enough.
#pragma once

#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/linear.h"
#include "ir/match.h"
#include "ir/program.h"

namespace planish {

// The last check that something needs; none: no check.
struct Reason {
  ir::Var check;
  uint32_t order = 0;

  Reason and_also(const Reason& other) const { return other.order > order ? other : *this; }
};

class Ranges {
 public:
  explicit Ranges(const ir::Storage& storage) : storage_(storage) {}

  static constexpr Wide kMaxSize = Wide{1} << 47;

  // ---- What is known. All of it holds until leave(), which forgets what was learnt since enter().
  void enter() { scopes_.push_back({undo_.size(), order_}); }
  void leave();

  // A variable whose value is not explained further, and the sizes in its type.
  void bind(ir::Var var);
  // What a statement says about the variables that it binds, after bind() has been called for them.
  void define(const ir::Stm& stm);
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

  // ---- What follows
  struct Answer {
    Truth truth{};
    Reason reason;
  };
  std::optional<Answer> decide(const ir::Atom& condition) const;
  // A constant or another variable of the same type that the variable is always equal to.
  std::optional<ir::Atom> simpler(ir::Var var) const;
  // ---- Results of branches
  struct Form {
    Linear linear;
    Reason reason;
  };
  // All of them hold.
  struct Bounds {
    Interval interval;
    std::vector<Form> at_least;
    std::vector<Form> at_most;
  };
  // What a body gives, in terms of what was there before the innermost enter().
  struct Outcome {
    Bounds bounds;
    std::vector<Bounds> cases;  // Note [Cases]; at least one
  };
  Outcome outcome(const ir::Atom& result) const;
  // The variable is what one of two branches gives.
  void join(ir::Var var, const ir::Atom& condition, const Outcome& if_true,
            const Outcome& if_false);
  void narrow(ir::Var var, const Interval& interval);

 private:
  struct Info : Bounds {
    std::optional<Form> value;  // none: it is what it is
    std::vector<Bounds> cases;  // Note [Cases]; empty: not known
    uint32_t order = 0;
  };
  // What leave() takes back.
  enum class Change : uint8_t { AtLeast, AtMost, Numbers, Sizes };
  enum class Side : uint8_t { Below, Above };
  struct Undo {
    Change change{};
    uint32_t var = 0;
    Interval interval;  // before
    Product product{};
  };
  struct Mark {
    size_t undo = 0;
    uint32_t order = 0;
  };

  static constexpr int kBudget = 48;  // steps of a search

  const Info* find(ir::Var var) const;
  Info& info(ir::Var var);
  Form form(const ir::Atom& atom) const;
  bool is_from_outside(const Form& form) const;
  std::span<const Form> new_bounds(ir::Var var, Side side) const;
  std::vector<Form> outside_bounds(std::span<const Form> bounds, Side side) const;
  Bounds outside_bounds(const Bounds& bounds) const;
  void set_cases(ir::Var var, std::vector<Bounds> cases);
  void at_most(ir::Var var, const Form& bound);
  void at_least(ir::Var var, const Form& bound);
  bool prove(const Linear& at_least_zero, Reason& reason) const {
    int budget = kBudget;
    return prove(at_least_zero, reason, budget);
  }
  Interval interval(const Linear& form) const;
  // Without the help of checks.
  Interval sure_interval(const Form& form) const {
    return form.reason.order == 0 ? interval(form.linear) : Interval::all();
  }
  Interval interval(ir::Var var) const;
  Interval interval(const Product& product) const;
  bool prove(const Linear& at_least_zero, Reason& reason, int& budget) const;
  bool prove_with(const Linear& form, ir::Var var, Reason& reason, int& budget) const;
  void assume_nonnegative(const Form& form);
  void note_sizes(const ir::Type* type);
  void compare(ir::BinaryOp op, const ir::Atom& x, const ir::Atom& y, Truth truth,
               const Reason& reason);
  std::optional<Answer> decide_comparison(ir::BinaryOp op, const Form& x, const Form& y) const;
  std::optional<Reason> is_below(const Form& x, const Form& y, Wide by) const;

  // ---- What operations give (ranges_define.cpp)
  void set_value(ir::Var var, const Form& form);
  void define_binary(ir::Var var, const ir::Binary& op);
  void define_unary(ir::Var var, const ir::Unary& op);
  void define_division(ir::Var var, const Form& x, const Form& y);
  void define_remainder(ir::Var var, ir::BinaryOp op, const Form& x, const Form& y);
  void define_extreme(ir::Var var, ir::BinaryOp op, const Form& x, const Form& y);
  void keep_common_bounds(ir::Var var, ir::BinaryOp op, const Form& x, const Form& y);
  bool fits(const Form& form, Prim prim, Reason& reason) const;

  const ir::Storage& storage_;
  std::unordered_map<uint32_t, Info> infos_;                // by Var::id
  std::unordered_map<uint32_t, const ir::Op*> conditions_;  // operations that give a bool
  std::map<Product, Interval> products_;                    // of sizes of arrays in scope
  std::vector<Undo> undo_;
  std::vector<Mark> scopes_;
  uint32_t order_ = 0;
};

// The numbers of an integer type.
Interval interval_of(Prim prim);

}  // namespace planish
