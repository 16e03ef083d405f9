#include "passes/accumulators/gather_updates.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

std::vector<Updates> UpdateGatherer::gather_all(const Body* body, Var acc,
                                                std::span<const Type* const> arrays, size_t indexed,
                                                std::vector<Atom>& others) {
  // A function is made in the middle of the code that calls it.
  size_t indexed_before = std::exchange(indexed_, indexed);
  std::vector<const Type*> types_before = std::exchange(types_, {});
  std::vector<Atom> nothing_before = std::exchange(nothing_, {});
  for (const Type* array : arrays) {
    types_.push_back(storage_.types.without_outer(array, indexed));
    nothing_.push_back(zero(types_.back()));
  }
  std::vector<Updates> all = gather(body, acc, others);
  indexed_ = indexed_before;
  types_ = std::move(types_before);
  nothing_ = std::move(nothing_before);
  return all;
}

std::vector<Var> UpdateGatherer::without_acc(std::span<const Var> vars) const {
  std::vector<Var> others;
  std::ranges::copy_if(vars, std::back_inserter(others),
                       [&](Var var) { return !uses_.is_acc(var); });
  return others;
}

std::vector<Var> UpdateGatherer::rows(const Updates& updates) {
  std::vector<Atom> parts = updates.indices;
  parts.insert(parts.end(), updates.values.begin(), updates.values.end());
  std::vector<Var> arrays;
  Dim one = Dim::constant(1);
  for (const Atom& part : parts) {
    const Type* type = storage_.type(part);
    arrays.push_back(updates.is_one
                         ? builder_.let("update", storage_.types.with_outer({&one, 1}, type),
                                        builder_.make(ArrayLit{{}, builder_.list<Atom>({part})}))
                         : part.var);
  }
  return arrays;
}

Atom UpdateGatherer::zero(const Type* type) {
  Const value{type->elem, 0};
  if (type->is_scalar()) return value;
  std::vector<Atom> dims;
  for (const Dim& dim : type->dims) dims.push_back(Builder::atom(dim));
  return builder_.let("nothing", type, builder_.make(Replicate{{}, builder_.list(dims), value}));
}

std::vector<Updates> UpdateGatherer::gather(const Body* body, Var acc, std::vector<Atom>& others) {
  Names names{acc};
  std::vector<Updates> all;
  for (const Stm& stm : body->stms) {
    if (!uses_.uses(stm, names)) {
      builder_.add(stm);
      continue;
    }
    names.insert(uses_.only_acc(stm.pattern));
    builder_.place = stm.place;
    std::vector<Updates> made = match(
        stm.op,
        [&](const UpdateAcc& n) -> std::vector<Updates> {
          return {{true,
                   Atom::i64(1),
                   {n.indices.begin(), n.indices.end()},
                   {n.values.begin(), n.values.end()}}};
        },
        [&](const Map& n) { return gather_map(stm, n); },
        [&](const If&) { return gather_branches(stm); },
        [&](const Match&) { return gather_branches(stm); },
        [&](const Loop& n) { return gather_loop(stm, n); },
        [&](const Call& n) { return gather_call(stm, n); },
        [](const auto&) -> std::vector<Updates> { return {}; });
    all.insert(all.end(), made.begin(), made.end());
  }
  for (const Atom& result : body->results) {
    if (!is_among(names, result)) others.push_back(result);
  }
  return all;
}

// ---- Maps

std::vector<Updates> UpdateGatherer::gather_map(const Stm& stm, const Map& map) {
  auto position =
      size_t(std::ranges::find(map.arrays, uses_.only_acc(map.arrays)) - map.arrays.begin());
  std::vector<Param> params(map.fn->params.begin(), map.fn->params.end());
  std::vector<Var> arrays(map.arrays.begin(), map.arrays.end());
  Var acc = params[position].var;
  params.erase(params.begin() + ptrdiff_t(position));
  arrays.erase(arrays.begin() + ptrdiff_t(position));
  return gather_rows(stm, map.width, {map.fn->body, acc}, params, arrays, without_acc(stm.pattern));
}

std::vector<Updates> UpdateGatherer::gather_rows(const Stm& stm, const Atom& width, Code code,
                                                 const std::vector<Param>& params,
                                                 const std::vector<Var>& arrays,
                                                 std::vector<Var> pattern) {
  std::vector<Updates> all;
  const Body* body = builder_.body([&] {
    std::vector<Atom> results;
    all = gather(code.body, code.acc, results);
    for (Updates& updates : all) {
      for_each_part(updates, [&](const Atom& part, const Type*) { results.push_back(part); });
    }
    return results;
  });
  Names inside;
  for (const Param& param : params) inside.insert(param.var);
  for (const Stm& inner : body->stms) inside.insert(inner.pattern.begin(), inner.pattern.end());

  builder_.place = stm.place;
  for (Updates& updates : all) {
    bool varies = is_among(inside, updates.count);
    for_each_part(updates, [&](Atom& part, const Type* type) {
      std::vector<Dim> dims{Builder::dim(width)};
      if (!updates.is_one) dims.push_back(varies ? Dim::varying() : Builder::dim(updates.count));
      Var rows = builder_.new_var("updates", storage_.types.with_outer(dims, type));
      pattern.push_back(rows);
      part = rows;
    });
  }
  Lambda fn{builder_.list(params), body, stm.place};
  Stm made = stm;
  made.pattern = builder_.list(pattern);
  made.op = builder_.make(Map{{}, width, storage_.arena.make<Lambda>(fn), builder_.list(arrays)});
  builder_.add(made);
  for (Updates& updates : all) {
    if (!updates.is_one) {
      join(updates, width, is_among(inside, updates.count) ? Lengths::Vary : Lengths::Equal);
    } else {
      updates.count = width;
    }
    updates.is_one = false;
  }
  return all;
}

void UpdateGatherer::join(Updates& updates, const Atom& width, Lengths row_lengths) {
  const Type* i64 = index_type();
  if (row_lengths == Lengths::Vary) {
    Dim dim = Builder::dim(width);
    Var lengths = builder_.let("lengths", storage_.types.array(Prim::I64, {&dim, 1}),
                               builder_.make(RowLengths{{}, updates.indices[0].var}));
    std::vector<Param> params{{builder_.new_var("a", i64)}, {builder_.new_var("b", i64)}};
    const Body* sum = builder_.body([&] {
      return std::vector<Atom>{builder_.binary(BinaryOp::Add, params[0].var, params[1].var, "sum")};
    });
    Lambda plus{builder_.list(params), sum, builder_.place};
    Reduce reduce{};
    reduce.width = width;
    reduce.commutative = true;
    reduce.op = storage_.arena.make<Lambda>(plus);
    reduce.neutral = builder_.list<Atom>({Atom::i64(0)});
    reduce.arrays = builder_.list<Var>({lengths});
    updates.count = builder_.let("count", i64, builder_.make(reduce));
  } else {
    updates.count = builder_.binary(BinaryOp::Mul, width, updates.count, "count");
  }
  Dim count = Builder::dim(updates.count);
  for_each_part(updates, [&](Atom& part, const Type* type) {
    const Type* joined = storage_.types.with_outer({&count, 1}, type);
    if (row_lengths == Lengths::Vary) {
      part = builder_.let("updates", joined, builder_.make(JoinRows{{}, part.var}));
      return;
    }
    std::vector<Atom> dims;
    for (const Dim& dim : joined->dims) dims.push_back(Builder::atom(dim));
    part =
        builder_.let("updates", joined, builder_.make(Reshape{{}, part.var, builder_.list(dims)}));
  });
}

// ---- Branches

// An update to nowhere, or no updates.
Updates UpdateGatherer::nothing_like(const Updates& like) {
  Updates none = like;
  if (!like.is_one) none.count = Atom::i64(0);
  for (Atom& index : none.indices) index = Atom::i64(-1);
  for (size_t i = 0; i < none.values.size(); i++) none.values[i] = nothing_[i];
  if (like.is_one) return none;
  Dim dim = Dim::constant(0);
  for_each_part(none, [&](Atom& part, const Type* type) {
    part = builder_.let("none", storage_.types.with_outer({&dim, 1}, type),
                        builder_.make(ArrayLit{{}, {}}));
  });
  return none;
}

std::vector<Updates> UpdateGatherer::gather_branches(const Stm& stm) {
  struct Branch {
    const Body* code = nullptr;  // without results
    std::vector<Atom> results;
    std::vector<Updates> one;   // each is one update
    std::vector<Updates> many;  // those that are rows
  };
  std::vector<Branch> branches;
  for_each_body(stm.op, [&](const Body* body) {
    Branch branch;
    builder_.begin();
    for (Updates& updates : gather(body, uses_.acc_of_branch(body), branch.results))
      (updates.is_one ? branch.one : branch.many).push_back(updates);
    branch.code = builder_.end({});
    branches.push_back(std::move(branch));
  });

  // Single updates of all branches share a place. Rows do not: they may be of different lengths.
  std::vector<Updates> all;
  for (const Branch& branch : branches) {
    if (branch.one.size() > all.size()) all = branch.one;
  }
  const size_t singles = all.size();
  for (const Branch& branch : branches)
    all.insert(all.end(), branch.many.begin(), branch.many.end());
  std::vector<const Body*> bodies;
  size_t first_row = singles;
  for (const Branch& branch : branches) {
    bodies.push_back(builder_.body([&] {
      for (const Stm& inner : branch.code->stms) builder_.add(inner);
      std::vector<Atom> results = branch.results;
      for (size_t i = 0; i < all.size(); i++) {
        bool is_own = i < singles ? i < branch.one.size()
                                  : i >= first_row && i < first_row + branch.many.size();
        Updates updates = is_own ? all[i] : nothing_like(all[i]);
        if (is_own && i < singles) updates = branch.one[i];
        if (!updates.is_one) results.push_back(updates.count);
        for_each_part(updates, [&](const Atom& part, const Type*) { results.push_back(part); });
      }
      return results;
    }));
    first_row += branch.many.size();
  }

  builder_.place = stm.place;
  std::vector<Var> pattern = without_acc(stm.pattern);
  for (Updates& updates : all) {
    std::vector<Dim> dims;
    if (!updates.is_one) {
      Var count = builder_.new_var("count", index_type());
      pattern.push_back(count);
      updates.count = count;
      dims.push_back(Dim::variable(count));
    }
    for_each_part(updates, [&](Atom& part, const Type* type) {
      Var var = builder_.new_var("updates", storage_.types.with_outer(dims, type));
      pattern.push_back(var);
      part = var;
    });
  }
  Stm made = stm;
  made.pattern = builder_.list(pattern);
  made.op = match(
      stm.op,
      [&](const If& n) -> const Op* {
        return builder_.make(If{{}, n.condition, bodies[0], bodies[1]});
      },
      [&](const Match& n) -> const Op* {
        Match now = n;
        std::vector<MatchCase> cases(n.cases.begin(), n.cases.end());
        for (size_t i = 0; i < cases.size(); i++) cases[i].body = bodies[i];
        now.cases = builder_.list(cases);
        if (n.otherwise != nullptr) now.otherwise = bodies.back();
        return builder_.make(now);
      },
      [](const auto&) -> const Op* { throw std::logic_error("not a branch"); });
  builder_.add(made);
  return all;
}

}  // namespace planish::passes
