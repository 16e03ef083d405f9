#include "passes/flatten/vectorised.h"

#include <algorithm>

#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

// The map at the end of a body that gives all results of the body, in their order.
const Map* final_map(const Body* body) {
  if (body->stms.empty()) return nullptr;
  const Stm& last = body->stms.back();
  const auto* map = as<Map>(last.op);
  if (map == nullptr || !last.certs.empty() || last.pattern.size() != body->results.size()) {
    return nullptr;
  }
  for (size_t i = 0; i < last.pattern.size(); i++) {
    if (body->results[i] != Atom(last.pattern[i])) return nullptr;
  }
  return map;
}

}  // namespace

void VectorisedOperators::define(const Stm& stm) {
  const auto* replicate = as<Replicate>(stm.op);
  if (replicate == nullptr) return;
  Repeated made{{replicate->dims.begin(), replicate->dims.end()}, replicate->value};
  if (storage_.type(made.value)->is_array()) {
    auto inner = repeated_.find(made.value.var);
    if (inner == repeated_.end()) return;
    made.dims.insert(made.dims.end(), inner->second.dims.begin(), inner->second.dims.end());
    made.value = inner->second.value;
  }
  repeated_[stm.pattern[0]] = made;
}

bool VectorisedOperators::rewrite(const Stm& stm, const Reduce& n) { return interchange(stm, n); }
bool VectorisedOperators::rewrite(const Stm& stm, const Scan& n) { return interchange(stm, n); }

const Lambda* VectorisedOperators::elementwise(const Lambda* op, Atom& width) {
  const Map* map = final_map(op->body);
  if (map == nullptr || op->body->stms.size() != 1) return nullptr;
  width = map->width;
  std::vector<Param> params;
  Substitution by;
  for (const Param& param : op->params) {
    // The element in place of the array; what takes no part in the map is left out of the body
    // anyway.
    const Type* type = storage_.type(param.var);
    if (!type->is_array()) return nullptr;
    params.push_back(
        {storage_.new_var(storage_.vars[param.var.id].name, element_type(type)), false});
  }
  for (size_t i = 0; i < map->arrays.size(); i++) {
    auto operand = std::ranges::find(op->params, map->arrays[i], &Param::var);
    if (operand == op->params.end() || map->fn->params[i].unique) return nullptr;
    by[map->fn->params[i].var] = params[size_t(operand - op->params.begin())].var;
  }
  // Nothing else of the arrays is used.
  for (Var var : free_variables(storage_, map->fn)) {
    if (std::ranges::find(op->params, var, &Param::var) != op->params.end()) return nullptr;
  }
  const Body* body = clone_body(storage_, map->fn->body, by);
  return storage_.arena.make<Lambda>(Lambda{storage_.arena.copy(params), body, op->place});
}

bool VectorisedOperators::inner_neutral(std::span<const Atom> neutral, size_t depth,
                                        std::vector<Atom>& inner) {
  for (const Atom& whole : neutral) {
    if (!repeated_.contains(whole.var)) return false;
  }
  for (const Atom& whole : neutral) {
    const Repeated& repeated = repeated_.at(whole.var);
    if (repeated.dims.size() == depth) {
      inner.push_back(repeated.value);
    } else {
      std::span<const Atom> dims = builder_.list(repeated.dims).subspan(depth);
      inner.push_back(builder_.let("neutral",
                                   storage_.types.without_outer(storage_.type(whole), depth),
                                   builder_.make(Replicate{{}, dims, repeated.value})));
    }
  }
  return true;
}

std::optional<VectorisedOperators::ByElement> VectorisedOperators::by_element(
    const Lambda* op, std::span<const Atom> neutral) {
  ByElement made;
  Atom width;
  for (const Lambda* inner = elementwise(op, width); inner != nullptr;
       inner = elementwise(inner, width)) {
    made.op = inner;
    made.widths.push_back(width);
  }
  if (made.op == nullptr || !inner_neutral(neutral, made.widths.size(), made.neutral))
    return std::nullopt;
  return made;
}

template <class T>
bool VectorisedOperators::interchange(const Stm& stm, const T& n) {
  if (n.neutral.empty() || stm.pattern.size() != n.neutral.size()) return false;
  for (Var array : n.arrays) {
    const Type* type = storage_.type(array);
    if (type->is_acc() || type->is_irregular()) return false;
  }
  const Map* mapped = n.map == nullptr ? nullptr : final_map(n.map->body);
  if (n.map != nullptr) {
    if (mapped == nullptr || n.map->body->stms.size() != 1) return false;
    // The function is applied once for each position then.
    if (std::ranges::any_of(n.map->params, &Param::unique)) return false;
  }
  Atom width;
  const Lambda* op = elementwise(n.op, width);
  std::vector<Atom> neutral;
  if (op == nullptr || !inner_neutral(n.neutral, 1, neutral)) return false;

  constexpr bool kIsScan = std::is_same_v<T, Scan>;
  std::vector<Var> arrays;
  const Lambda* fn = nullptr;
  if (mapped == nullptr) {
    for (Var array : n.arrays) {
      const Type* type = storage_.type(array);
      std::vector<Dim> dims(type->dims.begin(), type->dims.end());
      std::swap(dims[0], dims[1]);
      std::vector<uint32_t> order{1, 0};
      for (uint32_t i = 2; i < dims.size(); i++) order.push_back(i);
      arrays.push_back(builder_.let("columns", storage_.types.array(type->elem, dims),
                                    builder_.make(Rearrange{{}, array, storage_.arena.copy(order)}),
                                    stm.certs));
    }
    fn = over_columns(stm, n, op, neutral);
  } else {
    std::vector<Dim> dims{Builder::dim(width)};
    arrays.push_back(builder_.let("positions", storage_.types.array(Prim::I64, dims),
                                  builder_.make(Iota{{}, width, Atom::i64(0), Atom::i64(1)})));
    fn = over_positions(stm, n, op, neutral);
  }

  Stm now = stm;
  now.op = builder_.make(Map{{}, width, fn, storage_.arena.copy(arrays)});
  if constexpr (!kIsScan) {
    builder_.add(now);
    return true;
  }
  std::vector<Var> columns;
  for (Var var : stm.pattern) {
    const Type* type = storage_.type(var);
    std::vector<Dim> dims(type->dims.begin(), type->dims.end());
    std::swap(dims[0], dims[1]);
    columns.push_back(builder_.new_var("scanned", storage_.types.array(type->elem, dims)));
  }
  now.pattern = storage_.arena.copy(columns);
  builder_.add(now);
  for (size_t i = 0; i < columns.size(); i++) {
    std::vector<uint32_t> order{1, 0};
    for (uint32_t k = 2; k < storage_.type(columns[i])->rank(); k++) order.push_back(k);
    builder_.add(stm.pattern.subspan(i, 1),
                 builder_.make(Rearrange{{}, columns[i], storage_.arena.copy(order)}));
  }
  return true;
}

template <class T>
const Body* VectorisedOperators::combine(const Stm& stm, T n, const Lambda* op,
                                         const std::vector<Atom>& neutral, const Lambda* map,
                                         const std::vector<Var>& arrays) {
  n.op = op;
  n.neutral = storage_.arena.copy(neutral);
  n.map = map;
  n.arrays = storage_.arena.copy(arrays);
  std::vector<Var> pattern;
  for (const Atom& value : n.neutral) {
    const Type* type = storage_.type(value);
    if constexpr (std::is_same_v<T, Scan>) {
      Dim outer = Builder::dim(n.width);
      type = storage_.types.with_outer({&outer, 1}, type);
    }
    pattern.push_back(builder_.new_var("combined", type));
  }
  return builder_.body([&] {
    // The operator may be one of this kind again.
    Stm inner{storage_.arena.copy(pattern), builder_.make(n), {}, {}, stm.place};
    if (!interchange(inner, n)) builder_.add(inner);
    return std::vector<Atom>(pattern.begin(), pattern.end());
  });
}

template <class T>
const Lambda* VectorisedOperators::over_columns(const Stm& stm, const T& n, const Lambda* op,
                                                const std::vector<Atom>& neutral) {
  std::vector<Param> params;
  std::vector<Var> columns;
  for (Var array : n.arrays) {
    const Type* type = storage_.type(array);
    std::vector<Dim> dims{type->dims[0]};
    dims.insert(dims.end(), type->dims.begin() + 2, type->dims.end());
    columns.push_back(builder_.new_var("column", storage_.types.array(type->elem, dims)));
    params.push_back({columns.back(), false});
  }
  const Body* body = combine(stm, n, op, neutral, nullptr, columns);
  return storage_.arena.make<Lambda>(Lambda{storage_.arena.copy(params), body, stm.place});
}

template <class T>
const Lambda* VectorisedOperators::over_positions(const Stm& stm, const T& n, const Lambda* op,
                                                  const std::vector<Atom>& neutral) {
  const Map& inner = *final_map(n.map->body);
  Var position = builder_.new_var("j", storage_.types.scalar(Prim::I64));
  const Body* mapped = builder_.body([&] {
    for (size_t i = 0; i < inner.arrays.size(); i++) {
      Var param = inner.fn->params[i].var;
      const Op* read = builder_.make(Index{{}, inner.arrays[i], builder_.list<Atom>({position})});
      if (inner.fn->params[i].unique && storage_.type(param)->is_array()) {
        read = builder_.make(Copy{{}, builder_.let("row", storage_.type(param), read)});
      }
      builder_.add({&param, 1}, read);
    }
    for (const Stm& inside : inner.fn->body->stms) builder_.add(inside);
    return std::vector<Atom>(inner.fn->body->results.begin(), inner.fn->body->results.end());
  });
  const Lambda* map = storage_.arena.make<Lambda>(Lambda{n.map->params, mapped, n.map->place});
  std::vector<Var> arrays(n.arrays.begin(), n.arrays.end());
  const Body* body = combine(stm, n, op, neutral, map, arrays);
  Param param{position, false};
  return storage_.arena.make<Lambda>(Lambda{builder_.list<Param>({param}), body, stm.place});
}

}  // namespace planish::passes
