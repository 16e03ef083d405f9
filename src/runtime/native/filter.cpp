#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "runtime/native/chain.h"

namespace planish::native {
namespace {

// The results have room for all items, of which only what is written costs memory: Note [Room].
// Several threads form a chain: a thread writes the items that it keeps of a piece to a place of
// their own, their number is passed on, and when it is known where they belong they are copied.
class FilterRun {
 public:
  FilterRun(planish_context& context, int64_t width, int64_t item_cost,
            const planish_filter_operator& filter, void* closure, planish_block** blocks)
      : context_(context),
        width_(width),
        item_cost_(item_cost),
        op_(filter),
        closure_(closure),
        blocks_(blocks) {}

  int32_t run(int64_t& kept) {
    kept = 0;
    std::fill_n(blocks_, op_.dest_count, nullptr);
    int32_t status = allocate(width_);
    if (status == PLANISH_OK) status = fill(kept);
    if (status == PLANISH_OK) status = trim(kept);
    if (status == PLANISH_OK) return status;
    for (int64_t k = 0; k < op_.dest_count; k++) {
      if (blocks_[k] != nullptr) planish_free(&context_, blocks_[k]);
      blocks_[k] = nullptr;
    }
    return status;
  }

 private:
  using Pointers = std::vector<void*>;

  static std::byte* data(planish_block* block) {
    return reinterpret_cast<std::byte*>(block) + PLANISH_BLOCK_HEADER;
  }

  int32_t allocate(int64_t width) {
    for (int64_t k = 0; k < op_.dest_count; k++) {
      const int64_t bytes = saturated_product(width, op_.item_bytes[k]);
      Block* block = context_.memory.allocate_room(bytes, context_.thread_cache());
      if (block == nullptr) return record_out_of_memory(context_, bytes);
      blocks_[k] = &block->visible;
    }
    return PLANISH_OK;
  }

  int32_t fill(int64_t& kept) {
    const int64_t cost = cost_of(width_, item_cost_);
    const int64_t pieces = cost / std::clamp(cost / kTasks.enough_pieces, kTasks.filter_least_cost,
                                             kTasks.filter_piece_cost);
    const Cut cut = Cut::into(width_, std::max<int64_t>(1, pieces));
    if (is_alone(context_) || cut.pieces < 2 || cost < kTasks.inline_cost) return write_all(kept);
    Pieces work{*this, cut, kept,
                std::vector<Kept>(static_cast<size_t>(Chain<Pieces>::slots(context_, cut.pieces)))};
    return Chain<Pieces>(context_, cut.pieces, work).run();
  }

  int32_t write_all(int64_t& kept) {
    if (context_.is_cancelled()) return PLANISH_CANCELLED;
    Pointers dests;
    for (int64_t k = 0; k < op_.dest_count; k++) dests.push_back(data(blocks_[k]));
    return op_.write(&context_, closure_, 0, width_, dests.data(), 0, &kept);
  }

  // The items that were kept of a piece.
  struct Kept {
    std::optional<Scratch> memory;
    Pointers dests;
    int64_t count = 0;
    int64_t at = 0;  // where they belong
  };

  struct Pieces {
    // Memory that the thread has written to before, so that it is in the cache of its core.
    struct Thread {
      std::vector<Scratch> spare;
    };

    FilterRun& run;
    const Cut& cut;
    int64_t& kept;
    std::vector<Kept> slots;

    int32_t start(int64_t piece, int64_t slot, Thread& thread) {
      Kept& own = slots[static_cast<size_t>(slot)];
      const int64_t most = cut.end(piece) - cut.begin(piece);
      const auto bytes_of = [&](int64_t k) {
        return (most * run.op_.item_bytes[k] + 63) / 64 * 64;
      };
      int64_t bytes = 0;
      for (int64_t k = 0; k < run.op_.dest_count; k++) bytes += bytes_of(k);
      if (thread.spare.empty()) {
        own.memory.emplace(run.context_, bytes);
        if (!*own.memory) return PLANISH_OUT_OF_MEMORY;
      } else {
        own.memory.emplace(std::move(thread.spare.back()));
        thread.spare.pop_back();
      }
      own.dests.clear();
      std::byte* place = own.memory->data();
      for (int64_t k = 0; k < run.op_.dest_count; k++) {
        own.dests.push_back(place);
        place += bytes_of(k);
      }
      return run.op_.write(&run.context_, run.closure_, cut.begin(piece), cut.end(piece),
                           own.dests.data(), 0, &own.count);
    }

    int32_t pass(int64_t, int64_t slot) {
      Kept& own = slots[static_cast<size_t>(slot)];
      own.at = kept;
      kept += own.count;
      return PLANISH_OK;
    }

    int32_t finish(int64_t, int64_t slot, Thread& thread) {
      Kept& own = slots[static_cast<size_t>(slot)];
      for (int64_t k = 0; k < run.op_.dest_count; k++) {
        const int64_t item = run.op_.item_bytes[k];
        std::memcpy(data(run.blocks_[k]) + own.at * item, own.dests[static_cast<size_t>(k)],
                    static_cast<size_t>(own.count * item));
      }
      thread.spare.push_back(std::move(*own.memory));
      own.memory.reset();
      return PLANISH_OK;
    }
  };

  int32_t trim(int64_t kept) {
    for (int64_t k = 0; k < op_.dest_count; k++) {
      const int64_t bytes = kept * op_.item_bytes[k];
      auto* block = reinterpret_cast<Block*>(blocks_[k]);
      const bool moves = Memory::is_too_roomy(*block, bytes);
      context_.memory.settle(block, bytes);
      if (!moves) continue;
      planish_block* smaller = planish_allocate(&context_, bytes);
      if (smaller == nullptr) return PLANISH_OUT_OF_MEMORY;
      const int32_t status =
          for_ranges(context_, (bytes + 63) / 64, 4, [&](int64_t begin, int64_t end) {
            const int64_t from = begin * 64;
            std::memcpy(data(smaller) + from, data(blocks_[k]) + from,
                        static_cast<size_t>(std::min(bytes, end * 64) - from));
            return int32_t{PLANISH_OK};
          });
      planish_free(&context_, std::exchange(blocks_[k], smaller));
      if (status != PLANISH_OK) return status;
    }
    return PLANISH_OK;
  }

  planish_context& context_;
  const int64_t width_;
  const int64_t item_cost_;
  const planish_filter_operator& op_;
  void* const closure_;
  planish_block** const blocks_;
};

}  // namespace
}  // namespace planish::native

using namespace planish::native;

int32_t planish_filter(planish_context* context, int64_t width, int64_t item_cost,
                       const planish_filter_operator* filter, void* closure, int64_t* kept,
                       planish_block** blocks) {
  return FilterRun(*context, std::max<int64_t>(0, width), cost_in(*context, item_cost), *filter,
                   closure, blocks)
      .run(*kept);
}
