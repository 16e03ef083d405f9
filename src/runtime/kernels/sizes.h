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

// Shared memory of a filter: a ticket and a position, a word for each warp, and, if it is staged,
// what a tile keeps at most.
constexpr int64_t filter_bytes(int32_t words, int64_t tile_items, bool is_staged, int64_t threads) {
  return 16 + 4 * ((threads / 32 + 3) / 4 * 4) + (is_staged ? 4 * words * tile_items : 0);
}

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
// The marks of these, each of a byte.
constexpr int32_t share_mark_words(int32_t words) { return (share_items(words) + 3) / 4; }
// Shared memory: values, ends of rows, marks, a carry for each warp.
constexpr int64_t share_bytes(int32_t words, int64_t threads) {
  const int64_t size = threads * share_items(words);
  return 4 * (size * words + size + threads * share_mark_words(words) + threads / 32 * (words + 1));
}

// Tiles of products: Note [Shared tiles] in plan/shared_tile.h. There are templates for operands
// and accumulators of 1, 2 or 4 words.
inline constexpr int32_t kTileWords[] = {1, 2, 4};
#define PLANISH_FOR_TILE_WORDS(DO) \
  DO(1, 1) DO(1, 2) DO(1, 4) DO(2, 1) DO(2, 2) DO(2, 4) DO(4, 1) DO(4, 2) DO(4, 4)
constexpr int32_t tile_words(int64_t bytes) {
  for (int32_t words : kTileWords) {
    if (bytes <= 4 * words) return words;
  }
  return 0;
}

// A block of `down` times `across` threads, of which each has `rows` times `columns` sums; `steps` of
// them are in shared memory at a time, twice.
struct TileShape {
  int32_t down, across;
  int32_t rows, columns;
  int32_t steps;

  constexpr int32_t tile_rows() const { return down * rows; }
  constexpr int32_t tile_columns() const { return across * columns; }
  // Of the words of a row or a column of tiles in shared memory, which are read 4 at a time: some
  // are left out, so that different steps are in different banks.
  static constexpr int32_t kPad = 4;
  constexpr int32_t step_words() const { return tile_rows() + tile_columns() + 2 * kPad; }
  constexpr int64_t shared_bytes(int32_t operand_words) const {
    return int64_t{2} * 4 * operand_words * steps * step_words();
  }
};
// `threads` of a block: 256, or fewer on small devices.
constexpr TileShape tile_shape(int32_t operand_words, int32_t words, int32_t threads) {
  TileShape out{};
  out.across = threads >= 256 ? 16 : 8;
  out.down = threads / out.across;
  out.rows = words == 1 ? 8 : 4;
  out.columns = words <= 2 ? 8 : 4;
  // Each thread has something to read.
  const int32_t least = out.tile_rows() < out.tile_columns() ? out.tile_rows() : out.tile_columns();
  out.steps = 8 / operand_words;
  if (out.steps * least < threads) out.steps = threads / least;
  return out;
}
// Of a block in the emulator, at most.
inline constexpr int32_t kEmulatedThreads = 64;
// The threads of blocks that do tiles, on a device with blocks of at most so many.
constexpr int32_t tile_threads(int64_t most) { return most >= 256 ? 256 : 64; }

// Rows that a thread does, if the rows of a tile need the same of each step.
inline constexpr int32_t kRowsWithSteps = 2;

// Rows and columns of a tile that is transposed by a block of so many threads.
constexpr int32_t transposed_tile(int64_t element_bytes, int64_t threads) {
  return element_bytes <= 4 && threads >= 256 ? 64 : 32;
}
constexpr int64_t transposed_bytes(int64_t element_bytes, int64_t threads) {
  const int64_t tile = transposed_tile(element_bytes, threads);
  return tile * (tile + 1) * element_bytes;
}

// No array has so many elements; sums of lengths stop there.
inline constexpr int64_t kMostElements = int64_t{1} << 60;

// Neighbours that a thread does at once, with records of so many words.
constexpr int32_t hist_width(int32_t words) { return words == 1 ? 4 : words == 2 ? 2 : 1; }
// Locks for histograms.
inline constexpr int64_t kHistogramLocks = 1 << 16;

}  // namespace planish::kernels
