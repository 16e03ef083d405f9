#include <vector>

#include "runtime/native/parallel.h"

namespace planish::native {
namespace {

// Each piece counts its items of each class, which says where they belong: those of class 0 of the
// first piece, those of class 0 of the second, and so on; then those of class 1. Then each piece
// places its items.
class PartitionRun {
 public:
  PartitionRun(planish_context& context, int64_t width, int64_t item_cost,
               const planish_partition_operator& partition, void* closure, planish_block** blocks)
      : context_(context),
        op_(partition),
        closure_(closure),
        blocks_(blocks),
        classes_(std::max<int64_t>(0, partition.class_count)),
        cut_(choose_cut(width, item_cost)),
        piece_cost_(cost_of(cut_.size, item_cost)) {}

  int32_t run(int64_t* counts, int64_t& kept) {
    kept = 0;
    std::fill_n(counts, classes_, 0);
    std::fill_n(blocks_, op_.dest_count, nullptr);
    const int32_t status = sort(counts, kept);
    if (status == PLANISH_OK) return status;
    for (int64_t k = 0; k < op_.dest_count; k++) {
      if (blocks_[k] != nullptr) planish_free(&context_, std::exchange(blocks_[k], nullptr));
    }
    return status;
  }

 private:
  Cut choose_cut(int64_t width, int64_t item_cost) const {
    const int64_t by_cost = cost_of(width, item_cost) / kTasks.partition_piece_cost;
    const int64_t by_classes =
        width / saturated_product(kTasks.partition_items_per_count, classes_ + 1);
    return Cut::into(width, is_alone(context_) ? 1 : std::min(by_cost, by_classes));
  }

  int32_t sort(int64_t* counts, int64_t& kept) {
    const Scratch classes(context_, saturated_product(cut_.width, op_.class_bytes));
    if (!classes) return PLANISH_OUT_OF_MEMORY;
    // Of each piece, in lines of the cache of its own; positions later. One more for what is left
    // out.
    const int64_t stride = classes_ / 8 * 8 + 8;
    const Scratch table(context_,
                        saturated_product(saturated_product(cut_.pieces, stride), sizeof(int64_t)));
    if (!table) return PLANISH_OUT_OF_MEMORY;
    const auto row = [&](int64_t piece) {
      return reinterpret_cast<int64_t*>(table.data()) + piece * stride;
    };
    const auto classes_of = [&](int64_t piece) {
      return classes.data() + cut_.begin(piece) * op_.class_bytes;
    };
    int32_t status = for_pieces(context_, cut_.pieces, piece_cost_, [&](int64_t piece) {
      std::fill_n(row(piece), classes_ + 1, 0);
      return op_.classify(&context_, closure_, cut_.begin(piece), cut_.end(piece),
                          classes_of(piece), row(piece));
    });
    if (status != PLANISH_OK) return status;
    for (int64_t piece = 0; piece < cut_.pieces; piece++) {
      for (int64_t c = 0; c < classes_; c++) counts[c] += row(piece)[c];
    }
    for (int64_t c = 0; c < classes_; c++) {
      int64_t position = kept;
      for (int64_t piece = 0; piece < cut_.pieces; piece++)
        position += std::exchange(row(piece)[c], position);
      kept = position;
    }
    std::vector<void*> dests;
    for (int64_t k = 0; k < op_.dest_count; k++) {
      blocks_[k] = planish_allocate(&context_, saturated_product(kept, op_.item_bytes[k]));
      if (blocks_[k] == nullptr) return PLANISH_OUT_OF_MEMORY;
      dests.push_back(reinterpret_cast<std::byte*>(blocks_[k]) + PLANISH_BLOCK_HEADER);
    }
    return for_pieces(context_, cut_.pieces, piece_cost_, [&](int64_t piece) {
      return op_.place(&context_, closure_, cut_.begin(piece), cut_.end(piece), dests.data(),
                       classes_of(piece), row(piece));
    });
  }

  planish_context& context_;
  const planish_partition_operator& op_;
  void* const closure_;
  planish_block** const blocks_;
  const int64_t classes_;
  const Cut cut_;
  const int64_t piece_cost_;
};

}  // namespace
}  // namespace planish::native

using namespace planish::native;

int32_t planish_partition(planish_context* context, int64_t width, int64_t item_cost,
                          const planish_partition_operator* partition, void* closure,
                          int64_t* counts, int64_t* kept, planish_block** blocks) {
  return PartitionRun(*context, std::max<int64_t>(0, width), cost_in(*context, item_cost),
                      *partition, closure, blocks)
      .run(counts, *kept);
}
