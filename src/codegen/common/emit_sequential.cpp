// Parallel operators that run in order, in the thread that meets them.
#include <algorithm>

#include "codegen/common/components.h"
#include "codegen/common/emit.h"
#include "codegen/common/end_checks.h"
#include "codegen/common/reduction.h"
#include "codegen/common/scan.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "plan/elementwise.h"

namespace planish::codegen {

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Map& op) {
  std::vector<Array> made(stm.pattern.size());
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    ir::Var var = stm.pattern[k];
    if (type(var)->is_acc()) {
      bind(var, binding(accumulator_operand(stm.pattern, k, op.arrays)));
      continue;
    }
    made[k] = allocate(var);
    bind_root(var, made[k]);
  }
  const auto place = [&](llvm::Value* i, size_t k) {
    return part(made[k], type(stm.pattern[k]), {i});
  };
  const auto element = [&](llvm::Value* i) {
    for (size_t k = 0; k < op.arrays.size(); k++) bind_element(op.fn->params[k], op.arrays[k], i);
    std::vector<Array> places(made.size());
    for (size_t k = 0; k < made.size(); k++) {
      if (made[k].data != nullptr) places[k] = place(i, k);
    }
    body_to(*op.fn->body, places);
  };
  const auto range = [&] {
    range_by_pieces(op.arrays, scalar(op.width), element);
    return std::vector<llvm::Value*>{};
  };
  const auto plain = [&] {
    with_end_checks(*this, loop_over_elements(*this, *op.fn, op.arrays, scalar(op.width)), range);
  };
  if (!m.code.map(*this, {stm, op, place, element, plain})) plain();
}

// The accumulators among the results are those among the operands, in the same order.
ir::Var FunctionEmitter::accumulator_operand(std::span<const ir::Var> pattern, size_t number,
                                             std::span<const ir::Var> arrays) const {
  const auto is_acc = [&](ir::Var var) { return type(var)->is_acc(); };
  auto before = std::ranges::count_if(pattern.first(number), is_acc);
  for (ir::Var var : arrays) {
    if (is_acc(var) && before-- == 0) return var;
  }
  return {};
}

// Binds the elements of the arrays at an index to the parameters of a lambda, runs it, and gives
// `use` what it gives. Without a lambda: the elements themselves.
void FunctionEmitter::element_values(const ir::Lambda* map, std::span<const ir::Var> arrays,
                                     llvm::Value* index, const Destinations& destinations,
                                     const std::function<void(std::span<const ir::Atom>)>& use) {
  if (map != nullptr) {
    for (size_t k = 0; k < arrays.size(); k++) bind_element(map->params[k], arrays[k], index);
    body(*map->body, destinations, use);
    return;
  }
  // Elements need variables: made-up ones stand for them.
  std::vector<ir::Atom> atoms;
  for (ir::Var from : arrays) {
    ir::Var var = m.element_variable(from);
    bind_element({var, false}, from, index);
    atoms.push_back(var);
  }
  use(atoms);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Reduce& op) {
  const size_t combined = op.neutral.size();
  std::vector<Array> extra;
  for (ir::Var var : stm.pattern.subspan(combined)) {
    extra.push_back(allocate(var));
    bind_root(var, extra.back());
  }
  std::vector<Array> places(combined);
  for (size_t k = 0; k < combined; k++) {
    ir::Var var = stm.pattern[k];
    if (!type(var)->is_array()) continue;
    places[k] = allocate(var);
    bind_root(var, places[k]);
  }
  const Reduction::Each each = [&](llvm::Value* i, const Reduction::Combine& combine) {
    Destinations rows(combined + extra.size());
    for (size_t k = 0; k < extra.size(); k++)
      rows[combined + k] = part(extra[k], type(stm.pattern[combined + k]), {i});
    element_values(op.map, op.arrays, i, rows, [&](std::span<const ir::Atom> values) {
      for (size_t k = 0; k < extra.size(); k++)
        write(*rows[combined + k], type(values[combined + k]), {}, values[combined + k]);
      combine(values.first(combined));
    });
  };
  std::vector<llvm::Value*> total;
  if (auto otherwise = m.code.reduce(*this, {stm, op, places, each})) {
    total = std::move(*otherwise);
  } else {
    Reduction reduction(*this, *op.op, op.neutral, places);
    reduction.run(i64(0), scalar(op.width), each);
    total = reduction.scalars();
  }
  for (size_t k = 0; k < combined; k++) {
    if (total[k] != nullptr) bind_scalar(stm.pattern[k], total[k]);
  }
}

void FunctionEmitter::apply_post(const ir::Lambda& post, llvm::ArrayRef<llvm::Value*> combined,
                                 llvm::ArrayRef<llvm::Value*> further, const Destinations& places) {
  for (size_t k = 0; k < post.params.size(); k++)
    bind_scalar(post.params[k].var,
                k < combined.size() ? combined[k] : further[k - combined.size()]);
  body(*post.body, places, [&](std::span<const ir::Atom> given) {
    for (size_t k = 0; k < given.size(); k++) write(*places[k], type(given[k]), {}, given[k]);
  });
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Scan& op) {
  const size_t combined = op.neutral.size();
  const size_t taken = op.taken();
  const size_t first_gathered = op.made();
  std::vector<Array> made;
  for (ir::Var var : stm.pattern) {
    made.push_back(allocate(var));
    bind_root(var, made.back());
  }
  const auto place = [&](llvm::Value* i, size_t k) {
    return part(made[k], type(stm.pattern[k]), {i});
  };
  // What the function that is applied afterwards takes of an element.
  std::vector<llvm::Value*> further;
  const auto element = [&](llvm::Value* i, const auto& use) {
    Destinations gathered(op.map == nullptr ? taken : op.map->body->results.size());
    for (size_t k = taken; k < gathered.size(); k++)
      gathered[k] = place(i, first_gathered + k - taken);
    element_values(op.map, op.arrays, i, gathered, [&](std::span<const ir::Atom> values) {
      for (size_t k = taken; k < values.size(); k++)
        write(*gathered[k], type(values[k]), {}, values[k]);
      further = scalars(values.subspan(combined, taken - combined));
      use(values.first(combined));
    });
  };
  if (op.post == nullptr) {
    scan_elements(*this, i64(0), scalar(op.width), {*op.op, op.neutral, place, element, nullptr});
    return;
  }
  scan_elements(*this, i64(0), scalar(op.width),
                {*op.op, op.neutral, nullptr, element,
                 [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> values) {
                   Destinations places(first_gathered);
                   for (size_t k = 0; k < first_gathered; k++) places[k] = place(i, k);
                   apply_post(*op.post, values, further, places);
                 }});
}

// The parameters of an operator: what was combined before (scalars, and pointers to arrays), then
// values.
void FunctionEmitter::bind_operands(const ir::Lambda& op, llvm::ArrayRef<llvm::Value*> before,
                                    std::span<const ir::Atom> values) {
  for (size_t k = 0; k < before.size(); k++) {
    ir::Var left = op.params[k].var;
    ir::Var right = op.params[before.size() + k].var;
    if (type(left)->is_scalar()) {
      bind_scalar(left, before[k]);
      bind_scalar(right, scalar(values[k]));
    } else {
      bind(left, {nullptr, {before[k], {}, nullptr, parallel_loops.size()}, left, {}});
      bind(right, {nullptr, array(values[k].var), binding(values[k].var).root, {}});
    }
  }
}

// A neutral element that is an array, row-major. If it is a copy, the current body owns it.
Array FunctionEmitter::dense_neutral(const ir::Atom& atom) {
  const Array& given = array(atom.var);
  if (given.strides.empty()) return given;
  Array fresh = dense(given, type(atom));
  scopes_.back().owned.push_back({{}, fresh.owner});
  return fresh;
}

// ---- Writes to computed places

llvm::Value* FunctionEmitter::in_bounds(llvm::ArrayRef<llvm::Value*> indices,
                                        std::span<const ir::Atom> shape) {
  llvm::Value* inside = b.getTrue();
  // A negative index is a very large one.
  for (size_t k = 0; k < indices.size(); k++)
    inside = b.CreateAnd(inside, b.CreateICmpULT(indices[k], scalar(shape[k])));
  // Code that writes lies in the loop, and not behind it.
  return b.CreateIntrinsic(llvm::Intrinsic::expect, {b.getInt1Ty()}, {inside, b.getTrue()});
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Scatter& op) {
  for_range(i64(0), scalar(op.width), [&](llvm::Value* i) {
    element_values(op.map, op.arrays, i, {}, [&](std::span<const ir::Atom> given) {
      const size_t rank = op.shape.size();
      std::vector<llvm::Value*> indices = scalars(given.first(rank));
      if_then(in_bounds(indices, op.shape), [&] {
        for (size_t k = 0; k < op.dests.size(); k++)
          write(array(op.dests[k]), type(op.dests[k]), indices, given[rank + k]);
      });
    });
  });
  for (size_t k = 0; k < op.dests.size(); k++)
    bind_view(stm.pattern[k], array(op.dests[k]), op.dests[k]);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Hist& op) {
  std::vector<Array> dests;
  std::vector<const ir::Type*> types;
  for (ir::Var dest : op.dests) {
    dests.push_back(array(dest));
    types.push_back(type(dest));
  }
  for_range(i64(0), scalar(op.width), [&](llvm::Value* i) {
    element_values(op.map, op.arrays, i, {}, [&](std::span<const ir::Atom> given) {
      const size_t rank = op.shape.size();
      std::vector<llvm::Value*> indices = scalars(given.first(rank));
      if_then(in_bounds(indices, op.shape),
              [&] { combine_into(dests, types, indices, *op.op, given.subspan(rank)); });
    });
  });
  for (size_t k = 0; k < op.dests.size(); k++)
    bind_view(stm.pattern[k], array(op.dests[k]), op.dests[k]);
}

// dests[indices] := op(dests[indices], values)
void FunctionEmitter::combine_into(const std::vector<Array>& dests,
                                   const std::vector<const ir::Type*>& types,
                                   llvm::ArrayRef<llvm::Value*> indices, const ir::Lambda& op,
                                   std::span<const ir::Atom> values) {
  // A scope of its own: this may be inside of a branch.
  scopes_.emplace_back();
  std::vector<Array> places;
  std::vector<llvm::Value*> before;
  for (size_t k = 0; k < dests.size(); k++) {
    places.push_back(part(dests[k], types[k], indices));
    const ir::Type* value_type = type(op.params[k].var);
    if (value_type->is_scalar()) {
      before.push_back(load(value_type->elem, places[k].data, dests[k]));
    } else if (places[k].strides.empty()) {
      before.push_back(places[k].data);
    } else {
      Array apart = dense(places[k], value_type);
      scopes_.back().owned.push_back({{}, apart.owner});
      before.push_back(apart.data);
    }
  }
  bind_operands(op, before, values);
  combine_to(op, places, [&](size_t k, llvm::Value* value) {
    store(type(op.params[k].var)->elem, value, places[k].data, places[k]);
  });
  end_scope();
}

// Runs the operator, whose first operands may lie at the places, writes the arrays that it gives
// there, and hands on the scalars.
void FunctionEmitter::combine_to(const ir::Lambda& op, const std::vector<Array>& places,
                                 const std::function<void(size_t, llvm::Value*)>& on_scalar) {
  Destinations destinations(places.size());
  for (size_t k = 0; k < places.size(); k++) {
    if (type(op.body->results[k])->is_array() && places[k].strides.empty() &&
        plan::is_elementwise(m.storage, op, k))
      destinations[k] = places[k];
  }
  body(*op.body, destinations, [&](std::span<const ir::Atom> given) {
    // One result may be another one's operand: what is not made in place is set apart first.
    std::vector<Array> apart(places.size());
    for (size_t k = 0; k < places.size(); k++) {
      if (type(given[k])->is_scalar() || destinations[k]) continue;
      apart[k] = array(given[k].var);
      if (places.size() == 1 && !(binding(given[k].var).root == op.params[0].var)) continue;
      if (apart[k].data == places[k].data) continue;
      apart[k] = dense(apart[k], type(given[k]));
      scopes_.back().owned.push_back({{}, apart[k].owner});
    }
    for (size_t k = 0; k < places.size(); k++) {
      const ir::Type* value_type = type(given[k]);
      if (value_type->is_scalar()) {
        on_scalar(k, scalar(given[k]));
      } else {
        Array from = apart[k].data != nullptr ? apart[k] : array(given[k].var);
        copy(places[k], from, value_type->elem, sizes(value_type));
      }
    }
  });
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Filter& op) {
  const size_t kept_arrays = stm.pattern.size() - 1;
  llvm::Value* width = scalar(op.width);
  std::vector<Array> made;
  std::vector<const ir::Type*> types;
  for (ir::Var var : stm.pattern.subspan(1)) {
    std::vector<llvm::Value*> dims{width};
    for (const ir::Dim& dim : type(var)->dims.subspan(1)) dims.push_back(size(dim));
    made.push_back(allocate(var, dims));
    types.push_back(type(var));
  }
  llvm::Value* count =
      fold_range(i64(0), width, {i64(0)}, [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> before) {
        std::vector<llvm::Value*> after;
        filter_element(op, i, [&](std::span<const ir::Atom> given) {
          after.push_back(keep(given[0], given.subspan(1), made, types, before[0]));
        });
        return after;
      })[0];
  bind_scalar(stm.pattern[0], count);
  for (size_t k = 0; k < kept_arrays; k++) bind_root(stm.pattern[1 + k], made[k]);
}

// The predicate's result, then the values to keep.
void FunctionEmitter::filter_element(const ir::Filter& op, llvm::Value* i,
                                     const std::function<void(std::span<const ir::Atom>)>& use) {
  for (size_t k = 0; k < op.arrays.size(); k++)
    bind_element(op.predicate->params[k], op.arrays[k], i);
  body(*op.predicate->body, {}, [&](std::span<const ir::Atom> given) {
    std::vector<ir::Atom> values(given.begin(), given.end());
    if (given.size() == 1) {
      for (const ir::Param& param : op.predicate->params) values.push_back(param.var);
    }
    use(values);
  });
}

// Writes the values to a position, and gives the next one: the same if they are not kept. Scalars
// are written always, since that needs no branch: the position is a free one.
llvm::Value* FunctionEmitter::keep(const ir::Atom& condition, std::span<const ir::Atom> values,
                                   const std::vector<Array>& to,
                                   const std::vector<const ir::Type*>& types, llvm::Value* at) {
  llvm::Value* kept = scalar(condition);
  const auto position = [&](size_t k) {
    Array place = to[k];
    place.data = position_pointer(to[k], types[k], at);
    return place;
  };
  const bool all_scalars =
      std::ranges::all_of(values, [&](const ir::Atom& value) { return type(value)->is_scalar(); });
  const auto write_all = [&] {
    for (size_t k = 0; k < values.size(); k++) write(position(k), type(values[k]), {}, values[k]);
  };
  if (all_scalars) {
    write_all();
  } else {
    if_then(kept, write_all);
  }
  return b.CreateAdd(at, b.CreateZExt(kept, m.i64));
}

llvm::Value* FunctionEmitter::position_pointer(const Array& whole, const ir::Type* whole_type,
                                               llvm::Value* at) {
  llvm::Value* offset = at;
  for (const ir::Dim& dim : whole_type->dims.subspan(1)) offset = b.CreateNSWMul(offset, size(dim));
  return offset_pointer(whole_type->elem, whole.data, offset);
}

// ---- Accumulators

void FunctionEmitter::operation(const ir::Stm& stm, const ir::WithAcc& op) {
  auto accumulator = std::make_shared<Accumulator>();
  accumulator->op = &op;
  for (ir::Var var : op.arrays) {
    accumulator->arrays.push_back(array(var));
    // Iterations of a parallel loop may update the same element.
    accumulator->arrays.back().made_in = SIZE_MAX;
  }
  bind(op.fn->params[0].var, {nullptr, {}, {}, accumulator});
  std::vector<Result> given = results(*op.fn->body);
  for (size_t k = 0; k < op.arrays.size(); k++)
    bind_view(stm.pattern[k], array(op.arrays[k]), op.arrays[k]);
  for (size_t k = 1; k < given.size(); k++)
    bind_result(stm.pattern[op.arrays.size() + k - 1], given[k]);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::UpdateAcc& op) {
  const Binding bound = binding(op.acc);
  const Accumulator& accumulator = *bound.accumulator;
  std::vector<llvm::Value*> indices = scalars(op.indices);
  std::vector<const ir::Type*> types;
  for (ir::Var var : accumulator.op->arrays) types.push_back(type(var));
  if_then(in_bounds(indices, accumulator.op->shape), [&] {
    if (accumulator.op->op != nullptr) {
      combine_into(accumulator.arrays, types, indices, *accumulator.op->op, op.values);
      return;
    }
    for (size_t k = 0; k < op.values.size(); k++)
      write(accumulator.arrays[k], types[k], indices, op.values[k]);
  });
  bind(stm.pattern[0], bound);
}

}  // namespace planish::codegen
