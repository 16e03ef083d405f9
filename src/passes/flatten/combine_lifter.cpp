#include "passes/flatten/combine_lifter.h"

#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

CombineLifter::CombineLifter(Flattening& all)
    : thresholds_(all.thresholds),
      limits_(all.limits),
      storage_(all.storage),
      log_(all.log),
      builder_(all.builder),
      vars_(all.vars),
      arrays_(all.arrays),
      layout_(all.layout),
      values_(all.values),
      core_(all.core),
      rounds_(all.rounds),
      point_operators_(all.point_operators),
      liftability_(all.liftability),
      ends_(all.ends),
      bodies_(all.bodies) {}

Atom CombineLifter::element_count(Nest& nest, const Atom& width) {
  if (!nest.is_invariant(width)) return layout_.segments(nest, {&width, 1}).total;
  return builder_.binary(BinaryOp::Mul, layout_.point_count(nest), width, "elements");
}

void CombineLifter::combine_versions(Nest& nest, const Stm& stm) {
  std::vector<Lifted> results = arrays_of_results(nest, stm);
  builder_.place = stm.place;
  Atom elements = element_count(nest, operator_parts(stm.op)->width);
  Atom enough = limits_.at_least(thresholds_.enough_outer, elements, "elements", "enough_elements");
  log_.record_versions(enough, stm.place, log_.enough_elements());
  auto version = [&](auto make) {
    return builder_.body([&] {
      Nest inside = nest;
      make(inside);
      std::vector<Atom> given;
      for (size_t i = 0; i < results.size(); i++) {
        Lifted lifted = *inside.lifted(stm.pattern[i]);
        given.emplace_back(arrays_.in_shape(lifted.array, storage_.type(results[i].array)));
      }
      return given;
    });
  };
  const Body* by_level = version([&](Nest& inside) {
    std::vector<Lifted> own = results;
    for (Lifted& one : own) one.array = vars_.fresh_like({&one.array, 1})[0];
    combine_by_level(inside, stm, own);
  });
  const Body* in_rounds = version([&](Nest& inside) { lift_rounds(inside, stm); });
  std::vector<Var> pattern;
  for (const Lifted& one : results) pattern.push_back(one.array);
  arrays_.add(pattern, builder_.make(If{{}, enough, by_level, in_rounds}), nest);
  for (size_t i = 0; i < results.size(); i++) values_.hold(nest, stm.pattern[i], results[i]);
}

void CombineLifter::lift_rounds(Nest& nest, const Stm& stm) {
  bodies_.lift_code(nest,
                    rounds_.combined_in_rounds(stm, stm.pattern, CombineRounds::Where::Lifted),
                    stm.pattern);
}

void CombineLifter::lift_combine(Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  size_t combined = parts.neutral.size();
  if (const auto* scan = as<Scan>(stm.op)) combined = scan->made();
  bool values_vary = std::ranges::any_of(parts.neutral, [&](const Atom& value) {
    return nest.varying_dims(storage_.type(value)) > 0;
  });
  bool elements_vary = std::ranges::any_of(stm.pattern.subspan(combined), [&](Var var) {
    return nest.varying_dims(storage_.types.without_outer(storage_.type(var), 1)) > 0;
  });
  bool parallel = liftability_.has_parallel_operator(parts, nest);
  bool has_function = liftability_.lifts_function(parts, nest);
  bool is_simple =
      !elements_vary && !parallel && !has_function && liftability_.combines_alike(parts, nest);
  if (CoreCode::has_post(stm) && !is_simple) {
    bodies_.lift_code(nest, core_.scan_and_map(stm), stm.pattern);
  } else if (values_vary || (parallel && thresholds_.all)) {
    lift_rounds(nest, stm);
  } else if (elements_vary || (!parallel && has_function)) {
    bodies_.lift_code(nest, core_.map_before(stm), stm.pattern);
  } else if (parallel) {
    combine_versions(nest, stm);
  } else {
    combine_by_level(nest, stm, arrays_of_results(nest, stm));
  }
}

void CombineLifter::combine_by_level(Nest& nest, const Stm& stm, const std::vector<Lifted>& to) {
  std::vector<Var> arrays;
  for (const Lifted& one : to) arrays.push_back(one.array);
  if (liftability_.combines_alike(*operator_parts(stm.op), nest)) {
    ends_.end_with(nest, stm, arrays);
  } else {
    point_operators_.combine_at_points(nest, stm, arrays);
  }
  for (size_t i = 0; i < to.size(); i++) values_.hold(nest, stm.pattern[i], to[i]);
}

std::vector<Lifted> CombineLifter::arrays_of_results(Nest& nest, const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const bool reduces = stm.op->kind == Kind::Reduce;
  std::optional<Segments> rows;
  std::vector<Dim> outer = nest.dims();
  if (nest.is_invariant(parts.width)) {
    outer.push_back(Builder::dim(parts.width));
  } else {
    rows = layout_.segments(nest, {&parts.width, 1});
    outer = {Builder::dim(rows->total)};
  }
  std::vector<Lifted> made;
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    const Var var = stm.pattern[i];
    Name name = storage_.vars[var.id].name;
    Lifted& one = made.emplace_back();
    if (reduces && i < parts.neutral.size()) {
      const Type* value = storage_.type(parts.neutral[i]);
      one.array = storage_.new_var(name, storage_.types.with_outer(nest.dims(), value));
    } else {
      const Type* type = storage_.type(var);
      const Type* element = storage_.types.without_outer(type, 1);
      if (rows) name = storage_.names.intern("rows");
      one.array = storage_.new_var(name, storage_.types.with_outer(outer, element));
      one.rows = rows;
      // The size that the result has by its type is the width.
      const Atom size = Builder::atom(type->dims[0]);
      if (rows && !nest.is_invariant(size))
        nest.segments.emplace(std::pair(nest.levels.size(), Nest::key({&size, 1})), *rows);
    }
    vars_.set_stands_for(one.array, var);
  }
  return made;
}

}  // namespace planish::passes
