// What lanes load: neighbouring elements at once, others by gathers.
#include <algorithm>

#include "codegen/cpu/vector/lane_values.h"
#include "codegen/cpu/vector/lanes.h"

namespace planish::codegen::cpu {
namespace {

llvm::Align alignment(Prim elem) { return llvm::Align(static_cast<uint64_t>(byte_size(elem))); }

}  // namespace

llvm::Value* LaneValues::element(ir::Var array, std::span<const ir::Atom> indices,
                                 llvm::Value* mask) {
  const Array& from = e_.array(array);
  const ir::Type* type = e_.type(array);
  if (type->elem == Prim::Unit) return splat(scalar_constant(e_.m.context, {}));
  std::vector<size_t> different;
  for (size_t k = 0; k < indices.size(); k++) {
    if (!kinds_.is_uniform(indices[k])) different.push_back(k);
  }
  if (different.size() == 1 && kinds_.kind(indices[different[0]]) == LaneKind::Affine &&
      is_dense_along(e_, array, different[0]))
    return load(type->elem, e_.elements.element_pointer(from, type, e_.scalars(indices)), mask);
  const std::vector<llvm::Value*> strides = e_.elements.strides(from, type);
  std::vector<llvm::Value*> same;
  llvm::Value* offsets = nullptr;
  for (size_t k = 0; k < indices.size(); k++) {
    if (kinds_.is_uniform(indices[k])) {
      same.push_back(e_.scalar(indices[k]));
      continue;
    }
    same.push_back(e_.i64(0));
    llvm::Value* step = vector(indices[k]);
    if (!is_dense_along(e_, array, k)) step = b_.CreateMul(step, splat(strides[k]));
    offsets = offsets == nullptr ? step : b_.CreateAdd(offsets, step);
  }
  return gather(type->elem, e_.elements.element_pointer(from, type, same), &from,
                offsets == nullptr ? splat(e_.i64(0)) : offsets, mask);
}

llvm::Value* LaneValues::from_memory(Prim elem, llvm::Value* loaded) {
  return elem == Prim::Bool ? b_.CreateTrunc(loaded, vector_of(b_.getInt1Ty())) : loaded;
}

// Are there instructions for it? Without, each lane has a branch of its own.
bool LaneValues::has_masked_access(Prim elem) const {
  return e_.m.vector_bytes == 64 || (e_.m.vector_bytes == 32 && byte_size(elem) >= 4);
}

llvm::Value* LaneValues::load(Prim elem, llvm::Value* pointer, llvm::Value* mask) {
  llvm::Type* type = vector_of(memory_type(e_.m.context, elem));
  if (mask == nullptr)
    return from_memory(elem, b_.CreateAlignedLoad(type, pointer, alignment(elem)));
  if (has_masked_access(elem))
    return from_memory(elem, b_.CreateMaskedLoad(type, pointer, alignment(elem), mask,
                                                 llvm::Constant::getNullValue(type)));
  return gather(elem, pointer, nullptr, lane_numbers(e_.m.i64, lanes_), mask);
}

// Where there is no fast instruction, lanes load one by one. To leave out those that are idle would
// take branches: they load what the first one does, or from a place that is always there.
llvm::Value* LaneValues::gather(Prim elem, llvm::Value* data, const Array* array,
                                llvm::Value* offsets, llvm::Value* mask) {
  llvm::Type* element = memory_type(e_.m.context, elem);
  llvm::Type* type = vector_of(element);
  if (e_.m.target.vectors.gathers && byte_size(elem) >= 4)
    return from_memory(
        elem, b_.CreateMaskedGather(type, b_.CreateGEP(element, data, {offsets}), alignment(elem),
                                    mask, llvm::Constant::getNullValue(type)));
  llvm::Value* pointers = nullptr;
  if (mask != nullptr && first_lane_ == FirstLane::IsActive) {
    llvm::Value* first = b_.CreateExtractElement(offsets, uint64_t{0});
    offsets = b_.CreateSelect(mask, offsets, splat(first));
  } else if (mask != nullptr) {
    llvm::AllocaInst* idle = e_.frame.stack_slot(element, "idle");
    b_.CreateStore(llvm::Constant::getNullValue(element), idle);
    pointers = b_.CreateSelect(mask, b_.CreateGEP(element, data, {offsets}), splat(idle));
  }
  const bool is_of_array = array != nullptr && pointers == nullptr;
  llvm::Value* loaded =
      llvm::PoisonValue::get(is_of_array ? vector_of(scalar_type(e_.m.context, elem)) : type);
  for (uint64_t lane = 0; lane < lanes_; lane++) {
    llvm::Value* pointer =
        pointers != nullptr
            ? b_.CreateExtractElement(pointers, lane)
            : e_.elements.offset_pointer(elem, data, b_.CreateExtractElement(offsets, lane));
    llvm::Value* one = is_of_array ? e_.elements.load(elem, pointer, *array)
                                   : b_.CreateAlignedLoad(element, pointer, alignment(elem));
    loaded = b_.CreateInsertElement(loaded, one, lane);
  }
  return is_of_array ? loaded : from_memory(elem, loaded);
}

void store_lanes(FunctionEmitter& e, Prim elem, llvm::Value* vector, llvm::Value* mask,
                 llvm::Value* pointer) {
  if (elem == Prim::Unit) return;
  if (elem == Prim::Bool) {
    auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
    vector = e.b.CreateZExt(vector, llvm::FixedVectorType::get(e.m.i8, type->getNumElements()));
  }
  if (mask == nullptr) {
    e.b.CreateAlignedStore(vector, pointer, alignment(elem));
  } else {
    e.b.CreateMaskedStore(vector, pointer, alignment(elem), mask);
  }
}

}  // namespace planish::codegen::cpu
