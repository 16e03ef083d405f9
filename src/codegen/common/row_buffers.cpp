#include "codegen/common/row_buffers.h"

#include <cstddef>

#include "runtime/abi.h"
#include "target/tasks.h"

namespace planish::codegen {

llvm::Value* element_bytes(FunctionEmitter& e, const ir::Type* type) {
  llvm::Value* bytes = e.i64(byte_size(type->elem));
  for (const ir::Dim& dim : type->dims.subspan(1)) bytes = e.b.CreateNSWMul(bytes, e.size(dim));
  return bytes;
}

RowBuffers::RowBuffers(FunctionEmitter& e, const FlatMapResults& results)
    : e_(e), results_(results) {
  for (size_t row = 0; row < results.rows(); row++) {
    elem_bytes_.push_back(element_bytes(e, e.type(results.bound_row(row))));
    blocks_.push_back(e.stack_slot(e.m.pointer, "rows"));
  }
  for (size_t group = 0; group < results.groups.size(); group++)
    totals_.push_back(e.stack_slot(e.m.i64, "total"));
}

void RowBuffers::start() {
  llvm::Value* none = llvm::ConstantPointerNull::get(e_.m.pointer);
  for (llvm::AllocaInst* slot : blocks_) e_.b.CreateStore(none, slot);
  e_.begin_owning(blocks_);
  for (llvm::AllocaInst* slot : blocks_)
    e_.b.CreateStore(e_.allocate_block(Prim::U8, {e_.i64(kTasks.flat_map_first_bytes)}).owner,
                     slot);
  for (llvm::AllocaInst* slot : totals_) e_.b.CreateStore(e_.i64(0), slot);
}

void RowBuffers::start(llvm::Value* blocks, llvm::Value* totals) {
  const auto load = [&](llvm::Type* type, llvm::Value* list, llvm::ArrayRef<llvm::AllocaInst*> to) {
    for (size_t k = 0; k < to.size(); k++)
      e_.b.CreateStore(e_.b.CreateLoad(type, e_.b.CreateConstInBoundsGEP1_64(type, list, k)),
                       to[k]);
  };
  load(e_.m.pointer, blocks, blocks_);
  load(e_.m.i64, totals, totals_);
  e_.begin_owning(blocks_);
}

llvm::Value* RowBuffers::total(size_t row) {
  return e_.b.CreateLoad(e_.m.i64, totals_[results_.group_of(row)], "total");
}

Array RowBuffers::reserve(size_t row, Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
  llvm::IRBuilder<>& b = e_.b;
  llvm::Value* bytes = e_.i64(byte_size(elem));
  for (llvm::Value* size : sizes) bytes = b.CreateCall(e_.m.size_product(), {bytes, size});
  llvm::Value* used = b.CreateNSWMul(total(row), elem_bytes_[row]);
  // What is too large for any memory stays so, and as an unsigned number it is larger than every
  // block.
  llvm::Value* needed =
      b.CreateSelect(b.CreateICmpSLT(bytes, e_.i64(0)), bytes, b.CreateAdd(used, bytes), "needed");
  llvm::Value* block = b.CreateLoad(e_.m.pointer, blocks_[row]);
  llvm::Value* room = b.CreateLoad(
      e_.m.i64, b.CreateConstInBoundsGEP1_64(e_.m.i8, block, offsetof(planish_block, bytes)),
      "room");
  e_.if_then(b.CreateICmpUGT(needed, room), [&] {
    auto grow = e_.m.runtime("planish_grow", e_.m.pointer,
                             {e_.m.pointer, e_.m.pointer, e_.m.i64, e_.m.i64});
    llvm::Value* larger = b.CreateCall(grow, {e_.context, block, used, needed}, "larger");
    e_.leave_unless_made(b.CreateSelect(b.CreateIsNull(larger),
                                        llvm::ConstantInt::get(e_.m.i32, PLANISH_OUT_OF_MEMORY),
                                        llvm::ConstantInt::get(e_.m.i32, PLANISH_OK)));
    b.CreateStore(larger, blocks_[row]);
  });
  llvm::Value* data = e_.m.code.data_of(e_, b.CreateLoad(e_.m.pointer, blocks_[row]));
  return {b.CreateInBoundsGEP(e_.m.i8, data, {used}, "row"), {}, nullptr, e_.parallel_loops.size()};
}

void RowBuffers::append(const ir::Body& body, const std::vector<Array>& places) {
  const size_t first = results_.first_row();
  Destinations destinations(body.results.size());
  LateDestinations late(body.results.size());
  std::vector<std::optional<Array>> reserved(results_.rows());
  for (size_t k = 0; k < body.results.size(); k++) {
    if (results_.is_row(k)) {
      late[k] = [&, row = k - first](Prim elem, llvm::ArrayRef<llvm::Value*> sizes) {
        reserved[row] = reserve(row, elem, sizes);
        return *reserved[row];
      };
    } else if (e_.type(body.results[k])->is_array()) {
      destinations[k] = places[k];
    }
  }
  const auto finish = [&](std::span<const ir::Atom> given) {
    for (size_t k = 0; k < given.size(); k++) {
      const ir::Type* type = e_.type(given[k]);
      if (!results_.is_row(k)) {
        e_.write(places[k], type, {}, given[k]);
        continue;
      }
      const size_t row = k - first;
      if (!reserved[row]) reserved[row] = reserve(row, type->elem, e_.sizes(type));
      e_.write(*reserved[row], type, {}, given[k]);
    }
    for (size_t group = 0; group < totals_.size(); group++) {
      llvm::Value* before = e_.b.CreateLoad(e_.m.i64, totals_[group]);
      e_.b.CreateStore(e_.b.CreateNSWAdd(before, e_.scalar(given[group])), totals_[group]);
    }
  };
  e_.body(body, destinations, finish, late);
}

void RowBuffers::store(llvm::Value* blocks, llvm::Value* totals) {
  const auto store = [&](llvm::Type* type, llvm::Value* list,
                         llvm::ArrayRef<llvm::AllocaInst*> from) {
    for (size_t k = 0; k < from.size(); k++)
      e_.b.CreateStore(e_.b.CreateLoad(type, from[k]),
                       e_.b.CreateConstInBoundsGEP1_64(type, list, k));
  };
  store(e_.m.pointer, blocks, blocks_);
  store(e_.m.i64, totals, totals_);
  e_.end_owning();
}

void RowBuffers::bind_results() {
  e_.end_owning();
  for (size_t group = 0; group < totals_.size(); group++)
    e_.bind_scalar(results_.pattern[group], e_.b.CreateLoad(e_.m.i64, totals_[group], "total"));
  for (size_t row = 0; row < blocks_.size(); row++) {
    llvm::Value* block = e_.b.CreateLoad(e_.m.pointer, blocks_[row], "block");
    e_.bind_root(results_.bound_row(row),
                 {e_.m.code.data_of(e_, block), {}, block, e_.parallel_loops.size()});
  }
}

}  // namespace planish::codegen
