#include "runtime/streams/chunk_pace.h"

#include <algorithm>

namespace planish::runtime {
namespace {

// A chunk is there while it is read, while it waits, while it is computed, in case that it has to be
// given again, and what becomes of it twice, too.
constexpr int64_t kCopies = 6;

int64_t chunk_data_bytes(const Chunk& chunk) {
  size_t bytes = 0;
  for (const Value& part : chunk.parts) {
    bytes += part.data.size();
    for (const ValueDim& dim : part.dims) bytes += dim.lengths.size() * sizeof(int64_t);
  }
  return static_cast<int64_t>(bytes);
}

int64_t units_of(const Chunk& chunk) {
  int64_t units = chunk.count;
  for (const Value& part : chunk.parts)
    units += static_cast<int64_t>(part.data.size()) / byte_size(part.prim);
  return units;
}

}  // namespace

double ChunkPace::now(const WaitingTime& waited) const {
  const auto passed = WaitingTime::Clock::now().time_since_epoch();
  return std::chrono::duration<double>(passed).count() - waited.seconds();
}

int64_t ChunkPace::next(const WaitingTime& waited, const std::optional<Memory>& memory) {
  if (has_chunk_) {
    step_.seconds = std::max(now(waited) - begin_, 0.0);
    step_.bytes = kCopies * step_.input_bytes;
    // What chunks before took says nothing about this one.
    if (memory && memory->peak > before_.peak) step_.bytes += memory->peak - before_.in_use;
    size_.record(step_);
    has_chunk_ = false;
  }
  return size_.next(memory ? memory->left : -1);
}

void ChunkPace::give(const Chunk& chunk, const WaitingTime& waited,
                     const std::optional<Memory>& memory) {
  has_chunk_ = true;
  step_ = {};
  step_.elements = chunk.count;
  step_.units = units_of(chunk);
  step_.input_bytes = chunk_data_bytes(chunk);
  before_ = memory.value_or(Memory{});
  begin_ = now(waited);
}

}  // namespace planish::runtime
