// Sums of products of integer variables: 3 + 2*i - n*m. Exact, in mathematical integers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/type.h"

namespace planish {

__extension__ typedef __int128 Wide;

// From low to high, both included. Bounds saturate at kInfinity, which says that there is none.
struct Interval {
  Wide low = 0;
  Wide high = 0;

  static constexpr Wide kInfinity = Wide{1} << 120;
  static Interval all() { return {-kInfinity, kInfinity}; }
  Interval operator+(const Interval& other) const;
  Interval operator*(const Interval& other) const;
  Interval hull(const Interval& other) const;
  Interval intersect(const Interval& other) const;
};

// A product of at most kDegree variables, in ascending order; unused places are 0 and stand last.
inline constexpr size_t kDegree = 3;
using Product = std::array<uint32_t, kDegree>;

class Linear {
 public:
  struct Term {
    Product product{};
    Wide factor = 0;
  };
  static constexpr size_t kMaxTerms = 8;

  Linear(Wide constant = 0) : constant_(constant) {}
  static Linear variable(ir::Var var) { return Linear(Product{var.id}, 1); }

  Wide constant() const { return constant_; }
  const std::vector<Term>& terms() const { return terms_; }
  bool is_constant() const { return terms_.empty(); }
  // It is this variable and nothing else.
  std::optional<ir::Var> as_variable() const;
  bool mentions(ir::Var var) const;

  Linear operator+(const Linear& other) const { return plus(other, 1); }
  Linear operator-(const Linear& other) const { return plus(other, -1); }
  // Nothing, if it would have too many terms, a degree that is too high, or factors that are too
  // large.
  std::optional<Linear> times(const Linear& other) const;
  bool is_small() const { return terms_.size() <= kMaxTerms; }

  // It is factor * var + rest, and neither mentions the variable. Nothing, if there is a square of
  // it.
  struct Split;
  std::optional<Split> split(ir::Var var) const;

 private:
  Linear(const Product& product, Wide factor) : constant_(0), terms_{{product, factor}} {}
  Linear plus(const Linear& other, Wide factor) const;
  void add(const Product& product, Wide factor);

  Wide constant_ = 0;
  std::vector<Term> terms_;  // ascending by product, no factor is 0
};

struct Linear::Split {
  Linear factor;
  Linear rest;
};

}  // namespace planish
