#include "analysis/linear.h"

#include <algorithm>

namespace planish {

namespace {

// Factors beyond this are of no use, and products of two of them still fit.
constexpr Wide kMaxFactor = Wide{1} << 58;

Wide clamp(Wide x) { return std::clamp(x, -Interval::kInfinity, Interval::kInfinity); }

Wide saturated_product(Wide a, Wide b) {
  Wide result = 0;
  if (!__builtin_mul_overflow(a, b, &result)) return clamp(result);
  return (a < 0) == (b < 0) ? Interval::kInfinity : -Interval::kInfinity;
}

std::optional<Product> product_of(const Product& a, const Product& b) {
  std::array<uint32_t, 2 * kDegree> both{};
  auto end = std::copy_if(a.begin(), a.end(), both.begin(), [](uint32_t v) { return v != 0; });
  end = std::copy_if(b.begin(), b.end(), end, [](uint32_t v) { return v != 0; });
  if (end - both.begin() > static_cast<std::ptrdiff_t>(kDegree)) return std::nullopt;
  std::sort(both.begin(), end);
  Product result{};
  std::copy(both.begin(), end, result.begin());
  return result;
}

}  // namespace

Interval Interval::operator+(const Interval& other) const {
  return {clamp(low + other.low), clamp(high + other.high)};
}

Interval Interval::operator*(const Interval& other) const {
  Wide corners[] = {saturated_product(low, other.low), saturated_product(low, other.high),
                    saturated_product(high, other.low), saturated_product(high, other.high)};
  return {*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
}

Interval Interval::hull(const Interval& other) const {
  return {std::min(low, other.low), std::max(high, other.high)};
}
Interval Interval::intersect(const Interval& other) const {
  return {std::max(low, other.low), std::min(high, other.high)};
}

std::optional<ir::Var> Linear::as_variable() const {
  if (constant_ != 0 || terms_.size() != 1 || terms_[0].factor != 1) return std::nullopt;
  const Product& product = terms_[0].product;
  return product[1] == 0 ? std::optional(ir::Var{product[0]}) : std::nullopt;
}

bool Linear::mentions(ir::Var var) const {
  return std::ranges::any_of(terms_, [&](const Term& term) {
    return std::ranges::find(term.product, var.id) != term.product.end();
  });
}

void Linear::add(const Product& product, Wide factor) {
  auto it = std::ranges::lower_bound(terms_, product, {}, &Term::product);
  if (it == terms_.end() || it->product != product) {
    terms_.insert(it, {product, factor});
  } else if (it->factor + factor == 0) {
    terms_.erase(it);
  } else {
    it->factor += factor;
  }
}

Linear Linear::plus(const Linear& other, Wide factor) const {
  Linear result = *this;
  result.constant_ = clamp(constant_ + factor * other.constant_);
  for (const Term& term : other.terms_) result.add(term.product, factor * term.factor);
  return result;
}

std::optional<Linear> Linear::times(const Linear& other) const {
  auto is_large = [](const Linear& form) {
    return std::ranges::any_of(form.terms_, [](const Term& term) {
      return term.factor > kMaxFactor || term.factor < -kMaxFactor;
    });
  };
  bool simple = is_constant() || other.is_constant();
  if (!simple && terms_.size() * other.terms_.size() > kMaxTerms) return std::nullopt;
  if (is_large(*this) || is_large(other)) return std::nullopt;
  if (constant_ > kMaxFactor || constant_ < -kMaxFactor || other.constant_ > kMaxFactor ||
      other.constant_ < -kMaxFactor)
    return std::nullopt;
  Linear result(constant_ * other.constant_);
  for (const Term& a : terms_) {
    if (other.constant_ != 0) result.add(a.product, a.factor * other.constant_);
  }
  for (const Term& b : other.terms_) {
    if (constant_ != 0) result.add(b.product, b.factor * constant_);
    for (const Term& a : terms_) {
      std::optional<Product> product = product_of(a.product, b.product);
      if (!product) return std::nullopt;
      result.add(*product, a.factor * b.factor);
    }
  }
  return result;
}

std::optional<Linear::Split> Linear::split(ir::Var var) const {
  Split result{0, constant_};
  for (const Term& term : terms_) {
    Product other{};
    size_t others = 0;
    size_t found = 0;
    for (uint32_t v : term.product) {
      if (v == var.id) {
        found++;
      } else if (v != 0) {
        other[others++] = v;
      }
    }
    if (found > 1) return std::nullopt;
    if (found == 0) {
      result.rest.add(term.product, term.factor);
    } else if (others == 0) {
      result.factor.constant_ = term.factor;
    } else {
      result.factor.add(other, term.factor);
    }
  }
  return result;
}

}  // namespace planish
