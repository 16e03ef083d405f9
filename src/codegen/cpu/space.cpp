#include "codegen/cpu/space.h"

#include "codegen/cpu/clamps.h"

namespace planish::codegen::cpu {

llvm::Value* point_count(FunctionEmitter& e, std::span<const ir::Level> levels) {
  llvm::Value* count = e.i64(1);
  for (const ir::Level& level : levels) count = e.b.CreateNSWMul(count, e.scalar(level.bound));
  return count;
}

void bind_point(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* number) {
  for (size_t k = levels.size(); k-- > 1;) {
    llvm::Value* bound = e.scalar(levels[k].bound);
    e.bind_scalar(levels[k].index, e.b.CreateURem(number, bound));
    number = e.b.CreateUDiv(number, bound);
  }
  if (!levels.empty()) e.bind_scalar(levels[0].index, number);
}

std::vector<llvm::Value*> indices(FunctionEmitter& e, std::span<const ir::Level> levels) {
  std::vector<llvm::Value*> out;
  for (const ir::Level& level : levels) out.push_back(e.scalar(level.index));
  return out;
}

namespace {

// The indices of the point after the one that is bound: the last index goes on, and carries.
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

void walk_segments(FunctionEmitter& e, std::span<const ir::Level> levels, llvm::Value* begin,
                   llvm::Value* end, const std::function<void(llvm::Value*)>& code) {
  if (levels.size() <= 1) {
    e.parallel_range(begin, end, [&](llvm::Value* i) {
      if (!levels.empty()) e.bind_scalar(levels[0].index, i);
      code(i);
    });
    return;
  }
  e.if_then(e.b.CreateICmpSLT(begin, end), [&] {
    bind_point(e, levels, begin);
    e.fold_range(begin, end, indices(e, levels),
                 [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> state) {
                   bind_indices(e, levels, state);
                   code(i);
                   bind_indices(e, levels, state);
                   return next_indices(e, levels);
                 });
  });
}

void walk_points(FunctionEmitter& e, std::span<const ir::Level> levels, const ir::Body& body,
                 llvm::Value* begin, llvm::Value* end, const std::function<void()>& code) {
  if (levels.size() == 1) {
    clamped_range(e, body, levels[0].index, begin, end, [&](llvm::Value* i) {
      e.bind_scalar(levels[0].index, i);
      code();
    });
    return;
  }
  const std::span<const ir::Level> outer = levels.first(levels.size() - 1);
  const ir::Level& inner = levels.back();
  e.if_then(e.b.CreateICmpSLT(begin, end), [&] {
    // Rows; the first and the last may be partial.
    llvm::Value* width = e.scalar(inner.bound);
    llvm::Value* first = e.b.CreateUDiv(begin, width);
    llvm::Value* last = e.b.CreateUDiv(e.b.CreateNSWSub(end, e.i64(1)), width);
    walk_segments(e, outer, first, e.b.CreateNSWAdd(last, e.i64(1)), [&](llvm::Value* row) {
      llvm::Value* start = e.b.CreateNSWMul(row, width);
      llvm::Value* from = e.b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, e.i64(0),
                                                    e.b.CreateNSWSub(begin, start));
      llvm::Value* to =
          e.b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, width, e.b.CreateNSWSub(end, start));
      clamped_range(e, body, inner.index, from, to, [&](llvm::Value* j) {
        e.bind_scalar(inner.index, j);
        code();
      });
    });
  });
}

}  // namespace planish::codegen::cpu
