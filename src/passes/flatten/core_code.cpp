#include "passes/flatten/core_code.h"

#include <algorithm>

#include "ir/build/order_by_bin.h"
#include "ir/match.h"
#include "passes/common/unfused_scan.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

CoreCode::CoreCode(Flattening& all)
    : storage_(all.storage), builder_(all.builder), arrays_(all.arrays) {}

// ---- Maps before operators

void CoreCode::add_map(const Stm& stm, const OperatorParts& parts, const std::vector<Var>& to) {
  Stm map = stm;
  map.pattern = builder_.list(to);
  map.op = builder_.make(Map{{}, parts.width, parts.map, parts.arrays});
  builder_.add(map);
}

std::vector<Var> CoreCode::mapped_elements(const Stm& stm, std::span<const Var> to) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t combined = parts.neutral.size();
  if (parts.map == nullptr) return {parts.arrays.begin(), parts.arrays.end()};
  std::vector<Var> pattern;
  Dim width = Builder::dim(parts.width);
  for (const Atom& value : parts.neutral)
    pattern.push_back(
        builder_.new_var("mapped", storage_.types.with_outer({&width, 1}, storage_.type(value))));
  pattern.insert(pattern.end(), to.begin() + ptrdiff_t(combined), to.end());
  add_map(stm, parts, pattern);
  pattern.resize(combined);
  return pattern;
}

const Body* CoreCode::map_before(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  bool combines = stm.op->kind == Kind::Reduce || stm.op->kind == Kind::Scan;
  builder_.place = stm.place;
  return builder_.body([&] {
    Stm rest = stm;
    std::vector<Var> arrays;
    if (combines) {
      arrays = mapped_elements(stm, stm.pattern);
      rest.pattern = stm.pattern.first(parts.neutral.size());
    } else {
      Dim width = Builder::dim(parts.width);
      for (const Atom& result : parts.map->body->results)
        arrays.push_back(builder_.new_var(
            "mapped", storage_.types.with_outer({&width, 1}, storage_.type(result))));
      add_map(stm, parts, arrays);
      // A filter whose function gives nothing but the decision keeps the elements.
      if (stm.op->kind == Kind::Filter && arrays.size() == 1)
        arrays.insert(arrays.end(), parts.arrays.begin(), parts.arrays.end());
    }
    rest.op = without_map(stm.op, builder_.list(arrays));
    builder_.add(rest);
    return std::vector<Atom>(stm.pattern.begin(), stm.pattern.end());
  });
}

const Op* CoreCode::without_map(const Op* op, std::span<const Var> arrays) {
  auto changed = [&](auto n) -> const Op* {
    n.map = nullptr;
    n.arrays = arrays;
    return builder_.make(n);
  };
  return match(
      op, [&](const Reduce& n) { return changed(n); }, [&](const Scan& n) { return changed(n); },
      [&](const Hist& n) { return changed(n); }, [&](const Scatter& n) { return changed(n); },
      [&](const Filter& n) -> const Op* {
        // The decisions have been made already.
        std::vector<Param> params;
        std::vector<Atom> results;
        for (Var array : arrays) {
          const Type* element = storage_.types.without_outer(storage_.type(array), 1);
          params.push_back({builder_.new_var("x", element)});
          results.emplace_back(params.back().var);
        }
        const Body* body = builder_.body([&] { return results; });
        Lambda decided{builder_.list(params), body, n.predicate->place};
        return builder_.make(Filter{{}, n.width, storage_.arena.make<Lambda>(decided), arrays});
      },
      [](const auto&) -> const Op* { return nullptr; });
}

// ---- Scans

// What is applied to what a scan gives becomes a map, where the scan is not done in the usual way.
bool CoreCode::has_post(const Stm& stm) {
  const auto* scan = as<Scan>(stm.op);
  return scan != nullptr && scan->post != nullptr;
}

const Body* CoreCode::scan_and_map(const Stm& stm) {
  return builder_.body([&] {
    for (const Stm& part : unfused(storage_, stm, *as<Scan>(stm.op))) builder_.add(part);
    return std::vector<Atom>(stm.pattern.begin(), stm.pattern.end());
  });
}

// ---- Elements whose sizes differ

std::vector<Var> CoreCode::mapped_for_writes(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t indexed = parts.shape.size();
  if (parts.map == nullptr) return {parts.arrays.begin(), parts.arrays.end()};
  std::vector<Var> arrays;
  Dim width = Builder::dim(parts.width);
  for (const Atom& result : parts.map->body->results) {
    size_t number = arrays.size();
    const Type* element =
        number < indexed
            ? storage_.type(result)
            : storage_.types.without_outer(storage_.type(parts.dests[number - indexed]), indexed);
    arrays.push_back(builder_.new_var("mapped", storage_.types.with_outer({&width, 1}, element)));
  }
  add_map(stm, parts, arrays);
  return arrays;
}

const Body* CoreCode::scattered_elements(const Stm& stm) {
  builder_.place = stm.place;
  return builder_.body([&] {
    const std::vector<Var> arrays = mapped_for_writes(stm);
    for (size_t d = 0; d < stm.pattern.size(); d++) scatter_elements(stm, arrays, d);
    return std::vector<Atom>(stm.pattern.begin(), stm.pattern.end());
  });
}

void CoreCode::scatter_elements(const Stm& stm, std::span<const Var> arrays, size_t dest) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t indexed = parts.shape.size();
  std::span<const Dim> dims = storage_.type(parts.dests[dest])->dims.subspan(indexed);
  Atom width = parts.width;
  for (const Dim& dim : dims)
    width = builder_.binary(BinaryOp::Mul, width, Builder::atom(dim), "count");
  Dim outer = Builder::dim(width);
  Var numbers = builder_.let("numbers", storage_.types.array(Prim::I64, {&outer, 1}),
                             builder_.make(Iota{{}, width, Atom::i64(0), Atom::i64(1)}));
  Var number = builder_.new_var("e", storage_.types.scalar(Prim::I64));
  const Body* body = builder_.body([&] {
    // From the innermost dimension outwards.
    Atom rest = number;
    std::vector<Atom> inner(dims.size());
    for (size_t i = dims.size(); i-- > 0;) {
      Atom size = Builder::atom(dims[i]);
      inner[i] = builder_.binary(BinaryOp::Rem, rest, size, "at");
      rest = builder_.binary(BinaryOp::Quot, rest, size, "row");
    }
    std::vector<Atom> results;
    for (size_t i = 0; i < indexed; i++) results.emplace_back(arrays_.element(arrays[i], {rest}));
    results.insert(results.end(), inner.begin(), inner.end());
    std::vector<Atom> at{rest};
    at.insert(at.end(), inner.begin(), inner.end());
    results.emplace_back(arrays_.element(arrays[indexed + dest], at));
    return results;
  });
  Lambda fn{builder_.list<Param>({{number}}), body, stm.place};
  std::vector<Atom> shape(parts.shape.begin(), parts.shape.end());
  for (const Dim& dim : dims) shape.push_back(Builder::atom(dim));
  Stm scatter = stm;
  scatter.pattern = stm.pattern.subspan(dest, 1);
  scatter.op = builder_.make(Scatter{{},
                                     width,
                                     builder_.list(shape),
                                     parts.dests.subspan(dest, 1),
                                     storage_.arena.make<Lambda>(fn),
                                     builder_.list<Var>({numbers}),
                                     as<Scatter>(stm.op)->last});
  builder_.add(scatter);
}

const Body* CoreCode::histogram_by_sorting(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const size_t indexed = parts.shape.size();
  const size_t combined = parts.neutral.size();
  builder_.place = stm.place;
  return builder_.body([&] {
    std::vector<Var> arrays = mapped_for_writes(stm);
    std::span<const Var> indices = std::span(arrays).first(indexed);
    BinOrder by_bin = order_by_bin(builder_, parts.shape, indices, parts.width);
    std::vector<Var> all;
    Dim bins_dim = Builder::dim(by_bin.bins);
    Dim all_dim = Builder::dim(by_bin.count);
    for (size_t i = 0; i < combined; i++) {
      Var dest = parts.dests[i];
      const Type* value = storage_.types.without_outer(storage_.type(dest), indexed);
      const Type* flat = storage_.types.with_outer({&bins_dim, 1}, value);
      if (indexed > 1) dest = builder_.let("flat", flat, arrays_.reshape(dest, flat));
      std::span<const Var> both = builder_.list<Var>({dest, arrays[indexed + i]});
      all.push_back(builder_.let("all", storage_.types.with_outer({&all_dim, 1}, value),
                                 builder_.make(Concat{{}, both})));
    }

    std::vector<Var> made(stm.pattern.begin(), stm.pattern.end());
    if (indexed > 1) {
      for (size_t i = 0; i < combined; i++)
        made[i] = builder_.new_var(
            "combined", storage_.types.with_outer({&bins_dim, 1}, storage_.type(parts.neutral[i])));
    }
    map_numbers_to(made, by_bin.bins, [&](const Atom& bin) {
      Atom count = arrays_.element(by_bin.counts, {bin});
      Atom start = arrays_.element(by_bin.starts, {bin});
      return reduce_bin(stm, all, by_bin.order, start, count);
    });
    for (size_t i = 0; indexed > 1 && i < combined; i++)
      builder_.add(stm.pattern.subspan(i, 1),
                   arrays_.reshape(made[i], storage_.type(stm.pattern[i])));
    return std::vector<Atom>(stm.pattern.begin(), stm.pattern.end());
  });
}

std::vector<Atom> CoreCode::reduce_bin(const Stm& stm, const std::vector<Var>& all, Var order,
                                       const Atom& start, const Atom& count) {
  OperatorParts parts = *operator_parts(stm.op);
  Dim dim = Builder::dim(count);
  SliceDim part{false, start, count, Atom::i64(1)};
  Reduce reduce{};
  reduce.width = count;
  reduce.commutative = true;
  reduce.op = parts.op;
  reduce.neutral = parts.neutral;
  reduce.arrays = builder_.list<Var>(
      {builder_.let("own", storage_.types.array(Prim::I64, {&dim, 1}),
                    builder_.make(Slice{{}, order, builder_.list<SliceDim>({part})}))});
  Var e = builder_.new_var("e", storage_.types.scalar(Prim::I64));
  const Body* values = builder_.body([&] {
    std::vector<Atom> results;
    for (Var array : all) results.push_back(arrays_.element(array, {e}));
    return results;
  });
  reduce.map =
      storage_.arena.make<Lambda>(Lambda{builder_.list<Param>({{e}}), values, builder_.place});
  std::vector<Var> results;
  for (const Atom& value : parts.neutral)
    results.push_back(builder_.new_var("combined", storage_.type(value)));
  builder_.add(results, builder_.make(reduce), stm.certs);
  return {results.begin(), results.end()};
}

const Body* CoreCode::filtered_by_number(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  const Type* i64 = storage_.types.scalar(Prim::I64);
  builder_.place = stm.place;
  return builder_.body([&] {
    Decisions decisions = decisions_of(stm);
    Dim width = Builder::dim(parts.width);
    decisions.arrays.push_back(
        builder_.let("numbers", storage_.types.array(Prim::I64, {&width, 1}),
                     builder_.make(Iota{{}, parts.width, Atom::i64(0), Atom::i64(1)})));
    Var number = builder_.new_var("number", i64);
    decisions.params.push_back({number});
    Body decide{decisions.code, builder_.list<Atom>({decisions.keeps, number})};
    Lambda predicate{builder_.list(decisions.params), storage_.arena.make<Body>(decide), stm.place};
    Dim count = Dim::variable(stm.pattern[0]);
    Var kept = builder_.new_var("kept", storage_.types.array(Prim::I64, {&count, 1}));
    Stm filter = stm;
    filter.pattern = builder_.list<Var>({stm.pattern[0], kept});
    filter.op = builder_.make(Filter{
        {}, parts.width, storage_.arena.make<Lambda>(predicate), builder_.list(decisions.arrays)});
    builder_.add(filter);
    Var at = builder_.new_var("at", i64);
    const Body* read = builder_.body([&] {
      std::vector<Atom> results;
      for (Var array : decisions.elements) results.push_back(arrays_.element(array, {at}));
      return results;
    });
    Lambda gather{builder_.list<Param>({{at}}), read, stm.place};
    builder_.add(
        stm.pattern.subspan(1),
        builder_.make(Map{
            {}, stm.pattern[0], storage_.arena.make<Lambda>(gather), builder_.list<Var>({kept})}));
    return std::vector<Atom>(stm.pattern.begin(), stm.pattern.end());
  });
}

CoreCode::Decisions CoreCode::decisions_of(const Stm& stm) {
  OperatorParts parts = *operator_parts(stm.op);
  if (parts.map->body->results.size() == 1) {
    return {{parts.arrays.begin(), parts.arrays.end()},
            {parts.arrays.begin(), parts.arrays.end()},
            {parts.map->params.begin(), parts.map->params.end()},
            parts.map->body->stms,
            parts.map->body->results[0]};
  }
  // The function gives what is kept.
  Dim width = Builder::dim(parts.width);
  std::vector<Var> mapped{builder_.new_var("keeps", storage_.types.array(Prim::Bool, {&width, 1}))};
  for (Var var : stm.pattern.subspan(1)) {
    const Type* element = storage_.types.without_outer(storage_.type(var), 1);
    mapped.push_back(builder_.new_var("mapped", storage_.types.with_outer({&width, 1}, element)));
  }
  add_map(stm, parts, mapped);
  Var keep = builder_.new_var("keep", storage_.types.scalar(Prim::Bool));
  return {{mapped.begin() + 1, mapped.end()}, {mapped[0]}, {{keep}}, {}, keep};
}

// ---- Maps of numbers

std::vector<Var> CoreCode::map_numbers(const Atom& width, std::span<const Atom> like,
                                       const Fill& fill) {
  Dim dim = Builder::dim(width);
  std::vector<Var> pattern;
  for (const Atom& value : like)
    pattern.push_back(
        builder_.new_var("combined", storage_.types.with_outer({&dim, 1}, storage_.type(value))));
  map_numbers_to(pattern, width, fill);
  return pattern;
}

void CoreCode::map_numbers_to(std::span<const Var> to, const Atom& width, const Fill& fill) {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Dim dim = Builder::dim(width);
  Var numbers = builder_.let("numbers", storage_.types.array(Prim::I64, {&dim, 1}),
                             builder_.make(Iota{{}, width, Atom::i64(0), Atom::i64(1)}));
  Var number = builder_.new_var("i", i64);
  const Body* body = builder_.body([&] { return fill(Atom(number)); });
  Lambda fn{builder_.list<Param>({{number}}), body, builder_.place};
  builder_.add(to, builder_.make(Map{
                       {}, width, storage_.arena.make<Lambda>(fn), builder_.list<Var>({numbers})}));
}

}  // namespace planish::passes
