#include "passes/flatten/combine_rounds.h"

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

CombineRounds::CombineRounds(Flattening& all)
    : storage_(all.storage),
      builder_(all.builder),
      vars_(all.vars),
      arrays_(all.arrays),
      entry_(all.entry),
      core_(all.core) {}

const Body* CombineRounds::combined_in_rounds(const Stm& stm, std::span<const Var> to,
                                              Where where) {
  builder_.place = stm.place;
  return builder_.body([&] {
    std::vector<Var> arrays = core_.mapped_elements(stm, to);
    if (stm.op->kind == Kind::Reduce) {
      reduce_in_pairs(stm, arrays, to);
    } else if (where == Where::Lifted) {
      scan_by_doubling(stm, arrays, to);
    } else {
      scan_in_order(stm, arrays, to);
    }
    return std::vector<Atom>(to.begin(), to.end());
  });
}

//   loop (d = 1, xs) while d < n { take d xs ++ map (i < n - d) { op xs[i] xs[i + d] }, 2 * d }
void CombineRounds::scan_by_doubling(const Stm& stm, std::span<const Var> arrays,
                                     std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t combined = parts.neutral.size();
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Var distance = builder_.new_var("distance", i64);
  std::vector<LoopParam> params{{{distance}, Atom::i64(1)}};
  std::vector<Var> pattern{builder_.new_var("distance", i64)};
  std::vector<Var> current;
  for (size_t i = 0; i < combined; i++) {
    current.push_back(builder_.new_var("xs", storage_.type(to[i])));
    params.push_back({{current.back()}, arrays_.own(arrays[i])});
    pattern.push_back(to[i]);
  }
  Loop loop{};
  loop.params = builder_.list(params);
  loop.condition = builder_.body([&] {
    return std::vector<Atom>{builder_.binary(BinaryOp::Lt, distance, parts.width, "more")};
  });
  loop.body = builder_.body([&] {
    Atom count = builder_.binary(BinaryOp::Sub, parts.width, distance, "count");
    std::vector<Var> made = core_.map_numbers(count, parts.neutral, [&](const Atom& i) {
      Atom right = builder_.binary(BinaryOp::Add, i, distance, "right");
      return apply_operator(parts, current, i, right);
    });
    std::vector<Atom> results{builder_.binary(BinaryOp::Mul, distance, Atom::i64(2), "distance")};
    for (size_t i = 0; i < combined; i++) {
      SliceDim begin{false, Atom::i64(0), distance, Atom::i64(1)};
      results.emplace_back(
          joined_with_slice(current[i], begin, made[i], parts.width, Joined::After));
    }
    return results;
  });
  builder_.add(pattern, builder_.make(loop), stm.certs);
}

void CombineRounds::read_element(Var var, Var array, const Atom& at, NestEntry::Use use) {
  Nest reads;
  reads.place = builder_.place;
  entry_.read(reads, var, array, {&at, 1}, use);
  for (const Stm& stm : reads.stms) builder_.add(stm);
}

std::vector<Atom> CombineRounds::apply_operator(const OperatorParts& parts,
                                                std::span<const Var> arrays, const Atom& left,
                                                const Atom& right) {
  const size_t combined = parts.neutral.size();
  for (size_t i = 0; i < 2 * combined; i++) {
    const Param& param = parts.op->params[i];
    const bool is_consumed = param.unique || vars_.is_consumed(param.var);
    read_element(param.var, arrays[i % combined], i < combined ? left : right,
                 is_consumed ? NestEntry::Use::Consumed : NestEntry::Use::Read);
  }
  for (const Stm& stm : parts.op->body->stms) builder_.add(stm);
  return {parts.op->body->results.begin(), parts.op->body->results.end()};
}

//   loop (k = n, xs) while 1 < k { map (i < k / 2) { op xs[2i] xs[2i + 1] } ++ what is left }
void CombineRounds::reduce_in_pairs(const Stm& stm, std::span<const Var> arrays,
                                    std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t combined = parts.neutral.size();
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Var count = builder_.new_var("count", i64);
  Var last_count = builder_.new_var("count", i64);
  std::vector<LoopParam> params{{{count}, parts.width}};
  std::vector<Var> pattern{last_count};
  std::vector<Var> current;
  for (size_t i = 0; i < combined; i++) {
    auto sized = [&](Var size) {
      Dim dim = Dim::variable(size);
      return storage_.types.with_outer({&dim, 1}, storage_.type(parts.neutral[i]));
    };
    current.push_back(builder_.new_var("xs", sized(count)));
    params.push_back({{current.back()}, arrays[i]});
    pattern.push_back(builder_.new_var("xs", sized(last_count)));
  }
  Loop loop{};
  loop.params = builder_.list(params);
  loop.condition = builder_.body([&] {
    return std::vector<Atom>{builder_.binary(BinaryOp::Lt, Atom::i64(1), count, "more")};
  });
  loop.body = builder_.body([&] { return combined_pairs(parts, current, count); });
  builder_.add(pattern, builder_.make(loop), stm.certs);
  Atom empty = builder_.binary(BinaryOp::Eq, last_count, Atom::i64(0), "empty");
  // A result may be consumed, and without any round it would be a part of what was there before.
  const Body* neutral = builder_.body([&] {
    std::vector<Atom> results;
    for (const Atom& value : parts.neutral) results.push_back(arrays_.own(value));
    return results;
  });
  const Body* first = builder_.body([&] {
    std::vector<Atom> results;
    for (size_t i = 0; i < combined; i++) {
      const Op* index =
          builder_.make(Index{{}, pattern[i + 1], builder_.list<Atom>({Atom::i64(0)})});
      results.push_back(
          arrays_.own(builder_.let("result", storage_.type(parts.neutral[i]), index)));
    }
    return results;
  });
  builder_.add(to.first(combined), builder_.make(If{{}, empty, neutral, first}));
}

std::vector<Atom> CombineRounds::combined_pairs(const OperatorParts& parts,
                                                std::span<const Var> arrays, Var count) {
  Atom pairs = builder_.binary(BinaryOp::Quot, count, Atom::i64(2), "pairs");
  Atom paired = builder_.binary(BinaryOp::Mul, pairs, Atom::i64(2), "paired");
  Atom left_over = builder_.binary(BinaryOp::Sub, count, paired, "left_over");
  Atom next = builder_.binary(BinaryOp::Add, pairs, left_over, "count");
  std::vector<Var> made = core_.map_numbers(pairs, parts.neutral, [&](const Atom& i) {
    Atom left = builder_.binary(BinaryOp::Mul, i, Atom::i64(2), "left");
    Atom right = builder_.binary(BinaryOp::Add, left, Atom::i64(1), "right");
    return apply_operator(parts, arrays, left, right);
  });
  std::vector<Atom> results{next};
  for (size_t i = 0; i < arrays.size(); i++) {
    SliceDim end{false, paired, left_over, Atom::i64(1)};
    results.emplace_back(joined_with_slice(arrays[i], end, made[i], next, Joined::Before));
  }
  return results;
}

//   loop (a = neutral, results) for i < n { let c = op a xs[i]   in c, results with [i] = c }
void CombineRounds::scan_in_order(const Stm& stm, std::span<const Var> arrays,
                                  std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t combined = parts.neutral.size();
  Loop loop{};
  loop.bound = parts.width;
  loop.index = builder_.new_var("i", storage_.types.scalar(Prim::I64));
  std::vector<LoopParam> params;
  std::vector<Var> pattern;
  std::vector<Var> results;
  for (size_t i = 0; i < combined; i++) {
    const Type* type = storage_.type(parts.neutral[i]);
    params.push_back({{builder_.new_var("before", type)}, parts.neutral[i]});
    pattern.push_back(builder_.new_var("last", type));
  }
  for (size_t i = 0; i < combined; i++) {
    const Type* type = storage_.type(to[i]);
    results.push_back(builder_.new_var("results", type));
    params.push_back({{results.back(), true}, arrays_.zeros("results", type)});
    pattern.push_back(to[i]);
  }
  loop.params = builder_.list(params);
  loop.body = builder_.body([&] {
    std::vector<Atom> next;
    for (size_t i = 0; i < combined; i++) {
      Var left = parts.op->params[i].var;
      const Op* given = builder_.make(Copy{{}, params[i].param.var});
      bool copies = storage_.type(left)->is_array() && vars_.is_consumed(left);
      if (!copies) given = builder_.make(Same{{}, params[i].param.var});
      builder_.add({&left, 1}, given);
      Var right = parts.op->params[combined + i].var;
      read_element(right, arrays[i], loop.index,
                   vars_.is_consumed(right) ? NestEntry::Use::Consumed : NestEntry::Use::Read);
    }
    for (const Stm& one : parts.op->body->stms) builder_.add(one);
    next.assign(parts.op->body->results.begin(), parts.op->body->results.end());
    for (size_t i = 0; i < combined; i++) {
      SliceDim place{true, loop.index, {}, {}};
      next.emplace_back(builder_.let(
          "results", storage_.type(results[i]),
          builder_.make(Update{{}, results[i], builder_.list<SliceDim>({place}), next[i]})));
    }
    return next;
  });
  builder_.add(pattern, builder_.make(loop), stm.certs);
}

Var CombineRounds::joined_with_slice(Var of, const SliceDim& part, Var array, const Atom& count,
                                     Joined joined) {
  const Type* element = storage_.types.without_outer(storage_.type(of), 1);
  Dim part_dim = Builder::dim(part.count);
  Var slice = builder_.let("part", storage_.types.with_outer({&part_dim, 1}, element),
                           builder_.make(Slice{{}, of, builder_.list<SliceDim>({part})}));
  std::vector<Var> both{array, slice};
  if (joined == Joined::After) std::swap(both[0], both[1]);
  Dim dim = Builder::dim(count);
  return builder_.let("xs", storage_.types.with_outer({&dim, 1}, element),
                      builder_.make(Concat{{}, builder_.list(both)}));
}

}  // namespace planish::passes
