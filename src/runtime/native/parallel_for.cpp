#include <algorithm>

#include "runtime/native/parallel.h"
#include "runtime/native/rows.h"

using namespace planish::native;

#if defined(__SANITIZE_THREAD__)
// Memory that TBB itself allocates and frees: Note [ThreadSanitizer and TBB].
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions();
const char* __tsan_default_suppressions() { return "called_from_lib:libtbb.so\n"; }
#endif

int32_t planish_parallel_for(planish_context* context, int64_t count, int64_t item_cost,
                             planish_range_function function, void* closure) {
  return for_ranges(*context, count, cost_in(*context, item_cost), [&](int64_t begin, int64_t end) {
    return function(context, closure, begin, end);
  });
}

// With no places at all, the items may still fail.
int32_t planish_write_in_order(planish_context* context, int64_t count, int64_t item_cost,
                               int64_t places, planish_range_function function, void* closure) {
  const int64_t cost = cost_of(count, cost_in(*context, item_cost));
  const bool together = is_alone(*context) || cost < planish::kTasks.inline_cost || places <= 0;
  const int64_t shares = together ? 1 : context->tasks.threads();
  const Cut cut = Cut::into(std::max<int64_t>(1, places), shares);
  return for_pieces(*context, cut.pieces, cost, [&](int64_t piece) {
    return function(context, closure, cut.begin(piece), std::min(cut.end(piece), places));
  });
}

int32_t planish_parallel_rows(planish_context* context, int64_t rows, const int64_t* offsets,
                              int64_t width, int64_t item_cost, planish_range_function function,
                              void* closure) {
  if (rows <= 0) return PLANISH_OK;
  const RowPath path(*context, {rows, offsets, width}, item_cost);
  const auto item_at = [&](int64_t position) {
    const RowPoint point = path.at(position);
    return path.rows().first(point.row) + point.item;
  };
  return for_ranges(*context, path.length(), 1, [&](int64_t begin, int64_t end) {
    const int64_t from = item_at(begin);
    const int64_t to = item_at(end);
    return from < to ? function(context, closure, from, to) : int32_t{PLANISH_OK};
  });
}

int64_t planish_row_length(const int64_t* offsets, int64_t rows) {
  if (rows <= 0) return 0;
  const int64_t length = offsets[1] - offsets[0];
  // Most of the time rows that differ are found by that.
  if (offsets[rows] - offsets[rows - 1] != length) return -1;
  const int64_t at_once = planish::kTasks.row_comparisons;
  for (int64_t begin = 0; begin < rows; begin += at_once) {
    const int64_t end = std::min(begin + at_once, rows);
    int64_t differences = 0;  // without branches, so that it is done with vectors
    for (int64_t i = begin; i < end; i++) differences |= (offsets[i + 1] - offsets[i]) ^ length;
    if (differences != 0) return -1;
  }
  return length;
}

int64_t planish_find_row(const int64_t* offsets, int64_t rows, int64_t item) {
  return find_row(rows, offsets[0] + item, [&](int64_t row) { return offsets[row]; });
}
