#include "codegen/common/emitter/copies.h"

#include "codegen/common/emit.h"

namespace planish::codegen {

void Copies::copy(const Array& to, const Array& from, Prim elem,
                  llvm::ArrayRef<llvm::Value*> dims) {
  if (elem == Prim::Unit) return;  // nobody reads them: see load
  if (e_.memory.is_in_place(to, from)) return;
  if (m_.code.copy(e_, to, from, elem, dims)) return;
  const size_t rank = dims.size();
  if (e_.where == Where::Task) return copy_range(to, from, elem, dims, i64(0), dims[0]);
  // What is captured: both pointers, the sizes, and the strides that there are.
  std::vector<llvm::Value*> captured{to.data, from.data};
  captured.insert(captured.end(), dims.begin(), dims.end());
  captured.insert(captured.end(), to.strides.begin(), to.strides.end());
  captured.insert(captured.end(), from.strides.begin(), from.strides.end());
  llvm::Value* inner = e_.product(dims.drop_front());
  const bool to_strided = !to.strides.empty();
  const bool from_strided = !from.strides.empty();
  const int64_t least = to_strided || from_strided ? 1 : 0;
  llvm::Value* cost = b_.CreateAdd(b_.CreateLShr(inner, 2), i64(least));
  e_.ranges.in_parallel("copy", dims[0], cost, captured,
                        [&, rank](FunctionEmitter& task, llvm::ArrayRef<llvm::Value*> values,
                                  llvm::Value* begin, llvm::Value* end) {
                          Array target{values[0], {}, nullptr, 0};
                          Array source{values[1], {}, nullptr, 0};
                          llvm::ArrayRef<llvm::Value*> rest = values.drop_front(2 + rank);
                          if (to_strided) {
                            target.strides = rest.take_front(rank).vec();
                            rest = rest.drop_front(rank);
                          }
                          if (from_strided) source.strides = rest.take_front(rank).vec();
                          task.copies.copy_range(target, source, elem, values.slice(2, rank), begin,
                                                 end);
                        });
}

void Copies::copy_range(const Array& to, const Array& from, Prim elem,
                        llvm::ArrayRef<llvm::Value*> dims, llvm::Value* begin, llvm::Value* end) {
  const size_t rank = dims.size();
  if (to.strides.empty() && from.strides.empty()) {
    llvm::Value* inner = e_.product(dims.drop_front());
    llvm::Value* offset = b_.CreateNSWMul(begin, inner);
    llvm::Value* count = b_.CreateNSWMul(b_.CreateNSWSub(end, begin), inner);
    if (!m_.code.traits.has_vectors) {
      return e_.ranges.parallel_range(i64(0), count, [&](llvm::Value* i) {
        llvm::Value* at = b_.CreateNSWAdd(offset, i);
        e_.elements.store(
            elem, e_.elements.load(elem, e_.elements.offset_pointer(elem, from.data, at), from),
            e_.elements.offset_pointer(elem, to.data, at), to);
      });
    }
    llvm::Value* bytes = b_.CreateNSWMul(count, i64(byte_size(elem)));
    // Dimensions behind failing checks may be negative.
    bytes = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, bytes, i64(0));
    b_.CreateMemCpy(e_.elements.offset_pointer(elem, to.data, offset), llvm::MaybeAlign(),
                    e_.elements.offset_pointer(elem, from.data, offset), llvm::MaybeAlign(), bytes);
    return;
  }
  std::vector<llvm::Value*> to_strides =
      to.strides.empty() ? e_.elements.row_major_strides(dims) : to.strides;
  std::vector<llvm::Value*> from_strides =
      from.strides.empty() ? e_.elements.row_major_strides(dims) : from.strides;
  const auto move = [&](llvm::ArrayRef<llvm::Value*> at) {
    const auto pointer = [&](const Array& array, llvm::ArrayRef<llvm::Value*> steps) {
      llvm::Value* offset = i64(0);
      for (size_t k = 0; k < rank; k++)
        offset = b_.CreateNSWAdd(offset, b_.CreateNSWMul(at[k], steps[k]));
      return e_.elements.offset_pointer(elem, array.data, offset);
    };
    llvm::Value* value = e_.elements.load(elem, pointer(from, from_strides), from);
    e_.elements.store(elem, value, pointer(to, to_strides), to);
  };
  // The dimension along which the source is dense, if it is not the last: a transposition.
  size_t dense = rank - 1;
  for (size_t k = 0; k + 1 < rank && m_.code.traits.has_vectors; k++) {
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
      e_.ranges.parallel_range(first, last, [&](llvm::Value* i) {
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
      e_.ranges.for_range(first, last, [&](llvm::Value* i) {
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
        offset = b_.CreateNSWAdd(offset, b_.CreateNSWMul(index, steps[d]));
      }
      return e_.elements.offset_pointer(elem, array.data, offset);
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

void Copies::fill(const Array& to, Prim elem, llvm::ArrayRef<llvm::Value*> dims,
                  llvm::Value* value) {
  if (elem == Prim::Unit) return;  // nobody reads them: see load
  if (m_.code.fill(e_, to, elem, dims, value)) return;
  llvm::Value* count = e_.product(dims);
  e_.ranges.in_parallel("fill", count, i64(0), {to.data, value},
                        [&](FunctionEmitter& task, llvm::ArrayRef<llvm::Value*> captured,
                            llvm::Value* begin, llvm::Value* end) {
                          Array target = to;
                          target.data = captured[0];
                          if (&task != &e_) target.made_in = 0;
                          task.ranges.parallel_range(begin, end, [&](llvm::Value* i) {
                            task.elements.store(elem, captured[1],
                                                task.elements.offset_pointer(elem, captured[0], i),
                                                target);
                          });
                        });
}

}  // namespace planish::codegen
