// Lifting of calls.
//
// Note [Lifted functions]
// fn f(n: i64, a: f32, xs: [n]f32) -> (k: i64, ys: [k]f32), called at all points of a nest with
// other arguments at each, becomes a call of
//
//   fn f.lifted(points: i64, ends: i64, xs_total: i64, n: [points]i64, a: [points]f32, xs_offsets:
//   [ends]i64, xs: [xs_total]f32)
//     -> (ys_total: i64, k: [points]i64, ys_offsets: [ends]i64, ys: [ys_total]f32)
//
// There is one for each set of parameters that vary; the others are taken as they are, so what is
// regular stays regular. Functions are lifted when they are called. A recursive one ends because a
// call for no points does nothing. It also takes how deep it is called: recursion that goes deep
// without getting wide is better done by one thread.
#include <algorithm>

#include "analysis/inner_bodies.h"
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
  while (functions_.find(storage_.names.intern(text)) != nullptr) text += "'";
  return lifted_functions_.emplace_back(LiftedFunction{&fn, varies, storage_.names.intern(text)});
}

// ---- Calls

namespace {

bool may_consume(const Storage& storage, const Param& param) {
  return param.unique && storage.type(param.var)->is_array();
}

}  // namespace

// Does the function call itself with another value for a parameter? Then it soon differs from point
// to point.
bool Flattener::changes_in_recursion(const Function& fn, size_t param) {
  auto visit = [&](auto& self, const Body* body) -> bool {
    return std::ranges::any_of(body->stms, [&](const Stm& stm) {
      const auto* call = as<Call>(stm.op);
      bool found =
          call != nullptr && call->fn == fn.name && call->args[param] != Atom(fn.params[param].var);
      for_each_inner_body(stm.op, [&](const Body* inner) { found = found || self(self, inner); });
      return found;
    });
  };
  return visit(visit, fn.body);
}

// An array at host level, where there is one point: it is all rows already, and need not be copied.
bool Flattener::is_only_value(const Nest& nest, const Atom& value) const {
  return nest.dims() == std::vector{Dim::constant(1)} && storage_.type(value)->is_array() &&
         nest.is_invariant(value) && nest.is_invariant(storage_.type(value));
}

// Several calls of one function become one call for so many times the points.
void Flattener::lift_calls(Nest& nest, std::span<const Stm> calls) {
  const Function& fn = *functions_.find(as<Call>(calls[0].op)->fn);
  builder_.place = calls[0].place;
  std::vector<bool> varies;
  for (size_t i = 0; i < fn.params.size(); i++) {
    const Atom& first = as<Call>(calls[0].op)->args[i];
    bool same = !may_consume(storage_, fn.params[i]) && !changes_in_recursion(fn, i);
    for (const Stm& stm : calls) {
      const Atom& arg = as<Call>(stm.op)->args[i];
      same =
          same && arg == first && nest.is_invariant(arg) && nest.is_invariant(storage_.type(arg));
    }
    varies.push_back(!same);
  }
  const LiftedFunction& lifted = lifted_function(fn, varies);
  CallShape shape(*this, nest, calls.size());

  std::vector<Atom> sizes{shape.points, shape.ends};
  if (graph_.is_recursive(fn.name)) {
    sizes.push_back(depth_ ? builder_.binary(BinaryOp::Add, depth_, Atom::i64(1), "depth")
                           : Atom::i64(0));
  }
  std::vector<Atom> args;
  for (size_t i = 0; i < fn.params.size(); i++) {
    const Atom& first = as<Call>(calls[0].op)->args[i];
    if (!varies[i]) {
      args.push_back(first);
      continue;
    }
    size_t varying = lifted.varying_dims(storage_.type(fn.params[i].var));
    std::vector<Lifted> values;
    for (const Stm& stm : calls) {
      const Atom& arg = as<Call>(stm.op)->args[i];
      std::optional<Lifted> held =
          may_consume(storage_, fn.params[i]) ? nest.owned_lifted(arg) : nest.lifted(arg);
      if (!held && is_only_value(nest, arg)) {
        const Type* alone = storage_.types.with_outer(nest.dims(), storage_.type(arg));
        held = Lifted{builder_.let("only", alone, reshape(arg.var, alone)), {}};
      }
      Lifted value = held ? *held : gather(nest, {}, {&arg, 1})[0];
      values.push_back(varying > 0 ? as_rows(nest, value, storage_.type(arg), varying)
                                   : with_one_dim(nest, value, storage_.type(arg)));
    }
    Lifted all = shape.join(values);
    if (all.rows) {
      sizes.push_back(all.rows->total);
      args.emplace_back(as_type(all.rows->offsets, shape.offsets_type));
    }
    args.emplace_back(all.array);
  }
  sizes.insert(sizes.end(), args.begin(), args.end());

  // Results.
  for (const Stm& stm : calls) nest.bind(stm.pattern);
  std::vector<Var> totals;
  std::vector<Var> arrays;
  std::vector<Lifted> results;
  Dim points = Builder::dim(shape.points);
  for (size_t i = 0; i < fn.results.size(); i++) {
    const Type* type = storage_.type(calls[0].pattern[i]);
    size_t varying = lifted.varying_dims(storage_.type(fn.results[i].var));
    Lifted& result = results.emplace_back();
    if (varying == 0) {
      result.array = builder_.new_var("result", storage_.types.with_outer({&points, 1}, type));
    } else {
      Var total = builder_.new_var("total", storage_.types.scalar(Prim::I64));
      totals.push_back(total);
      result.rows = {builder_.new_var("offsets", shape.offsets_type), total};
      std::vector<Dim> dims{Dim::variable(total)};
      dims.insert(dims.end(), type->dims.begin() + ptrdiff_t(varying), type->dims.end());
      result.array = builder_.new_var("rows", storage_.types.array(type->elem, dims));
      arrays.push_back(result.rows->offsets);
    }
    arrays.push_back(result.array);
  }
  std::vector<Var> pattern = totals;
  pattern.insert(pattern.end(), arrays.begin(), arrays.end());
  // The place of the call, not of the nest: it is part of the path of a failure.
  builder_.add({storage_.arena.copy(pattern),
                builder_.make(Call{{}, lifted.name, builder_.list(sizes)}),
                storage_.arena.copy(nest.certs),
                {},
                calls[0].place});

  for (size_t k = 0; k < calls.size(); k++) {
    for (size_t i = 0; i < results.size(); i++) {
      Var var = calls[k].pattern[i];
      hold(nest, var, shape.part(k, results[i], storage_.type(var)));
    }
  }
}

// ---- The points of several calls

// The points of the first call come first.
Flattener::CallShape::CallShape(Flattener& around, const Nest& of, size_t count)
    : flattener(around), nest(of), calls(static_cast<int64_t>(count)) {
  Builder& builder = flattener.builder_;
  each = flattener.point_count(nest);
  points = calls == 1 ? each : builder.binary(BinaryOp::Mul, each, Atom::i64(calls), "points");
  each_ends = builder.binary(BinaryOp::Add, each, Atom::i64(1), "ends");
  ends = calls == 1 ? each_ends : builder.binary(BinaryOp::Add, points, Atom::i64(1), "ends");
  Dim dim = Builder::dim(ends);
  offsets_type = flattener.storage_.types.array(Prim::I64, {&dim, 1});
}

Var Flattener::CallShape::concat(std::string_view name, const std::vector<Var>& arrays,
                                 const Atom& count) {
  const Type* type = flattener.storage_.type(arrays[0]);
  std::vector<Dim> dims(type->dims.begin(), type->dims.end());
  dims[0] = Builder::dim(count);
  return flattener.let_host(name, flattener.storage_.types.array(type->elem, dims),
                            flattener.builder_.make(Concat{{}, flattener.builder_.list(arrays)}),
                            nest);
}

Var Flattener::CallShape::slice(Var array, const Atom& start, const Atom& count) {
  Builder& builder = flattener.builder_;
  const Type* type = flattener.storage_.type(array);
  std::vector<Dim> dims(type->dims.begin(), type->dims.end());
  dims[0] = Builder::dim(count);
  return builder.let(
      "part", flattener.storage_.types.array(type->elem, dims),
      builder.make(
          Slice{{}, array, builder.list<SliceDim>({{false, start, count, Atom::i64(1)}})}));
}

// All offsets with a number added.
Var Flattener::CallShape::shifted(Var offsets, const Atom& by) {
  Builder& builder = flattener.builder_;
  const Type* i64 = flattener.storage_.types.scalar(Prim::I64);
  Var index = builder.new_var("p", i64);
  const Body* body = builder.body([&] {
    Var offset =
        builder.let("offset", i64, builder.make(Index{{}, offsets, builder.list<Atom>({index})}));
    return std::vector<Atom>{builder.binary(BinaryOp::Add, offset, by, "offset")};
  });
  const Type* type = flattener.storage_.type(offsets);
  Space space{builder.list<Level>({{index, Builder::atom(type->dims[0]), {}}})};
  return flattener.let_host("offsets", type, builder.make(SegMap{{}, space, body}), nest);
}

Lifted Flattener::CallShape::join(const std::vector<Lifted>& values) {
  if (values.size() == 1) return values[0];
  std::vector<Var> arrays;
  for (const Lifted& value : values) arrays.push_back(value.array);
  if (!values[0].rows) return {concat("arguments", arrays, points), {}};
  std::vector<Var> offsets;
  Atom total = Atom::i64(0);
  for (const Lifted& value : values) {
    Var moved = offsets.empty() ? value.rows->offsets : shifted(value.rows->offsets, total);
    offsets.push_back(&value == &values.back() ? moved : slice(moved, Atom::i64(0), each));
    total = offsets.size() == 1
                ? value.rows->total
                : flattener.builder_.binary(BinaryOp::Add, total, value.rows->total, "total");
  }
  return {concat("rows", arrays, total), Segments{concat("offsets", offsets, ends), total}};
}

Lifted Flattener::CallShape::part(size_t call, const Lifted& all, const Type* type) {
  Builder& builder = flattener.builder_;
  Lifted one = all;
  if (calls > 1) {
    Atom number = Atom::i64(static_cast<int64_t>(call));
    Atom start = builder.binary(BinaryOp::Mul, each, number, "start");
    if (!all.rows) {
      one.array = slice(all.array, start, each);
    } else {
      const Type* i64 = flattener.storage_.types.scalar(Prim::I64);
      auto offset = [&](const Atom& at) {
        return builder.let("offset", i64,
                           builder.make(Index{{}, all.rows->offsets, builder.list<Atom>({at})}));
      };
      Atom first = offset(start);
      Atom last = offset(builder.binary(BinaryOp::Add, start, each, "end"));
      Atom total = builder.binary(BinaryOp::Sub, last, first, "total");
      Var offsets = slice(all.rows->offsets, start, each_ends);
      if (call > 0) {
        Atom back = builder.binary(BinaryOp::Sub, Atom::i64(0), first, "back");
        offsets = shifted(offsets, back);
      }
      one = {slice(all.array, first, total), Segments{offsets, total}};
    }
  }
  // As the nest has it.
  if (one.rows || nest.dims().size() == 1) return one;
  const Type* wanted = flattener.storage_.types.with_outer(nest.dims(), type);
  one.array = builder.let("result", wanted, flattener.reshape(one.array, wanted));
  return one;
}

// ---- Recursion with several calls

// Calls in one body that do not need each other's results are done together.
void Flattener::join_calls(std::vector<Step>& steps) {
  auto binds = [](const Step& step, std::unordered_set<Var>& vars) {
    for (const Stm& stm : step.stms) vars.insert(stm.pattern.begin(), stm.pattern.end());
  };
  auto uses = [&](const Step& step) {
    Body alone{step.stms, {}};
    return free_variables(storage_, &alone);
  };
  auto callee = [&](const Step& step) {
    const auto* call = step.kind == Step::Kind::Operator ? as<Call>(step.stms[0].op) : nullptr;
    return call != nullptr && branching_.contains(call->fn) ? call->fn : Name{};
  };
  for (size_t a = 0; a < steps.size(); a++) {
    Name fn = callee(steps[a]);
    if (fn == Name{}) continue;
    for (size_t b = a + 1; b < steps.size(); b++) {
      // What depends on the first call comes after the second, unless that needs it.
      std::unordered_set<Var> later;
      binds(steps[a], later);
      std::vector<Step> before;
      std::vector<Step> after;
      bool consumes = false;
      auto depends = [&](const Step& step) {
        return std::ranges::any_of(uses(step), [&](Var var) { return later.contains(var); });
      };
      for (size_t i = a + 1; i < b; i++) {
        if (!depends(steps[i])) {
          before.push_back(steps[i]);
          continue;
        }
        binds(steps[i], later);
        after.push_back(steps[i]);
        for (Var var : uses(steps[i]))
          consumes = consumes || (storage_.type(var)->is_array() && is_consumed(var));
      }
      if (callee(steps[b]) != fn || depends(steps[b]) || consumes) continue;
      Step both = steps[a];
      both.stms.insert(both.stms.end(), steps[b].stms.begin(), steps[b].stms.end());
      std::vector<Step> now(steps.begin(), steps.begin() + ptrdiff_t(a));
      now.insert(now.end(), before.begin(), before.end());
      size_t at = now.size();
      now.push_back(both);
      now.insert(now.end(), after.begin(), after.end());
      now.insert(now.end(), steps.begin() + ptrdiff_t(b) + 1, steps.end());
      steps = std::move(now);
      a = at;
      b = at;
    }
  }
}

// At host level there is one point.
void Flattener::host_call(const Stm& stm) {
  Nest nest;
  nest.place = stm.place;
  nest.certs.assign(stm.certs.begin(), stm.certs.end());
  add_level(nest, Atom::i64(1));
  lift_calls(nest, {&stm, 1});
  std::span<const Atom> first = builder_.list<Atom>({Atom::i64(0)});
  for (Var var : stm.pattern) {
    Lifted lifted = *nest.lifted(var);
    if (lifted.rows && storage_.type(var)->rank() == storage_.type(lifted.array)->rank()) {
      bind_array(var, lifted.array);
    } else if (lifted.rows) {
      builder_.add({&var, 1}, reshape(lifted.array, storage_.type(var)));
    } else {
      builder_.add({&var, 1}, builder_.make(Index{{}, lifted.array, first}));
    }
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

  // Parameters that do not vary get new names, so that two lifted functions do not bind the same
  // one.
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
  if (graph_.is_recursive(fn.name)) {
    depth_ = builder_.new_var("depth", i64);
    sizes.push_back({depth_});
  }
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

  // Results. All arrays but offsets are made by the function.
  std::vector<Param> totals;
  std::vector<Param> arrays;
  for (const Param& result : fn.results) {
    const Type* type = substitute(storage_, storage_.type(result.var), by);
    size_t varying = lifted.varying_dims(storage_.type(result.var));
    if (varying == 0) {
      arrays.push_back(
          {builder_.new_var("result", storage_.types.with_outer({&points_dim, 1}, type)), true});
      continue;
    }
    Var total = builder_.new_var("total", i64);
    totals.push_back({total});
    std::vector<Dim> dims{Dim::variable(total)};
    dims.insert(dims.end(), type->dims.begin() + ptrdiff_t(varying), type->dims.end());
    arrays.push_back({builder_.new_var("offsets", offsets_type)});
    arrays.push_back({builder_.new_var("rows", storage_.types.array(type->elem, dims)), true});
  }
  totals.insert(totals.end(), arrays.begin(), arrays.end());
  made.results = builder_.list(totals);
  made.body = lifted_body(lifted, body, nest, made);
  depth_ = {};
  return storage_.arena.make<Function>(made);
}

const Body* Flattener::lifted_body(const LiftedFunction& lifted, const Body* body, const Nest& nest,
                                   const Function& made) {
  builder_.place = made.place;
  auto results = [&] { return lifted_results(lifted, body, nest, made); };
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
    const Body* empty = builder_.body([&] {
      std::vector<Atom> nothing;
      Substitution zero;
      for (const Param& result : made.results) {
        const Type* type = substitute(storage_, storage_.type(result.var), zero);
        if (type->is_scalar()) zero[result.var] = Atom::i64(0);
        nothing.push_back(type->is_scalar() ? Atom::i64(0) : Atom(zeros("empty", type)));
      }
      return nothing;
    });
    const Body* some = builder_.body(results);
    builder_.add(pattern, builder_.make(If{{}, none, empty, some}));
    return std::vector<Atom>(pattern.begin(), pattern.end());
  });
}

// The results of all points, in the form of the function's results.
std::vector<Atom> Flattener::lifted_results(const LiftedFunction& lifted, const Body* body,
                                            const Nest& nest, const Function& made) {
  Dim ends = Dim::variable(made.params[1].var);
  const Type* offsets_type = storage_.types.array(Prim::I64, {&ends, 1});
  Nest bound = nest;
  for (const Stm& stm : body->stms) bound.bind(stm.pattern);
  std::vector<Lifted> values = nested(nest, body, Stm{{}, nullptr, {}, {}, made.place});
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
        array = builder_.let("result", wanted, reshape(array, wanted));
      }
      arrays.emplace_back(array);
      continue;
    }
    Lifted rows = as_rows(bound, values[i], storage_.type(body->results[i]), varying);
    totals.push_back(rows.rows->total);
    arrays.emplace_back(as_type(rows.rows->offsets, offsets_type));
    arrays.emplace_back(rows.array);
  }
  totals.insert(totals.end(), arrays.begin(), arrays.end());
  return totals;
}

}  // namespace planish::passes
