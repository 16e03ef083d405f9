// Updates in loops and calls: Note [Gathering updates].
#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"
#include "passes/gather_updates.h"

namespace planish::passes {

using namespace ir;

// ---- Loops

std::vector<Updates> UpdateGatherer::gather_loop(const Stm& stm, Loop loop) {
  if (loop.condition != nullptr) {
    loop.bound = count_iterations(stm, loop);
    loop.condition = nullptr;
    loop.index = builder_.new_var("i", index_type());
  }
  const Type* type = storage_.type(loop.index);
  Atom count = loop.bound;
  if (type->elem != Prim::I64) count = builder_.convert(Prim::I64, count, "count");
  Atom width = builder_.binary(BinaryOp::Max, count, Atom::i64(0), "count");
  bool is_map = loop.params.size() == 1;
  if (!is_map && uses_.has_single_updates(loop.body)) return gather_carrying(stm, loop, width);

  // As a map of the indices and of what is carried at the beginning of each iteration.
  std::vector<Var> arrays;
  std::vector<Param> params{{loop.index}};
  if (!is_map) arrays = record(stm, loop, width);
  Dim dim = Builder::dim(width);
  arrays.insert(
      arrays.begin(),
      builder_.let("indices", storage_.types.with_outer({&dim, 1}, type),
                   builder_.make(Iota{{}, width, Const{type->elem, 0}, Const{type->elem, 1}})));
  Var acc = uses_.acc_of_loop(loop);
  for (const LoopParam& param : loop.params) {
    if (param.param.var != acc) params.push_back(param.param);
  }
  std::vector<Atom> result;
  std::ranges::copy_if(loop.body->results, std::back_inserter(result),
                       [&](const Atom& atom) { return uses_.is_acc(atom); });
  Body body{loop.body->stms, builder_.list(result)};
  return gather_rows(stm, width, {&body, acc}, params, arrays, {});
}

UpdateGatherer::LoopCopy UpdateGatherer::copy_of(const Loop& loop) {
  std::vector<Param> params;
  if (loop.index) params.push_back({loop.index});
  for (const LoopParam& param : loop.params) params.push_back(param.param);
  Lambda code{builder_.list(params), loop.body, {}};
  LoopCopy copy;
  copy.code = clone_lambda(storage_, &code);
  for (size_t i = 0; i < params.size(); i++) copy.by[params[i].var] = copy.code->params[i].var;
  return copy;
}

Atom UpdateGatherer::count_iterations(const Stm& stm, const Loop& loop) {
  LoopCopy copy = copy_of(loop);
  Var acc = uses_.acc_of_loop(loop);
  std::vector<LoopParam> params;
  std::vector<Var> pattern;
  Substitution results_by;
  for (size_t i = 0; i < loop.params.size(); i++) {
    const LoopParam& param = loop.params[i];
    if (param.param.var == acc) continue;
    Atom init = param.init;
    const Type* init_type = storage_.type(init);
    if (param.param.unique && init_type->is_array())
      init = builder_.let("copy", init_type, builder_.make(Copy{{}, init.var}));
    params.push_back({copy.code->params[i], init});
    const Type* type = substitute(storage_, storage_.type(stm.pattern[i]), results_by);
    pattern.push_back(builder_.new_var("last", type));
    results_by[stm.pattern[i]] = pattern.back();
  }
  Var counter = builder_.new_var("count", index_type());
  params.push_back({{counter}, Atom::i64(0)});
  pattern.push_back(builder_.new_var("count", index_type()));
  Loop made{};
  made.params = builder_.list(params);
  made.condition = clone_body(storage_, loop.condition, copy.by);
  made.body = builder_.body([&] {
    std::vector<Atom> results;
    gather(copy.code->body, copy.by.at(acc).var, results);
    results.push_back(builder_.binary(BinaryOp::Add, counter, Atom::i64(1), "count"));
    return results;
  });
  builder_.place = stm.place;
  Stm now = stm;
  now.pattern = builder_.list(pattern);
  now.op = builder_.make(made);
  builder_.add(now);
  return pattern.back();
}

// Does the loop without the updates. Gives arrays of what it carries at the beginning of each iteration.
std::vector<Var> UpdateGatherer::record(const Stm& stm, const Loop& loop, const Atom& width) {
  LoopCopy copy = copy_of(loop);
  Var acc = uses_.acc_of_loop(loop);
  Dim dim = Builder::dim(width);
  std::vector<LoopParam> params;
  std::vector<LoopParam> buffers;
  std::vector<Var> recorded;
  for (size_t i = 0; i < loop.params.size(); i++) {
    const LoopParam& param = loop.params[i];
    if (param.param.var == acc) continue;
    params.push_back({copy.code->params[i + 1], param.init});
    const Type* type = storage_.types.with_outer({&dim, 1}, storage_.type(param.param.var));
    buffers.push_back({{builder_.new_var("carried", type), true}, zero(type)});
    recorded.push_back(builder_.new_var("carried", type));
  }
  Loop made = loop;
  made.index = copy.by.at(loop.index).var;
  made.body = builder_.body([&] {
    Atom at = made.index;
    if (storage_.type(at) != index_type()) at = builder_.convert(Prim::I64, at, "at");
    std::vector<Atom> written;
    for (size_t i = 0; i < buffers.size(); i++) {
      Var buffer = buffers[i].param.var;
      std::span<const SliceDim> place = builder_.list<SliceDim>({{true, at, {}, {}}});
      const Op* update = builder_.make(Update{{}, buffer, place, params[i].param.var});
      written.emplace_back(builder_.let("carried", storage_.type(buffer), update));
    }
    std::vector<Atom> results;
    gather(copy.code->body, copy.by.at(acc).var, results);
    results.insert(results.end(), written.begin(), written.end());
    return results;
  });
  builder_.place = stm.place;
  params.insert(params.end(), buffers.begin(), buffers.end());
  made.params = builder_.list(params);
  std::vector<Var> pattern = without_acc(stm.pattern);
  pattern.insert(pattern.end(), recorded.begin(), recorded.end());
  Stm now = stm;
  now.pattern = builder_.list(pattern);
  now.op = builder_.make(made);
  builder_.add(now);
  return recorded;
}

// A loop that carries other things besides: its updates are written to arrays, one element for each iteration.
std::vector<Updates> UpdateGatherer::gather_carrying(const Stm& stm, const Loop& loop,
                                                     const Atom& width) {
  Var acc = uses_.acc_of_loop(loop);
  std::vector<Updates> all;
  std::vector<Var> buffers;
  Dim dim = Builder::dim(width);
  Loop made = loop;
  made.body = builder_.body([&] {
    std::vector<Atom> results;
    all = gather(loop.body, acc, results);
    builder_.place = stm.place;
    Atom at = loop.index;
    if (storage_.type(at) != index_type()) at = builder_.convert(Prim::I64, at, "at");
    for (Updates& updates : all) {
      for_each_part(updates, [&](const Atom& part, const Type* type) {
        const Type* rows = storage_.types.with_outer({&dim, 1}, type);
        buffers.push_back(builder_.new_var("updates", rows));
        SliceDim place{true, at, {}, {}};
        results.emplace_back(builder_.let(
            "updates", rows,
            builder_.make(Update{{}, buffers.back(), builder_.list<SliceDim>({place}), part})));
      });
    }
    return results;
  });
  builder_.place = stm.place;
  std::vector<LoopParam> params;
  std::vector<Var> pattern;
  for (size_t i = 0; i < loop.params.size(); i++) {
    if (loop.params[i].param.var == acc) continue;
    params.push_back(loop.params[i]);
    pattern.push_back(stm.pattern[i]);
  }
  for (Var buffer : buffers) params.push_back({{buffer, true}, zero(storage_.type(buffer))});
  auto next = buffers.begin();
  for (Updates& updates : all) {
    updates.is_one = false;
    updates.count = width;
    for_each_part(updates, [&](Atom& part, const Type*) {
      Var rows = builder_.new_var("updates", storage_.type(*next++));
      pattern.push_back(rows);
      part = rows;
    });
  }
  made.params = builder_.list(params);
  Stm now = stm;
  now.pattern = builder_.list(pattern);
  now.op = builder_.make(made);
  builder_.add(now);
  return all;
}

// ---- Calls

std::vector<Updates> UpdateGatherer::gather_call(const Stm& stm, const Call& call) {
  std::vector<Atom> args;
  std::ranges::copy_if(call.args, std::back_inserter(args),
                       [&](const Atom& arg) { return !uses_.is_acc(arg); });
  std::vector<Var> pattern = without_acc(stm.pattern);
  Var count = builder_.new_var("count", index_type());
  pattern.push_back(count);
  Updates updates{false, count, std::vector<Atom>(indexed_), std::vector<Atom>(types_.size())};
  Dim dim = Dim::variable(count);
  for_each_part(updates, [&](Atom& part, const Type* type) {
    pattern.push_back(builder_.new_var("updates", storage_.types.with_outer({&dim, 1}, type)));
    part = pattern.back();
  });
  Stm made = stm;
  made.pattern = builder_.list(pattern);
  made.op =
      builder_.make(Call{{}, function_of_updates(*uses_.function(call.fn)), builder_.list(args)});
  builder_.add(made);
  return {updates};
}

Name UpdateGatherer::function_of_updates(const Function& fn) {
  auto [known, is_new] = functions_.try_emplace({fn.name, indexed_});
  if (!is_new) return known->second;
  std::string text = std::string(storage_.text(fn.name)) + ".updates";
  while (uses_.has_function(storage_.names.intern(text)) || names_.contains(text)) text += "'";
  names_.insert(text);
  const Name name = storage_.names.intern(text);
  known->second = name;

  PlaceId around = builder_.place;
  Lambda code{fn.params, fn.body, fn.place};
  const Lambda* copy = clone_lambda(storage_, &code);
  Function made = fn;
  made.name = name;
  Substitution by;
  std::vector<Param> params;
  Var acc;
  for (size_t i = 0; i < fn.params.size(); i++) {
    by[fn.params[i].var] = copy->params[i].var;
    if (uses_.is_acc(copy->params[i].var)) {
      acc = copy->params[i].var;
    } else {
      params.push_back(copy->params[i]);
    }
  }
  made.params = builder_.list(params);
  std::vector<Param> results;
  for (const Param& result : fn.results) {
    const Type* type = substitute(storage_, storage_.type(result.var), by);
    if (type->is_acc()) continue;
    results.push_back({builder_.new_var("result", type), result.unique});
    by[result.var] = results.back().var;
  }
  std::vector<const Type*> values;
  for (const Type* array : storage_.type(acc)->arrays)
    values.push_back(storage_.types.without_outer(array, indexed_));
  Var count = builder_.new_var("count", index_type());
  results.push_back({count});
  Dim dim = Dim::variable(count);
  std::vector<const Type*> types(indexed_, index_type());
  types.insert(types.end(), values.begin(), values.end());
  for (const Type* type : types)
    results.push_back({builder_.new_var("updates", storage_.types.with_outer({&dim, 1}, type))});
  made.results = builder_.list(results);
  made.body = builder_.body([&] {
    std::vector<Atom> given;
    std::vector<Updates> all =
        gather_all(copy->body, acc, storage_.type(acc)->arrays, indexed_, given);
    builder_.place = fn.place;
    std::vector<Atom> one = as_one(all, types);
    given.insert(given.end(), one.begin(), one.end());
    return given;
  });
  builder_.place = around;
  made_.push_back(storage_.arena.make<Function>(made));
  return name;
}

std::vector<Atom> UpdateGatherer::as_one(const std::vector<Updates>& all,
                                         std::span<const Type* const> types) {
  Atom count = Atom::i64(0);
  std::vector<std::vector<Var>> arrays(types.size());
  for (const Updates& updates : all) {
    count = &updates == &all[0] ? updates.count
                                : builder_.binary(BinaryOp::Add, count, updates.count, "count");
    std::vector<Var> own = rows(updates);
    for (size_t i = 0; i < own.size(); i++) arrays[i].push_back(own[i]);
  }
  std::vector<Atom> one{count};
  Dim dim = Builder::dim(count);
  for (size_t i = 0; i < types.size(); i++) {
    const Type* type = storage_.types.with_outer({&dim, 1}, types[i]);
    if (arrays[i].size() == 1) {
      one.emplace_back(arrays[i][0]);
    } else if (arrays[i].empty()) {
      one.emplace_back(builder_.let("none", type, builder_.make(ArrayLit{{}, {}})));
    } else {
      one.emplace_back(
          builder_.let("updates", type, builder_.make(Concat{{}, builder_.list(arrays[i])})));
    }
  }
  return one;
}

}  // namespace planish::passes
