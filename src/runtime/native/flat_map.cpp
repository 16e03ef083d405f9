#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/native/parallel.h"

namespace planish::native {
namespace {

std::byte* data(planish_block* block) {
  return reinterpret_cast<std::byte*>(block) + PLANISH_BLOCK_HEADER;
}

// The rows of some items that follow each other.
class Part {
 public:
  Part(planish_context& context, const planish_flat_map_operator& op, int64_t the_begin)
      : begin(the_begin),
        totals(static_cast<size_t>(op.group_count)),
        context_(context),
        op_(op),
        blocks_(static_cast<size_t>(op.row_count)) {}
  ~Part() {
    for (size_t row = 0; row < blocks_.size(); row++) free(row);
  }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  int32_t allocate() {
    for (planish_block*& block : blocks_) {
      block = planish_allocate(&context_, kTasks.flat_map_first_bytes);
      if (block == nullptr) return PLANISH_OUT_OF_MEMORY;
    }
    return PLANISH_OK;
  }

  int32_t append(void* closure, int64_t from, int64_t to) {
    const int32_t status = op_.append(&context_, closure, from, to, blocks_.data(), totals.data());
    // Then it has freed them.
    if (status != PLANISH_OK) std::ranges::fill(blocks_, nullptr);
    return status;
  }

  int64_t bytes(size_t row) const {
    return totals[static_cast<size_t>(op_.row_groups[row])] * op_.elem_bytes[row];
  }
  planish_block* block(size_t row) const { return blocks_[row]; }
  planish_block* take(size_t row) {
    blocks_[row]->bytes = bytes(row);
    return std::exchange(blocks_[row], nullptr);
  }
  void free(size_t row) {
    if (blocks_[row] != nullptr) planish_free(&context_, std::exchange(blocks_[row], nullptr));
  }

  const int64_t begin;
  std::vector<int64_t> totals;

 private:
  planish_context& context_;
  const planish_flat_map_operator& op_;
  std::vector<planish_block*> blocks_;
};

// Each task appends the rows of its items to blocks of its own. When all are done, the blocks are
// put together; if there was one task only, its blocks are the result.
class FlatMapRun {
 public:
  FlatMapRun(planish_context& context, int64_t count, int64_t item_cost,
             const planish_flat_map_operator& flat_map, void* closure, planish_block** blocks)
      : context_(context),
        count_(count),
        item_cost_(item_cost),
        op_(flat_map),
        closure_(closure),
        blocks_(blocks) {}

  int32_t run(int64_t* totals) {
    std::fill_n(totals, op_.group_count, 0);
    std::fill_n(blocks_, op_.row_count, nullptr);
    int32_t status = make_parts();
    if (status == PLANISH_OK) {
      std::ranges::sort(parts_, {}, [](const auto& part) { return part->begin; });
      for (const auto& part : parts_) {
        for (size_t group = 0; group < part->totals.size(); group++)
          totals[group] += part->totals[group];
      }
      for (size_t row = 0; row < static_cast<size_t>(op_.row_count) && status == PLANISH_OK; row++)
        status = join(row);
    }
    if (status == PLANISH_OK) return status;
    for (int64_t row = 0; row < op_.row_count; row++) {
      if (blocks_[row] != nullptr) planish_free(&context_, std::exchange(blocks_[row], nullptr));
    }
    return status;
  }

 private:
  int32_t make_parts() {
    if (context_.is_cancelled()) return PLANISH_CANCELLED;
    const bool small = cost_of(count_, item_cost_) < kTasks.inline_cost;
    if (is_alone(context_) || count_ <= 1 || small) return make_part(0, count_, nullptr);
    Region region(context_);
    auto task = [&](int64_t begin, int64_t end) { return make_part(begin, end, &region); };
    const int64_t grain = std::min(items_for(kTasks.task_cost, item_cost_),
                                   std::max<int64_t>(1, count_ / kTasks.flat_map_tasks));
    return region.run(count_, grain, task);
  }

  // `region`: null if one thread does everything.
  int32_t make_part(int64_t begin, int64_t end, Region* region) {
    auto part = std::make_unique<Part>(context_, op_, begin);
    int32_t status = part->allocate();
    const int64_t poll = items_for(kTasks.poll_cost, item_cost_);
    for (int64_t at = begin; at < end && status == PLANISH_OK;) {
      const int64_t next = std::min(end, at + poll);
      status = part->append(closure_, at, next);
      at = next;
      if (status != PLANISH_OK || at == end) break;
      if (region != nullptr ? region->stopped() : context_.is_cancelled())
        return region != nullptr ? region->status() : int32_t{PLANISH_CANCELLED};
    }
    if (status != PLANISH_OK) return status;
    const std::lock_guard lock(mutex_);
    parts_.push_back(std::move(part));
    return status;
  }

  // Makes one array of the rows that the parts have.
  int32_t join(size_t row) {
    if (parts_.size() == 1) {
      blocks_[row] = parts_[0]->take(row);
      return PLANISH_OK;
    }
    std::vector<int64_t> starts{0};  // of the parts
    for (const auto& part : parts_) starts.push_back(starts.back() + part->bytes(row));
    blocks_[row] = planish_allocate(&context_, starts.back());
    if (blocks_[row] == nullptr) return PLANISH_OUT_OF_MEMORY;
    const Cut cut = Cut::into(starts.back(), starts.back() / kTasks.copy_bytes + 1);
    const int32_t status = for_pieces(context_, cut.pieces, kTasks.copy_cost, [&](int64_t piece) {
      copy(row, starts, cut.begin(piece), cut.end(piece));
      return int32_t{PLANISH_OK};
    });
    for (const auto& part : parts_) part->free(row);
    return status;
  }

  // The bytes [begin, end) of the result.
  void copy(size_t row, const std::vector<int64_t>& starts, int64_t begin, int64_t end) {
    auto part = static_cast<size_t>(std::ranges::upper_bound(starts, begin) - starts.begin()) - 1;
    for (int64_t at = begin; at < end; part++) {
      const int64_t next = std::min(end, starts[part + 1]);
      if (next > at)
        std::memcpy(data(blocks_[row]) + at, data(parts_[part]->block(row)) + (at - starts[part]),
                    static_cast<size_t>(next - at));
      at = next;
    }
  }

  planish_context& context_;
  const int64_t count_;
  const int64_t item_cost_;
  const planish_flat_map_operator& op_;
  void* const closure_;
  planish_block** const blocks_;
  std::mutex mutex_;  // for what follows, while tasks run
  std::vector<std::unique_ptr<Part>> parts_;
};

}  // namespace
}  // namespace planish::native

using namespace planish::native;

int32_t planish_flat_map(planish_context* context, int64_t count, int64_t item_cost,
                         const planish_flat_map_operator* flat_map, void* closure, int64_t* totals,
                         planish_block** blocks) {
  return FlatMapRun(*context, std::max<int64_t>(0, count), cost_in(*context, item_cost), *flat_map,
                    closure, blocks)
      .run(totals);
}

int64_t planish_row_starts(int64_t count, const int64_t* lengths, int64_t* starts) {
  int64_t end = 0;
  bool too_far = false;
  for (int64_t i = 0; i < count; i++) {
    starts[i] = end;
    too_far |= __builtin_add_overflow(end, std::max<int64_t>(lengths[i], 0), &end);
  }
  return too_far ? -1 : end;
}
