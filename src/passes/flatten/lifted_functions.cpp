#include "passes/flatten/lifted_functions.h"

#include <algorithm>
#include <string>

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

LiftedFunctions::LiftedFunctions(Flattening& all)
    : storage_(all.storage),
      functions_(all.functions),
      graph_(all.graph),
      builder_(all.builder),
      vars_(all.vars),
      arrays_(all.arrays),
      layout_(all.layout),
      entry_(all.entry),
      values_(all.values),
      limits_(all.limits),
      bodies_(all.bodies) {}

size_t LiftedFunction::varying_dims(const Type* type) const {
  for (size_t i = type->rank(); i-- > 0;) {
    if (type->dims[i].kind == DimKind::Const) continue;
    auto is_dim = [&](const Param& param) { return param.var == type->dims[i].var; };
    auto it = std::ranges::find_if(of->params, is_dim);
    if (it == of->params.end() || varies[size_t(it - of->params.begin())]) return i + 1;
  }
  return 0;
}

const LiftedFunction& LiftedFunctions::version_of(const Function& fn,
                                                  const std::vector<bool>& varies) {
  for (const LiftedFunction& lifted : asked_for_) {
    if (lifted.of == &fn && lifted.varies == varies) return lifted;
  }
  std::string text = std::string(storage_.text(fn.name)) + ".lifted";
  size_t others = 0;
  for (const LiftedFunction& lifted : asked_for_) others += lifted.of == &fn ? 1 : 0;
  if (others > 0) text += "." + std::to_string(others + 1);
  while (functions_.find(storage_.names.intern(text)) != nullptr) text += "'";
  return asked_for_.emplace_back(LiftedFunction{&fn, varies, storage_.names.intern(text)});
}

// ---- Making them

std::vector<const Function*> LiftedFunctions::make_all() {
  std::vector<const Function*> made;
  for (size_t i = 0; i < asked_for_.size(); i++) made.push_back(make(asked_for_[i]));
  return made;
}

LiftedFunctions::Making::Making(const LiftedFunction& making, Builder& builder) : lifted(making) {
  const Type* i64 = builder.types().scalar(Prim::I64);
  points = builder.new_var("points", i64);
  ends = builder.new_var("ends", i64);
  Dim ends_dim = Dim::variable(ends);
  offsets_type = builder.types().array(Prim::I64, {&ends_dim, 1});
  nest.place = making.of->place;
}

const Function* LiftedFunctions::make(const LiftedFunction& lifted) {
  const Function& fn = *lifted.of;
  builder_.place = fn.place;
  limits_.enter_function(lifted.name);
  Making making(lifted, builder_);
  rename_fixed_params(making);
  entry_.add_level(making.nest, making.points);
  Function made = fn;
  made.name = lifted.name;
  made.entry = nullptr;
  made.params = builder_.list(params(making));
  const Body* body = making.by.empty() ? fn.body : substitute(storage_, fn.body, making.by);
  made.results = builder_.list(results(making));
  made.body = make_body(lifted, body, making.nest, made);
  depth_ = {};
  return storage_.arena.make<Function>(made);
}

void LiftedFunctions::rename_fixed_params(Making& making) {
  const Function& fn = *making.lifted.of;
  for (size_t i = 0; i < fn.params.size(); i++) {
    if (making.lifted.varies[i]) continue;
    Var var = fn.params[i].var;
    Var renamed = storage_.new_var(storage_.vars[var.id].name,
                                   substitute(storage_, storage_.type(var), making.by));
    vars_.set_stands_for(renamed, var);
    making.by[var] = renamed;
  }
}

// Sizes come first.
std::vector<Param> LiftedFunctions::params(Making& making) {
  const Function& fn = *making.lifted.of;
  std::vector<Param> sizes{{making.points}, {making.ends}};
  if (graph_.is_recursive(fn.name)) {
    depth_ = builder_.new_var("depth", storage_.types.scalar(Prim::I64));
    sizes.push_back({depth_});
  }
  std::vector<Param> params;
  for (size_t i = 0; i < fn.params.size(); i++) {
    const Param& param = fn.params[i];
    if (!making.lifted.varies[i]) {
      params.push_back({making.by.at(param.var).var, param.unique});
      continue;
    }
    const Lifted value = varying_param(making, param);
    if (value.rows) {
      sizes.push_back({value.rows->total.var});
      params.push_back({value.rows->offsets});
    }
    params.push_back({value.array, param.unique});
  }
  sizes.insert(sizes.end(), params.begin(), params.end());
  return sizes;
}

Lifted LiftedFunctions::varying_param(Making& making, const Param& param) {
  const Var var = param.var;
  Nest& nest = making.nest;
  const Type* type = substitute(storage_, storage_.type(var), making.by);
  Var inside = var;
  if (type != storage_.type(var)) {
    inside = storage_.new_var(storage_.vars[var.id].name, type);
    vars_.set_stands_for(inside, var);
    making.by[var] = inside;
  }
  nest.bind({&inside, 1});
  const size_t varying = making.lifted.varying_dims(storage_.type(var));
  Lifted value;
  if (varying == 0) {
    Dim points = Dim::variable(making.points);
    value.array = builder_.new_var("argument", storage_.types.with_outer({&points, 1}, type));
  } else {
    Var total = builder_.new_var("total", storage_.types.scalar(Prim::I64));
    value.rows = {builder_.new_var("offsets", making.offsets_type), total};
    value.array = builder_.new_var("rows", layout_.rows_type(type, varying, total));
  }
  values_.read_lifted(nest, inside, value);
  nest.holders[inside] = {value.array, nest.levels.size(), param.unique, value.rows};
  if (varying == 1) {
    Atom size = Builder::atom(type->dims[0]);
    nest.segments.emplace(std::pair(size_t{1}, Nest::key({&size, 1})), *value.rows);
  }
  return value;
}

// All arrays but offsets are made by the function.
std::vector<Param> LiftedFunctions::results(const Making& making) {
  std::vector<Param> totals;
  std::vector<Param> arrays;
  for (const Param& result : making.lifted.of->results) {
    const Type* type = substitute(storage_, storage_.type(result.var), making.by);
    size_t varying = making.lifted.varying_dims(storage_.type(result.var));
    if (varying == 0) {
      Dim points = Dim::variable(making.points);
      arrays.push_back(
          {builder_.new_var("result", storage_.types.with_outer({&points, 1}, type)), true});
      continue;
    }
    Var total = builder_.new_var("total", storage_.types.scalar(Prim::I64));
    totals.push_back({total});
    arrays.push_back({builder_.new_var("offsets", making.offsets_type)});
    arrays.push_back({builder_.new_var("rows", layout_.rows_type(type, varying, total)), true});
  }
  totals.insert(totals.end(), arrays.begin(), arrays.end());
  return totals;
}

const Body* LiftedFunctions::make_body(const LiftedFunction& lifted, const Body* body,
                                       const Nest& nest, const Function& made) {
  builder_.place = made.place;
  auto results = [&] { return results_of_body(lifted, body, nest, made); };
  if (!graph_.is_recursive(lifted.of->name)) return builder_.body(results);
  // Nothing is done for no points.
  return builder_.body([&] {
    Atom points = made.params[0].var;
    Atom none = builder_.binary(BinaryOp::Eq, points, Atom::i64(0), "none");
    std::vector<Var> pattern;
    Substitution by;
    for (const Param& result : made.results) {
      const VarInfo info = storage_.vars[result.var.id];
      Var var = storage_.new_var(info.name, substitute(storage_, info.type, by));
      by[result.var] = var;
      pattern.push_back(var);
    }
    const Body* empty = builder_.body([&] { return nothing(made.results); });
    const Body* some = builder_.body(results);
    builder_.add(pattern, builder_.make(If{{}, none, empty, some}));
    return std::vector<Atom>(pattern.begin(), pattern.end());
  });
}

std::vector<Atom> LiftedFunctions::nothing(std::span<const Param> results) {
  std::vector<Atom> values;
  Substitution zero;
  for (const Param& result : results) {
    const Type* type = substitute(storage_, storage_.type(result.var), zero);
    if (type->is_scalar()) zero[result.var] = Atom::i64(0);
    values.push_back(type->is_scalar() ? Atom::i64(0) : Atom(arrays_.zeros("empty", type)));
  }
  return values;
}

std::vector<Atom> LiftedFunctions::results_of_body(const LiftedFunction& lifted, const Body* body,
                                                   const Nest& nest, const Function& made) {
  Dim ends = Dim::variable(made.params[1].var);
  const Type* offsets_type = storage_.types.array(Prim::I64, {&ends, 1});
  Nest bound = nest;
  for (const Stm& stm : body->stms) bound.bind(stm.pattern);
  std::vector<Lifted> values =
      bodies_.results_inside(nest, body, Stm{{}, nullptr, {}, {}, made.place});
  auto total_count =
      static_cast<size_t>(std::ranges::count_if(lifted.of->results, [&](const Param& result) {
        return lifted.varying_dims(storage_.type(result.var)) > 0;
      }));
  std::vector<Atom> totals;
  std::vector<Atom> arrays;
  for (size_t i = 0; i < values.size(); i++) {
    size_t varying = lifted.varying_dims(storage_.type(lifted.of->results[i].var));
    if (varying == 0) {
      Var array = values[i].array;
      if (values[i].rows) {
        const Type* wanted = storage_.type(made.results[total_count + arrays.size()].var);
        array = builder_.let("result", wanted, arrays_.reshape(array, wanted));
      }
      arrays.emplace_back(array);
      continue;
    }
    Lifted rows = values_.as_rows(bound, values[i], storage_.type(body->results[i]), varying);
    totals.push_back(rows.rows->total);
    arrays.emplace_back(arrays_.as_type(rows.rows->offsets, offsets_type));
    arrays.emplace_back(rows.array);
  }
  totals.insert(totals.end(), arrays.begin(), arrays.end());
  return totals;
}

}  // namespace planish::passes
