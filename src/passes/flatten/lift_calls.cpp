// Lifting of calls.
//
// Note [Lifted functions]
// fn f(n: i64, a: f32, xs: [n]f32) -> (k: i64, ys: [k]f32), called at all points of a nest with other arguments at each,
// becomes a call of
//
//   fn f.lifted(points: i64, ends: i64, xs_total: i64, n: [points]i64, a: [points]f32, xs_offsets: [ends]i64, xs: [xs_total]f32)
//     -> (ys_total: i64, k: [points]i64, ys_offsets: [ends]i64, ys: [ys_total]f32)
//
// There is one for each set of parameters that vary; the others are taken as they are, so what is regular stays regular.
// Functions are lifted when they are called. A recursive one ends because a call for no points does nothing.
#include "ir/match.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

size_t Flattener::LiftedFunction::varying_dims(const Type* type) const {
  for (size_t i = type->rank(); i-- > 0;) {
    if (type->dims[i].kind == DimKind::Const) continue;
    auto is_dim = [&](const Param& param) { return param.var == type->dims[i].var; };
    auto it = std::ranges::find_if(of->params, is_dim);
    if (it == of->params.end() || varies[size_t(it - of->params.begin())]) return i + 1;
  }
  return 0;
}

const Flattener::LiftedFunction& Flattener::lifted_function(const Function& fn,
                                                            const std::vector<bool>& varies) {
  for (const LiftedFunction& lifted : lifted_functions_) {
    if (lifted.of == &fn && lifted.varies == varies) return lifted;
  }
  std::string text = std::string(storage_.text(fn.name)) + ".lifted";
  size_t others = 0;
  for (const LiftedFunction& lifted : lifted_functions_) others += lifted.of == &fn ? 1 : 0;
  if (others > 0) text += "." + std::to_string(others + 1);
  while (functions_.contains(storage_.names.intern(text))) text += "'";
  return lifted_functions_.emplace_back(LiftedFunction{&fn, varies, storage_.names.intern(text)});
}

// ---- Calls

void Flattener::lift_call(Nest& nest, const Stm& stm, const Call& call) {
  const Function& fn = *functions_.at(call.fn);
  std::vector<bool> varies;
  for (size_t i = 0; i < call.args.size(); i++) {
    const Type* type = storage_.type(call.args[i]);
    bool consumed = fn.params[i].unique && type->is_array();
    varies.push_back(consumed || !nest.is_invariant(call.args[i]) || !nest.is_invariant(type));
  }
  const LiftedFunction& lifted = lifted_function(fn, varies);
  builder_.place = stm.place;
  Atom points = point_count(nest);
  Atom one_more = builder_.binary(BinaryOp::Add, points, Atom::i64(1), "ends");
  Dim ends = Builder::dim(one_more);
  Dim points_dim = Builder::dim(points);
  const Type* offsets_type = storage_.types.array(Prim::I64, {&ends, 1});

  std::vector<Atom> sizes{points, one_more};
  std::vector<Atom> args;
  for (size_t i = 0; i < call.args.size(); i++) {
    const Atom& arg = call.args[i];
    if (!varies[i]) {
      args.push_back(arg);
      continue;
    }
    const Type* type = storage_.type(arg);
    bool owned = fn.params[i].unique && type->is_array();
    std::optional<Lifted> held = owned ? nest.owned_lifted(arg) : nest.lifted(arg);
    Lifted value = held ? *held : gather(nest, {}, {&arg, 1})[0];
    size_t varying = lifted.varying_dims(storage_.type(fn.params[i].var));
    if (varying > 0) {
      value = as_rows(nest, value, type, varying);
      sizes.push_back(value.rows->total);
      args.emplace_back(as_type(value.rows->offsets, offsets_type));
    } else {
      value = with_one_dim(nest, value, type);
    }
    args.emplace_back(value.array);
  }
  sizes.insert(sizes.end(), args.begin(), args.end());

  // Results.
  nest.bind(stm.pattern);
  std::vector<Var> totals;
  std::vector<Var> arrays;
  std::vector<Lifted> results;
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    const Type* type = storage_.type(stm.pattern[i]);
    size_t varying = lifted.varying_dims(storage_.type(fn.results[i].var));
    Lifted& result = results.emplace_back();
    if (varying == 0) {
      result.array = builder_.new_var("result", storage_.types.with_outer({&points_dim, 1}, type));
    } else {
      Var total = builder_.new_var("total", storage_.types.scalar(Prim::I64));
      totals.push_back(total);
      result.rows = {builder_.new_var("offsets", offsets_type), total};
      std::vector<Dim> dims{Dim::variable(total)};
      dims.insert(dims.end(), type->dims.begin() + ptrdiff_t(varying), type->dims.end());
      result.array = builder_.new_var("rows", storage_.types.array(type->elem, dims));
      arrays.push_back(result.rows->offsets);
    }
    arrays.push_back(result.array);
  }
  std::vector<Var> pattern = totals;
  pattern.insert(pattern.end(), arrays.begin(), arrays.end());
  add(pattern, builder_.make(Call{{}, lifted.name, builder_.list(sizes)}), nest);

  for (size_t i = 0; i < results.size(); i++) {
    Var var = stm.pattern[i];
    const Type* type = storage_.type(var);
    // As the nest has it.
    if (!results[i].rows && nest.dims().size() > 1) {
      const Type* wanted = storage_.types.with_outer(nest.dims(), type);
      std::vector<Atom> dims;
      for (const Dim& dim : wanted->dims) dims.push_back(Builder::atom(dim));
      results[i].array = builder_.let(
          "result", wanted, builder_.make(Reshape{{}, results[i].array, builder_.list(dims)}));
    }
    hold(nest, var, results[i]);
    nest.holders.at(var).owned = fn.results[i].unique;
  }
}

// ---- Functions

const Function* Flattener::make_lifted(const LiftedFunction& lifted) {
  const Function& fn = *lifted.of;
  builder_.place = fn.place;
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Function made = fn;
  made.name = lifted.name;
  made.entry = nullptr;
  Var points = builder_.new_var("points", i64);
  Var ends = builder_.new_var("ends", i64);
  Dim points_dim = Dim::variable(points);
  Dim ends_dim = Dim::variable(ends);
  const Type* offsets_type = storage_.types.array(Prim::I64, {&ends_dim, 1});

  // Parameters that do not vary get new names, so that two lifted functions do not bind the same one.
  Substitution by;
  for (size_t i = 0; i < fn.params.size(); i++) {
    if (lifted.varies[i]) continue;
    Var var = fn.params[i].var;
    Var renamed =
        storage_.new_var(storage_.vars[var.id].name, substitute(storage_, storage_.type(var), by));
    stands_for_[renamed] = var;
    by[var] = renamed;
  }
  const Body* body = by.empty() ? fn.body : substitute(storage_, fn.body, by);

  Nest nest;
  nest.place = fn.place;
  add_level(nest, points);
  std::vector<Param> sizes{{points}, {ends}};
  std::vector<Param> params;
  for (size_t i = 0; i < fn.params.size(); i++) {
    Var var = fn.params[i].var;
    if (!lifted.varies[i]) {
      params.push_back({by.at(var).var, fn.params[i].unique});
      continue;
    }
    const Type* type = substitute(storage_, storage_.type(var), by);
    Var inside = var;
    if (type != storage_.type(var)) {
      inside = storage_.new_var(storage_.vars[var.id].name, type);
      stands_for_[inside] = var;
      by[var] = inside;
    }
    nest.bind({&inside, 1});
    size_t varying = lifted.varying_dims(storage_.type(var));
    Lifted value;
    if (varying == 0) {
      value.array = builder_.new_var("argument", storage_.types.with_outer({&points_dim, 1}, type));
    } else {
      Var total = builder_.new_var("total", i64);
      sizes.push_back({total});
      std::vector<Dim> dims{Dim::variable(total)};
      dims.insert(dims.end(), type->dims.begin() + ptrdiff_t(varying), type->dims.end());
      value.rows = {builder_.new_var("offsets", offsets_type), total};
      value.array = builder_.new_var("rows", storage_.types.array(type->elem, dims));
      params.push_back({value.rows->offsets});
    }
    params.push_back({value.array, fn.params[i].unique});
    read_lifted(nest, inside, value);
    nest.holders[inside] = {value.array, nest.levels.size(), fn.params[i].unique, value.rows};
    if (varying == 1 && type->rank() >= 1) {
      Atom size = Builder::atom(type->dims[0]);
      nest.segments.emplace(std::pair(size_t{1}, Nest::key({&size, 1})), *value.rows);
    }
  }
  if (!by.empty()) body = substitute(storage_, fn.body, by);
  sizes.insert(sizes.end(), params.begin(), params.end());
  made.params = builder_.list(sizes);

  // Results.
  std::vector<Param> totals;
  std::vector<Param> arrays;
  for (const Param& result : fn.results) {
    const Type* type = substitute(storage_, storage_.type(result.var), by);
    size_t varying = lifted.varying_dims(storage_.type(result.var));
    if (varying == 0) {
      arrays.push_back(
          {builder_.new_var("result", storage_.types.with_outer({&points_dim, 1}, type)),
           result.unique});
      continue;
    }
    Var total = builder_.new_var("total", i64);
    totals.push_back({total});
    std::vector<Dim> dims{Dim::variable(total)};
    dims.insert(dims.end(), type->dims.begin() + ptrdiff_t(varying), type->dims.end());
    arrays.push_back({builder_.new_var("offsets", offsets_type)});
    arrays.push_back(
        {builder_.new_var("rows", storage_.types.array(type->elem, dims)), result.unique});
  }
  totals.insert(totals.end(), arrays.begin(), arrays.end());
  made.results = builder_.list(totals);
  made.body = lifted_body(lifted, body, std::move(nest), made);
  return storage_.arena.make<Function>(made);
}

// No points: nothing is done. Otherwise the results of all points, in the form of the function's results.
const Body* Flattener::lifted_body(const LiftedFunction& lifted, const Body* body, Nest nest,
                                   const Function& made) {
  Atom points = made.params[0].var;
  const Type* offsets_type = nullptr;
  Dim ends_dim = Dim::variable(made.params[1].var);
  offsets_type = storage_.types.array(Prim::I64, {&ends_dim, 1});
  return builder_.body([&] {
    builder_.place = made.place;
    Atom none = builder_.binary(BinaryOp::Eq, points, Atom::i64(0), "none");
    std::vector<Var> pattern;
    Substitution by;
    for (const Param& result : made.results) {
      const VarInfo info = storage_.vars[result.var.id];
      Var var = storage_.new_var(info.name, substitute(storage_, info.type, by));
      by[result.var] = var;
      pattern.push_back(var);
    }
    const Body* empty = builder_.body([&] {
      std::vector<Atom> results;
      Substitution zero;
      for (const Param& result : made.results) {
        const Type* type = substitute(storage_, storage_.type(result.var), zero);
        if (type->is_scalar()) {
          zero[result.var] = Atom::i64(0);
          results.push_back(Atom::i64(0));
        } else {
          results.emplace_back(zeros("empty", type));
        }
      }
      return results;
    });
    const Body* some = builder_.body([&] {
      Nest bound = nest;
      for (const Stm& stm : body->stms) bound.bind(stm.pattern);
      std::vector<Lifted> values = lift_versions(nest, body, Stm{{}, nullptr, {}, {}, made.place});
      std::vector<Atom> totals;
      std::vector<Atom> arrays;
      for (size_t i = 0; i < values.size(); i++) {
        size_t varying = lifted.varying_dims(storage_.type(lifted.of->results[i].var));
        if (varying == 0) {
          arrays.emplace_back(values[i].array);
          continue;
        }
        Lifted rows = as_rows(bound, values[i], storage_.type(body->results[i]), varying);
        totals.push_back(rows.rows->total);
        arrays.emplace_back(as_type(rows.rows->offsets, offsets_type));
        arrays.emplace_back(rows.array);
      }
      totals.insert(totals.end(), arrays.begin(), arrays.end());
      return totals;
    });
    builder_.add(pattern, builder_.make(If{{}, none, empty, some}));
    return std::vector<Atom>(pattern.begin(), pattern.end());
  });
}

}  // namespace planish::passes
