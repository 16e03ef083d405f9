// By what the plan chooses strategies (src/plan), and how large the blocks of their code are
// (src/codegen). Bodies are counted in statements: code that is emitted several times, or needs many
// registers, against what it gains.
#pragma once

#include <cstddef>
#include <cstdint>

namespace planish {

// Note [Worth of lanes] in plan/lanes.h. Work is counted in simple operations, such as an addition.
struct LaneFigures {
  double division = 8;
  double function = 24;  // such as a sine
  double load = 1;       // of neighbours
  double gather = 0.75;  // of a lane, where there is an instruction for it
  double lane_load = 2;  // of a lane, where there is none: with what takes it to and from vectors
  double test = 2;       // whether any lane is active
  // So many times as long as the mean takes a loop that ends when the last lane does.
  double divergence = 1.5;
  // So many times as fast must lanes be by the estimate: what it misses against what they gain.
  double least_gain = 2;
  // The same where rows of which LLVM makes vectors have elements with so much work, at least: less
  // is missed.
  double least_gain_of_rows = 1.1;
  double heavy_element = 24;
  // And where nothing but checks is in LLVM's way.
  double least_gain_of_checks = 3;
  // What such a row costs besides its vectors: masks and branches, and adding up a vector. These do
  // so many times as much as there is, since the last one is not full: a guess at a hundred elements.
  double row = 16;
  double row_waste = 1.2;
  // A branch that is in no loop is worth lanes if it has so much work.
  double heavy_branch = 24;
  // Both sides of a branch with no more statements are done, and chosen from: work for nothing
  // against a test.
  size_t longest_chosen = 8;
  // What the lanes fill: most steps of a loop need the one before, and the second register is
  // worked on while the first waits; more do not stay in registers.
  int64_t registers = 2;
  // Operators around one another that are done in lanes: each doubles the code of what is inside.
  size_t most_around = 2;
};

// Note [Strips] in plan/strips.h.
struct StripFigures {
  // At once: full vectors against slots that do not stay in registers. Fewer if there are f64.
  int64_t lanes = 16;
  int64_t wide_lanes = 8;
  // What the arrays of all lanes may take, so that they stay in the cache; less if all loops are
  // around operators that are vectorised anyway.
  int64_t most_bytes = 1 << 17;
  int64_t most_bytes_of_loops = 1 << 13;
};

// Rows of reductions: Notes [Short rows], [Masked rows] and [Streams].
struct RowFigures {
  size_t short_body = 24;  // of short rows
  size_t block_body = 8;   // of which several vectors are done at once
  unsigned block_vectors = 2;
  // Where rows are longer than that on average: how many of them take one block is guessed wrong
  // less often, which costs most where elements come from memory.
  unsigned wide_block_vectors = 4;
  // Of vectors whose elements are gathered: as many as the CPU has under way, by an instruction or
  // one by one.
  unsigned gathered_lanes = 8;
  unsigned loaded_lanes = 4;
  size_t masked_body = 100;         // in an operator,
  size_t masked_body_in_task = 24;  // and inside of one
  size_t stream_body = 24;
  // Streams of a reduction: values that wait for each other against states that stay in registers.
  size_t most_streams = 8;
  size_t stream_states = 16;
  // A stream with fewer elements is left to the loop for what is left over.
  int64_t least_stream = 4;
  // Rows in lanes: how many at once, and below which length they are done so; the elements of
  // longer ones are combined in streams, which read memory in order.
  size_t rows_in_lanes = 8;
  int64_t long_row_in_lanes = 64;
  // So many bytes ahead the elements of short rows are asked for: what has not arrived against what
  // is gone from the cache again. Processors look ahead by themselves along a loop over memory, but
  // not where most loads are masked, or where it is often guessed wrong that a row ends.
  int64_t ahead = 8192;
  // Rows that are equally long and have fewer vectors are done with a mask.
  int64_t short_vectors = 8;
  // So many of the first rows are looked at in order to guess how long all are: a wrong guess
  // against the time it takes.
  int64_t looks = 8;
  // Short rows are done in ranges of so many: balance against finding where a range begins, which
  // takes a while where rows stand in rows.
  int64_t range = 64;
  int64_t nested_range = 1024;
};

// Note [Tiles] in plan/tile.h.
struct TileFigures {
  ptrdiff_t body = 16;  // statements on scalars
  // That a vector of wide elements may fill.
  int64_t most_registers = 4;
  // The rows of a tile, and its columns in vectors: each load is used for all rows or for all
  // columns, as long as the sums fill no more than half of the registers, of which there are 16, or
  // 32 of vectors of 64 bytes. More columns where there are no rows.
  int64_t rows = 4;
  int64_t rows_of_many_registers = 8;
  size_t vectors = 2;
  size_t lone_row_vectors = 4;
  // What a task does, in rows and in vectors of columns: work to share against what is read again.
  int64_t row_block = 64;
  int64_t column_block_vectors = 8;
  // Steps for which the columns of a tile stay in the cache: 256 steps of two vectors are 32 KiB.
  int64_t step_block = 256;
  // Columns that do not lie side by side are packed first, which so many rows and steps must be
  // worth. What is packed is used for more rows then.
  int64_t rows_for_strides = 16;
  int64_t steps_for_strides = 2;
  int64_t row_block_for_strides = 128;
};

struct ScanFigures {
  // Elements that are computed before they are combined: buffers that stay in the innermost cache
  // against the work at the ends of a block.
  int64_t block = 512;
  // A shorter row would not fill a vector, or only one.
  int64_t short_row = 32;
  // So many times as fast is a vector scan, for the runtime, which cuts it into pieces.
  int64_t gain = 4;
  // Note [Column scans] in plan/column_scan.h. With fewer columns the ordinary scan is better; a
  // task does a group of columns: what is read side by side against tasks.
  int64_t least_columns = 64;
  int64_t column_group = 64;
};

// Note [Prefetching rows] in plan/prefetch.h: how many iterations ahead rows are asked for, and
// their places. With fewer they have not arrived, with more they may be gone from the cache again.
struct PrefetchFigures {
  int64_t row_distance = 8;
  int64_t place_distance = 16;
};

// Ranges of iterations, filters and the like.
struct RangeFigures {
  size_t checked_body = 100;  // Note [Checks at both ends] in plan/end_checks.h
  size_t clamped_body = 200;
  int64_t least_wrap = 64;  // what indices are wrapped around
  // Note [Conditions on the index] in plan/split.h: statements of all parts, and places to cut at.
  size_t split_bodies = 200;
  size_t most_cuts = 2;
  size_t length_body = 16;   // that finds a length, before all rows are made
  size_t filter_body = 24;   // of a vector filter, …
  int64_t filter_item = 32;  // … and the bytes of an item: what is moved for nothing
  // Items that are computed before those to keep are moved: buffers that stay in the innermost cache
  // against the work at the ends of a block.
  int64_t filter_block = 256;
  // So many times as fast is a vector filter, for the runtime, which cuts it into pieces.
  int64_t filter_gain = 8;
  size_t most_pieces = 4;  // of an array that is not made: each is a loop of its own
};

// Note [Transposition] in codegen/common/emitter/transpose.cpp.
struct TransposeFigures {
  // Rows and columns of the squares in which blocks are visited: pages in use at a time against
  // ends of loops.
  int64_t square = 128;
};

// Sequential loops look at whether the run is cancelled: how soon that shows against the time of a
// look.
struct CancellationFigures {
  double unasked = 16'000;  // nanoseconds between two looks
  // Iterations between them: at least so many, which is what loops of unknown cost take, and at most.
  int64_t fewest = 64;
  int32_t most = 1 << 14;
};

// Of one thread of a GPU, and of all that it does: registers and code against independent loads
// that are under way at a time.
struct ThreadFigures {
  // Statements of an item of which a thread does several at once.
  size_t cheap_body = 40;
  // Note [Neighbours] in plan/neighbours.h. Statements of a point, and of all points of a thread.
  size_t point = 80;
  int64_t all_points = 320;
  // Points that are neighbours, and groups of them: if at most one array is read from, or more.
  int64_t most_neighbours = 8;
  int64_t few_groups = 2;
  int64_t many_groups = 4;
  // Note [Shared tiles] in plan/shared_tile.h. Statements of an element, and bytes that are kept for
  // a row or a column, or are combined: what shared memory and registers hold.
  size_t tile_element = 64;
  int64_t tile_bytes = 16;
};

// What LLVM is asked for: the time it takes against that of the program.
struct LlvmFigures {
  size_t large_program = 10'000;  // instructions: Note [Loops of large programs]
  size_t unrolled_levels = 4;     // Note [Deep nests]
};

struct StrategyFigures {
  LaneFigures lanes = {};
  StripFigures strips = {};
  RowFigures rows = {};
  TileFigures tiles = {};
  ScanFigures scans = {};
  PrefetchFigures prefetch = {};
  RangeFigures ranges = {};
  TransposeFigures transpose = {};
  CancellationFigures cancellation = {};
  ThreadFigures threads = {};
  LlvmFigures llvm = {};
};

}  // namespace planish
