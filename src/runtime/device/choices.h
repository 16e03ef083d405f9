// Chooses, by size, how an operator runs: which kernel, how many blocks, how work is cut. Nothing
// here depends on the device except the threads of a block, so neither do results.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "runtime/device_operators.h"
#include "runtime/kernels/sizes.h"

namespace planish::device {

constexpr int64_t divided_up(int64_t number, int64_t by) { return (number + by - 1) / by; }
constexpr int64_t rounded_up(int64_t number, int64_t to) { return divided_up(number, to) * to; }

// Enough blocks to fill any device.
inline constexpr int64_t kEnoughBlocks = 1056;

// ---- Reductions

enum class ReduceWay : uint8_t {
  Segments,  // each by a thread, in order
  Pieces,    // each cut into pieces, which blocks do
  Rows,      // each by some lanes of a warp
};

struct ReduceChoice {
  ReduceWay way = ReduceWay::Segments;
  int32_t kernel = -1;
  int64_t pieces = 1;       // of a segment
  int64_t piece_items = 0;  // of a piece
  int64_t lanes = 1;
  int64_t blocks = 1;
  int64_t threads = 0;  // of a block
};

// Segments of which each is worth a block, or a warp, and the least items of a piece: so many for
// each thread of a block. An item that takes long is worth a thread.
inline constexpr int64_t kBlockRow = 64;
inline constexpr int64_t kWarpRow = 2;
inline constexpr int64_t kPieceItems = 16;

// Of blocks whose threads have one long item each: as many as there may be, but smaller ones if
// there are not enough of them for all multiprocessors.
inline constexpr int64_t kFewThreads = 64;
constexpr int64_t threads_for_long_items(int64_t items, int64_t threads) {
  return items < kEnoughBlocks * threads ? std::min(threads, kFewThreads) : threads;
}

inline ReduceChoice choose_reduce(int64_t segments, int64_t width,
                                  const planish_device_reduction& op, int64_t threads) {
  ReduceChoice out;
  out.threads = threads;
  if (op.accumulator_bytes == 0 || (op.pieces < 0 && op.rows < 0)) {
    out.kernel = op.segments;
    out.threads = threads_for_long_items(segments, threads);
    out.blocks = divided_up(segments, out.threads);
    return out;
  }
  const bool is_cheap = (op.flags & PLANISH_OPERATOR_CHEAP) != 0;
  const bool is_aligned =
      op.alignment % 16 == 0 && op.vector_width > 1 && width % op.vector_width == 0;
  const bool are_few = width >= kWarpRow * threads && segments < kEnoughBlocks;
  if (op.rows < 0 || width >= kBlockRow * threads || are_few) {
    out.way = ReduceWay::Pieces;
    out.kernel = is_aligned && op.pieces_vectors >= 0 ? op.pieces_vectors : op.pieces;
    if (!is_cheap) out.threads = threads_for_long_items(segments * width, threads);
    const int64_t least = is_cheap ? kPieceItems * threads : out.threads;
    const int64_t most = std::max<int64_t>(1, divided_up(width, least));
    out.pieces = std::clamp<int64_t>(kEnoughBlocks / segments, 1, most);
    out.piece_items = std::max(least, rounded_up(divided_up(width, out.pieces), least));
    out.pieces = std::max<int64_t>(1, divided_up(width, out.piece_items));
    out.blocks = segments * out.pieces;
    return out;
  }
  out.way = ReduceWay::Rows;
  const bool by_vectors = is_aligned && op.rows_vectors >= 0;
  out.kernel = by_vectors ? op.rows_vectors : op.rows;
  const int64_t each = by_vectors ? op.vector_width : 1;
  const auto groups = static_cast<uint64_t>(std::max<int64_t>(1, width / each));
  out.lanes = std::min<int64_t>(32, static_cast<int64_t>(std::bit_floor(groups)));
  const int64_t rows = is_cheap && op.accumulator_bytes <= 16 ? 4 : 1;  // as in kernels/reduce.h
  out.blocks = divided_up(segments, threads / out.lanes * rows);
  return out;
}

// ---- Reductions in tiles

struct SharedTileChoice {
  int32_t kernel = -1;  // -1: tiles are not worth it
  int64_t blocks = 0;
  int64_t shared_bytes = 0;
  // Of steps that all rows share.
  int64_t tiles = 0;
  int64_t pieces = 1;  // that the steps are cut into
  int64_t piece_steps = 0;
  int64_t tile_rows = 0;
};

// `threads`: kernels::tile_threads.
inline SharedTileChoice choose_shared_tile(int64_t segments, int64_t width,
                                           const planish_device_reduction& op, int32_t threads) {
  constexpr int64_t kLeastProducts = 4;
  constexpr int64_t kLeastPieces = 32;
  SharedTileChoice out;
  const int32_t operand = kernels::tile_words(op.operand_bytes);
  const int32_t words = kernels::tile_words(op.sum_bytes);
  if (op.product >= 0) {
    const kernels::TileShape shape = kernels::tile_shape(operand, words, threads);
    if (op.tile_rows < shape.tile_rows() || op.tile_columns < shape.tile_columns()) return out;
    out.blocks = segments / (op.tile_rows * op.tile_columns) *
                 divided_up(op.tile_rows, shape.tile_rows()) *
                 divided_up(op.tile_columns, shape.tile_columns());
    if (out.blocks >= kLeastProducts) out.kernel = op.product;
    out.shared_bytes = shape.shared_bytes(operand);
    return out;
  }
  if (op.steps < 0) return out;
  out.tile_rows = int64_t{threads} * kernels::kRowsWithSteps;
  out.tiles = segments / op.tile_rows * divided_up(op.tile_rows, out.tile_rows);
  out.pieces =
      std::clamp<int64_t>(kEnoughBlocks / out.tiles, 1, std::max<int64_t>(1, width / threads));
  out.piece_steps = std::max<int64_t>(threads, rounded_up(divided_up(width, out.pieces), threads));
  out.pieces = std::max<int64_t>(1, divided_up(width, out.piece_steps));
  out.blocks = out.tiles * out.pieces;
  out.shared_bytes = int64_t{4} * operand * threads;
  if (out.blocks >= kLeastPieces) out.kernel = op.steps;
  return out;
}

// ---- Scans and filters

struct TileChoice {
  int64_t tile_items = 0;
  int64_t tiles = 0;
};

inline TileChoice choose_tiles(int64_t items, int32_t words, int32_t flags, int64_t threads) {
  const bool is_cheap = (flags & PLANISH_OPERATOR_CHEAP) != 0;
  TileChoice out;
  out.tile_items = threads * kernels::item_shape(words, is_cheap).items();
  out.tiles = divided_up(items, out.tile_items);
  return out;
}

// ---- Histograms

// The bins of a block are worth it if it has so many points for each.
inline constexpr int64_t kPointsPerBin = 4;

struct HistChoice {
  int32_t kernel = -1;
  int64_t copies = 0;  // of the bins in shared memory; 0: none are there
  int64_t shared_bytes = 0;
  int64_t blocks = 1;
};

inline HistChoice choose_hist(int64_t points, const planish_device_histogram& op, int64_t threads,
                              int64_t shared_bytes) {
  HistChoice out;
  out.kernel = op.global;
  out.blocks = divided_up(points, threads);
  if (op.shared < 0 || op.record_bytes == 0 || op.bins <= 0) return out;
  const int64_t words = kernels::accumulator_words(op.record_bytes);
  const int64_t bin_bytes = 4 * (words > 1 ? rounded_up(words, 2) : 1);
  const int64_t most = std::min<int64_t>(threads / 32, 8);
  int64_t copies = 1;
  while (copies * 2 <= most && copies * 2 * op.bins * bin_bytes <= shared_bytes) copies *= 2;
  const int64_t blocks = std::min(out.blocks, kEnoughBlocks / 2);
  if (op.bins * bin_bytes > shared_bytes || points / blocks < kPointsPerBin * op.bins) return out;
  out.kernel = op.shared_vectors >= 0 && op.alignment % 16 == 0 ? op.shared_vectors : op.shared;
  out.copies = copies;
  out.shared_bytes = copies * op.bins * bin_bytes;
  out.blocks = blocks;
  return out;
}

// ---- Partitions

struct PartitionChoice {
  int64_t class_bytes = 1;
  int64_t class_bits = 1;
  int64_t chunk_points = 0;  // that a warp does
  int64_t chunks = 0;
};

inline PartitionChoice choose_partition(int64_t points, int64_t classes) {
  constexpr int64_t kLeastPoints = 512;
  constexpr int64_t kPointsPerClass = 8;
  PartitionChoice out;
  out.class_bytes = classes < 256 ? 1 : classes < 65536 ? 2 : classes < (int64_t{1} << 32) ? 4 : 8;
  out.class_bits = std::bit_width(static_cast<uint64_t>(classes));
  const int64_t wanted = classes > points ? points : classes * kPointsPerClass;
  out.chunk_points = rounded_up(std::max(kLeastPoints, wanted), 32);
  out.chunks = divided_up(points, out.chunk_points);
  return out;
}

}  // namespace planish::device
