// What the runtime, code generation and kernels have to agree on: how accumulators are laid out,
// and how many items a block does.
#pragma once

#include <stdint.h>

namespace planish::kernels {

// Templates of kernels exist for accumulators of so many words of 4 bytes.
inline constexpr int32_t kAccumulatorWords[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32};
#define PLANISH_FOR_ACCUMULATOR_WORDS(DO) \
  DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(10) DO(12) DO(16) DO(20) DO(24) DO(32)

// The words of the template for accumulators of so many bytes; 0: there is none.
constexpr int32_t accumulator_words(int64_t bytes) {
  for (int32_t words : kAccumulatorWords) {
    if (bytes <= 4 * words) return words;
  }
  return 0;
}

// What a thread of a scan or a filter does at a time: rows of `width` neighbours; the lanes of a
// warp do neighbouring pieces of a row.
struct ItemShape {
  int32_t width;
  int32_t rows;
  constexpr int32_t items() const { return width * rows; }
};
// `is_cheap`: it may be there many times.
constexpr ItemShape item_shape(int32_t words, bool is_cheap) {
  if (!is_cheap) return {1, 1};
  if (words == 1) return {4, 4};
  if (words == 2) return {2, 4};
  if (words <= 4) return {1, 4};
  if (words <= 8) return {1, 2};
  return {1, 1};
}

// Words of a record of planish_device_traces before sizes and elements.
inline constexpr uint64_t kTraceHead = 5;

// A group of tiles whose totals are added up, and a group of such groups.
inline constexpr int64_t kTilesPerGroup = 32;
inline constexpr int64_t kGroupsPerRegion = 32;
inline constexpr int64_t kTilesPerRegion = kTilesPerGroup * kGroupsPerRegion;

// What tiles of a scan publish: a place for each tile, each group and each region.
struct PublishedPlaces {
  int64_t tiles;
  constexpr int64_t groups() const { return (tiles + kTilesPerGroup - 1) / kTilesPerGroup; }
  constexpr int64_t regions() const { return (tiles + kTilesPerRegion - 1) / kTilesPerRegion; }
  constexpr int64_t count() const { return tiles + groups() + regions(); }
};
// The bytes of a place: a value of one word is published with its mark in one word of 8 bytes.
constexpr int64_t published_bytes(int32_t words) { return words == 1 ? 8 : 8 + 4 * int64_t{words}; }

// Items of a segment of which a lane combines neighbours, if the operator is not commutative.
inline constexpr int32_t kItemsInOrder = 8;

// Steps of a share for each thread: Note [Shares] in reduce_irregular.h. An odd number keeps walks
// through shared memory free of conflicts.
constexpr int32_t share_items(int32_t words) {
  return words <= 2 ? 15 : words <= 4 ? 7 : words <= 8 ? 3 : 1;
}
// Shared memory: values, ends of rows, a carry for each warp.
constexpr int64_t share_bytes(int32_t words, int64_t threads) {
  const int64_t size = threads * share_items(words);
  return 4 * (size * words + size + 1 + threads / 32 * (words + 1));
}

// No array has so many elements; sums of lengths stop there.
inline constexpr int64_t kMostElements = int64_t{1} << 60;

// Locks for histograms.
inline constexpr int64_t kHistogramLocks = 1 << 16;

}  // namespace planish::kernels
