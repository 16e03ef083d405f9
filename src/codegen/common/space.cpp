#include "codegen/common/space.h"

#include <algorithm>

namespace planish::codegen {
namespace {

llvm::Value* load_offset(FunctionEmitter& e, const ir::Level& level, llvm::Value* row) {
  llvm::Value* place = e.elements.offset_pointer(Prim::I64, e.array(level.offsets).data, row);
  llvm::LoadInst* offset = e.b.CreateLoad(e.m.i64, place, "offset");
  // Nothing writes to offsets while an operator runs.
  offset->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(e.m.context, {}));
  return offset;
}

// The row of an irregular level to which one of its iterations belongs.
llvm::Value* find_row(FunctionEmitter& e, std::span<const ir::Level> before, const ir::Level& level,
                      llvm::Value* number) {
  auto find = e.m.runtime("planish_find_row", e.m.i64, {e.m.pointer, e.m.i64, e.m.i64});
  return e.b.CreateCall(find, {e.array(level.offsets).data, point_count(e, before), number}, "row");
}

}  // namespace

size_t collapsed(std::span<const ir::Level> levels) {
  size_t count = levels.size();
  while (count > 0 && !levels[count - 1].offsets) count--;
  return count;
}

std::vector<ir::Level> dense_levels(FunctionEmitter& host, const ir::Space& space) {
  std::vector<ir::Level> levels(space.levels.begin(), space.levels.end());
  for (ir::Level& level : levels) {
    if (!level.offsets || host.array(level.offsets).strides.empty()) continue;
    ir::Var copy = host.m.new_variable(host.type(level.offsets));
    host.bind_root(copy, host.memory.dense(host.array(level.offsets), host.type(level.offsets)));
    level.offsets = copy;
  }
  return levels;
}

llvm::Value* point_count(FunctionEmitter& e, std::span<const ir::Level> levels) {
  const size_t whole = collapsed(levels);
  llvm::Value* count = e.i64(1);
  for (const ir::Level& level : levels.subspan(whole > 0 ? whole - 1 : 0))
    count = e.b.CreateNSWMul(count, e.scalar(level.bound));
  return count;
}

llvm::Value* enter_row(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* number) {
  const ir::Level& level = levels.back();
  if (!level.offsets) return e.scalar(level.bound);
  llvm::Value* begin = load_offset(e, level, number);
  llvm::Value* end = load_offset(e, level, e.b.CreateNSWAdd(number, e.i64(1)));
  e.row_starts[level.index.id] = e.b.CreateNSWSub(begin, load_offset(e, level, e.i64(0)));
  return e.b.CreateNSWSub(end, begin, "length");
}

llvm::Value* item_count(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* begin,
                        llvm::Value* end) {
  return e.b.CreateNSWSub(load_offset(e, levels.back(), end), load_offset(e, levels.back(), begin));
}

llvm::Value* end_of_filled(FunctionEmitter& e, std::span<const ir::Level> levels,
                           llvm::Value* begin, llvm::Value* end) {
  const auto are_empty = [&](llvm::Value* from, llvm::Value* to) {
    return e.b.CreateICmpEQ(load_offset(e, levels.back(), from), load_offset(e, levels.back(), to));
  };
  llvm::Value* at_most = e.b.CreateSelect(are_empty(begin, end), begin, end);
  llvm::BasicBlock* before = e.b.GetInsertBlock();
  llvm::BasicBlock* header = e.control.new_block("back");
  llvm::BasicBlock* look = e.control.new_block("look");
  llvm::BasicBlock* found = e.control.new_block("found");
  e.b.CreateBr(header);
  e.b.SetInsertPoint(header);
  llvm::PHINode* after = e.b.CreatePHI(e.m.i64, 2, "filled");
  after->addIncoming(at_most, before);
  e.b.CreateCondBr(e.b.CreateICmpSGT(after, begin), look, found);
  e.b.SetInsertPoint(look);
  llvm::Value* row = e.b.CreateNSWSub(after, e.i64(1));
  after->addIncoming(row, look);
  e.b.CreateCondBr(are_empty(row, after), header, found);
  e.b.SetInsertPoint(found);
  return after;
}

void bind_point(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* number) {
  for (size_t k = levels.size(); k-- > 1;) {
    if (levels[k].offsets) {
      llvm::Value* row = find_row(e, levels.first(k), levels[k], number);
      enter_row(e, levels.first(k + 1), row);
      e.bind_scalar(levels[k].index, e.b.CreateNSWSub(number, e.row_starts.at(levels[k].index.id)));
      number = row;
    } else {
      llvm::Value* bound = e.scalar(levels[k].bound);
      e.bind_scalar(levels[k].index, e.b.CreateURem(number, bound));
      number = e.b.CreateUDiv(number, bound);
    }
  }
  if (!levels.empty()) e.bind_scalar(levels[0].index, number);
}

std::vector<llvm::Value*> indices(FunctionEmitter& e, std::span<const ir::Level> levels) {
  std::vector<llvm::Value*> out;
  for (const ir::Level& level : levels) {
    llvm::Value* index = e.scalar(level.index);
    if (level.offsets) {
      out.clear();
      index = e.b.CreateNSWAdd(e.row_starts.at(level.index.id), index);
    }
    out.push_back(index);
  }
  return out;
}

namespace {

// The indices of the point after the one that is bound: the last index goes on, and carries. Levels
// are regular.
std::vector<llvm::Value*> next_indices(FunctionEmitter& e, std::span<const ir::Level> levels) {
  std::vector<llvm::Value*> next = indices(e, levels);
  llvm::Value* carry = e.i64(1);
  for (size_t k = levels.size(); k-- > 0;) {
    llvm::Value* sum = e.b.CreateNSWAdd(next[k], carry);
    if (k == 0) {
      next[k] = sum;
      break;
    }
    llvm::Value* over = e.b.CreateICmpEQ(sum, e.scalar(levels[k].bound));
    next[k] = e.b.CreateSelect(over, e.i64(0), sum);
    carry = e.b.CreateZExt(over, e.m.i64);
  }
  return next;
}

void bind_indices(FunctionEmitter& e, std::span<const ir::Level> levels,
                  llvm::ArrayRef<llvm::Value*> values) {
  for (size_t k = 0; k < levels.size(); k++) e.bind_scalar(levels[k].index, values[k]);
}

}  // namespace

void walk_rows(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* begin,
               llvm::Value* end, const std::function<void(const PartOfRow&)>& code) {
  const std::span<const ir::Level> outer = levels.first(levels.size() - 1);
  const ir::Level& inner = levels.back();
  const auto row_of = [&](llvm::Value* number) {
    return inner.offsets ? find_row(e, outer, inner, number)
                         : e.b.CreateUDiv(number, e.scalar(inner.bound));
  };
  e.control.if_then(e.b.CreateICmpSLT(begin, end), [&] {
    llvm::Value* first = row_of(begin);
    llvm::Value* last = row_of(e.b.CreateNSWSub(end, e.i64(1)));
    walk_segments(e, outer, first, e.b.CreateNSWAdd(last, e.i64(1)), [&](llvm::Value* row) {
      llvm::Value* length = enter_row(e, levels, row);
      llvm::Value* start =
          inner.offsets ? e.row_starts.at(inner.index.id) : e.b.CreateNSWMul(row, length);
      llvm::Value* from = e.b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, e.i64(0),
                                                    e.b.CreateNSWSub(begin, start));
      llvm::Value* to =
          e.b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, length, e.b.CreateNSWSub(end, start));
      code({start, length, from, to});
    });
  });
}

void walk_segments(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* begin,
                   llvm::Value* end, const std::function<void(llvm::Value*)>& code) {
  if (levels.size() <= 1) {
    e.ranges.parallel_range(begin, end, [&](llvm::Value* i) {
      if (!levels.empty()) e.bind_scalar(levels[0].index, i);
      code(i);
    });
    return;
  }
  if (is_irregular(levels)) {
    walk_rows(e, levels, begin, end, [&](const PartOfRow& row) {
      e.ranges.parallel_range(row.from, row.to, [&](llvm::Value* j) {
        e.bind_scalar(levels.back().index, j);
        code(e.b.CreateNSWAdd(row.first, j));
      });
    });
    return;
  }
  e.control.if_then(e.b.CreateICmpSLT(begin, end), [&] {
    bind_point(e, levels, begin);
    e.ranges.fold_range(begin, end, indices(e, levels),
                        [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> state) {
                          bind_indices(e, levels, state);
                          code(i);
                          bind_indices(e, levels, state);
                          return next_indices(e, levels);
                        });
  });
}

void walk_parts(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* begin,
                llvm::Value* end,
                const std::function<void(llvm::Value* from, llvm::Value* to)>& code) {
  if (levels.size() == 1) return code(begin, end);
  walk_rows(e, levels, begin, end, [&](const PartOfRow& row) { code(row.from, row.to); });
}

}  // namespace planish::codegen
