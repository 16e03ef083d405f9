#include "codegen/cpu/vector/vector_filter.h"

#include <algorithm>

namespace planish::codegen::cpu {
namespace {

constexpr int64_t kLeastVector = 16;  // bytes: there are no smaller registers

}  // namespace

VectorFilter::VectorFilter(FunctionEmitter& e, const plan::VectorFilterPlan& plan, ir::Var index,
                           const ir::Body& body)
    : e_(e),
      index_(index),
      body_(body),
      lanes_(plan.lanes),
      in_place_(plan::values_in_place(
          e.m.storage, [this](ir::Var array) { return is_dense(array); }, index, body)) {}

bool VectorFilter::is_dense(ir::Var array) const {
  const Binding& binding = e_.binding(array);
  if (binding.progression.start != nullptr || !binding.pieces.empty()) return false;
  const std::vector<llvm::Value*>& strides = binding.array.strides;
  return strides.empty() || is_one(strides.back());
}

llvm::Value* VectorFilter::emit(llvm::Value* begin, llvm::Value* end, const std::vector<Array>& to,
                                llvm::Value* at) {
  llvm::IRBuilder<>& b = e_.b;
  const int64_t size = e_.m.target.strategies.ranges.filter_block;
  e_.function->addFnAttr("prefer-vector-width", std::to_string(8 * e_.m.vector_bytes));
  conditions_ = e_.frame.stack_array(Prim::Bool, size);
  buffers_.clear();
  for (size_t k = 0; k < values().size(); k++)
    buffers_.push_back(in_place_[k] == nullptr ? e_.frame.stack_array(prim(values()[k]), size)
                                               : Array{});
  llvm::Value* length = b.CreateNSWSub(end, begin);
  llvm::Value* blocks = b.CreateUDiv(b.CreateNSWAdd(length, e_.i64(size - 1)), e_.i64(size));
  return e_.ranges.fold_range(
      e_.i64(0), blocks, {at}, [&](llvm::Value* block, llvm::ArrayRef<llvm::Value*> next) {
        llvm::Value* done = b.CreateNSWMul(block, e_.i64(size));
        llvm::Value* count = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin,
                                                     b.CreateNSWSub(length, done), e_.i64(size));
        llvm::Value* first = b.CreateNSWAdd(begin, done);
        look_at_block(first, count);
        find_in_place(first);
        return std::vector<llvm::Value*>{keep_of_block(count, to, next[0])};
      })[0];
}

void VectorFilter::look_at_block(llvm::Value* first, llvm::Value* count) {
  e_.ranges.parallel_range(e_.i64(0), count, [&](llvm::Value* number) {
    e_.bind_scalar(index_, e_.b.CreateNSWAdd(first, number));
    e_.bodies.emit(body_, {}, [&](std::span<const ir::Atom> given) {
      const auto put = [&](const Array& buffer, const ir::Atom& value) {
        const Prim elem = prim(value);
        e_.elements.store(elem, e_.scalar(value),
                          e_.elements.offset_pointer(elem, buffer.data, number), buffer);
      };
      put(conditions_, given[0]);
      for (size_t k = 0; k < buffers_.size(); k++) {
        if (in_place_[k] == nullptr) put(buffers_[k], given[k + 1]);
      }
    });
  });
}

// Where the values of the first item are, those of the block are.
void VectorFilter::find_in_place(llvm::Value* first) {
  if (std::ranges::all_of(in_place_, [](const ir::Index* each) { return each == nullptr; })) return;
  e_.bind_scalar(index_, first);
  e_.bodies.emit(body_, {}, [&](std::span<const ir::Atom>) {
    for (size_t k = 0; k < buffers_.size(); k++) {
      if (in_place_[k] == nullptr) continue;
      const ir::Var array = in_place_[k]->array;
      std::vector<llvm::Value*> indices;
      for (const ir::Atom& index : in_place_[k]->indices) indices.push_back(e_.scalar(index));
      buffers_[k] = e_.array(array);
      buffers_[k].strides.clear();
      buffers_[k].data = e_.elements.element_pointer(e_.array(array), e_.type(array), indices);
    }
  });
}

llvm::Value* VectorFilter::keep_of_block(llvm::Value* count, const std::vector<Array>& to,
                                         llvm::Value* at) {
  llvm::IRBuilder<>& b = e_.b;
  llvm::Value* vectors = b.CreateUDiv(count, e_.i64(lanes_));
  const auto first_of = [&](llvm::Value* vector) { return b.CreateNSWMul(vector, e_.i64(lanes_)); };
  llvm::Value* next = e_.ranges.fold_range(
      e_.i64(0), vectors, {at}, [&](llvm::Value* vector, llvm::ArrayRef<llvm::Value*> where) {
        return std::vector<llvm::Value*>{keep_of_vector(first_of(vector), to, where[0])};
      })[0];
  next =
      e_.ranges.fold_range(first_of(vectors), count, {next},
                           [&](llvm::Value* number, llvm::ArrayRef<llvm::Value*> where) {
                             return std::vector<llvm::Value*>{keep_of_item(number, to, where[0])};
                           })[0];
  e_.ranges.keep_rolled();
  return next;
}

llvm::Value* VectorFilter::keep_of_vector(llvm::Value* first, const std::vector<Array>& to,
                                          llvm::Value* at) {
  llvm::IRBuilder<>& b = e_.b;
  const auto vector_of = [&](llvm::Type* elem) { return llvm::FixedVectorType::get(elem, lanes_); };
  const auto place = [&](const Array& array, Prim elem, llvm::Value* number) {
    return e_.elements.offset_pointer(elem, array.data, number);
  };
  llvm::Value* conditions = b.CreateAlignedLoad(
      vector_of(e_.m.i8), place(conditions_, Prim::Bool, first), llvm::Align(1));
  llvm::Value* mask =
      b.CreateICmpNE(conditions, llvm::Constant::getNullValue(conditions->getType()));
  for (size_t k = 0; k < buffers_.size(); k++) {
    const Prim elem = prim(values()[k]);
    const int64_t bytes = byte_size(elem);
    llvm::VectorType* type = vector_of(b.getIntNTy(static_cast<unsigned>(8 * bytes)));
    const llvm::Align align(static_cast<uint64_t>(bytes));
    // Small elements are made larger, if there is no instruction for them, or they would not fill a
    // register.
    const int64_t least =
        std::max<int64_t>(e_.m.target.vectors.least_compressed, kLeastVector / lanes_);
    llvm::Type* wide = vector_of(b.getIntNTy(static_cast<unsigned>(8 * std::max(bytes, least))));
    llvm::Value* all = b.CreateAlignedLoad(type, place(buffers_[k], elem, first), align);
    llvm::Value* kept =
        b.CreateIntrinsic(llvm::Intrinsic::experimental_vector_compress, {wide},
                          {b.CreateZExt(all, wide), mask, llvm::PoisonValue::get(wide)});
    b.CreateAlignedStore(b.CreateTrunc(kept, type), place(to[k], elem, at), align);
  }
  llvm::Value* bits = b.CreateBitCast(mask, b.getIntNTy(lanes_));
  llvm::Value* count = b.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits);
  return b.CreateNSWAdd(at, b.CreateZExtOrTrunc(count, e_.m.i64));
}

llvm::Value* VectorFilter::keep_of_item(llvm::Value* number, const std::vector<Array>& to,
                                        llvm::Value* at) {
  llvm::IRBuilder<>& b = e_.b;
  for (size_t k = 0; k < buffers_.size(); k++) {
    const Prim elem = prim(values()[k]);
    const auto place = [&](const Array& array, llvm::Value* i) {
      return e_.elements.offset_pointer(elem, array.data, i);
    };
    e_.elements.store(elem, e_.elements.load(elem, place(buffers_[k], number), buffers_[k]),
                      place(to[k], at), to[k]);
  }
  llvm::Value* kept = e_.elements.load(
      Prim::Bool, e_.elements.offset_pointer(Prim::Bool, conditions_.data, number), conditions_);
  return b.CreateAdd(at, b.CreateZExt(kept, e_.m.i64));
}

}  // namespace planish::codegen::cpu
