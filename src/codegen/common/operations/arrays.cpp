// Operations that make, take apart and rearrange arrays.
#include <algorithm>
#include <cstring>
#include <string>

#include "analysis/long_literals.h"
#include "codegen/common/operations/operations.h"
#include "ir/walk.h"
#include "runtime/abi.h"

namespace planish::codegen {

// ---- Views

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Index& op) {
  const ir::Type* from = e.type(op.array);
  const Array& whole = e.array(op.array);
  std::vector<llvm::Value*> indices = e.scalars(op.indices);
  ir::Var var = stm.pattern[0];
  if (e.type(var)->is_scalar()) {
    e.bind_scalar(
        var, e.elements.load(from->elem, e.elements.element_pointer(whole, from, indices), whole));
  } else {
    e.bind_view(var, e.elements.part(whole, from, indices), op.array);
  }
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Slice& op) {
  e.bind_view(stm.pattern[0], e.elements.sliced(e.array(op.array), e.type(op.array), op.dims),
              op.array);
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::FlatSlice& op) {
  e.bind_view(stm.pattern[0],
              e.elements.flat_sliced(e.array(op.array), e.type(op.array), op.offset, op.dims),
              op.array);
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Reshape& op) {
  const Array& old = e.array(op.array);
  const bool is_view = !(e.m.plan.memory.roots.of(stm.pattern[0]) == stm.pattern[0]);
  // In strips, arrays lie between those of other iterations.
  if (is_view && old.strides.empty()) return e.bind_view(stm.pattern[0], old, op.array);
  e.bind_root(stm.pattern[0], e.memory.dense(old, e.type(op.array)));
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Rearrange& op) {
  Array view = e.array(op.array);
  std::vector<llvm::Value*> old = e.elements.strides(view, e.type(op.array));
  view.strides.clear();
  for (uint32_t from : op.order) view.strides.push_back(old[from]);
  bool same_order = true;
  for (size_t k = 0; k < op.order.size(); k++) same_order &= op.order[k] == k;
  if (same_order && e.array(op.array).strides.empty()) view.strides.clear();
  // A matrix that was laid out by columns: Note [Column scans].
  if (op.order.size() == 2 &&
      view.strides == e.elements.row_major_strides(e.sizes(e.type(stm.pattern[0]))))
    view.strides.clear();
  e.bind_view(stm.pattern[0], view, op.array);
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Coerce& op) {
  e.bind_view(stm.pattern[0], e.array(op.array), op.array);
}

// ---- Updates in place

namespace {

// The value of an update may be a view of the array itself; then it may overlap with where it goes.
void copy_unless_same(FunctionEmitter& e, const Array& target, const Array& value,
                      const ir::Type* value_type, ir::Var value_root, ir::Var target_root) {
  std::vector<llvm::Value*> dims = e.sizes(value_type);
  if (!(value_root == target_root)) return e.copies.copy(target, value, value_type->elem, dims);
  Array apart = e.memory.dense(value, value_type);
  e.open_bodies.hold(apart.owner);
  e.copies.copy(target, apart, value_type->elem, dims);
}

}  // namespace

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Update& op) {
  const ir::Type* array_type = e.type(op.array);
  const Array& whole = e.array(op.array);
  bool element = op.dims.size() == array_type->rank();
  for (const ir::SliceDim& dim : op.dims) element &= dim.is_index;
  if (element) {
    std::vector<llvm::Value*> indices;
    for (const ir::SliceDim& dim : op.dims) indices.push_back(e.scalar(dim.start));
    e.elements.store(array_type->elem, e.scalar(op.value),
                     e.elements.element_pointer(whole, array_type, indices), whole);
  } else {
    Array target = e.elements.sliced(whole, array_type, op.dims);
    copy_unless_same(e, target, e.array(op.value.var), e.type(op.value),
                     e.binding(op.value.var).root, e.binding(op.array).root);
  }
  e.bind_view(stm.pattern[0], e.array(op.array), op.array);
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::FlatUpdate& op) {
  Array target = e.elements.flat_sliced(e.array(op.array), e.type(op.array), op.offset, op.dims);
  copy_unless_same(e, target, e.array(op.value), e.type(op.value), e.binding(op.value).root,
                   e.binding(op.array).root);
  e.bind_view(stm.pattern[0], e.array(op.array), op.array);
}

// ---- New arrays

namespace {

// Of the elements, those that are no constants being 0.
std::string constant_bytes(const ir::ArrayLit& op, Prim elem) {
  const auto size = static_cast<size_t>(byte_size(elem));
  std::string bytes(op.elems.size() * size, '\0');
  for (size_t k = 0; k < op.elems.size(); k++) {
    if (op.elems[k].is_const()) std::memcpy(&bytes[k * size], &op.elems[k].constant.bits, size);
  }
  return bytes;
}

// Note [Long literals] in analysis/long_literals.h.
bool copy_constants(FunctionEmitter& e, const Array& made, Prim elem, const ir::ArrayLit& op) {
  if (!is_long_literal(op) || !made.strides.empty()) return false;
  const std::string bytes = constant_bytes(op, elem);
  llvm::Constant* content =
      llvm::ConstantDataArray::getRaw(bytes, bytes.size(), llvm::Type::getInt8Ty(e.m.context));
  auto* data = new llvm::GlobalVariable(e.m.module, content->getType(), true,
                                        llvm::GlobalValue::PrivateLinkage, content, "literal");
  data->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  data->setAlignment(llvm::Align(PLANISH_BLOCK_HEADER));
  e.m.code.copy_constants(e, made, data, elem, e.i64(static_cast<int64_t>(op.elems.size())));
  return true;
}

}  // namespace

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::ArrayLit& op) {
  ir::Var var = stm.pattern[0];
  Array made = e.memory.allocate(var);
  const bool has_constants = copy_constants(e, made, e.type(var)->elem, op);
  for (size_t k = 0; k < op.elems.size(); k++) {
    if (has_constants && op.elems[k].is_const()) continue;
    e.elements.write(made, e.type(var), {e.i64(static_cast<int64_t>(k))}, op.elems[k]);
  }
  e.bind_root(var, made);
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Iota& op) {
  ir::Var var = stm.pattern[0];
  if (e.m.plan.of(stm).takes(Strategy::ComputedElements)) {
    e.bind(var, {nullptr, {}, var, {}, {e.scalar(op.start), e.scalar(op.step)}});
    return;
  }
  const Prim elem = e.type(var)->elem;
  Array made = e.memory.allocate(var);
  e.bind_root(var, made);
  if (e.m.code.iota(e, made, elem, e.scalar(op.count), e.scalar(op.start), e.scalar(op.step)))
    return;
  e.ranges.in_parallel(
      "iota", e.scalar(op.count), e.i64(0), {made.data, e.scalar(op.start), e.scalar(op.step)},
      [&](FunctionEmitter& task, llvm::ArrayRef<llvm::Value*> captured, llvm::Value* begin,
          llvm::Value* end) {
        Array target = made;
        target.data = captured[0];
        if (&task != &e) target.made_in = 0;
        task.ranges.parallel_range(begin, end, [&](llvm::Value* i) {
          llvm::Value* step =
              task.b.CreateMul(task.b.CreateTrunc(i, captured[2]->getType()), captured[2]);
          task.elements.store(elem, task.b.CreateAdd(captured[1], step),
                              task.elements.offset_pointer(elem, captured[0], i), target);
        });
      });
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Replicate& op) {
  ir::Var var = stm.pattern[0];
  if (e.m.plan.of(stm).takes(Strategy::ComputedElements)) {
    e.bind(var, {nullptr, {}, var, {}, {e.scalar(op.value), nullptr}});
    return;
  }
  Array made = e.memory.allocate(var);
  e.bind_root(var, made);
  const ir::Type* made_type = e.type(var);
  const ir::Type* value_type = e.type(op.value);
  if (value_type->is_scalar())
    return e.copies.fill(made, made_type->elem, e.sizes(made_type), e.scalar(op.value));
  std::vector<llvm::Value*> outer;
  for (const ir::Atom& dim : op.dims) outer.push_back(e.scalar(dim));
  std::vector<llvm::Value*> inner = e.sizes(value_type);
  const Array value = e.array(op.value.var);
  if (e.m.code.replicate(e, made, made_type->elem, outer, value, inner)) return;
  llvm::Value* row = e.product(inner);
  std::vector<llvm::Value*> captured{made.data, value.data, row};
  captured.insert(captured.end(), inner.begin(), inner.end());
  captured.insert(captured.end(), value.strides.begin(), value.strides.end());
  llvm::Value* cost = e.b.CreateAdd(e.b.CreateLShr(row, 2), e.i64(1));
  e.ranges.in_parallel(
      "replicate", e.product(outer), cost, captured,
      [&](FunctionEmitter& task, llvm::ArrayRef<llvm::Value*> values, llvm::Value* begin,
          llvm::Value* end) {
        Array source = value;
        source.data = values[1];
        llvm::ArrayRef<llvm::Value*> dims = values.slice(3, inner.size());
        if (!value.strides.empty()) source.strides = values.drop_front(3 + inner.size()).vec();
        task.ranges.for_range(begin, end, [&](llvm::Value* i) {
          Array target{task.elements.offset_pointer(made_type->elem, values[0],
                                                    task.b.CreateNSWMul(i, values[2])),
                       {},
                       nullptr,
                       task.ranges.depth()};
          task.copies.copy_range(target, source, made_type->elem, dims, task.i64(0), dims[0]);
        });
      });
}

void emit(FunctionEmitter& e, const ir::Stm& stm, const ir::Copy& op) {
  ir::Var var = stm.pattern[0];
  const Array source = e.array(op.array);
  const ir::Var root = e.m.plan.memory.taken_over(var);
  // Statements that do not run in their order keep what they hold.
  if (root && e.open_bodies.current().position && source.strides.empty()) {
    llvm::Value* owner = e.memory.owner_or_null(e.array(root));
    if (!llvm::isa<llvm::ConstantPointerNull>(owner))
      return e.bind_root(var, e.memory.copy_or_take_over(var, source, owner));
  }
  Array made = e.memory.allocate(var);
  e.bind_root(var, made);
  e.copies.copy(made, source, e.type(var)->elem, e.sizes(e.type(var)));
}

}  // namespace planish::codegen
