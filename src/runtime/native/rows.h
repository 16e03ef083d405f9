// Rows of different lengths, which are given by offsets: cut into shares of about equal cost.
//
// Note [Merge path]
// Rows and their items lie on a path: what it costs to begin a row, then its items one after the
// other, then the next row. Where a row begins on it is known from its number and its offset, so a
// position is found by a binary search, and equal parts of the path cost the same, whatever the
// lengths: many empty rows are cut as well as one long one. Only rows that are long compared with a
// share are cut; in others the cut moves to the end of the row.
#pragma once

#include <array>
#include <span>

#include "runtime/native/parallel.h"

namespace planish::native {

struct Rows {
  int64_t count = 0;
  const int64_t* offsets = nullptr;  // one more
  int64_t width = 1;                 // items for each step of the offsets

  // The number of the first item of a row, or of all items.
  int64_t first(int64_t row) const { return (offsets[row] - offsets[0]) * width; }
  int64_t items() const { return first(count); }
  int64_t length(int64_t row) const { return (offsets[row + 1] - offsets[row]) * width; }
};

// An item of a row; that after the last one is the first of the next row, which may be row number
// `count`.
struct RowPoint {
  int64_t row = 0;
  int64_t item = 0;
  friend bool operator==(const RowPoint&, const RowPoint&) = default;
};

// The last row for which begin(row) is not larger than the position, where begin(0) is 0.
template <class Begin>
int64_t find_row(int64_t rows, int64_t position, Begin begin) {
  int64_t low = 0;
  for (int64_t count = rows; count > 1;) {
    const int64_t half = count / 2;
    low += begin(low + half) <= position ? half : 0;
    count -= half;
  }
  return low;
}

// The same for several positions, of which it replaces each by the row. They are looked for side by
// side: a search alone would wait for memory at every step.
template <class Begin>
void find_rows(int64_t rows, std::span<int64_t> positions, Begin begin) {
  constexpr size_t kAtOnce = kTasks.row_searches;
  for (; !positions.empty(); positions = positions.subspan(std::min(kAtOnce, positions.size()))) {
    const std::span<int64_t> some = positions.first(std::min(kAtOnce, positions.size()));
    std::array<int64_t, kAtOnce> low{};
    for (int64_t count = rows; count > 1;) {
      const int64_t half = count / 2;
      for (size_t i = 0; i < some.size(); i++) low[i] += begin(low[i] + half) <= some[i] ? half : 0;
      count -= half;
    }
    std::copy_n(low.begin(), some.size(), some.begin());
  }
}

class RowPath {
 public:
  RowPath(const planish_context& context, const Rows& rows, int64_t item_cost)
      : rows_(rows),
        row_cost_(cost_in(context, kTasks.row_cost)),
        item_cost_(std::min(cost_in(context, std::max<int64_t>(1, item_cost)),
                            INT64_MAX / 4 / std::max<int64_t>(1, rows.items()))) {}

  const Rows& rows() const { return rows_; }
  int64_t length() const { return begin(rows_.count); }
  int64_t begin(int64_t row) const { return row * row_cost_ + rows_.first(row) * item_cost_; }
  // Replaces positions by the rows in which they are.
  void find(std::span<int64_t> positions) const {
    find_rows(rows_.count, positions, [&](int64_t row) { return begin(row); });
  }
  RowPoint at(int64_t position) const {
    return at(position, find_row(rows_.count, position, [&](int64_t row) { return begin(row); }));
  }
  // `row` is the one in which it is.
  RowPoint at(int64_t position, int64_t row) const {
    if (position >= length()) return {rows_.count, 0};
    const int64_t item = std::max<int64_t>(0, position - begin(row) - row_cost_) / item_cost_;
    const bool is_inside = item == 0 || item < rows_.length(row);
    return is_inside ? RowPoint{row, item} : RowPoint{row + 1, 0};
  }
  // How many items cost so much.
  int64_t items_for(int64_t cost) const { return native::items_for(cost, item_cost_); }

 private:
  const Rows rows_;
  const int64_t row_cost_;
  const int64_t item_cost_;
};

enum class CutRows : uint8_t {
  Long,  // rows that are long compared with a share
  None,
};

// All rows in shares of equal cost, one after the other. Depends on lengths and costs only: Note
// [Cuts].
class RowShares {
 public:
  RowShares(planish_context& context, const RowPath& path, int64_t most, CutRows cut)
      : context_(context),
        path_(path),
        count_(std::clamp<int64_t>(most, 1, path.rows().count + path.rows().items())),
        cost_((path.length() - 1) / count_ + 1),
        least_(cut == CutRows::Long ? path.items_for(cost_ / 2) : INT64_MAX),
        points_(context, (count_ + 1) * static_cast<int64_t>(sizeof(RowPoint))) {}

  // Finds where the shares begin.
  int32_t find() {
    if (!points_) return PLANISH_OUT_OF_MEMORY;
    return for_ranges(context_, count_ + 1, kTasks.row_search_cost, [&](int64_t from, int64_t to) {
      for (; from < to; from += kAtOnce) find_points(from, std::min(kAtOnce, to - from));
      return int32_t{PLANISH_OK};
    });
  }

  int64_t count() const { return count_; }
  int64_t cost() const { return cost_; }
  const RowPoint& begin(int64_t share) const { return points()[share]; }
  const RowPoint& end(int64_t share) const { return points()[share + 1]; }
  bool cuts_rows() const {
    return std::any_of(points(), points() + count_,
                       [](const RowPoint& point) { return point.item > 0; });
  }

 private:
  static constexpr int64_t kAtOnce = 256;  // in an array on the stack

  RowPoint* points() const { return reinterpret_cast<RowPoint*>(points_.data()); }
  int64_t position(int64_t share) const {
    return std::min(path_.length(), saturated_product(share, cost_));
  }
  void find_points(int64_t first, int64_t count) const {
    std::array<int64_t, kAtOnce> rows;
    for (int64_t i = 0; i < count; i++) rows[static_cast<size_t>(i)] = position(first + i);
    path_.find(std::span(rows).first(static_cast<size_t>(count)));
    for (int64_t i = 0; i < count; i++) {
      RowPoint point = path_.at(position(first + i), rows[static_cast<size_t>(i)]);
      if (point.item > 0 && path_.rows().length(point.row) < least_) point = {point.row + 1, 0};
      points()[first + i] = point;
    }
  }

  planish_context& context_;
  const RowPath& path_;
  const int64_t count_;
  const int64_t cost_;   // of a share
  const int64_t least_;  // items that a row has, if it is cut
  const Scratch points_;
};

// What one share is made of: perhaps the end of a row (or its middle, if nothing else follows),
// whole rows, and perhaps the beginning of one.
struct ShareParts {
  int64_t first_whole;
  int64_t end_whole;
  bool has_end;
  bool has_begin;

  ShareParts(const RowPoint& begin, const RowPoint& end)
      : first_whole(begin.row + (begin.item > 0 ? 1 : 0)),
        end_whole(end.row),
        has_end(begin.item > 0 && !(begin == end)),
        has_begin(end.item > 0 && !(begin.row == end.row && begin.item > 0)) {}
};

}  // namespace planish::native
