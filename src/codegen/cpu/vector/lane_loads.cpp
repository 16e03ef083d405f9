// What lanes load: neighbouring elements at once, others by gathers.
#include <algorithm>

#include "codegen/cpu/vector/lane_emitter.h"
#include "codegen/cpu/vector/masked.h"

namespace planish::codegen::cpu {
namespace {

bool is_dense(const Array& array, const ir::Type* type, size_t dim) {
  if (array.strides.empty()) return dim + 1 == type->rank();
  auto* stride = llvm::dyn_cast<llvm::ConstantInt>(array.strides[dim]);
  return stride != nullptr && stride->isOne();
}

llvm::Align alignment(Prim elem) { return llvm::Align(static_cast<uint64_t>(byte_size(elem))); }

}  // namespace

void LaneEmitter::index(const ir::Stm& stm, const ir::Index& op) {
  const ir::Var var = stm.pattern[0];
  if (!is_vector(var)) return e_.bodies.statement(stm);
  View view{op.array, {}};
  if (auto of = views_.find(op.array.id); of != views_.end()) view = of->second;
  view.indices.insert(view.indices.end(), op.indices.begin(), op.indices.end());
  if (e_.type(var)->is_scalar()) {
    vectors_[var.id] = load(view);
  } else {
    views_[var.id] = std::move(view);
  }
}

void LaneEmitter::set_element(ir::Var var, ir::Var array, ir::Var at) {
  View view{array, {}};
  if (auto of = views_.find(array.id); of != views_.end()) view = of->second;
  view.indices.emplace_back(at);
  if (e_.type(var)->is_scalar()) {
    vectors_[var.id] = load(view);
  } else {
    views_[var.id] = std::move(view);
  }
}

void LaneEmitter::set_element_of(ir::Var var, ir::Var array, ir::Var at) {
  const Progression& known = e_.binding(array).progression;
  if (known.start == nullptr) return set_element(var, array, at);
  if (known.step == nullptr) return e_.bind_scalar(var, known.start);
  llvm::Value* number = b_.CreateTrunc(vector(at), vector_of(known.start->getType()));
  vectors_[var.id] = b_.CreateAdd(splat(known.start), b_.CreateMul(number, splat(known.step)));
}

llvm::Value* LaneEmitter::load(const View& view) {
  const Array& array = e_.array(view.array);
  const ir::Type* type = e_.type(view.array);
  const std::span<const ir::Atom> indices = view.indices;
  if (type->elem == Prim::Unit) return splat(scalar_constant(e_.m.context, {}));
  const bool others_are_uniform = std::ranges::all_of(
      indices.first(indices.size() - 1), [&](const ir::Atom& at) { return kinds_.is_uniform(at); });
  if (others_are_uniform && kinds_.kind(indices.back()) == LaneKind::Affine &&
      is_dense(array, type, indices.size() - 1))
    return load_neighbours(type->elem, array,
                           e_.elements.element_pointer(array, type, e_.scalars(indices)));
  const std::vector<llvm::Value*> strides = e_.elements.strides(array, type);
  llvm::Value* same = e_.i64(0);
  llvm::Value* different = nullptr;
  for (size_t k = 0; k < indices.size(); k++) {
    if (kinds_.is_uniform(indices[k])) {
      same = b_.CreateAdd(same, b_.CreateMul(e_.scalar(indices[k]), strides[k]));
      continue;
    }
    llvm::Value* step = vector(indices[k]);
    if (!is_dense(array, type, k)) step = b_.CreateMul(step, splat(strides[k]));
    different = different == nullptr ? step : b_.CreateAdd(different, step);
  }
  Array from = array;
  from.data = b_.CreateGEP(memory_type(e_.m.context, type->elem), array.data, {same});
  return gather(type->elem, from, different == nullptr ? splat(e_.i64(0)) : different);
}

llvm::Value* LaneEmitter::from_memory(Prim elem, llvm::Value* loaded) {
  return elem == Prim::Bool ? b_.CreateTrunc(loaded, vector_of(b_.getInt1Ty())) : loaded;
}

// Are there instructions for it? Without, each lane has a branch of its own.
bool LaneEmitter::has_masked_access(Prim elem) const {
  return e_.m.vector_bytes == 64 || (e_.m.vector_bytes == 32 && byte_size(elem) >= 4);
}

llvm::Value* LaneEmitter::load_neighbours(Prim elem, const Array& array, llvm::Value* pointer) {
  llvm::Type* type = vector_of(memory_type(e_.m.context, elem));
  if (has_masked_access(elem))
    return from_memory(elem, b_.CreateMaskedLoad(type, pointer, alignment(elem), mask_,
                                                 llvm::Constant::getNullValue(type)));
  Array from = array;
  from.data = pointer;
  std::vector<llvm::Constant*> numbers;
  for (int64_t lane = 0; lane < lanes_; lane++) numbers.push_back(e_.i64(lane));
  return gather(elem, from, llvm::ConstantVector::get(numbers));
}

// Where there is no fast instruction, lanes load one by one: idle ones from a place that is always
// there.
llvm::Value* LaneEmitter::gather(Prim elem, const Array& array, llvm::Value* offsets) {
  llvm::Type* element = memory_type(e_.m.context, elem);
  llvm::Value* pointers = b_.CreateGEP(element, array.data, {offsets});
  if (e_.m.target.vectors.gathers && byte_size(elem) >= 4)
    return from_memory(elem,
                       b_.CreateMaskedGather(vector_of(element), pointers, alignment(elem), mask_,
                                             llvm::Constant::getNullValue(vector_of(element))));
  llvm::AllocaInst* idle = e_.frame.stack_slot(element, "idle");
  b_.CreateStore(llvm::Constant::getNullValue(element), idle);
  pointers = b_.CreateSelect(mask_, pointers, splat(idle));
  llvm::Value* loaded = llvm::PoisonValue::get(vector_of(element));
  for (uint64_t lane = 0; lane < lanes_; lane++) {
    llvm::Value* pointer = b_.CreateExtractElement(pointers, lane);
    loaded = b_.CreateInsertElement(loaded, b_.CreateAlignedLoad(element, pointer, alignment(elem)),
                                    lane);
  }
  return from_memory(elem, loaded);
}

void store_lanes(FunctionEmitter& e, Prim elem, llvm::Value* vector, llvm::Value* mask,
                 const Array& place) {
  if (elem == Prim::Unit) return;
  if (elem == Prim::Bool) {
    auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
    vector = e.b.CreateZExt(vector, llvm::FixedVectorType::get(e.m.i8, type->getNumElements()));
  }
  e.b.CreateMaskedStore(vector, place.data, alignment(elem), mask);
}

}  // namespace planish::codegen::cpu
