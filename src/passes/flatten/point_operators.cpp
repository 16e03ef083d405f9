#include "passes/flatten/point_operators.h"

#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

PointOperators::PointOperators(Flattening& all)
    : storage_(all.storage),
      log_(all.log),
      builder_(all.builder),
      vars_(all.vars),
      arrays_(all.arrays),
      points_(all.points),
      entry_(all.entry) {}

void PointOperators::combine_at_points(Nest& nest, const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const auto combined = ptrdiff_t(parts.neutral.size());
  builder_.place = stm.place;
  std::vector<Atom> neutral = neutral_at_points(nest, parts);
  // What it needs of its point is code of the nest.
  const Lambda* op = operator_at_points(nest, parts);

  Nest inside = nest;
  std::vector<Atom> values = entry_.enter(inside, stm, parts);
  std::span<const Stm> stms;
  if (parts.map != nullptr) {
    stms = parts.map->body->stms;
    values.assign(parts.map->body->results.begin(), parts.map->body->results.end());
  }
  for (const Stm& one : stms) inside.bind(one.pattern);
  std::vector<Atom> indices;
  for (const Level& level : nest.levels) indices.emplace_back(level.index);
  values.insert(values.begin() + combined, indices.begin(), indices.end());
  Piece code = points_.piece(inside, stms, values);

  const auto* reduce = as<Reduce>(stm.op);
  const bool differs = reduce != nullptr && !std::ranges::all_of(parts.neutral, [&](auto& value) {
                         return nest.is_invariant(value);
                       });
  std::vector<Var> pattern(to.begin(), to.end());
  if (differs) pattern = vars_.fresh_like(to);
  std::vector<Var> own_indices;
  for (size_t i = 0; i < nest.levels.size(); i++) {
    const std::vector<Dim> dims = reduce != nullptr ? nest.dims() : inside.dims();
    own_indices.push_back(builder_.new_var("point", storage_.types.array(Prim::I64, dims)));
  }
  std::vector<Var> given = pattern;
  given.insert(given.begin() + combined, own_indices.begin(), own_indices.end());
  const Op* made = nullptr;
  if (reduce != nullptr) {
    made = builder_.make(
        SegRed{{}, code.space, reduce->commutative, op, builder_.list(neutral), code.body});
  } else {
    made = builder_.make(SegScan{{}, code.space, op, builder_.list(neutral), code.body, nullptr});
  }
  arrays_.add(given, made, inside);
  if (differs) choose_neutral(nest, stm, pattern, own_indices[0], to);
}

void PointOperators::choose_neutral(const Nest& nest, const Stm& stm, std::span<const Var> combined,
                                    Var indices, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t count = parts.neutral.size();
  std::vector<Stm> choice;
  auto let = [&](const Type* type, const Op* operation) {
    Var var = builder_.new_var("", type);
    choice.push_back({builder_.list<Var>({var}), operation, {}, {}, stm.place});
    return var;
  };
  std::span<const Atom> at = builder_.list(nest.indices());
  Var point = let(storage_.types.scalar(Prim::I64), builder_.make(Index{{}, indices, at}));
  Var empty = let(storage_.types.scalar(Prim::Bool),
                  builder_.make(Binary{{}, BinaryOp::Lt, point, Atom::i64(0)}));
  const Body* none =
      builder_.body([&] { return std::vector<Atom>(parts.neutral.begin(), parts.neutral.end()); });
  std::vector<Var> chosen;
  const Body* some = builder_.body([&] {
    std::vector<Atom> results;
    for (size_t i = 0; i < count; i++) {
      const Type* type = storage_.type(parts.neutral[i]);
      results.emplace_back(builder_.let("", type, builder_.make(Index{{}, combined[i], at})));
      chosen.push_back(builder_.new_var("", type));
    }
    return results;
  });
  choice.push_back(
      {builder_.list(chosen), builder_.make(If{{}, empty, none, some}), {}, {}, stm.place});
  Nest after = nest;
  for (const Stm& one : choice) after.bind(one.pattern);
  std::vector<Atom> results(chosen.begin(), chosen.end());
  Piece finished = points_.piece(after, choice, results);
  arrays_.add(to.first(count), builder_.make(SegMap{{}, finished.space, finished.body}), nest);
  for (size_t i = count; i < to.size(); i++)
    builder_.add(to.subspan(i, 1), builder_.make(Same{{}, combined[i]}));
}

const Lambda* PointOperators::operator_at_points(const Nest& nest, const OperatorParts& parts) {
  const size_t combined = parts.neutral.size();
  const Type* i64 = storage_.types.scalar(Prim::I64);
  std::vector<Param> params;
  Side sides[2];
  for (size_t side = 0; side < 2; side++) {
    for (size_t i = 0; i < combined; i++) {
      params.push_back(
          {builder_.new_var("", storage_.type(parts.op->params[side * combined + i].var))});
      sides[side].values.push_back(params.back().var);
    }
    for (size_t i = 0; i < nest.levels.size(); i++) {
      params.push_back({builder_.new_var("i", i64)});
      sides[side].indices.emplace_back(params.back().var);
    }
  }
  Nest inside = nest;
  std::vector<Stm> stms = operands(nest, parts, sides);
  stms.insert(stms.end(), parts.op->body->stms.begin(), parts.op->body->stms.end());
  for (const Stm& stm : stms) inside.bind(stm.pattern);
  inside.left = log_.in_operator();
  Piece code = points_.piece(inside, stms, parts.op->body->results);

  const Body* body = builder_.body([&] {
    std::vector<Atom> at;
    for (size_t i = 0; i < nest.levels.size(); i++)
      at.push_back(
          builder_.binary(BinaryOp::Max, sides[0].indices[i], sides[1].indices[i], "point"));
    Atom none = builder_.binary(BinaryOp::Lt, at[0], Atom::i64(0), "none");
    std::vector<Var> results;
    for (Var left : sides[0].values) results.push_back(builder_.new_var("", storage_.type(left)));
    const Body* as_it_is = builder_.body(
        [&] { return std::vector<Atom>(sides[0].values.begin(), sides[0].values.end()); });
    const Body* applied = builder_.body([&] {
      Substitution by;
      for (size_t i = 0; i < at.size(); i++) by[code.space.levels[i].index] = at[i];
      const Body* here = substitute(storage_, code.body, by);
      for (const Stm& stm : here->stms) builder_.add(stm);
      return std::vector<Atom>(here->results.begin(), here->results.end());
    });
    builder_.add(results, builder_.make(If{{}, none, as_it_is, applied}));
    std::vector<Atom> all(results.begin(), results.end());
    all.insert(all.end(), at.begin(), at.end());
    return all;
  });
  Lambda op{builder_.list(params), body, parts.op->place};
  return clone_lambda(storage_, storage_.arena.make<Lambda>(op));
}

std::vector<Stm> PointOperators::operands(const Nest& nest, const OperatorParts& parts,
                                          std::span<const Side> sides) {
  const size_t combined = parts.neutral.size();
  std::vector<Stm> stms;
  for (size_t side = 0; side < sides.size(); side++) {
    Var none = builder_.new_var("none", storage_.types.scalar(Prim::Bool));
    stms.push_back({builder_.list<Var>({none}),
                    builder_.make(Binary{{}, BinaryOp::Lt, sides[side].indices[0], Atom::i64(0)}),
                    {},
                    {},
                    nest.place});
    for (size_t i = 0; i < combined; i++) {
      Var operand = parts.op->params[side * combined + i].var;
      Atom given = sides[side].values[i];
      Atom neutral = parts.neutral[i];
      const Op* value = builder_.make(Same{{}, given});
      if (!nest.is_invariant(neutral)) {
        const Body* own = builder_.body([&] { return std::vector<Atom>{neutral}; });
        const Body* as_it_is = builder_.body([&] { return std::vector<Atom>{given}; });
        value = builder_.make(If{{}, none, own, as_it_is});
      }
      stms.push_back({builder_.list<Var>({operand}), value, {}, {}, nest.place});
    }
  }
  return stms;
}

std::vector<Atom> PointOperators::neutral_at_points(const Nest& nest, const OperatorParts& parts) {
  std::vector<Atom> neutral;
  for (const Atom& value : parts.neutral) {
    const Type* type = storage_.type(value);
    Atom none = Const{type->elem, 0};
    if (nest.is_invariant(value)) {
      none = value;
    } else if (type->is_array()) {
      none = arrays_.zeros("none", type);
    }
    neutral.push_back(none);
  }
  neutral.resize(neutral.size() + nest.levels.size(), Atom::i64(-1));
  return neutral;
}

}  // namespace planish::passes
