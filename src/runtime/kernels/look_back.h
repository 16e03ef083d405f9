// What comes before a tile of a scan that is done in one pass.
//
// Note [Look-back]
// Blocks take tiles in order, by tickets. A tile publishes its total. The last of 32 tiles, which
// are a group, publishes the total of the group; the last of 32 groups, which are a region, what
// there is up to the end of the region. So what comes before a tile is what there is up to the end
// of the region before, the totals of the groups before in its region, and those of the tiles
// before in its group, each combined by the same tree: the result does not depend on timing.
// Whoever needs something that is not published yet waits for a block that has begun.
#pragma once

#include "runtime/kernels/collective.h"

namespace planish::kernels {

// Places where totals are published, zeros before. A mark says that there is something: 1 + the
// word behind the value, if there is one.
template <int kWords>
struct Published {
  char* memory;

  static constexpr int64_t kBytes = published_bytes(kWords);

  PLANISH_KERNEL_INLINE void publish(int64_t at, const Accumulator<kWords>& value,
                                     uint32_t mark) const {
    char* place = memory + at * kBytes;
    if constexpr (kWords == 1) {
      store_relaxed(reinterpret_cast<uint64_t*>(place),
                    static_cast<uint64_t>(mark) << 32 | value.words[0]);
    } else {
      auto* words = reinterpret_cast<uint32_t*>(place);
      PLANISH_UNROLLED
      for (int w = 0; w < kWords; w++) store_relaxed(words + 2 + w, value.words[w]);
      store_release(words, mark);
    }
  }

  // What is there of a value of one word, if it is there already. Several places can be asked before
  // one is waited for, so that memory is gone to once and not one time after the other.
  PLANISH_KERNEL_INLINE uint64_t ask(int64_t at) const {
    if constexpr (kWords > 1) return 0;
    return load_relaxed(reinterpret_cast<const uint64_t*>(memory + at * kBytes));
  }

  // `word`: what `ask` gave.
  PLANISH_KERNEL_INLINE uint32_t await(int64_t at, uint64_t word,
                                       Accumulator<kWords>& value) const {
    const char* place = memory + at * kBytes;
    if constexpr (kWords == 1) {
      while (word >> 32 == 0) {
        planish_gpu_pause();
        word = ask(at);
      }
      value.words[0] = static_cast<uint32_t>(word);
      return static_cast<uint32_t>(word >> 32);
    } else {
      const auto* words = reinterpret_cast<const uint32_t*>(place);
      while (true) {
        const uint32_t mark = load_acquire(words);
        if (mark != 0) {
          PLANISH_UNROLLED
          for (int w = 0; w < kWords; w++) value.words[w] = load_relaxed(words + 2 + w);
          return mark;
        }
        planish_gpu_pause();
      }
    }
  }
};

// What the operator of a scan combines: a value, and behind it, in segmented scans, whether a
// segment begins in the range.
template <int kWords, bool kSegmented>
struct ScanOperator {
  Operator<kWords> op;

  static constexpr int kAll = kWords + (kSegmented ? 1 : 0);
  using Value = Accumulator<kAll>;

  PLANISH_KERNEL_INLINE void combine(Value& left, const Value& right) const {
    if constexpr (kSegmented) {
      if (right.words[kWords] != 0) {
        left = right;
        return;
      }
      Accumulator<kWords> sum = taken<kWords>(left.words);
      op.combine(sum, taken<kWords>(right.words));
      put(left.words, sum);
    } else {
      op.combine(left, right);
    }
  }

  PLANISH_KERNEL_INLINE static void publish(const Published<kWords>& places, int64_t at,
                                            const Value& value) {
    const uint32_t flag = kSegmented ? value.words[kAll - 1] : 0;
    places.publish(at, taken<kWords>(value.words), 1 + flag);
  }
  PLANISH_KERNEL_INLINE static Value await(const Published<kWords>& places, int64_t at,
                                           uint64_t word) {
    Accumulator<kWords> value;
    const uint32_t mark = places.await(at, word, value);
    Value out;
    put(out.words, value);
    if constexpr (kSegmented) out.words[kWords] = mark - 1;
    return out;
  }
};

// Publishes the total of the tile, and gives what comes before it, to lane 0; not for tile 0. For
// one warp.
template <int kWords, bool kSegmented>
PLANISH_KERNEL_INLINE Accumulator<kWords + (kSegmented ? 1 : 0)> look_back(
    const ScanOperator<kWords, kSegmented>& op, char* memory, int64_t tiles, int64_t tile,
    const Accumulator<kWords + (kSegmented ? 1 : 0)>& total) {
  using Op = ScanOperator<kWords, kSegmented>;
  using Value = typename Op::Value;
  const PublishedPlaces places{tiles};
  const Published<kWords> of_tiles{memory};
  const Published<kWords> of_groups{memory + places.tiles * Published<kWords>::kBytes};
  const Published<kWords> of_regions{of_groups.memory +
                                     places.groups() * Published<kWords>::kBytes};
  const uint32_t lane = lane_number();
  const int64_t group = tile / kTilesPerGroup, region = group / kGroupsPerRegion;
  const auto in_group = static_cast<uint32_t>(tile % kTilesPerGroup);
  const auto in_region = static_cast<uint32_t>(group % kGroupsPerRegion);
  if (lane == 0) Op::publish(of_tiles, tile, total);
  const int64_t tile_at = group * kTilesPerGroup + lane;
  const int64_t group_at = region * kGroupsPerRegion + lane;
  const bool has_region = lane == 0 && region > 0;
  const uint64_t tile_word = lane < in_group ? of_tiles.ask(tile_at) : 0;
  const uint64_t group_word = lane < in_region ? of_groups.ask(group_at) : 0;
  const uint64_t region_word = has_region ? of_regions.ask(region - 1) : 0;

  Value before = total;
  if (lane < in_group) before = Op::await(of_tiles, tile_at, tile_word);
  planish_gpu_warp_barrier();
  reduce_lanes(op, before, kWarp, in_group);
  if (in_group == kTilesPerGroup - 1 && lane == 0) {
    Value all = before;
    op.combine(all, total);
    Op::publish(of_groups, group, all);
  }
  Value groups = total;
  if (lane < in_region) groups = Op::await(of_groups, group_at, group_word);
  planish_gpu_warp_barrier();
  reduce_lanes(op, groups, kWarp, in_region);
  if (lane == 0) {
    if (in_region > 0) {
      if (in_group > 0) {
        op.combine(groups, before);
      }
      before = groups;
    }
    const bool has_some = in_region > 0 || in_group > 0;
    if (has_region) {
      Value regions = Op::await(of_regions, region - 1, region_word);
      if (has_some) op.combine(regions, before);
      before = regions;
    }
    if (in_group == kTilesPerGroup - 1 && in_region == kGroupsPerRegion - 1) {
      Value all = before;
      op.combine(all, total);
      Op::publish(of_regions, region, all);
    }
  }
  return before;
}

// The next tile, for all threads of the block; `shared` has room for a word.
PLANISH_KERNEL_INLINE int64_t take_ticket(uint32_t* tickets, uint32_t* shared) {
  if (planish_gpu_thread() == 0) *shared = add_relaxed(tickets, uint32_t{1});
  planish_gpu_barrier();
  const uint32_t ticket = *shared;
  return ticket;
}

// Does tiles of a scan or a filter until there are no more; a thread has kThreadItems items of each.
// pointers[1] of the launch: the next ticket, 0 before.
template <int kThreadItems, class Kernel>
PLANISH_KERNEL_INLINE void for_each_tile(const Kernel& kernel, const planish_launch& launch,
                                         int64_t items, int64_t tiles) {
  auto* tickets = static_cast<uint32_t*>(launch.pointers[1]);
  auto* shared = static_cast<uint32_t*>(planish_gpu_shared());
  const int64_t size = int64_t{planish_gpu_threads()} * kThreadItems;
  do {
    const int64_t number = take_ticket(tickets, shared);
    if (number >= tiles) return;
    const int64_t first = number * size;
    if (first + size <= items) {
      kernel.template tile<false>(number, tiles, first, static_cast<int32_t>(size), shared);
    } else {
      kernel.template tile<true>(number, tiles, first, static_cast<int32_t>(items - first), shared);
    }
    planish_gpu_barrier();
  } while (planish_gpu_blocks() < tiles);
}

}  // namespace planish::kernels
