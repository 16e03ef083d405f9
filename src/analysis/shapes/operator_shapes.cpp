#include "analysis/shapes/operator_shapes.h"

#include <algorithm>

#include "analysis/shapes/analyser.h"
#include "ir/scalar_eval.h"
#include "ir/walk.h"

namespace planish::shapes {

using namespace ir;

namespace {

// It adds integers.
bool is_addition(const Storage& storage, const Lambda* op, std::span<const Atom> neutral) {
  if (neutral.size() != 1 || op->body->stms.size() != 1) return false;
  const Stm& stm = op->body->stms[0];
  const Binary* add = as<Binary>(stm.op);
  if (add == nullptr || add->op != BinaryOp::Add || !neutral[0].is_const()) return false;
  const Type* type = storage.type(neutral[0]);
  Atom x = op->params[0].var;
  Atom y = op->params[1].var;
  return type->is_scalar() && is_integer(type->elem) && neutral[0].constant.bits == 0 &&
         op->body->results[0] == Atom(stm.pattern[0]) &&
         ((add->x == x && add->y == y) || (add->x == y && add->y == x));
}

}  // namespace

void OperatorShapes::unknown_lambda(const Stm& stm, const Lambda* fn) {
  std::vector<Index> needs = needs_of(stm.op);
  const Nest* outer = walk_.nest;
  walk_.nest =
      &state_.nests.emplace_back(Nest{outer, terms_.new_index(), stm.place, Nest::Kind::Map});
  needs.push_back(walk_.nest->index);
  facts_.enter();
  for (const Param& param : fn->params) bind_unknown(param.var, Source::Data, needs);
  all_.statements.body(fn->body);
  facts_.leave();
  walk_.nest = outer;
  walk_.place = stm.place;
}

void OperatorShapes::other_bodies(const Stm& stm) {
  for_each_lambda(stm.op, [&](const Lambda* fn) { unknown_lambda(stm, fn); });
  for_each_body(stm.op, [&](const Body* inner) {
    std::vector<Index> needs = needs_of(stm.op);
    const Nest* outer = walk_.nest;
    walk_.nest =
        &state_.nests.emplace_back(Nest{outer, terms_.new_index(), stm.place, Nest::Kind::Map});
    needs.push_back(walk_.nest->index);
    facts_.enter();
    for_each_binder(stm.op, [&](Var var) { bind_unknown(var, Source::Data, needs); });
    all_.statements.body(inner);
    facts_.leave();
    walk_.nest = outer;
  });
}

OperatorShapes::Elements OperatorShapes::elements(const Stm& stm, const Lambda* fn,
                                                  std::span<const Var> arrays) {
  Elements result;
  result.index = terms_.new_index();
  std::vector<ShapedValue> given;
  for (Var array : arrays) {
    if (storage_.type(array)->is_acc()) {
      given.push_back(value(array));
      continue;
    }
    given.push_back(part(value(array), std::vector<Term>{terms_.index(result.index)}));
  }
  if (fn == nullptr) {
    result.results = std::move(given);
    return result;
  }
  const Nest* outer = walk_.nest;
  walk_.nest = &state_.nests.emplace_back(Nest{outer, result.index, stm.place, Nest::Kind::Map});
  facts_.enter();
  for (size_t i = 0; i < fn->params.size(); i++) bind(fn->params[i].var, given[i]);
  all_.statements.body(fn->body);
  for (const Atom& atom : fn->body->results) result.results.push_back(value(atom));
  facts_.add(facts_.leave_for_all(result.index));
  walk_.nest = outer;
  walk_.place = stm.place;
  return result;
}

void OperatorShapes::map(const Stm& stm, const Map& op) {
  Elements each = elements(stm, op.fn, op.arrays);
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    Var var = stm.pattern[i];
    if (storage_.type(var)->is_acc()) {
      bind_unknown(var, Source::Unknown, needs_of(stm.op));
    } else {
      bind(var, array_of(number(op.width), each.results[i], each.index));
    }
  }
}

void OperatorShapes::reduce(const Stm& stm, const Reduce& op) {
  Elements each = elements(stm, op.map, op.arrays);
  unknown_lambda(stm, op.op);
  std::vector<Index> needs = needs_of(stm.op);
  bool adds = is_addition(storage_, op.op, op.neutral);
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    Var var = stm.pattern[i];
    if (i >= op.neutral.size()) {
      bind(var, array_of(number(op.width), each.results[i], each.index));
    } else if (adds) {
      bind(var, {{}, terms_.sum(number(op.width), each.index, each.results[i].element)});
    } else {
      bind_unknown(var, Source::Data, needs);
    }
  }
}

void OperatorShapes::scan(const Stm& stm, const Scan& op) {
  Elements each = elements(stm, op.map, op.arrays);
  unknown_lambda(stm, op.op);
  if (op.post != nullptr) unknown_lambda(stm, op.post);
  std::vector<Index> needs = needs_of(stm.op);
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    Var var = stm.pattern[i];
    if (i < op.made()) {
      bind_unknown(var, Source::Data, needs);
    } else {
      const ShapedValue& value = each.results[i - op.made() + op.taken()];
      bind(var, array_of(number(op.width), value, each.index));
    }
  }
}

void OperatorShapes::filter(const Stm& stm, const Filter& op) {
  Elements each = elements(stm, op.predicate, op.arrays);
  std::vector<ShapedValue> kept(each.results.begin() + 1, each.results.end());
  if (kept.empty()) {
    for (Var array : op.arrays)
      kept.push_back(part(value(array), std::vector<Term>{terms_.index(each.index)}));
  }
  bind(stm.pattern[0], {{}, terms_.sum(number(op.width), each.index, each.results[0].element)});
  std::vector<Index> needs = needs_of(stm.op);
  for (size_t i = 1; i < stm.pattern.size(); i++) {
    ShapedValue result = unknown(stm.pattern[i], Source::Filter, needs);
    // What all elements have in common, those that are kept have, too.
    ShapedValue all = array_of({}, kept[i - 1], each.index);
    for (size_t dim = 1; dim < all.dims.size(); dim++) {
      if (!terms_.mentions(all.dims[dim], Terms::place(0))) result.dims[dim] = all.dims[dim];
    }
    if (!terms_.mentions(all.element, Terms::place(0))) result.element = all.element;
    bind(stm.pattern[i], result);
  }
}

void OperatorShapes::write(const Stm& stm, std::span<const Var> dests) {
  std::vector<Index> needs = needs_of(stm.op);
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    ShapedValue result = unknown(stm.pattern[i], Source::Data, needs);
    ShapedValue before = value(dests[i]);
    for (size_t dim = 1; dim < result.dims.size(); dim++) {
      // Rows may have been replaced by others.
      if (!terms_.mentions(before.dims[dim], Terms::place(0)) &&
          !storage_.type(stm.pattern[i])->dims[dim].is_varying())
        result.dims[dim] = before.dims[dim];
    }
    bind(stm.pattern[i], result);
  }
}

}  // namespace planish::shapes
