#include "nesl/lower/joins.h"

#include <algorithm>

namespace planish::nesl {

Join Joins::of(const Shape* structure, std::span<const std::vector<Level>> ways, IsKnown is_known) {
  Join join{structure, {}, 0};
  std::vector<std::vector<Dim>> sized;  // on each way
  for (size_t i = 0; i < ways[0].size(); i++) {
    std::vector<Dim> dims;
    bool same = true;
    bool varies = false;
    for (const std::vector<Level>& way : ways) {
      dims.push_back(way[i].dim);
      same = same && way[i].dim == dims[0];
      varies = varies || way[i].dim.is_varying();
    }
    JoinedLevel& level = join.levels.emplace_back();
    if (varies) continue;
    if (same && (dims[0].kind == ir::DimKind::Const || is_known(dims[0].var))) {
      level.kind = LevelKind::Known;
      level.known = dims[0];
      continue;
    }
    level.kind = LevelKind::Sized;
    const auto found = std::ranges::find(sized, dims);
    level.size = static_cast<size_t>(found - sized.begin());
    if (found == sized.end()) sized.push_back(dims);
  }
  join.sizes = sized.size();
  return join;
}

Join Joins::open(const Shape* structure) {
  Join join{structure, {}, 0};
  for (size_t depth : Layouts::depths(structure)) {
    JoinedLevel& made = join.levels.emplace_back();
    if (depth > 0) continue;
    made.kind = LevelKind::Sized;
    made.size = join.sizes++;
  }
  return join;
}

std::vector<Dim> Joins::dims(const Join& join, std::span<const Var> sizes) {
  std::vector<Dim> dims;
  for (const JoinedLevel& level : join.levels) {
    switch (level.kind) {
      case LevelKind::Known: dims.push_back(level.known); break;
      case LevelKind::Sized: dims.push_back(Dim::variable(sizes[level.size])); break;
      case LevelKind::Varying: dims.push_back(Dim::varying()); break;
    }
  }
  return dims;
}

JoinedValue Joins::variables(const Join& join, std::string_view name) {
  JoinedValue made;
  const ir::Type* i64 = values_.storage().types.scalar(Prim::I64);
  for (size_t i = 0; i < join.sizes; i++)
    made.variables.push_back(values_.builder.new_var("size", i64));
  const Shape* shape = layouts_.with_dims(join.structure, dims(join, made.variables));
  std::vector<Var> leaves;
  for (const ir::Type* type : values_.shapes.leaf_types(shape))
    leaves.push_back(values_.builder.new_var(name, type));
  made.value = values_.trees.build_vars(shape, leaves);
  made.variables.insert(made.variables.end(), leaves.begin(), leaves.end());
  return made;
}

std::vector<Atom> Joins::results(const Join& join, const AtomTree* value) {
  std::vector<Dim> wanted;
  std::vector<Atom> atoms(join.sizes);
  const std::vector<Level> levels = layouts_.levels(join.structure, value);
  for (size_t i = 0; i < levels.size(); i++) {
    const JoinedLevel& level = join.levels[i];
    const bool varies = level.kind == LevelKind::Varying ||
                        (level.kind == LevelKind::Known && level.known.is_varying());
    wanted.push_back(varies ? Dim::varying() : levels[i].dim);
    if (level.kind == LevelKind::Sized) atoms[level.size] = ir::Builder::atom(levels[i].dim);
  }
  const std::vector<Atom> leaves = values::flatten(layouts_.conform(value, join.structure, wanted));
  atoms.insert(atoms.end(), leaves.begin(), leaves.end());
  return atoms;
}

// The body with what it gives for the variables of the join.
const ir::Body* Joins::finished(const Join& join, const ir::Body* body, const AtomTree* value) {
  return values_.builder.body([&] {
    for (const ir::Stm& stm : body->stms) values_.builder.add(stm);
    return results(join, value);
  });
}

const AtomTree* Joins::branch(Atom condition, const Shape* structure, MakeValue then_value,
                              MakeValue else_value) {
  if (condition.is_const()) return condition.constant.bits != 0 ? then_value() : else_value();
  const Var first_inside = values_.emit.next_var();
  const AtomTree* made[2] = {};
  const auto unfinished = [&](size_t number, MakeValue make) {
    return values_.emit.body([&] {
      made[number] = make();
      return std::vector<Atom>{};
    });
  };
  const ir::Body* then_body = unfinished(0, then_value);
  const ir::Body* else_body = unfinished(1, else_value);
  const std::vector<Level> ways[] = {layouts_.levels(structure, made[0]),
                                     layouts_.levels(structure, made[1])};
  const Join join = of(structure, ways, [&](Var size) { return size.id < first_inside.id; });
  then_body = finished(join, then_body, made[0]);
  else_body = finished(join, else_body, made[1]);
  JoinedValue joined = variables(join, "");
  values_.builder.add(joined.variables,
                      values_.builder.make(ir::If{{}, condition, then_body, else_body}));
  return joined.value;
}

}  // namespace planish::nesl
