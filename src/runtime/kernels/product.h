// Reductions of which the rows and columns of a tile share what they read: Note [Shared tiles] in
// plan/shared_tile.h.
#pragma once

#include "runtime/kernels/collective.h"

namespace planish::kernels {

using OperandFunction = int32_t (*)(Context*, const void*, int64_t batch, int64_t at, int64_t step,
                                    void* operand);
using TileValueFunction = int32_t (*)(Context*, const void*, int64_t batch, int64_t row,
                                      int64_t column, int64_t step, const void* of_row,
                                      const void* of_column, void* accumulator);
using TileWriteFunction = int32_t (*)(Context*, const void*, int64_t batch, int64_t row,
                                      int64_t column, const void* accumulator);

template <int kWords>
struct TileFunctions {
  Operator<kWords> op;
  OperandFunction row;
  OperandFunction column;
  TileValueFunction value;
  TileWriteFunction write;

  template <int kOperand>
  PLANISH_KERNEL_INLINE Accumulator<kOperand> operand(OperandFunction function, int64_t batch,
                                                      int64_t at, int64_t step) const {
    Accumulator<kOperand> out;
    function(op.frame.thread, op.frame.closure, batch, at, step, out.words);
    return out;
  }
};

// ---- Rows and columns

// numbers: batches, rows, columns, steps; there are as many rows and columns as a tile has, or more.
// Tiles at the edges begin earlier, so that they are whole: some sums are computed twice, and are
// the same.
// Shared memory: TileShape::shared_bytes.
template <int kOperand, int kWords, int kThreads>
struct Product {
  static constexpr TileShape kShape = tile_shape(kOperand, kWords, kThreads);
  static constexpr int32_t kSteps = kShape.steps;
  static constexpr int32_t kRows = kShape.rows, kColumns = kShape.columns;
  static constexpr int32_t kTileRows = kShape.tile_rows(), kTileColumns = kShape.tile_columns();
  static constexpr int32_t kRowPitch = kTileRows + TileShape::kPad;
  static constexpr int32_t kColumnPitch = kTileColumns + TileShape::kPad;
  // Words of a buffer: [word][step][row], then [word][step][column].
  static constexpr int32_t kRowWords = kOperand * kSteps * kRowPitch;
  static constexpr int32_t kBuffer = kRowWords + kOperand * kSteps * kColumnPitch;
  static constexpr int32_t kRowLoads = kTileRows * kSteps / kThreads;
  static constexpr int32_t kColumnLoads = kTileColumns * kSteps / kThreads;
  using Operand = Accumulator<kOperand>;

  struct Tile {
    int64_t batch, row, column;
  };
  // Which of the operands of a tile a thread reads as its number `load`: neighbours in memory follow
  // each other, up to 4.
  struct OperandOfTile {
    int32_t at, step;
  };
  template <int32_t kSize>
  static PLANISH_KERNEL_INLINE OperandOfTile operand_of_tile(int32_t load, bool along_steps) {
    constexpr int32_t kLoads = kSize * kSteps / kThreads;
    constexpr int32_t kGroup = smaller(4, smaller(kLoads, kSteps));
    const int32_t number = load / kGroup * kThreads + static_cast<int32_t>(planish_gpu_thread());
    const int32_t own = load % kGroup;
    if (along_steps) return {number / (kSteps / kGroup), number % (kSteps / kGroup) * kGroup + own};
    return {number % (kSize / kGroup) * kGroup + own, number / (kSize / kGroup)};
  }

  const TileFunctions<kWords>& functions;
  const bool rows_along_steps, columns_along_steps;
  const int64_t steps;

  // What is read before it is needed.
  struct Ahead {
    Operand rows[kRowLoads];
    Operand columns[kColumnLoads];
  };

  // kGuarded: there may be fewer steps than are read.
  template <bool kGuarded>
  PLANISH_KERNEL_INLINE void read(Ahead& ahead, const Tile& tile, int64_t first) const {
    const auto step = [&](int32_t number) PLANISH_INLINED {
      return kGuarded ? smaller(first + number, steps - 1) : first + number;
    };
    PLANISH_UNROLLED
    for (int32_t k = 0; k < kRowLoads; k++) {
      const OperandOfTile at = operand_of_tile<kTileRows>(k, rows_along_steps);
      ahead.rows[k] = functions.template operand<kOperand>(functions.row, tile.batch,
                                                           tile.row + at.at, step(at.step));
    }
    PLANISH_UNROLLED
    for (int32_t k = 0; k < kColumnLoads; k++) {
      const OperandOfTile at = operand_of_tile<kTileColumns>(k, columns_along_steps);
      ahead.columns[k] = functions.template operand<kOperand>(functions.column, tile.batch,
                                                              tile.column + at.at, step(at.step));
    }
  }
  PLANISH_KERNEL_INLINE void keep(const Ahead& ahead, uint32_t* buffer) const {
    PLANISH_UNROLLED
    for (int32_t k = 0; k < kRowLoads; k++) {
      const OperandOfTile at = operand_of_tile<kTileRows>(k, rows_along_steps);
      PLANISH_UNROLLED
      for (int w = 0; w < kOperand; w++)
        buffer[(w * kSteps + at.step) * kRowPitch + at.at] = ahead.rows[k].words[w];
    }
    PLANISH_UNROLLED
    for (int32_t k = 0; k < kColumnLoads; k++) {
      const OperandOfTile at = operand_of_tile<kTileColumns>(k, columns_along_steps);
      PLANISH_UNROLLED
      for (int w = 0; w < kOperand; w++)
        buffer[kRowWords + (w * kSteps + at.step) * kColumnPitch + at.at] =
            ahead.columns[k].words[w];
    }
  }

  // Threads of a warp are 4 down and 8 across. A thread has its rows in fours, which follow each
  // other as far apart as all threads have rows; the same with columns.
  struct Position {
    int32_t down, across;
  };
  static PLANISH_KERNEL_INLINE Position position() {
    constexpr int32_t kWarpsAcross = kShape.across / 8;
    const auto lane = static_cast<int32_t>(lane_number());
    const auto warp = static_cast<int32_t>(warp_number());
    return {warp / kWarpsAcross * 4 + lane / 8, warp % kWarpsAcross * 8 + lane % 8};
  }
  static PLANISH_KERNEL_INLINE int32_t row_of(const Position& own, int32_t number) {
    return number / 4 * (4 * kShape.down) + own.down * 4 + number % 4;
  }
  static PLANISH_KERNEL_INLINE int32_t column_of(const Position& own, int32_t number) {
    return number / 4 * (4 * kShape.across) + own.across * 4 + number % 4;
  }

  // A buffer, of which words are read 4 at a time.
  static PLANISH_KERNEL_INLINE uint32_t* aligned(uint32_t* buffer) {
    return static_cast<uint32_t*>(__builtin_assume_aligned(buffer, 16));
  }

  using Sums = Accumulator<kWords>[kRows][kColumns];

  PLANISH_KERNEL_INLINE void add_step(Sums& sums, const Tile& tile, const Position& own,
                                      int64_t first, int32_t step, const uint32_t* buffer) const {
    Operand rows[kRows], columns[kColumns];
    PLANISH_UNROLLED
    for (int w = 0; w < kOperand; w++) {
      PLANISH_UNROLLED
      for (int32_t r = 0; r < kRows; r++)
        rows[r].words[w] = buffer[(w * kSteps + step) * kRowPitch + row_of(own, r)];
      PLANISH_UNROLLED
      for (int32_t c = 0; c < kColumns; c++)
        columns[c].words[w] =
            buffer[kRowWords + (w * kSteps + step) * kColumnPitch + column_of(own, c)];
    }
    PLANISH_UNROLLED
    for (int32_t r = 0; r < kRows; r++) {
      PLANISH_UNROLLED
      for (int32_t c = 0; c < kColumns; c++) {
        Accumulator<kWords> value;
        functions.value(functions.op.frame.thread, functions.op.frame.closure, tile.batch,
                        tile.row + row_of(own, r), tile.column + column_of(own, c), first + step,
                        rows[r].words, columns[c].words, value.words);
        functions.op.combine(sums[r][c], value);
      }
    }
  }

  PLANISH_KERNEL_INLINE void run(const Tile& tile, uint32_t* shared) const {
    const Position own = position();
    Sums sums;
    PLANISH_UNROLLED
    for (int32_t r = 0; r < kRows; r++) {
      PLANISH_UNROLLED
      for (int32_t c = 0; c < kColumns; c++) sums[r][c] = functions.op.neutral();
    }
    Ahead ahead;
    if (steps > 0) {
      read<true>(ahead, tile, 0);
      keep(ahead, shared);
    }
    planish_gpu_barrier();
    int32_t current = 0;
    int64_t first = 0;
    PLANISH_NOT_UNROLLED
    for (; first + 2 * kSteps <= steps; first += kSteps) {
      const uint32_t* buffer = aligned(shared + current);
      current = kBuffer - current;
      read<false>(ahead, tile, first + kSteps);
      PLANISH_UNROLLED
      for (int32_t step = 0; step < kSteps; step++) add_step(sums, tile, own, first, step, buffer);
      keep(ahead, aligned(shared + current));
      planish_gpu_barrier();
    }
    // What is left, in one part or two.
    for (; first < steps; first += kSteps) {
      const uint32_t* buffer = aligned(shared + current);
      current = kBuffer - current;
      const bool has_more = first + kSteps < steps;
      if (has_more) {
        read<true>(ahead, tile, first + kSteps);
        keep(ahead, aligned(shared + current));
      }
      PLANISH_NOT_UNROLLED
      for (int32_t step = 0; step < kSteps && first + step < steps; step++)
        add_step(sums, tile, own, first, step, buffer);
      planish_gpu_barrier();
    }
    PLANISH_UNROLLED
    for (int32_t r = 0; r < kRows; r++) {
      PLANISH_UNROLLED
      for (int32_t c = 0; c < kColumns; c++)
        functions.write(functions.op.frame.thread, functions.op.frame.closure, tile.batch,
                        tile.row + row_of(own, r), tile.column + column_of(own, c),
                        sums[r][c].words);
    }
    planish_gpu_barrier();
  }
};

template <int kOperand, int kWords, int kThreads>
PLANISH_KERNEL_INLINE void product(const TileFunctions<kWords>& functions, bool rows_along_steps,
                                   bool columns_along_steps) {
  using Own = Product<kOperand, kWords, kThreads>;
  const planish_launch& launch = *functions.op.frame.launch;
  const int64_t batches = launch.numbers[0], rows = launch.numbers[1], columns = launch.numbers[2];
  const int64_t down = (rows + Own::kTileRows - 1) / Own::kTileRows;
  const int64_t across = (columns + Own::kTileColumns - 1) / Own::kTileColumns;
  const Own own{functions, rows_along_steps, columns_along_steps, launch.numbers[3]};
  for (int64_t number = planish_gpu_block(); number < batches * down * across;
       number += planish_gpu_blocks()) {
    const int64_t line = quotient(number, across);
    const int64_t batch = quotient(line, down);
    const int64_t row = (line - batch * down) * Own::kTileRows;
    const int64_t column = (number - line * across) * Own::kTileColumns;
    own.run(
        {batch, smaller(row, rows - Own::kTileRows), smaller(column, columns - Own::kTileColumns)},
        static_cast<uint32_t*>(planish_gpu_shared()));
  }
}

// ---- Rows that need the same of each step

// numbers: batches, rows, 1, steps, pieces that the steps are cut into, steps of a piece (a multiple
// of the threads of a block); pointers: sums of pieces, a ticket for each tile, which is 0 before
// and after, if there is more than one piece.
// Shared memory: an operand for each thread.
template <int kOperand, int kWords, int kThreads>
PLANISH_KERNEL_INLINE void shared_steps(const TileFunctions<kWords>& functions) {
  using Operand = Accumulator<kOperand>;
  constexpr int32_t kTile = kThreads * kRowsWithSteps;
  constexpr int32_t kAtOnce = 8;
  const Frame& frame = functions.op.frame;
  const planish_launch& launch = *frame.launch;
  const int64_t batches = launch.numbers[0], rows = launch.numbers[1], steps = launch.numbers[3];
  const int64_t pieces = launch.numbers[4], piece_steps = launch.numbers[5];
  auto* partial = static_cast<uint32_t*>(launch.pointers[0]);
  auto* tickets = static_cast<uint32_t*>(launch.pointers[1]);
  auto* shared = static_cast<uint32_t*>(planish_gpu_shared());
  const auto thread = static_cast<int32_t>(planish_gpu_thread());
  const int64_t down = (rows + kTile - 1) / kTile;
  for (int64_t unit = planish_gpu_block(); unit < batches * down * pieces;
       unit += planish_gpu_blocks()) {
    const int64_t tile = quotient(unit, pieces);
    const int64_t piece = unit - tile * pieces;
    const int64_t batch = quotient(tile, down);
    int64_t own[kRowsWithSteps];
    Operand of_rows[kRowsWithSteps];
    Accumulator<kWords> sums[kRowsWithSteps];
    PLANISH_UNROLLED
    for (int32_t r = 0; r < kRowsWithSteps; r++) {
      own[r] = (tile - batch * down) * kTile + r * kThreads + thread;
      of_rows[r] =
          functions.template operand<kOperand>(functions.row, batch, smaller(own[r], rows - 1), 0);
      sums[r] = functions.op.neutral();
    }
    const auto add = [&](int64_t first, int32_t step) PLANISH_INLINED {
      const Operand of_step = taken_aligned<kOperand>(shared + step * kOperand);
      PLANISH_UNROLLED
      for (int32_t r = 0; r < kRowsWithSteps; r++) {
        Accumulator<kWords> value;
        functions.value(frame.thread, frame.closure, batch, own[r], 0, first + step,
                        of_rows[r].words, of_step.words, value.words);
        functions.op.combine(sums[r], value);
      }
    };
    const int64_t end = smaller((piece + 1) * piece_steps, steps);
    PLANISH_NOT_UNROLLED
    for (int64_t first = piece * piece_steps; first < end; first += kThreads) {
      const auto count = static_cast<int32_t>(smaller<int64_t>(kThreads, end - first));
      if (thread < count)
        put(shared + thread * kOperand,
            functions.template operand<kOperand>(functions.column, batch, 0, first + thread));
      planish_gpu_barrier();
      int32_t step = 0;
      PLANISH_NOT_UNROLLED
      for (; step + kAtOnce <= count; step += kAtOnce) {
        PLANISH_UNROLLED
        for (int32_t k = 0; k < kAtOnce; k++) add(first, step + k);
      }
      PLANISH_NOT_UNROLLED
      for (; step < count; step++) add(first, step);
      planish_gpu_barrier();
    }
    const auto write = [&](int32_t r) PLANISH_INLINED {
      if (own[r] < rows)
        functions.write(frame.thread, frame.closure, batch, own[r], 0, sums[r].words);
    };
    if (pieces == 1) {
      PLANISH_UNROLLED
      for (int32_t r = 0; r < kRowsWithSteps; r++) write(r);
      continue;
    }
    // The sums of a tile: [piece][row of the thread][thread].
    uint32_t* of_tile = partial + tile * pieces * kTile * kWords;
    const auto place = [&](int64_t number, int32_t r) PLANISH_INLINED {
      return of_tile + (number * kTile + r * kThreads + thread) * kWords;
    };
    PLANISH_UNROLLED
    for (int32_t r = 0; r < kRowsWithSteps; r++) put(place(piece, r), sums[r]);
    planish_gpu_fence();
    planish_gpu_barrier();
    uint32_t is_last = 0;
    if (thread == 0)
      is_last = add_acquire_release(tickets + tile, uint32_t{1}) == pieces - 1 ? 1 : 0;
    if (planish_gpu_barrier_or(is_last) == 0) continue;
    planish_gpu_fence();
    PLANISH_UNROLLED
    for (int32_t r = 0; r < kRowsWithSteps; r++) {
      sums[r] = taken_from_other_block<kWords>(place(0, r));
      for (int64_t number = 1; number < pieces; number++)
        functions.op.combine(sums[r], taken_from_other_block<kWords>(place(number, r)));
      write(r);
    }
    if (thread == 0) store_relaxed(tickets + tile, uint32_t{0});
    planish_gpu_barrier();
  }
}

}  // namespace planish::kernels
