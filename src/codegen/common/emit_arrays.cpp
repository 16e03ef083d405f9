// Scalars, and operations that make, take apart and rearrange arrays.
#include <algorithm>

#include "codegen/common/emit.h"
#include "ir/walk.h"
#include "runtime/abi.h"

namespace planish::codegen {

// ---- Scalars

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Unary& op) {
  bind_scalar(stm.pattern[0], emit_unary(b, op.op, type(op.x)->elem, scalar(op.x)));
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Binary& op) {
  if (idle_clamps != nullptr) {
    if (auto idle = idle_clamps->find(stm.pattern[0].id); idle != idle_clamps->end())
      return bind_scalar(stm.pattern[0], scalar(idle->second));
  }
  bind_scalar(stm.pattern[0], emit_binary(b, op.op, type(op.x)->elem, scalar(op.x), scalar(op.y)));
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Ternary& op) {
  bind_scalar(stm.pattern[0],
              emit_ternary(b, op.op, type(op.x)->elem, scalar(op.x), scalar(op.y), scalar(op.z)));
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Convert& op) {
  ir::Var var = stm.pattern[0];
  bind_scalar(var, emit_convert(b, type(op.value)->elem, type(var)->elem, scalar(op.value)));
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::FromBits& op) {
  ir::Var var = stm.pattern[0];
  bind_scalar(var, emit_from_bits(b, type(var)->elem, scalar(op.bits)));
}

// ---- Views

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Index& op) {
  const ir::Type* from = type(op.array);
  const Array& whole = array(op.array);
  std::vector<llvm::Value*> indices = scalars(op.indices);
  ir::Var var = stm.pattern[0];
  if (type(var)->is_scalar()) {
    bind_scalar(var, load(from->elem, element_pointer(whole, from, indices), whole));
  } else {
    bind_view(var, part(whole, from, indices), op.array);
  }
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Slice& op) {
  bind_view(stm.pattern[0], sliced(array(op.array), type(op.array), op.dims), op.array);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::FlatSlice& op) {
  bind_view(stm.pattern[0], flat_sliced(array(op.array), type(op.array), op.offset, op.dims),
            op.array);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Rearrange& op) {
  Array view = array(op.array);
  std::vector<llvm::Value*> old = strides(view, type(op.array));
  view.strides.clear();
  for (uint32_t from : op.order) view.strides.push_back(old[from]);
  bool same_order = true;
  for (size_t k = 0; k < op.order.size(); k++) same_order &= op.order[k] == k;
  if (same_order && array(op.array).strides.empty()) view.strides.clear();
  // A matrix that was laid out by columns: Note [Column scans].
  if (op.order.size() == 2 && view.strides == row_major_strides(sizes(type(stm.pattern[0]))))
    view.strides.clear();
  bind_view(stm.pattern[0], view, op.array);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Reshape& op) {
  const Array& old = array(op.array);
  const bool is_view = !(m.plan.memory.roots.of(stm.pattern[0]) == stm.pattern[0]);
  // In strips, arrays lie between those of other iterations.
  if (is_view && old.strides.empty()) return bind_view(stm.pattern[0], old, op.array);
  bind_root(stm.pattern[0], dense(old, type(op.array)));
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Coerce& op) {
  bind_view(stm.pattern[0], array(op.array), op.array);
}

// ---- Updates in place

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Update& op) {
  const ir::Type* array_type = type(op.array);
  const Array& whole = array(op.array);
  bool element = op.dims.size() == array_type->rank();
  for (const ir::SliceDim& dim : op.dims) element &= dim.is_index;
  if (element) {
    std::vector<llvm::Value*> indices;
    for (const ir::SliceDim& dim : op.dims) indices.push_back(scalar(dim.start));
    store(array_type->elem, scalar(op.value), element_pointer(whole, array_type, indices), whole);
  } else {
    Array target = sliced(whole, array_type, op.dims);
    copy_unless_same(target, array(op.value.var), type(op.value), binding(op.value.var).root,
                     binding(op.array).root);
  }
  bind_view(stm.pattern[0], array(op.array), op.array);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::FlatUpdate& op) {
  Array target = flat_sliced(array(op.array), type(op.array), op.offset, op.dims);
  copy_unless_same(target, array(op.value), type(op.value), binding(op.value).root,
                   binding(op.array).root);
  bind_view(stm.pattern[0], array(op.array), op.array);
}

// The value of an update may be a view of the array itself; then it may overlap with where it goes.
void FunctionEmitter::copy_unless_same(const Array& target, const Array& value,
                                       const ir::Type* value_type, ir::Var value_root,
                                       ir::Var target_root) {
  std::vector<llvm::Value*> dims = sizes(value_type);
  if (!(value_root == target_root)) return copy(target, value, value_type->elem, dims);
  Array apart = dense(value, value_type);
  scopes_.back().owned.push_back({{}, apart.owner});
  copy(target, apart, value_type->elem, dims);
}

// ---- New arrays

void FunctionEmitter::operation(const ir::Stm& stm, const ir::ArrayLit& op) {
  ir::Var var = stm.pattern[0];
  Array made = allocate(var);
  for (size_t k = 0; k < op.elems.size(); k++)
    write(made, type(var), {i64(static_cast<int64_t>(k))}, op.elems[k]);
  bind_root(var, made);
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Iota& op) {
  ir::Var var = stm.pattern[0];
  if (m.plan.of(stm).takes(Strategy::ComputedElements)) {
    bind(var, {nullptr, {}, var, {}, {scalar(op.start), scalar(op.step)}});
    return;
  }
  const Prim elem = type(var)->elem;
  Array made = allocate(var);
  bind_root(var, made);
  if (m.code.iota(*this, made, elem, scalar(op.count), scalar(op.start), scalar(op.step))) return;
  in_parallel("iota", scalar(op.count), i64(1), {made.data, scalar(op.start), scalar(op.step)},
              [&](FunctionEmitter& e, llvm::ArrayRef<llvm::Value*> captured, llvm::Value* begin,
                  llvm::Value* end) {
                Array target = made;
                target.data = captured[0];
                if (&e != this) target.made_in = 0;
                e.parallel_range(begin, end, [&](llvm::Value* i) {
                  llvm::Value* step =
                      e.b.CreateMul(e.b.CreateTrunc(i, captured[2]->getType()), captured[2]);
                  e.store(elem, e.b.CreateAdd(captured[1], step),
                          e.offset_pointer(elem, captured[0], i), target);
                });
              });
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Replicate& op) {
  ir::Var var = stm.pattern[0];
  if (m.plan.of(stm).takes(Strategy::ComputedElements)) {
    bind(var, {nullptr, {}, var, {}, {scalar(op.value), nullptr}});
    return;
  }
  Array made = allocate(var);
  bind_root(var, made);
  const ir::Type* made_type = type(var);
  const ir::Type* value_type = type(op.value);
  if (value_type->is_scalar())
    return fill(made, made_type->elem, sizes(made_type), scalar(op.value));
  std::vector<llvm::Value*> outer;
  for (const ir::Atom& dim : op.dims) outer.push_back(scalar(dim));
  std::vector<llvm::Value*> inner = sizes(value_type);
  const Array value = array(op.value.var);
  if (m.code.replicate(*this, made, made_type->elem, outer, value, inner)) return;
  llvm::Value* row = product(inner);
  std::vector<llvm::Value*> captured{made.data, value.data, row};
  captured.insert(captured.end(), inner.begin(), inner.end());
  captured.insert(captured.end(), value.strides.begin(), value.strides.end());
  llvm::Value* cost = b.CreateAdd(b.CreateLShr(row, 2), i64(1));
  in_parallel("replicate", product(outer), cost, captured,
              [&](FunctionEmitter& e, llvm::ArrayRef<llvm::Value*> values, llvm::Value* begin,
                  llvm::Value* end) {
                Array source = value;
                source.data = values[1];
                llvm::ArrayRef<llvm::Value*> dims = values.slice(3, inner.size());
                if (!value.strides.empty())
                  source.strides = values.drop_front(3 + inner.size()).vec();
                e.for_range(begin, end, [&](llvm::Value* i) {
                  Array target{
                      e.offset_pointer(made_type->elem, values[0], e.b.CreateNSWMul(i, values[2])),
                      {},
                      nullptr,
                      e.parallel_loops.size()};
                  e.copy_range(target, source, made_type->elem, dims, e.i64(0), dims[0]);
                });
              });
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Copy& op) {
  ir::Var var = stm.pattern[0];
  Array made = allocate(var);
  bind_root(var, made);
  copy(made, array(op.array), type(var)->elem, sizes(type(var)));
}

std::vector<llvm::Value*> FunctionEmitter::scalars(std::span<const ir::Atom> atoms) {
  std::vector<llvm::Value*> out;
  for (const ir::Atom& atom : atoms) out.push_back(scalar(atom));
  return out;
}

}  // namespace planish::codegen
