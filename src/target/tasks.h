// How work is cut into tasks for the threads of a CPU. The runtime and the code that it runs go by
// these figures.
//
// Costs are nanoseconds. A cut depends on sizes and on costs that the compiler estimated, never on
// the number of threads or on timing, so that results are the same to the bit wherever a program
// runs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace planish {

struct TaskFigures {
  // Less work in all is not worth waking a thread.
  int64_t inline_cost = 20'000;
  // A task should take longer: starting and stealing one costs some hundreds.
  int64_t task_cost = 10'000;
  // How many items vectors do in a nanosecond, where an item is said to cost nothing.
  int64_t vector_items = 8;
  // A thread that is at work looks at whether to stop as often: how soon cancelling shows against a
  // load per look.
  int64_t poll_cost = 1'000'000;
  // So many equal segments keep all threads busy without cutting any of them.
  int64_t many_segments = 128;

  // Reductions: what a piece costs at least, and how many pieces all segments have together:
  // balance against the work of combining, and the memory of accumulators.
  int64_t reduce_piece_cost = 20'000;
  int64_t reduce_most_pieces = 1024;
  int64_t reduce_most_bytes = int64_t{64} << 20;
  // The same for rows of different lengths.
  int64_t row_share_cost = 50'000;
  int64_t row_most_shares = 256;
  // What a row costs besides its items, and what finding the row of a position does.
  int64_t row_cost = 4;
  int64_t row_search_cost = 50;
  // Searches that are done side by side, so that none waits for memory alone: registers against
  // waiting.
  size_t row_searches = 32;
  // Rows whose lengths are compared before it is asked whether one differs: vectors against looking
  // at more than are needed.
  int64_t row_comparisons = 1024;

  // Scans and filters read a piece twice: so little that it is still in the cache of its core, and
  // so much that it is read as fast as memory can give it. Short ones are cut into `enough_pieces`.
  int64_t scan_least_cost = 32'000;
  int64_t scan_piece_cost = 64'000;
  int64_t filter_least_cost = 4'000;
  int64_t filter_piece_cost = 16'000;
  int64_t enough_pieces = 32;
  int64_t scan_rows_most_shares = 1 << 16;
  // Pieces that may wait for those before them, for each thread: memory against threads that wait.
  int64_t chained_pieces_per_thread = 4;

  // Histograms: pieces have private copies of the bins, whose filling and merging may be one part
  // in so many of the work on the items.
  int64_t hist_piece_cost = 100'000;
  int64_t hist_most_pieces = 64;   // of a segment
  int64_t hist_most_copies = 256;  // of all segments together
  int64_t hist_most_bytes = int64_t{256} << 20;
  int64_t hist_overhead = 16;

  // Partitions: counting and adding up the counts is to cost less than one part in so many of the
  // work on the items.
  int64_t partition_piece_cost = 50'000;
  int64_t partition_items_per_count = 8;

  // Flat maps: an item may take much longer than it was estimated to, so there are as many tasks as
  // this if there are as many items. What a part of the rows begins with, in bytes; what is copied
  // at a time, and what that costs.
  int64_t flat_map_tasks = 256;
  int64_t flat_map_first_bytes = 1024;
  // What an element of a row costs, and finding a length.
  int64_t flat_map_element_cost = 4;
  int64_t flat_map_length_cost = 2;
  int64_t copy_bytes = 64 * 1024;
  int64_t copy_cost = 5'000;
};
inline constexpr TaskFigures kTasks;

}  // namespace planish
