#include "runtime/streams/held_elements.h"

#include <algorithm>
#include <utility>

#include "runtime/streams/element_run.h"
#include "runtime/value_text.h"

namespace planish::runtime {
namespace {

// How many arrays are inside of so many, which begin at `first` in the dimension.
size_t arrays_inside(const ValueDim& dim, size_t first, size_t count) {
  if (!dim.varying) return count * static_cast<size_t>(dim.size);
  size_t inside = 0;
  for (size_t k = first; k < first + count; k++) inside += static_cast<size_t>(dim.lengths[k]);
  return inside;
}

}  // namespace

bool HeldElements::can_hold(std::span<const Value> arrays) {
  return std::ranges::all_of(arrays, [](const Value& array) {
    return array.dims.size() <= 2 ||
           std::ranges::all_of(array.dims.begin() + 1, array.dims.end(), &ValueDim::varying);
  });
}

HeldElements::HeldElements(std::vector<Value> arrays) {
  left_ = arrays.front().dims.front().size;
  for (Value& array : arrays) {
    const size_t levels = array.dims.size();
    components_.push_back({std::move(array), std::vector<size_t>(levels, 0)});
  }
}

int64_t HeldElements::advance(Place& place, int64_t count,
                              const std::vector<PartBuilder>& parts) const {
  size_t bytes = 0;
  for (size_t k = 0; k < components_.size(); k++) {
    const Value& array = components_[k].array;
    auto arrays = static_cast<size_t>(count);
    for (size_t i = 0; i + 1 < array.dims.size(); i++) {
      const size_t inside = arrays_inside(array.dims[i + 1], place[k][i], arrays);
      if (parts[k].varies(i)) bytes += arrays * sizeof(int64_t);
      place[k][i] += arrays;
      arrays = inside;
    }
    place[k].back() += arrays;
    bytes += arrays * static_cast<size_t>(byte_size(array.prim));
  }
  return static_cast<int64_t>(bytes);
}

void HeldElements::take(Component& component, PartBuilder& part, const std::vector<size_t>& end) {
  Value& array = component.array;
  for (size_t i = 0; i + 1 < array.dims.size(); i++) {
    if (!part.varies(i)) continue;
    const ValueDim& dim = array.dims[i + 1];
    const size_t begin = component.taken[i];
    if (dim.varying)
      part.add_lengths(i, std::span(dim.lengths).subspan(begin, end[i] - begin));
    else
      part.add_lengths(i, end[i] - begin, dim.size);
  }
  const auto size = static_cast<size_t>(byte_size(array.prim));
  const size_t begin = component.taken.back() * size;
  const size_t behind = end.back() * size;
  if (begin == 0 && behind == array.data.size() && part.data().empty())
    part.data() = std::move(array.data);
  else if (begin != behind)
    part.data().insert(part.data().end(), array.data.begin() + static_cast<ptrdiff_t>(begin),
                       array.data.begin() + static_cast<ptrdiff_t>(behind));
  component.taken = end;
}

int64_t HeldElements::add(std::vector<PartBuilder>& parts, const Bounds& bounds) {
  Place begin;
  bool is_empty = true;
  for (size_t k = 0; k < parts.size(); k++) {
    begin.push_back(components_[k].taken);
    is_empty &= parts[k].bytes() == 0;
  }
  const int64_t most = bounds.limit < 0 ? bounds.bytes : std::min(bounds.bytes, bounds.limit);
  int64_t count = std::min(bounds.elements, left_);
  Place end = begin;
  const int64_t all = advance(end, count, parts);
  if (all == 0 && left_ > kMaxFreeRows) throw StreamError(kTooManyRows);
  // All of them, or one after the other.
  if (all > most) {
    const int64_t wanted = std::exchange(count, 0);
    int64_t bytes = 0;
    Place next = end = begin;
    for (; count < wanted; count++) {
      const int64_t of_element = advance(next, 1, parts);
      const bool is_too_large = bounds.limit >= 0 && of_element > bounds.limit;
      if (is_too_large && count == 0) throw_too_large(of_element, bounds.limit);
      bytes += of_element;
      if (is_too_large || (bytes > bounds.bytes && !(count == 0 && is_empty))) break;
      end = next;
    }
  }
  for (size_t k = 0; k < parts.size(); k++) take(components_[k], parts[k], end[k]);
  left_ -= count;
  return count;
}

}  // namespace planish::runtime
