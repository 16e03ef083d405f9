#include "codegen/common/emitter/elements.h"

#include "codegen/common/emit.h"

namespace planish::codegen {

std::vector<llvm::Value*> Elements::strides(const Array& array, const ir::Type* type) {
  if (!array.strides.empty()) return array.strides;
  return row_major_strides(e_.sizes(type));
}

std::vector<llvm::Value*> Elements::row_major_strides(llvm::ArrayRef<llvm::Value*> dims) {
  std::vector<llvm::Value*> out(dims.size());
  llvm::Value* stride = i64(1);
  for (size_t k = dims.size(); k-- > 0;) {
    out[k] = stride;
    if (k > 0) stride = is_one(stride) ? dims[k] : b_.CreateNSWMul(stride, dims[k]);
  }
  return out;
}

llvm::Value* Elements::offset_pointer(Prim elem, llvm::Value* data, llvm::Value* offset) {
  return b_.CreateInBoundsGEP(memory_type(m_.context, elem), data, {offset});
}

llvm::Value* Elements::element_pointer(const Array& array, const ir::Type* type,
                                       llvm::ArrayRef<llvm::Value*> indices) {
  if (indices.empty()) return array.data;
  llvm::Value* offset = nullptr;
  if (array.strides.empty()) {
    // ((i * m_) + j) * k …: the part that does not change in an inner loop moves out of it.
    for (size_t k = 0; k < type->rank(); k++) {
      if (offset != nullptr) offset = b_.CreateNSWMul(offset, e_.size(type->dims[k]));
      if (k < indices.size())
        offset = offset == nullptr ? indices[k] : b_.CreateNSWAdd(offset, indices[k]);
    }
  } else {
    for (size_t k = 0; k < indices.size(); k++) {
      llvm::Value* step =
          is_one(array.strides[k]) ? indices[k] : b_.CreateNSWMul(indices[k], array.strides[k]);
      offset = offset == nullptr ? step : b_.CreateNSWAdd(offset, step);
    }
  }
  return offset_pointer(type->elem, array.data, offset);
}

llvm::Value* Elements::position_pointer(const Array& whole, const ir::Type* whole_type,
                                        llvm::Value* at) {
  llvm::Value* offset = at;
  for (const ir::Dim& dim : whole_type->dims.subspan(1))
    offset = b_.CreateNSWMul(offset, e_.size(dim));
  return offset_pointer(whole_type->elem, whole.data, offset);
}

Array Elements::part(const Array& array, const ir::Type* type,
                     llvm::ArrayRef<llvm::Value*> indices) {
  Array out = array;
  out.data = element_pointer(array, type, indices);
  if (!array.strides.empty())
    out.strides.erase(out.strides.begin(),
                      out.strides.begin() + static_cast<ptrdiff_t>(indices.size()));
  return out;
}

// The array from a position of the outer dimension on.
Array Elements::part_from(const Array& whole, const ir::Type* whole_type, llvm::Value* at) {
  Array out = whole;
  out.data = element_pointer(whole, whole_type, {at});
  return out;
}

void Elements::tag(llvm::Instruction* access, const Array& array) {
  if (array.made_in >= e_.ranges.depth()) return;
  const std::vector<llvm::MDNode*>& loops = e_.ranges.parallel_loops();
  std::vector<llvm::Metadata*> groups(loops.begin() + static_cast<ptrdiff_t>(array.made_in),
                                      loops.end());
  access->setMetadata(llvm::LLVMContext::MD_access_group,
                      groups.size() == 1 ? llvm::cast<llvm::MDNode>(groups[0])
                                         : llvm::MDNode::get(m_.context, groups));
}

llvm::Value* Elements::in_memory(Prim prim, llvm::Value* value) {
  return value->getType()->isIntegerTy(1) ? b_.CreateZExt(value, memory_type(m_.context, prim))
                                          : value;
}

llvm::Value* Elements::load(Prim prim, llvm::Value* pointer, const Array& array) {
  if (prim == Prim::Unit) return scalar_constant(m_.context, {});
  return m_.code.load(e_, prim, pointer, array);
}

void Elements::store(Prim prim, llvm::Value* value, llvm::Value* pointer, const Array& array) {
  m_.code.store(e_, prim, value, pointer, array);
}

void Elements::write(const Array& to, const ir::Type* to_type, llvm::ArrayRef<llvm::Value*> indices,
                     const ir::Atom& value) {
  const ir::Type* value_type = e_.type(value);
  if (value_type->is_acc()) return;
  if (value_type->is_scalar()) {
    store(value_type->elem, e_.scalar(value), element_pointer(to, to_type, indices), to);
    return;
  }
  e_.copies.copy(part(to, to_type, indices), e_.array(value.var), value_type->elem,
                 e_.sizes(value_type));
}

// ---- Slices

Array Elements::sliced(const Array& array, const ir::Type* type,
                       std::span<const ir::SliceDim> dims) {
  std::vector<llvm::Value*> old = strides(array, type);
  llvm::Value* offset = nullptr;
  Array out = array;
  out.strides.clear();
  // It stays row-major if it is one block of rows: indices, then one range without steps, then
  // whole dimensions.
  bool row_major = array.strides.empty();
  bool ranged = false;
  for (size_t k = 0; k < type->rank(); k++) {
    if (k >= dims.size()) {
      out.strides.push_back(old[k]);
      continue;
    }
    llvm::Value* start = e_.scalar(dims[k].start);
    llvm::Value* step = is_one(old[k]) ? start : b_.CreateNSWMul(start, old[k]);
    offset = offset == nullptr ? step : b_.CreateNSWAdd(offset, step);
    const auto* zero = llvm::dyn_cast<llvm::ConstantInt>(start);
    if (dims[k].is_index) {
      row_major &= !ranged;
      continue;
    }
    llvm::Value* stride = e_.scalar(dims[k].stride);
    const bool whole = zero != nullptr && zero->isZero() && is_one(stride) &&
                       e_.scalar(dims[k].count) == e_.size(type->dims[k]);
    row_major &= is_one(stride) && (!ranged || whole);
    ranged = true;
    out.strides.push_back(is_one(stride)   ? old[k]
                          : is_one(old[k]) ? stride
                                           : b_.CreateNSWMul(old[k], stride));
  }
  if (offset != nullptr) out.data = offset_pointer(type->elem, array.data, offset);
  if (row_major) out.strides.clear();
  return out;
}

Array Elements::flat_sliced(const Array& array, const ir::Type* type, const ir::Atom& offset,
                            std::span<const ir::FlatDim> dims) {
  std::vector<llvm::Value*> old = strides(array, type);
  Array out = array;
  out.strides.clear();
  out.data = offset_pointer(type->elem, array.data, b_.CreateNSWMul(e_.scalar(offset), old[0]));
  for (const ir::FlatDim& dim : dims)
    out.strides.push_back(b_.CreateNSWMul(e_.scalar(dim.stride), old[0]));
  out.strides.insert(out.strides.end(), old.begin() + 1, old.end());
  return out;
}

}  // namespace planish::codegen
