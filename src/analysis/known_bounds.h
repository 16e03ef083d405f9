// Bounds of the integers of a program at a point of it, and what can be shown with them.
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
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/linear.h"
#include "ir/match.h"
#include "ir/program.h"

namespace planish {

// The last check that something needs; none: no check.
struct LastCheck {
  ir::Var check;
  uint32_t order = 0;

  LastCheck and_also(const LastCheck& other) const { return other.order > order ? other : *this; }
};

// The numbers of an integer type.
Interval interval_of(Prim prim);

class KnownBounds {
 public:
  explicit KnownBounds(const ir::Storage& storage) : storage_(storage) {}

  static constexpr Wide kMaxSize = Wide{1} << 47;

  // All that is learnt holds until leave(), which forgets what was learnt since enter().
  void enter() { levels_.push_back({undo_.size(), order_}); }
  void leave();

  // A variable whose value is not explained further, and the sizes in its type.
  void bind(ir::Var var);
  void narrow(ir::Var var, const Interval& interval);

  struct Form {
    Linear linear;
    LastCheck reason;
  };
  // All of them hold.
  struct Bounds {
    Interval interval;
    std::vector<Form> at_least;
    std::vector<Form> at_most;
  };

 protected:
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

  static constexpr int kBudget = 48;       // steps of a search
  static constexpr size_t kMaxBounds = 6;  // of one variable that a search tries, the newest first
  static constexpr size_t kMaxCases = 4;

  const Info* find(ir::Var var) const;
  Info& info(ir::Var var);
  Form form(const ir::Atom& atom) const;
  void set_value(ir::Var var, const Form& form) { info(var).value = form; }
  void set_cases(ir::Var var, std::vector<Bounds> cases);
  void at_most(ir::Var var, const Form& bound);
  void at_least(ir::Var var, const Form& bound);
  void assume_nonnegative(const Form& form);

  bool prove(const Linear& at_least_zero, LastCheck& reason) const {
    int budget = kBudget;
    return prove(at_least_zero, reason, budget);
  }
  // y - x >= by, and what that needs.
  std::optional<LastCheck> is_below(const Form& x, const Form& y, Wide by) const;
  bool fits(const Form& form, Prim prim, LastCheck& reason) const;  // in the numbers of the type
  Interval interval(const Linear& form) const;
  // Without the help of checks.
  Interval sure_interval(const Form& form) const {
    return form.reason.order == 0 ? interval(form.linear) : Interval::all();
  }
  Interval interval(ir::Var var) const;

  const ir::Storage& storage_;
  std::vector<Undo> undo_;
  std::vector<Mark> levels_;
  uint32_t order_ = 0;

 private:
  Interval interval(const Product& product) const;
  bool prove(const Linear& at_least_zero, LastCheck& reason, int& budget) const;
  bool prove_with(const Linear& form, ir::Var var, LastCheck& reason, int& budget) const;
  void note_sizes(const ir::Type* type);

  std::unordered_map<uint32_t, Info> infos_;  // by Var::id
  std::map<Product, Interval> products_;      // of sizes of arrays in scope
};

}  // namespace planish
