// Where elements are: pointers, strides, parts and slices of arrays; loading, storing and copying.
#include "codegen/common/emit.h"
#include "runtime/abi.h"

namespace planish::codegen {
namespace {

bool is_one(llvm::Value* value) {
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant != nullptr && constant->isOne();
}

}  // namespace

std::vector<llvm::Value*> FunctionEmitter::strides(const Array& array, const ir::Type* type) {
  if (!array.strides.empty()) return array.strides;
  return row_major_strides(sizes(type));
}

std::vector<llvm::Value*> FunctionEmitter::row_major_strides(llvm::ArrayRef<llvm::Value*> dims) {
  std::vector<llvm::Value*> out(dims.size());
  llvm::Value* stride = i64(1);
  for (size_t k = dims.size(); k-- > 0;) {
    out[k] = stride;
    if (k > 0) stride = is_one(stride) ? dims[k] : b.CreateNSWMul(stride, dims[k]);
  }
  return out;
}

llvm::Value* FunctionEmitter::offset_pointer(Prim elem, llvm::Value* data, llvm::Value* offset) {
  return b.CreateInBoundsGEP(memory_type(m.context, elem), data, {offset});
}

llvm::Value* FunctionEmitter::element_pointer(const Array& array, const ir::Type* type,
                                              llvm::ArrayRef<llvm::Value*> indices) {
  if (indices.empty()) return array.data;
  llvm::Value* offset = nullptr;
  if (array.strides.empty()) {
    // ((i * m) + j) * k …: the part that does not change in an inner loop moves out of it.
    for (size_t k = 0; k < type->rank(); k++) {
      if (offset != nullptr) offset = b.CreateNSWMul(offset, size(type->dims[k]));
      if (k < indices.size())
        offset = offset == nullptr ? indices[k] : b.CreateNSWAdd(offset, indices[k]);
    }
  } else {
    for (size_t k = 0; k < indices.size(); k++) {
      llvm::Value* step =
          is_one(array.strides[k]) ? indices[k] : b.CreateNSWMul(indices[k], array.strides[k]);
      offset = offset == nullptr ? step : b.CreateNSWAdd(offset, step);
    }
  }
  return offset_pointer(type->elem, array.data, offset);
}

Array FunctionEmitter::part(const Array& array, const ir::Type* type,
                            llvm::ArrayRef<llvm::Value*> indices) {
  Array out = array;
  out.data = element_pointer(array, type, indices);
  if (!array.strides.empty())
    out.strides.erase(out.strides.begin(),
                      out.strides.begin() + static_cast<ptrdiff_t>(indices.size()));
  return out;
}

void FunctionEmitter::tag(llvm::Instruction* access, const Array& array) {
  if (array.made_in >= parallel_loops.size()) return;
  std::vector<llvm::Metadata*> groups(
      parallel_loops.begin() + static_cast<ptrdiff_t>(array.made_in), parallel_loops.end());
  access->setMetadata(llvm::LLVMContext::MD_access_group,
                      groups.size() == 1 ? llvm::cast<llvm::MDNode>(groups[0])
                                         : llvm::MDNode::get(m.context, groups));
}

llvm::Value* FunctionEmitter::load(Prim prim, llvm::Value* pointer, const Array& array) {
  if (prim == Prim::Unit) return scalar_constant(m.context, {});
  return m.code.load(*this, prim, pointer, array);
}

void FunctionEmitter::store(Prim prim, llvm::Value* value, llvm::Value* pointer,
                            const Array& array) {
  m.code.store(*this, prim, value, pointer, array);
}

llvm::Value* FunctionEmitter::in_memory(Prim prim, llvm::Value* value) {
  return value->getType()->isIntegerTy(1) ? b.CreateZExt(value, memory_type(m.context, prim))
                                          : value;
}

// ---- Slices

Array FunctionEmitter::sliced(const Array& array, const ir::Type* type,
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
    llvm::Value* start = scalar(dims[k].start);
    llvm::Value* step = is_one(old[k]) ? start : b.CreateNSWMul(start, old[k]);
    offset = offset == nullptr ? step : b.CreateNSWAdd(offset, step);
    const auto* zero = llvm::dyn_cast<llvm::ConstantInt>(start);
    if (dims[k].is_index) {
      row_major &= !ranged;
      continue;
    }
    llvm::Value* stride = scalar(dims[k].stride);
    const bool whole = zero != nullptr && zero->isZero() && is_one(stride) &&
                       scalar(dims[k].count) == size(type->dims[k]);
    row_major &= is_one(stride) && (!ranged || whole);
    ranged = true;
    out.strides.push_back(is_one(stride)   ? old[k]
                          : is_one(old[k]) ? stride
                                           : b.CreateNSWMul(old[k], stride));
  }
  if (offset != nullptr) out.data = offset_pointer(type->elem, array.data, offset);
  if (row_major) out.strides.clear();
  return out;
}

Array FunctionEmitter::flat_sliced(const Array& array, const ir::Type* type, const ir::Atom& offset,
                                   std::span<const ir::FlatDim> dims) {
  std::vector<llvm::Value*> old = strides(array, type);
  Array out = array;
  out.strides.clear();
  out.data = offset_pointer(type->elem, array.data, b.CreateNSWMul(scalar(offset), old[0]));
  for (const ir::FlatDim& dim : dims)
    out.strides.push_back(b.CreateNSWMul(scalar(dim.stride), old[0]));
  out.strides.insert(out.strides.end(), old.begin() + 1, old.end());
  return out;
}

// ---- Copies

void FunctionEmitter::copy(const Array& to, const Array& from, Prim elem,
                           llvm::ArrayRef<llvm::Value*> dims) {
  if (elem == Prim::Unit) return;  // nobody reads them: see load
  auto checked = checked_places_.find(from.data);
  const bool is_there =
      to.data == from.data || (checked != checked_places_.end() && checked->second == to.data);
  if (is_there && to.strides.empty() && from.strides.empty()) return;
  if (m.code.copy(*this, to, from, elem, dims)) return;
  const size_t rank = dims.size();
  if (where == Where::Task) return copy_range(to, from, elem, dims, i64(0), dims[0]);
  // What is captured: both pointers, the sizes, and the strides that there are.
  std::vector<llvm::Value*> captured{to.data, from.data};
  captured.insert(captured.end(), dims.begin(), dims.end());
  captured.insert(captured.end(), to.strides.begin(), to.strides.end());
  captured.insert(captured.end(), from.strides.begin(), from.strides.end());
  llvm::Value* inner = product(dims.drop_front());
  llvm::Value* cost = b.CreateAdd(b.CreateLShr(inner, 2), i64(1));
  const bool to_strided = !to.strides.empty();
  const bool from_strided = !from.strides.empty();
  in_parallel("copy", dims[0], cost, captured,
              [&, rank](FunctionEmitter& e, llvm::ArrayRef<llvm::Value*> values, llvm::Value* begin,
                        llvm::Value* end) {
                Array target{values[0], {}, nullptr, 0};
                Array source{values[1], {}, nullptr, 0};
                llvm::ArrayRef<llvm::Value*> rest = values.drop_front(2 + rank);
                if (to_strided) {
                  target.strides = rest.take_front(rank).vec();
                  rest = rest.drop_front(rank);
                }
                if (from_strided) source.strides = rest.take_front(rank).vec();
                e.copy_range(target, source, elem, values.slice(2, rank), begin, end);
              });
}

void FunctionEmitter::copy_range(const Array& to, const Array& from, Prim elem,
                                 llvm::ArrayRef<llvm::Value*> dims, llvm::Value* begin,
                                 llvm::Value* end) {
  const size_t rank = dims.size();
  if (to.strides.empty() && from.strides.empty()) {
    llvm::Value* inner = product(dims.drop_front());
    llvm::Value* offset = b.CreateNSWMul(begin, inner);
    llvm::Value* count = b.CreateNSWMul(b.CreateNSWSub(end, begin), inner);
    if (!m.code.traits.has_vectors) {
      return parallel_range(i64(0), count, [&](llvm::Value* i) {
        llvm::Value* at = b.CreateNSWAdd(offset, i);
        store(elem, load(elem, offset_pointer(elem, from.data, at), from),
              offset_pointer(elem, to.data, at), to);
      });
    }
    llvm::Value* bytes = b.CreateNSWMul(count, i64(byte_size(elem)));
    // Dimensions behind failing checks may be negative.
    bytes = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, bytes, i64(0));
    b.CreateMemCpy(offset_pointer(elem, to.data, offset), llvm::MaybeAlign(),
                   offset_pointer(elem, from.data, offset), llvm::MaybeAlign(), bytes);
    return;
  }
  std::vector<llvm::Value*> to_strides = to.strides.empty() ? row_major_strides(dims) : to.strides;
  std::vector<llvm::Value*> from_strides =
      from.strides.empty() ? row_major_strides(dims) : from.strides;
  const auto move = [&](llvm::ArrayRef<llvm::Value*> at) {
    const auto pointer = [&](const Array& array, llvm::ArrayRef<llvm::Value*> steps) {
      llvm::Value* offset = i64(0);
      for (size_t k = 0; k < rank; k++)
        offset = b.CreateNSWAdd(offset, b.CreateNSWMul(at[k], steps[k]));
      return offset_pointer(elem, array.data, offset);
    };
    llvm::Value* value = load(elem, pointer(from, from_strides), from);
    store(elem, value, pointer(to, to_strides), to);
  };
  // The dimension along which the source is dense, if it is not the last: a transposition.
  size_t dense = rank - 1;
  for (size_t k = 0; k + 1 < rank && m.code.traits.has_vectors; k++) {
    if (is_one(from_strides[k]) && !is_one(from_strides[rank - 1])) dense = k;
  }
  std::vector<llvm::Value*> at(rank);
  const auto limits = [&](size_t k) {
    return k == 0 ? std::pair(begin, end) : std::pair<llvm::Value*, llvm::Value*>(i64(0), dims[k]);
  };
  if (dense == rank - 1) {
    std::function<void(size_t)> nest = [&](size_t k) {
      if (k == rank) return move(at);
      auto [first, last] = limits(k);
      parallel_range(first, last, [&](llvm::Value* i) {
        at[k] = i;
        nest(k + 1);
      });
    };
    return nest(0);
  }
  // Squares of the dense dimension and the last one, inside of all others.
  std::function<void(size_t)> others = [&](size_t k) {
    if (k == dense) return others(k + 1);
    if (k + 1 < rank) {
      auto [first, last] = limits(k);
      for_range(first, last, [&](llvm::Value* i) {
        at[k] = i;
        others(k + 1);
      });
      return;
    }
    const auto pointer = [&](const Array& array, llvm::ArrayRef<llvm::Value*> steps,
                             llvm::Value* row, llvm::Value* column) {
      llvm::Value* offset = i64(0);
      for (size_t d = 0; d < rank; d++) {
        llvm::Value* index = d == dense ? column : d + 1 == rank ? row : at[d];
        offset = b.CreateNSWAdd(offset, b.CreateNSWMul(index, steps[d]));
      }
      return offset_pointer(elem, array.data, offset);
    };
    auto [column_begin, column_end] = limits(dense);
    auto [row_begin, row_end] = limits(rank - 1);
    transpose(
        elem, row_begin, row_end, column_begin, column_end,
        [&](llvm::Value* row, llvm::Value* column) {
          return pointer(from, from_strides, row, column);
        },
        [&](llvm::Value* row, llvm::Value* column) {
          return pointer(to, to_strides, row, column);
        });
  };
  others(0);
}

void FunctionEmitter::fill(const Array& to, Prim elem, llvm::ArrayRef<llvm::Value*> dims,
                           llvm::Value* value) {
  if (elem == Prim::Unit) return;  // nobody reads them: see load
  if (m.code.fill(*this, to, elem, dims, value)) return;
  llvm::Value* count = product(dims);
  in_parallel("fill", count, i64(1), {to.data, value},
              [&](FunctionEmitter& e, llvm::ArrayRef<llvm::Value*> captured, llvm::Value* begin,
                  llvm::Value* end) {
                Array target = to;
                target.data = captured[0];
                if (&e != this) target.made_in = 0;
                e.parallel_range(begin, end, [&](llvm::Value* i) {
                  e.store(elem, captured[1], e.offset_pointer(elem, captured[0], i), target);
                });
              });
}

void FunctionEmitter::write(const Array& to, const ir::Type* to_type,
                            llvm::ArrayRef<llvm::Value*> indices, const ir::Atom& value) {
  const ir::Type* value_type = type(value);
  if (value_type->is_acc()) return;
  if (value_type->is_scalar()) {
    store(value_type->elem, scalar(value), element_pointer(to, to_type, indices), to);
    return;
  }
  copy(part(to, to_type, indices), array(value.var), value_type->elem, sizes(value_type));
}

}  // namespace planish::codegen
