#include "codegen/cpu/vector/vector_reduction.h"

#include <algorithm>

#include "codegen/common/components.h"
#include "codegen/cpu/vector/lanes.h"
#include "plan/counts.h"

namespace planish::codegen::cpu {

void VectorReduction::run_streams(llvm::Value* begin, llvm::Value* end, const Each& each) {
  llvm::IRBuilder<>& b = e_.b;
  const bool as_vectors = is_vector_operator(e_.m.storage, op_);
  const RowFigures& figures = e_.m.target.strategies.rows;
  const size_t streams = as_vectors ? figures.most_streams
                                    : std::clamp<size_t>(figures.stream_states / neutral_.size(), 2,
                                                         figures.most_streams);
  llvm::Value* count = b.CreateNSWSub(end, begin);
  // A short row is left to the loop at the end.
  const auto shortest = figures.least_stream * static_cast<int64_t>(streams);
  llvm::Value* length = b.CreateSelect(b.CreateICmpSLT(count, e_.i64(shortest)), e_.i64(0),
                                       b.CreateSDiv(count, e_.i64(static_cast<int64_t>(streams))));
  std::vector<llvm::Value*> starts;
  for (size_t k = 0; k < streams; k++)
    starts.push_back(
        b.CreateNSWAdd(begin, b.CreateNSWMul(length, e_.i64(static_cast<int64_t>(k)))));
  std::vector<llvm::Value*> total = e_.control.either(
      b.CreateICmpEQ(length, e_.i64(0)), [&] { return start(); },
      [&] {
        return as_vectors ? vector_streams(starts, length, each)
                          : scalar_streams(starts, length, each);
      });
  llvm::Value* rest =
      b.CreateNSWAdd(begin, b.CreateNSWMul(length, e_.i64(static_cast<int64_t>(streams))));
  finish(e_.ranges.fold_range(
      rest, end, std::move(total),
      [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> state) { return step(i, state, each); }));
}

std::vector<llvm::Value*> VectorReduction::scalar_streams(llvm::ArrayRef<llvm::Value*> starts,
                                                          llvm::Value* length, const Each& each) {
  const std::vector<llvm::Value*> neutral = start();
  const size_t width = neutral.size();
  std::vector<llvm::Value*> states;
  for (size_t k = 0; k < starts.size(); k++)
    states.insert(states.end(), neutral.begin(), neutral.end());
  states = e_.ranges.fold_range(e_.i64(0), length, std::move(states),
                                [&](llvm::Value* at, llvm::ArrayRef<llvm::Value*> before) {
                                  std::vector<llvm::Value*> after;
                                  for (size_t k = 0; k < starts.size(); k++) {
                                    llvm::Value* i = e_.b.CreateNSWAdd(starts[k], at);
                                    std::vector<llvm::Value*> next =
                                        step(i, before.slice(k * width, width), each);
                                    after.insert(after.end(), next.begin(), next.end());
                                  }
                                  return after;
                                });
  const llvm::ArrayRef<llvm::Value*> all = states;
  std::vector<llvm::Value*> total = all.take_front(width).vec();
  for (size_t k = 1; k < starts.size(); k++)
    total = combine_components(e_, op_, total, all.slice(k * width, width));
  return total;
}

std::vector<llvm::Value*> VectorReduction::vector_streams(llvm::ArrayRef<llvm::Value*> starts,
                                                          llvm::Value* length, const Each& each) {
  const std::vector<llvm::Value*> states = run_lanes(
      starts, length, [&](size_t, llvm::Value* i, const Combine& combine) { each(i, combine); });
  std::vector<llvm::Value*> total;
  for (uint64_t lane = 0; lane < starts.size(); lane++) {
    std::vector<llvm::Value*> part;
    for (llvm::Value* state : states) part.push_back(e_.b.CreateExtractElement(state, lane));
    total = lane == 0 ? part : combine_components(e_, op_, total, part);
  }
  return total;
}

// The elements of all lanes are put into one vector.
std::vector<llvm::Value*> VectorReduction::run_lanes(llvm::ArrayRef<llvm::Value*> starts,
                                                     llvm::Value* length, const EachOfLane& each) {
  llvm::IRBuilder<>& b = e_.b;
  const auto lanes = static_cast<unsigned>(starts.size());
  const auto vector_of = [&](llvm::ArrayRef<llvm::Value*> scalars) {
    llvm::Value* vector =
        llvm::PoisonValue::get(llvm::FixedVectorType::get(scalars[0]->getType(), lanes));
    for (unsigned k = 0; k < lanes; k++)
      vector = b.CreateInsertElement(vector, scalars[k], uint64_t{k});
    return vector;
  };
  std::vector<llvm::Value*> states;
  for (llvm::Value* neutral : start()) states.push_back(b.CreateVectorSplat(lanes, neutral));
  const size_t width = states.size();
  llvm::Value* first_indices = vector_of(starts);
  return e_.ranges.fold_range(
      e_.i64(0), length, std::move(states),
      [&](llvm::Value* at, llvm::ArrayRef<llvm::Value*> before) {
        std::vector<std::vector<llvm::Value*>> found(width);
        std::vector<bool> is_index(width, true);
        for (size_t lane = 0; lane < lanes; lane++) {
          llvm::Value* i = b.CreateNSWAdd(starts[lane], at);
          each(lane, i, [&](std::span<const ir::Atom> values) {
            for (size_t k = 0; k < width; k++) {
              found[k].push_back(e_.scalar(values[k]));
              is_index[k] = is_index[k] && found[k].back() == i;
            }
          });
        }
        std::vector<llvm::Value*> elements;
        for (size_t k = 0; k < width; k++)
          elements.push_back(is_index[k]
                                 ? b.CreateNSWAdd(first_indices, b.CreateVectorSplat(lanes, at))
                                 : vector_of(found[k]));
        return emit_vector_operator(e_, op_, before, elements);
      });
}

int64_t VectorReduction::widest_bytes() const {
  int64_t widest = 1;
  for (const ir::Atom& neutral : neutral_)
    widest = std::max<int64_t>(widest, byte_size(e_.type(neutral)->elem));
  return widest;
}

std::vector<llvm::Value*> VectorReduction::masked_row(llvm::Value* begin, llvm::Value* end,
                                                      const Each& each) {
  llvm::IRBuilder<>& b = e_.b;
  // A register at once: of more, the rest of a row, which is done with a mask, would be longer.
  const int64_t step_bytes = e_.m.target.vectors.step_bytes;
  const auto at_once = static_cast<uint32_t>(e_.m.vector_bytes / step_bytes);
  const auto lanes = static_cast<uint32_t>(step_bytes / widest_bytes());
  llvm::Value* length = b.CreateNSWSub(end, begin);
  llvm::Value* rest = b.CreateAnd(length, e_.i64(lanes * at_once - 1));
  llvm::Value* tail = b.CreateNSWSub(end, rest);
  const auto body = [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> state) {
    return step(i, state, each);
  };
  std::vector<llvm::Value*> state = e_.ranges.fold_range(begin, tail, start(), body);
  e_.ranges.ask_for_vectors({lanes, at_once, false});
  state = e_.ranges.fold_range(tail, end, state, body);
  e_.ranges.ask_for_vectors({lanes * at_once, 1, true});
  return state;
}

void VectorReduction::run_row(llvm::Value* begin, llvm::Value* end, const Each& each) {
  finish(masked_row(begin, end, each));
}

void VectorReduction::run_counts(llvm::Value* begin, llvm::Value* end,
                                 const plan::CountsPlan& counts, const Each& each) {
  llvm::IRBuilder<>& b = e_.b;
  llvm::Type* narrow = b.getIntNTy(static_cast<unsigned>(8 * counts.bytes));
  const std::vector<llvm::Value*> none(neutral_.size(), llvm::ConstantInt::get(narrow, 0));
  const auto count = [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> state) {
    std::vector<llvm::Value*> after;
    each(i, [&](std::span<const ir::Atom>) {
      for (size_t k = 0; k < state.size(); k++)
        after.push_back(
            b.CreateAdd(state[k], b.CreateZExt(e_.scalar(counts.conditions[k]), narrow)));
    });
    return after;
  };
  llvm::Value* block = e_.i64(counts.block);
  llvm::Value* length = b.CreateNSWSub(end, begin);
  llvm::Value* blocks =
      b.CreateUDiv(b.CreateNSWAdd(length, e_.i64(counts.block - 1)), block, "blocks");
  finish(e_.ranges.fold_range(
      e_.i64(0), blocks, start(), [&](llvm::Value* number, llvm::ArrayRef<llvm::Value*> state) {
        llvm::Value* from = b.CreateNSWAdd(begin, b.CreateNSWMul(number, block));
        llvm::Value* to =
            b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, b.CreateNSWAdd(from, block), end);
        const std::vector<llvm::Value*> counted = e_.ranges.fold_range(from, to, none, count);
        e_.ranges.ask_for_vectors(
            {static_cast<uint32_t>(e_.m.target.vectors.step_bytes / counts.bytes), 1, true});
        std::vector<llvm::Value*> after;
        for (size_t k = 0; k < state.size(); k++)
          after.push_back(b.CreateAdd(state[k], b.CreateZExt(counted[k], state[k]->getType())));
        return after;
      }));
}

void VectorReduction::run_equal_row(llvm::Value* begin, llvm::Value* end, const Each& each) {
  // Of a longer row, what is left after whole vectors, several at a time, is little.
  const int64_t short_vectors = e_.m.target.strategies.rows.short_vectors;
  llvm::Value* length = e_.b.CreateNSWSub(end, begin);
  llvm::Value* is_short =
      e_.b.CreateICmpSLT(length, e_.i64(short_vectors * e_.m.vector_bytes / widest_bytes()));
  finish(e_.control.either(
      is_short, [&] { return masked_row(begin, end, each); },
      [&] {
        return e_.ranges.fold_range(begin, end, start(),
                                    [&](llvm::Value* i, llvm::ArrayRef<llvm::Value*> state) {
                                      return step(i, state, each);
                                    });
      }));
}

}  // namespace planish::codegen::cpu
