#include "passes/device/flat_code.h"

#include <algorithm>

namespace planish::passes {

using namespace ir;

const Type* FlatCode::array_of(const Atom& size, const Type* type) {
  const Dim dim = Builder::dim(size);
  return builder_.types().with_outer({&dim, 1}, type);
}

Atom FlatCode::element(Var array, const std::vector<Atom>& at, std::string_view name) {
  if (at.empty()) return array;
  const Type* type = builder_.types().without_outer(builder_.storage().type(array), at.size());
  return builder_.let(name, type, builder_.make(Index{{}, array, builder_.list(at)}));
}

Var FlatCode::reshaped(Var array, const Type* type) {
  std::vector<Atom> dims;
  for (const Dim& dim : type->dims) dims.push_back(Builder::atom(dim));
  return builder_.let("", type, builder_.make(Reshape{{}, array, builder_.list(dims)}));
}

Atom FlatCode::rounded_up_quotient(const Atom& x, const Atom& y) {
  const Atom last = binary(BinaryOp::Sub, y, Atom::i64(1));
  return binary(BinaryOp::Div, binary(BinaryOp::Add, x, last), y);
}

std::vector<Atom> FlatCode::apply(const Lambda* op, std::span<const Atom> left,
                                  std::span<const Atom> right) {
  Substitution by;
  auto give = [&](const Param& param, Atom value) {
    if (param.unique && builder_.type(value)->is_array())
      value = builder_.let("own", builder_.type(value), builder_.make(Copy{{}, value.var}));
    by[param.var] = value;
  };
  for (size_t i = 0; i < left.size(); i++) give(op->params[i], left[i]);
  for (size_t i = 0; i < right.size(); i++) give(op->params[left.size() + i], right[i]);
  const Body* body = clone_body(builder_.storage(), op->body, by);
  for (const Stm& stm : body->stms) builder_.add(stm);
  return {body->results.begin(), body->results.end()};
}

const Lambda* FlatCode::sum() {
  const std::vector<Param> params{{builder_.new_var("a", i64())}, {builder_.new_var("b", i64())}};
  const Body* body = builder_.body(
      [&] { return std::vector<Atom>{binary(BinaryOp::Add, params[0].var, params[1].var)}; });
  return builder_.arena().make<Lambda>(Lambda{builder_.list(params), body, builder_.place});
}

std::vector<Level> FlatCode::renewed(std::span<const Level> levels) {
  std::vector<Level> made;
  for (const Level& one : levels) made.push_back(level(one.bound, one.offsets));
  return made;
}

std::vector<Dim> FlatCode::dims_over(std::span<const Level> levels) {
  std::vector<Dim> dims;
  for (const Level& level : levels) {
    if (level.offsets) dims.clear();
    dims.push_back(Builder::dim(level.bound));
  }
  return dims;
}

Atom FlatCode::points_of(std::span<const Level> levels) {
  Atom points = Atom::i64(1);
  for (const Level& level : levels)
    points = level.offsets
                 ? level.bound
                 : (points == Atom::i64(1) ? level.bound
                                           : binary(BinaryOp::Mul, points, level.bound, "points"));
  return points;
}

Atom FlatCode::point_number(std::span<const Level> levels) {
  Atom point = Atom::i64(0);
  for (const Level& level : levels) {
    if (level.offsets) {
      const Atom first = element(level.offsets, {Atom::i64(0)}, "first");
      const Atom start = element(level.offsets, {point}, "start");
      point = binary(BinaryOp::Add, binary(BinaryOp::Sub, start, first), level.index, "point");
    } else if (&level == levels.data()) {
      point = level.index;
    } else {
      point =
          binary(BinaryOp::Add, binary(BinaryOp::Mul, point, level.bound), level.index, "point");
    }
  }
  return point;
}

bool FlatCode::is_regular(std::span<const Level> levels) {
  return std::ranges::none_of(levels, [](const Level& level) { return bool(level.offsets); });
}

std::vector<Atom> FlatCode::bound(std::span<const Type* const> types, const Op* op) {
  std::vector<Var> pattern;
  for (const Type* type : types) pattern.push_back(builder_.new_var("", type));
  builder_.add(pattern, op);
  return {pattern.begin(), pattern.end()};
}

}  // namespace planish::passes
