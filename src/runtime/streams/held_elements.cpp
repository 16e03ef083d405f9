#include "runtime/streams/held_elements.h"

#include <algorithm>
#include <bit>
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

bool HeldElements::can_hold(std::span<const HeldArray> arrays) {
  return std::ranges::all_of(arrays, [](const HeldArray& array) {
    const std::vector<ValueDim>& dims = array.shape.dims;
    return dims.size() <= 2 ||
           std::ranges::all_of(dims.begin() + 1, dims.end(), &ValueDim::varying);
  });
}

HeldElements::HeldElements(std::vector<HeldArray> arrays) {
  left_ = arrays.front().shape.dims.front().size;
  for (HeldArray& array : arrays) {
    const size_t levels = array.shape.dims.size();
    components_.push_back({std::move(array), std::vector<size_t>(levels, 0)});
  }
}

int64_t HeldElements::advance(Place& place, int64_t count,
                              const std::vector<PartBuilder>& parts) const {
  size_t bytes = 0;
  for (size_t k = 0; k < components_.size(); k++) {
    const Value& array = components_[k].array.shape;
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
  const Value& array = component.array.shape;
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
  const std::span<const std::byte> data = component.array.data.subspan(
      component.taken.back() * size, (end.back() - component.taken.back()) * size);
  part.data().append(data.data(), data.size());
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
  const int64_t wanted = std::min(bounds.elements, left_);
  int64_t count = wanted;
  Place end = begin;
  const int64_t all = advance(end, count, parts);
  if (all == 0 && left_ > kMaxFreeRows) throw StreamError(kTooManyRows);
  if (all > most) {
    end = begin;
    count = advance_within(end, wanted, most, parts);
  }
  if (count == 0 && wanted > 0) {
    const int64_t of_first = advance(end, 1, parts);
    if (bounds.limit >= 0 && of_first > bounds.limit) throw_too_large(of_first, bounds.limit);
    if (!is_empty) return 0;
    count = 1;
  }
  for (size_t k = 0; k < parts.size(); k++) take(components_[k], parts[k], end[k]);
  left_ -= count;
  return count;
}

// Goes on by as many of less than `behind` elements as take no more than so many bytes.
int64_t HeldElements::advance_within(Place& place, int64_t behind, int64_t bytes,
                                     const std::vector<PartBuilder>& parts) const {
  int64_t count = 0;
  const auto longest = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(behind)));
  for (int64_t step = longest; step > 0; step /= 2) {
    if (count + step >= behind) continue;
    Place next = place;
    const int64_t more = advance(next, step, parts);
    if (more > bytes) continue;
    bytes -= more;
    count += step;
    place = std::move(next);
  }
  return count;
}

}  // namespace planish::runtime
