#include "interp/views.h"

#include <algorithm>

#include "interp/scratch.h"

namespace planish::interp {
namespace {

const Array& opened(const Array& array, const std::byte* at, const OpData& op, Machine& m) {
  const Array& box = array.box(at);
  if (!box) m.bug(op, "a row of an irregular array that has no value");
  if (!box.usable()) m.bug(op, "a row of an irregular array is used after it was consumed");
  return box;
}

// The dimensions of a view that are indices are left out.
struct View {
  std::byte* data;
  Scratch<int64_t, 8> dims;
  Scratch<int64_t, 8> strides;
  size_t rank = 0;

  explicit View(const Array& array)
      : data(array.data()), dims(array.rank()), strides(array.rank()) {}
  void add(int64_t dim, int64_t stride) {
    dims[rank] = dim;
    strides[rank++] = stride;
  }
};

View sliced(const Array& array, std::span<const SliceRange> ranges, const OpData& op, Machine& m) {
  View view(array);
  const auto size = static_cast<int64_t>(array.elem_size());
  for (uint32_t i = 0; i < array.rank(); i++) {
    const int64_t dim = array.dim(i);
    const int64_t stride = array.stride(i);
    if (i >= ranges.size()) {
      view.add(dim, stride);
      continue;
    }
    const SliceRange& range = ranges[i];
    if (range.is_index) {
      check_index(range.start, dim, op, m);
      view.data += range.start * stride * size;
      continue;
    }
    if (range.count < 0) m.bug(op, "a slice with a negative size");
    if (range.count > 0) {
      int64_t last = 0;
      if (__builtin_mul_overflow(range.count - 1, range.stride, &last) ||
          __builtin_add_overflow(last, range.start, &last))
        last = -1;
      check_index(range.start, dim, op, m);
      check_index(last, dim, op, m);
      view.data += range.start * stride * size;
    }
    // Where there is no second element, the stride may be any number.
    view.add(range.count, range.count > 1 ? stride * range.stride : stride);
  }
  return view;
}

// Calls f with the place of each element, in order.
template <class F>
void for_each_element(const Array& array, std::byte* at, uint32_t level, const F& f) {
  if (level == array.rank()) return f(at);
  const int64_t step = array.stride(level) * static_cast<int64_t>(array.elem_size());
  for (int64_t i = 0; i < array.dim(level); i++)
    for_each_element(array, at + i * step, level + 1, f);
}

// Of dimensions that are indices.
Scratch<int64_t, 8> starts(std::span<const SliceRange> dims) {
  Scratch<int64_t, 8> indices(dims.size());
  for (size_t i = 0; i < dims.size(); i++) indices[i] = dims[i].start;
  return indices;
}

bool same_dims(const Array& a, const Array& b) { return std::ranges::equal(a.dims(), b.dims()); }

}  // namespace

Array part_at(const Array& array, std::span<const int64_t> indices, const OpData& op, Machine& m) {
  if (indices.empty()) return array;
  std::byte* at = array.data();
  const auto size = static_cast<int64_t>(array.elem_size());
  const auto used = std::min<size_t>(indices.size(), array.rank());
  for (uint32_t i = 0; i < used; i++) {
    check_index(indices[i], array.dim(i), op, m);
    at += indices[i] * array.stride(i) * size;
  }
  if (used < array.rank()) {
    Scratch<int64_t, 8> dims(array.rank() - used);
    Scratch<int64_t, 8> strides(array.rank() - used);
    for (auto i = static_cast<uint32_t>(used); i < array.rank(); i++) {
      dims[i - used] = array.dim(i);
      strides[i - used] = array.stride(i);
    }
    return array.view(at, dims, strides);
  }
  if (!array.boxed()) m.bug(op, "more indices than dimensions");
  return part_at(opened(array, at, op, m), indices.subspan(used), op, m);
}

std::byte* element_at(const Array& array, std::span<const int64_t> indices, const OpData& op,
                      Machine& m) {
  std::byte* at = array.data();
  const auto size = static_cast<int64_t>(array.elem_size());
  if (indices.size() < array.rank()) m.bug(op, "fewer indices than dimensions");
  for (uint32_t i = 0; i < array.rank(); i++) {
    check_index(indices[i], array.dim(i), op, m);
    at += indices[i] * array.stride(i) * size;
  }
  if (!array.boxed()) return at;
  return element_at(opened(array, at, op, m), indices.subspan(array.rank()), op, m);
}

Array slice_of(const Array& array, size_t rank, std::span<const SliceRange> dims, const OpData& op,
               Machine& m) {
  const size_t here = std::min<size_t>(dims.size(), array.rank());
  View view = sliced(array, dims.first(here), op, m);
  const std::span<const SliceRange> inside = dims.subspan(here);
  if (view.rank == 0) {
    if (!array.boxed()) m.bug(op, "a slice in which all dimensions are indices");
    const Array& box = opened(array, view.data, op, m);
    return inside.empty() ? box : slice_of(box, rank - array.rank(), inside, op, m);
  }
  Array outer = array.view(view.data, std::span(view.dims.data(), view.rank),
                           std::span(view.strides.data(), view.rank));
  if (inside.empty()) return outer;
  const bool is_scalar =
      dims.size() == rank &&
      std::ranges::all_of(inside, [](const SliceRange& r) { return r.is_index; });
  Array result = is_scalar ? Array::make(m.heap, array.elem(), outer.dims())
                           : Array::make_boxes(m.heap, array.elem(), outer.dims());
  std::byte* to = result.data();
  for_each_element(outer, outer.data(), 0, [&](std::byte* at) {
    const Array& row = opened(outer, at, op, m);
    if (is_scalar)
      store_bits(result.elem(), to,
                 load_bits(result.elem(), element_at(row, starts(inside), op, m)));
    else
      result.box(to) = slice_of(row, rank - array.rank(), inside, op, m);
    to += result.elem_size();
  });
  return result;
}

Array range_of(const Array& array, int64_t start, int64_t count, const OpData& op, Machine& m) {
  const SliceRange range{false, start, count, 1};
  return slice_of(array, array.rank(), {&range, 1}, op, m);
}

void write_scalar(Array& array, std::span<const SliceRange> dims, uint64_t bits, const OpData& op,
                  Machine& m) {
  store_bits(array.elem(), element_at(array, starts(dims), op, m), bits);
}

void write_array(Array& array, std::span<const SliceRange> dims, const Array& value,
                 const OpData& op, Machine& m) {
  const size_t here = std::min<size_t>(dims.size(), array.rank());
  View view = sliced(array, dims.first(here), op, m);
  const std::span<const SliceRange> inside = dims.subspan(here);
  if (view.rank == 0) {
    Array& box = array.box(view.data);
    if (inside.empty()) {
      box = copy_of(m.heap, value);
      return;
    }
    opened(array, view.data, op, m);
    write_array(box, inside, value, op, m);
    box.begin_write();
    return;
  }
  const Array outer = array.view(view.data, std::span(view.dims.data(), view.rank),
                                 std::span(view.strides.data(), view.rank));
  if (inside.empty()) {
    if (!same_dims(outer, value) || outer.boxed() != value.boxed())
      m.bug(op, "an update with an array of another shape");
    return copy_elements(m.heap, value, outer);
  }
  // A slice of each row.
  Scratch<int64_t, 8> index(outer.rank());
  std::ranges::fill(index, 0);
  for_each_element(outer, outer.data(), 0, [&](std::byte* at) {
    Array& box = outer.box(at);
    opened(outer, at, op, m);
    if (value.rank() == outer.rank() && !value.boxed())
      write_scalar(box, inside, load_bits(value.elem(), element_at(value, index, op, m)), op, m);
    else
      write_array(box, inside, part_at(value, index, op, m), op, m);
    box.begin_write();
    for (uint32_t i = outer.rank(); i-- > 0;) {
      if (++index[i] < outer.dim(i)) break;
      index[i] = 0;
    }
  });
}

Array make_array_of(const ArraySpec& spec, std::span<const int64_t> outer, const OpData& op,
                    Machine& m) {
  const size_t count = std::max(spec.fixed_count(), outer.size());
  Scratch<int64_t, 8> dims(count);
  const int64_t points = std::ranges::count(outer, 0) > 0 ? 0 : 1;
  for (size_t i = 0; i < count; i++)
    dims[i] = i < outer.size() ? outer[i] : m.size_inside(points, spec.dims[i], op);
  return spec.boxed() ? Array::make_boxes(m.heap, spec.elem, dims)
                      : Array::make(m.heap, spec.elem, dims);
}

void put_copy(const Array& array, uint32_t used, std::byte* at, const Array& value,
              const OpData& op, Machine& m) {
  if (used == array.rank()) {
    if (!array.boxed()) m.bug(op, "an array where a scalar belongs");
    array.box(at) = copy_of(m.heap, value);
    return;
  }
  const uint32_t rank = array.rank() - used;
  bool fits = value.rank() == rank && value.boxed() == array.boxed();
  bool is_block = fits && !array.boxed() && !value.shares_buffer(array) && value.row_major();
  int64_t count = 1;
  for (uint32_t i = rank; fits && i-- > 0;) {
    fits = value.dim(i) == array.dim(used + i);
    is_block &= array.stride(used + i) == count;
    count *= value.dim(i);
  }
  if (!fits) m.bug(op, "an element of another shape than the array's type says");
  if (is_block) {
    std::copy_n(value.data(), static_cast<size_t>(count) * value.elem_size(), at);
    return;
  }
  Scratch<int64_t, 8> dims(rank);
  Scratch<int64_t, 8> strides(rank);
  for (uint32_t i = 0; i < rank; i++) {
    dims[i] = array.dim(used + i);
    strides[i] = array.stride(used + i);
  }
  copy_elements(m.heap, value, array.view(at, dims, strides));
}

namespace {

// Fills a regular array from one of any form.
void fill_regular(const Array& from, const Array& to, const OpData& op, Machine& m) {
  if (!from.boxed()) {
    if (!same_dims(from, to))
      m.bug(op, "rows of different lengths where the type says that they are equal");
    return copy_elements(m.heap, from, to);
  }
  if (from.dim(0) != to.dim(0))
    m.bug(op, "rows of different lengths where the type says that they are equal");
  for (int64_t i = 0; i < from.dim(0); i++) fill_regular(from.row(i), to.row(i), op, m);
}

}  // namespace

Array in_form(const Array& array, const ArraySpec& spec, size_t first, const OpData& op,
              Machine& m) {
  size_t end = first + 1;
  while (end < spec.dims.size() && spec.dims[end] != ArraySpec::kVarying) end++;
  Scratch<int64_t, 8> dims(end - first);
  dims[0] = array.dim(0);
  for (size_t i = first + 1; i < end; i++) dims[i - first] = m.size(spec.dims[i], op);
  if (end == spec.dims.size()) {
    Array regular = Array::make(m.heap, spec.elem, dims);
    fill_regular(array, regular, op, m);
    return regular;
  }
  Array boxes = Array::make_boxes(m.heap, spec.elem, dims);
  Scratch<int64_t, 8> index(dims.size());
  std::ranges::fill(index, 0);
  for_each_element(boxes, boxes.data(), 0, [&](std::byte* at) {
    boxes.box(at) = in_form(part_at(array, index, op, m), spec, end, op, m);
    for (size_t i = dims.size(); i-- > 0;) {
      if (++index[i] < dims[i]) break;
      index[i] = 0;
    }
  });
  return boxes;
}

}  // namespace planish::interp
