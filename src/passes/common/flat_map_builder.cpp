#include "passes/common/flat_map_builder.h"

#include <algorithm>

namespace planish::passes {

using namespace ir;

// ---- Inside of the function

FlatMapBuilder::RowPlace FlatMapBuilder::add_row(const Atom& length, const Atom& row,
                                                 std::string_view name, Prim elem,
                                                 std::span<const Dim> dims) {
  auto found = std::ranges::find(groups_, length, &Group::length);
  auto group = static_cast<size_t>(found - groups_.begin());
  if (found == groups_.end()) groups_.push_back({length, {}, {}, {}, {}});
  groups_[group].rows.push_back({row, {}, name, elem, dims});
  return {group, groups_[group].rows.size() - 1};
}

// The lengths of all rows of a level, with these dimensions.
Var FlatMapBuilder::lengths(const Rows& rows, size_t level, std::vector<Dim> shape) {
  return make_.reshape(make_.lengths_of(rows.offsets[level], make_.product(shape)), shape);
}

// How many elements a level of a packed array has.
Atom FlatMapBuilder::element_count(const Rows& rows, size_t level) {
  if (level + 1 == rows.offsets.size()) return make_.size(rows.data);
  return make_.index(rows.offsets[level], make_.row_count(rows, level));
}

FlatMapBuilder::Result FlatMapBuilder::give(const Type* array, const RowsValue& element,
                                            std::span<const Dim> dims) {
  Levels levels(array->dims);
  Parts& parts = results_.emplace_back();
  if (!element.rows) {
    parts.rows.push_back(add_row(Builder::atom(dims[0]), element.atom, "data", array->elem,
                                 array->dims.subspan(levels.last_dim() + 1)));
  } else if (levels.dim(0) == 1) {
    // The element is a row, and its levels are those of the array after the first.
    add_levels(array, make_.pack(*element.rows, dims), Builder::atom(dims[0]), parts);
  } else {
    Rows rows = make_.pack(*element.rows, dims);
    std::span<const Dim> shape = array->dims.subspan(1, levels.dim(0) - 1);
    parts.lengths = elements_.size();
    elements_.push_back(
        {lengths(rows, 0, {shape.begin(), shape.end()}), {}, "lengths", Prim::I64, shape});
    Atom count = element_count(rows, 0);
    rows.offsets.erase(rows.offsets.begin());
    add_levels(array, rows, count, parts);
  }
  return results_.size() - 1;
}

// All levels of the array but the first, which has so many elements.
void FlatMapBuilder::add_levels(const Type* array, const Rows& element, const Atom& count,
                                Parts& parts) {
  Levels levels(array->dims);
  Atom length = count;
  for (size_t level = 1; level < levels.count(); level++) {
    size_t first = levels.dim(level - 1) + 1;
    std::span<const Dim> between = array->dims.subspan(first, levels.dim(level) - first);
    std::vector<Dim> shape{Builder::dim(length)};
    shape.insert(shape.end(), between.begin(), between.end());
    parts.rows.push_back(
        add_row(length, lengths(element, level - 1, shape), "lengths", Prim::I64, between));
    length = element_count(element, level - 1);
  }
  parts.rows.push_back(add_row(length, element.data, "data", array->elem,
                               array->dims.subspan(levels.last_dim() + 1)));
}

void FlatMapBuilder::give(Var array, const Atom& element) {
  elements_.push_back({element, array, {}, {}, {}});
}

std::vector<Atom> FlatMapBuilder::given() const {
  std::vector<Atom> all;
  for (const Group& group : groups_) all.push_back(group.length);
  for (const Group& group : groups_) {
    for (const Given& row : group.rows) all.push_back(row.inside);
  }
  for (const Given& element : elements_) all.push_back(element.inside);
  return all;
}

// ---- Outside of it

void FlatMapBuilder::add(const Lambda* fn, const std::vector<Var>& arrays,
                         std::span<const Attribute> attrs) {
  std::vector<Var> pattern;
  std::vector<uint32_t> counts;
  auto bind = [&](Given& given, const Atom& outer) {
    if (!given.outside)
      given.outside =
          make_.builder.new_var(given.name, make_.array_type(given.elem, outer, given.dims));
    pattern.push_back(given.outside);
  };
  for (Group& group : groups_) {
    counts.push_back(static_cast<uint32_t>(group.rows.size()));
    group.total = make_.builder.new_var("total", make_.i64());
    group.lengths = make_.builder.new_var("lengths", make_.numbers(width_));
    pattern.push_back(group.total);
  }
  for (const Group& group : groups_) pattern.push_back(group.lengths);
  for (Group& group : groups_) {
    for (Given& row : group.rows) bind(row, group.total);
  }
  for (Given& element : elements_) bind(element, width_);
  make_.add(pattern, make_.make(FlatMap{{}, width_, fn, make_.list(arrays), make_.list(counts)}),
            attrs);
}

std::optional<Atom> FlatMapBuilder::length(Result result) const {
  const Parts& parts = results_[result];
  const Group& group = groups_[parts.rows[0].group];
  if (parts.lengths || group.offsets) return std::nullopt;
  return group.length;
}

void FlatMapBuilder::share_offsets(Result result, Var offsets) {
  groups_[results_[result].rows[0].group].offsets = offsets;
}

Var FlatMapBuilder::offsets_of(Var lengths) {
  Dim all = Builder::dim(make_.product(make_.type(lengths)->dims));
  return make_.offsets_of(make_.reshape(lengths, {&all, 1}), RowsBuilder::Lengths::Kept);
}

Rows FlatMapBuilder::rows(Result result) {
  const Parts& parts = results_[result];
  Rows rows;
  rows.packed = true;
  if (parts.lengths) {
    rows.offsets.push_back(offsets_of(elements_[*parts.lengths].outside));
  } else {
    Group& first = groups_[parts.rows[0].group];
    if (!first.offsets) first.offsets = offsets_of(first.lengths);
    rows.offsets.push_back(first.offsets);
  }
  for (const RowPlace& place : parts.rows) {
    Var row = groups_[place.group].rows[place.row].outside;
    if (&place == &parts.rows.back()) {
      rows.data = row;
    } else {
      rows.offsets.push_back(offsets_of(row));
    }
  }
  return rows;
}

}  // namespace planish::passes
