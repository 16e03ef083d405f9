#include "codegen/common/operator_steps.h"

#include <algorithm>

#include "plan/elementwise.h"

namespace planish::codegen {

void element_values(FunctionEmitter& e, const ir::Lambda* map, std::span<const ir::Var> arrays,
                    llvm::Value* index, const Destinations& destinations,
                    const std::function<void(std::span<const ir::Atom>)>& use) {
  if (map != nullptr) {
    for (size_t k = 0; k < arrays.size(); k++)
      e.bodies.bind_element(map->params[k], arrays[k], index);
    e.bodies.emit(*map->body, destinations, use);
    return;
  }
  // Elements need variables: made-up ones stand for them.
  std::vector<ir::Atom> atoms;
  for (ir::Var from : arrays) {
    ir::Var var = e.m.element_variable(from);
    e.bodies.bind_element({var, false}, from, index);
    atoms.push_back(var);
  }
  use(atoms);
}

void bind_operands(FunctionEmitter& e, const ir::Lambda& op, llvm::ArrayRef<llvm::Value*> before,
                   std::span<const ir::Atom> values) {
  for (size_t k = 0; k < before.size(); k++) {
    ir::Var left = op.params[k].var;
    ir::Var right = op.params[before.size() + k].var;
    if (e.type(left)->is_scalar()) {
      e.bind_scalar(left, before[k]);
      e.bind_scalar(right, e.scalar(values[k]));
    } else {
      e.bind(left, {nullptr, {before[k], {}, nullptr, e.ranges.depth()}, left, {}});
      e.bind(right, {nullptr, e.array(values[k].var), e.binding(values[k].var).root, {}});
    }
  }
}

void apply_post(FunctionEmitter& e, const ir::Lambda& post, llvm::ArrayRef<llvm::Value*> combined,
                llvm::ArrayRef<llvm::Value*> further, const Destinations& places) {
  for (size_t k = 0; k < post.params.size(); k++)
    e.bind_scalar(post.params[k].var,
                  k < combined.size() ? combined[k] : further[k - combined.size()]);
  e.bodies.emit(*post.body, places, [&](std::span<const ir::Atom> given) {
    for (size_t k = 0; k < given.size(); k++)
      e.elements.write(*places[k], e.type(given[k]), {}, given[k]);
  });
}

Array dense_neutral(FunctionEmitter& e, const ir::Atom& atom) {
  const Array& given = e.array(atom.var);
  if (given.strides.empty()) return given;
  Array fresh = e.memory.dense(given, e.type(atom));
  e.open_bodies.hold(fresh.owner);
  return fresh;
}

llvm::Value* in_bounds(FunctionEmitter& e, llvm::ArrayRef<llvm::Value*> indices,
                       std::span<const ir::Atom> shape) {
  llvm::Value* inside = e.b.getTrue();
  // A negative index is a very large one.
  for (size_t k = 0; k < indices.size(); k++)
    inside = e.b.CreateAnd(inside, e.b.CreateICmpULT(indices[k], e.scalar(shape[k])));
  // Code that writes lies in the loop, and not behind it.
  return e.b.CreateIntrinsic(llvm::Intrinsic::expect, {e.b.getInt1Ty()}, {inside, e.b.getTrue()});
}

void combine_into(FunctionEmitter& e, const std::vector<Array>& dests,
                  const std::vector<const ir::Type*>& types, llvm::ArrayRef<llvm::Value*> indices,
                  const ir::Lambda& op, std::span<const ir::Atom> values) {
  // A list of its own: this may be inside of a branch.
  e.open_bodies.open();
  std::vector<Array> places;
  std::vector<llvm::Value*> before;
  for (size_t k = 0; k < dests.size(); k++) {
    places.push_back(e.elements.part(dests[k], types[k], indices));
    const ir::Type* value_type = e.type(op.params[k].var);
    if (value_type->is_scalar()) {
      before.push_back(e.elements.load(value_type->elem, places[k].data, dests[k]));
    } else if (places[k].strides.empty()) {
      before.push_back(places[k].data);
    } else {
      Array apart = e.memory.dense(places[k], value_type);
      e.open_bodies.hold(apart.owner);
      before.push_back(apart.data);
    }
  }
  bind_operands(e, op, before, values);
  combine_to(e, op, places, [&](size_t k, llvm::Value* value) {
    e.elements.store(e.type(op.params[k].var)->elem, value, places[k].data, places[k]);
  });
  e.bodies.close_body();
}

void combine_to(FunctionEmitter& e, const ir::Lambda& op, const std::vector<Array>& places,
                const std::function<void(size_t, llvm::Value*)>& on_scalar) {
  Destinations destinations(places.size());
  for (size_t k = 0; k < places.size(); k++) {
    if (e.type(op.body->results[k])->is_array() && places[k].strides.empty() &&
        plan::is_elementwise(e.m.storage, op, k))
      destinations[k] = places[k];
  }
  e.bodies.emit(*op.body, destinations, [&](std::span<const ir::Atom> given) {
    // One result may be another one's operand: what is not made in place is set apart first.
    std::vector<Array> apart(places.size());
    for (size_t k = 0; k < places.size(); k++) {
      if (e.type(given[k])->is_scalar() || destinations[k]) continue;
      apart[k] = e.array(given[k].var);
      if (places.size() == 1 && !(e.binding(given[k].var).root == op.params[0].var)) continue;
      if (apart[k].data == places[k].data) continue;
      apart[k] = e.memory.dense(apart[k], e.type(given[k]));
      e.open_bodies.hold(apart[k].owner);
    }
    for (size_t k = 0; k < places.size(); k++) {
      const ir::Type* value_type = e.type(given[k]);
      if (value_type->is_scalar()) {
        on_scalar(k, e.scalar(given[k]));
      } else {
        Array from = apart[k].data != nullptr ? apart[k] : e.array(given[k].var);
        e.copies.copy(places[k], from, value_type->elem, e.sizes(value_type));
      }
    }
  });
}

llvm::Value* keep(FunctionEmitter& e, const ir::Atom& condition, std::span<const ir::Atom> values,
                  const std::vector<Array>& to, const std::vector<const ir::Type*>& types,
                  llvm::Value* at) {
  llvm::Value* kept = e.scalar(condition);
  const auto position = [&](size_t k) {
    Array place = to[k];
    place.data = e.elements.position_pointer(to[k], types[k], at);
    return place;
  };
  const bool all_scalars = std::ranges::all_of(
      values, [&](const ir::Atom& value) { return e.type(value)->is_scalar(); });
  const auto write_all = [&] {
    for (size_t k = 0; k < values.size(); k++)
      e.elements.write(position(k), e.type(values[k]), {}, values[k]);
  };
  if (all_scalars) {
    write_all();
  } else {
    e.control.if_then(kept, write_all);
  }
  return e.b.CreateAdd(at, e.b.CreateZExt(kept, e.m.i64));
}

}  // namespace planish::codegen
