// Updates in loops and calls: Note [Gathering updates].
#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"
#include "passes/accumulators/gather_updates.h"

namespace planish::passes {

using namespace ir;

// ---- Loops

std::vector<Updates> UpdateGatherer::gather_loop(const Stm& stm, const Loop& loop) {
  bool is_map = loop.condition == nullptr && loop.params.size() == 1;
  bool is_single = uses_.has_single_updates(loop.body);
  if (!is_map && !(loop.condition == nullptr && is_single) && !uses_.keeps_state(loop))
    return gather_appending(stm, loop);
  const Type* type = storage_.type(loop.index);
  Atom count = loop.bound;
  if (type->elem != Prim::I64) count = builder_.convert(Prim::I64, count, "count");
  Atom width = builder_.binary(BinaryOp::Max, count, Atom::i64(0), "count");
  if (!is_map && is_single) return gather_carrying(stm, loop, width);

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

namespace {

// What a loop carries, and what it is called afterwards, without the accumulator.
std::pair<std::vector<LoopParam>, std::vector<Var>> carried_besides(const Stm& stm,
                                                                    const Loop& loop, Var acc) {
  std::vector<LoopParam> params;
  std::vector<Var> pattern;
  for (size_t i = 0; i < loop.params.size(); i++) {
    if (loop.params[i].param.var == acc) continue;
    params.push_back(loop.params[i]);
    pattern.push_back(stm.pattern[i]);
  }
  return {params, pattern};
}

}  // namespace

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

// Does the loop without the updates. Gives arrays of what it carries at the beginning of each
// iteration.
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

// A loop that carries other things besides: its updates are written to arrays, one element for each
// iteration.
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
  auto [params, pattern] = carried_besides(stm, loop, acc);
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

// ---- Any number of updates

namespace {
// How many updates there is room for at first.
constexpr int64_t kFirstCapacity = 16;
}  // namespace

UpdateGatherer::Buffers UpdateGatherer::buffers_like(std::span<const Type* const> types,
                                                     std::string_view name) {
  Buffers made{builder_.new_var("capacity", index_type()), {}};
  Dim dim = Dim::variable(made.capacity);
  for (const Type* type : types)
    made.arrays.push_back(builder_.new_var(name, storage_.types.with_outer({&dim, 1}, type)));
  return made;
}

Var UpdateGatherer::written(Var array, const Atom& at, const Atom& count, Var from) {
  SliceDim part{false, at, count, Atom::i64(1)};
  return builder_.let("updates", storage_.type(array),
                      builder_.make(Update{{}, array, builder_.list<SliceDim>({part}), from}));
}

UpdateGatherer::Buffers UpdateGatherer::with_room(const Buffers& buffers, const Atom& used,
                                                  const Atom& needed) {
  std::vector<const Type*> types;
  for (Var array : buffers.arrays)
    types.push_back(storage_.types.without_outer(storage_.type(array), 1));
  Atom fits = builder_.binary(BinaryOp::Le, needed, buffers.capacity, "fits");
  const Body* as_they_are = builder_.body([&] {
    std::vector<Atom> results{buffers.capacity};
    results.insert(results.end(), buffers.arrays.begin(), buffers.arrays.end());
    return results;
  });
  const Body* larger = builder_.body([&] {
    Atom twice = builder_.binary(BinaryOp::Mul, buffers.capacity, Atom::i64(2), "twice");
    Atom capacity = builder_.binary(BinaryOp::Max, needed, twice, "capacity");
    std::vector<Atom> results{capacity};
    Dim all = Builder::dim(capacity);
    Dim some = Builder::dim(used);
    for (size_t i = 0; i < types.size(); i++) {
      Var empty = zero(storage_.types.with_outer({&all, 1}, types[i])).var;
      SliceDim part{false, Atom::i64(0), used, Atom::i64(1)};
      Var old = builder_.let(
          "old", storage_.types.with_outer({&some, 1}, types[i]),
          builder_.make(Slice{{}, buffers.arrays[i], builder_.list<SliceDim>({part})}));
      results.emplace_back(written(empty, Atom::i64(0), used, old));
    }
    return results;
  });
  Buffers made = buffers_like(types, "updates");
  std::vector<Var> pattern{made.capacity};
  pattern.insert(pattern.end(), made.arrays.begin(), made.arrays.end());
  builder_.add(pattern, builder_.make(If{{}, fits, as_they_are, larger}));
  return made;
}

std::vector<Updates> UpdateGatherer::gather_appending(const Stm& stm, const Loop& loop) {
  Var acc = uses_.acc_of_loop(loop);
  std::vector<const Type*> types(indexed_, index_type());
  types.insert(types.end(), types_.begin(), types_.end());
  auto [params, pattern] = carried_besides(stm, loop, acc);
  Var used = builder_.new_var("used", index_type());
  Buffers buffers = buffers_like(types, "updates");
  params.push_back({{used}, Atom::i64(0)});
  params.push_back({{buffers.capacity}, Atom::i64(kFirstCapacity)});
  Dim first = Dim::constant(kFirstCapacity);
  for (size_t i = 0; i < types.size(); i++)
    params.push_back(
        {{buffers.arrays[i], true}, zero(storage_.types.with_outer({&first, 1}, types[i]))});
  Loop made = loop;
  made.params = builder_.list(params);
  made.body = builder_.body([&] {
    std::vector<Atom> results;
    std::vector<Updates> all = gather(loop.body, acc, results);
    builder_.place = stm.place;
    std::vector<Atom> one = as_one(all, types);
    Atom needed = builder_.binary(BinaryOp::Add, used, one[0], "used");
    Buffers roomy = with_room(buffers, used, needed);
    results.push_back(needed);
    results.emplace_back(roomy.capacity);
    for (size_t i = 0; i < types.size(); i++)
      results.emplace_back(written(roomy.arrays[i], used, one[0], one[i + 1].var));
    return results;
  });
  builder_.place = stm.place;
  Updates updates{false, builder_.new_var("count", index_type()), std::vector<Atom>(indexed_),
                  std::vector<Atom>(types_.size())};
  Buffers last = buffers_like(types, "updates");
  pattern.push_back(updates.count.var);
  pattern.push_back(last.capacity);
  pattern.insert(pattern.end(), last.arrays.begin(), last.arrays.end());
  Stm now = stm;
  now.pattern = builder_.list(pattern);
  now.op = builder_.make(made);
  builder_.add(now);
  Dim count = Builder::dim(updates.count);
  auto next = last.arrays.begin();
  for_each_part(updates, [&](Atom& part, const Type* type) {
    SliceDim all{false, Atom::i64(0), updates.count, Atom::i64(1)};
    part = builder_.let("updates", storage_.types.with_outer({&count, 1}, type),
                        builder_.make(Slice{{}, *next++, builder_.list<SliceDim>({all})}));
  });
  return {updates};
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
