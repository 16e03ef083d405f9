#include "codegen/cpu/vector/short_rows.h"

#include <algorithm>

#include "codegen/cpu/vector/lane_values.h"
#include "codegen/cpu/vector/lanes.h"
#include "codegen/cpu/vector/prefetch.h"
#include "ir/match.h"

namespace planish::codegen::cpu {

RowReduction::RowReduction(FunctionEmitter& host, const ir::SegRed& op,
                           const plan::ShortRowsPlan& plan)
    : m_(host.m),
      op_(op),
      plan_(plan),
      index_(op.space.levels.back().index),
      block_vectors_(plan.block_vectors) {
  for (const ir::Stm& stm : op.body->stms) {
    const auto* index = ir::as<ir::Index>(stm.op);
    if (index == nullptr) continue;
    for (size_t k = 0; k < index->indices.size(); k++) {
      if (plan.kinds.kind(index->indices[k]) == LaneKind::Affine)
        check_dense_along(host, index->array, k);
    }
  }
}

// ---- Rows

std::vector<llvm::Value*> RowReduction::emit(FunctionEmitter& e, llvm::Value* begin,
                                             llvm::Value* length, llvm::BasicBlock* failed) {
  failed_ = failed;
  llvm::Value* block = e.i64(int64_t{plan_.lanes} * block_vectors_);
  const auto all_blocks = [&] {
    llvm::Value* blocks = e.b.CreateUDiv(e.b.CreateNSWSub(length, e.i64(1)), block);
    llvm::Value* head = e.b.CreateNSWSub(length, e.b.CreateNSWMul(blocks, block));
    return add_blocks(e, first_block(e, begin, head), e.b.CreateNSWAdd(begin, head), blocks);
  };
  if (plan_.gathers || plan_.has_checks || !plan_.reads_empty_rows) {
    return e.control.either(
        e.b.CreateICmpEQ(length, e.i64(0)), [&] { return e.scalars(op_.neutral); },
        [&] { return combine_all(e, all_blocks()); });
  }
  const auto one_block = [&] { return first_block(e, begin, length); };
  return combine_all(e, e.control.either(e.b.CreateICmpULE(length, block), one_block, all_blocks));
}

RowReduction::Vectors RowReduction::first_block(FunctionEmitter& e, llvm::Value* begin,
                                                llvm::Value* count) {
  llvm::Value* counts = splat(e, e.b.CreateTrunc(count, m_.i32));
  Vectors sums;
  for (unsigned vector = 0; vector < block_vectors_; vector++) {
    const unsigned first = vector * plan_.lanes;
    llvm::Value* mask = e.b.CreateICmpULT(lane_numbers(m_.i32, plan_.lanes, first), counts);
    std::vector<llvm::Value*> found = values(e, e.b.CreateNSWAdd(begin, e.i64(first)), mask);
    for (size_t k = 0; k < found.size(); k++)
      sums.push_back(e.b.CreateSelect(mask, found[k], splat(e, e.scalar(op_.neutral[k]))));
  }
  return sums;
}

RowReduction::Vectors RowReduction::add_blocks(FunctionEmitter& e, Vectors sums, llvm::Value* begin,
                                               llvm::Value* count) {
  const size_t results = op_.neutral.size();
  llvm::Value* block = e.i64(int64_t{plan_.lanes} * block_vectors_);
  Vectors out = e.ranges.fold_range(
      e.i64(0), count, std::move(sums), [&](llvm::Value* number, llvm::ArrayRef<llvm::Value*> sum) {
        llvm::Value* first = e.b.CreateNSWAdd(begin, e.b.CreateNSWMul(number, block));
        Vectors after;
        for (unsigned vector = 0; vector < block_vectors_; vector++) {
          std::vector<llvm::Value*> found =
              values(e, e.b.CreateNSWAdd(first, e.i64(int64_t{vector} * plan_.lanes)), nullptr);
          for (size_t k = 0; k < results; k++)
            after.push_back(emit_component(e, *op_.op, k, sum[vector * results + k], found[k]));
        }
        return after;
      });
  e.ranges.keep_rolled();
  return out;
}

std::vector<llvm::Value*> RowReduction::combine_all(FunctionEmitter& e, const Vectors& sums) {
  const size_t results = op_.neutral.size();
  std::vector<llvm::Value*> out;
  for (size_t k = 0; k < results; k++) {
    Vectors level;
    for (unsigned vector = 0; vector < block_vectors_; vector++)
      level.push_back(sums[vector * results + k]);
    for (; level.size() > 1; level.resize(level.size() / 2)) {
      for (size_t i = 0; i < level.size() / 2; i++)
        level[i] = emit_component(e, *op_.op, k, level[2 * i], level[2 * i + 1]);
    }
    out.push_back(across_lanes(e, k, level[0]));
  }
  return out;
}

llvm::Value* RowReduction::across_lanes(FunctionEmitter& e, size_t k, llvm::Value* vector) {
  for (unsigned half = plan_.lanes / 2; half > 0; half /= 2) {
    std::vector<int> low;
    std::vector<int> high;
    for (unsigned lane = 0; lane < half; lane++) {
      low.push_back(static_cast<int>(lane));
      high.push_back(static_cast<int>(half + lane));
    }
    vector = emit_component(e, *op_.op, k, e.b.CreateShuffleVector(vector, low),
                            e.b.CreateShuffleVector(vector, high));
  }
  return e.b.CreateExtractElement(vector, uint64_t{0});
}

std::vector<llvm::Value*> RowReduction::values(FunctionEmitter& e, llvm::Value* first,
                                               llvm::Value* mask) {
  // A row that is empty is none.
  LaneValues lanes(e, plan_.kinds, plan_.lanes, LaneValues::FirstLane::IsActive);
  e.bind_scalar(index_, first);
  for (const ir::Stm& stm : op_.body->stms) {
    const ir::Var var = stm.pattern[0];
    if (const auto* check = ir::as<ir::Check>(stm.op)) {
      lanes.check(stm, *check, mask, failed_);
    } else if (!plan_.is_vector(var)) {
      e.bodies.statement(stm);  // of an affine index, the scalar is that of the first lane
    } else if (const auto* index = ir::as<ir::Index>(stm.op)) {
      ask_ahead(e, *index);
      lanes.bind(var, lanes.element(index->array, index->indices, mask));
    } else {
      lanes.bind(var, lanes.operation(stm));
    }
  }
  return lanes.vectors(op_.body->results);
}

void RowReduction::ask_ahead(FunctionEmitter& e, const ir::Index& index) {
  const auto is_affine = [&](const ir::Atom& at) {
    return plan_.kinds.kind(at) == LaneKind::Affine;
  };
  if (plan_.ahead == 0 || !std::ranges::any_of(index.indices, is_affine)) return;
  const ir::Type* type = e.type(index.array);
  llvm::Value* pointer =
      e.elements.element_pointer(e.array(index.array), type, e.scalars(index.indices));
  const int64_t bytes = byte_size(type->elem) * plan_.lanes;
  for (int64_t line = 0; line < bytes; line += m_.target.vectors.line)
    ask_for(e, e.b.CreateGEP(m_.i8, pointer, e.i64(plan_.ahead + line)));
}

}  // namespace planish::codegen::cpu
