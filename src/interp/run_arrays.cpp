// Handlers of operations on arrays.
#include <algorithm>
#include <cstring>

#include "interp/machine.h"
#include "interp/ops.h"
#include "interp/scratch.h"
#include "interp/views.h"

namespace planish::interp {
namespace {

using Indices = Scratch<int64_t, 8>;

Indices values_of(std::span<const Slot> slots, const uint64_t* s) {
  Indices values(slots.size());
  for (size_t k = 0; k < slots.size(); k++) values[k] = static_cast<int64_t>(s[slots[k]]);
  return values;
}

Scratch<SliceRange> ranges_of(std::span<const SliceSpec> dims, const uint64_t* s) {
  Scratch<SliceRange> ranges(dims.size());
  for (size_t k = 0; k < dims.size(); k++) {
    const SliceSpec& dim = dims[k];
    ranges[k].is_index = dim.is_index;
    ranges[k].start = static_cast<int64_t>(s[dim.start]);
    if (dim.is_index) continue;
    ranges[k].count = static_cast<int64_t>(s[dim.count]);
    ranges[k].stride = static_cast<int64_t>(s[dim.stride]);
  }
  return ranges;
}

// The word in memory, extended to 64 bits as its C++ type says.
template <class T>
uint64_t load_word(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return static_cast<uint64_t>(value);
}

template <class T>
void index_1(uint64_t* s, const Instr& i, Machine& m) {
  const Array& array = m.array(i.b, *i.data);
  const auto index = static_cast<int64_t>(s[i.c]);
  check_index(index, array.dim(0), *i.data, m);
  s[i.a] = load_word<T>(array.data() + index * array.stride(0) * static_cast<int64_t>(sizeof(T)));
}

template <class T>
void index_2(uint64_t* s, const Instr& i, Machine& m) {
  const Array& array = m.array(i.b, *i.data);
  const auto row = static_cast<int64_t>(s[i.c]);
  const auto column = static_cast<int64_t>(s[i.d]);
  check_index(row, array.dim(0), *i.data, m);
  check_index(column, array.dim(1), *i.data, m);
  const int64_t offset = row * array.stride(0) + column * array.stride(1);
  s[i.a] = load_word<T>(array.data() + offset * static_cast<int64_t>(sizeof(T)));
}

}  // namespace

// ---- Moves

void move_scalar(uint64_t* s, const Instr& i, Machine&) { s[i.a] = s[i.b]; }

void copy_handle(uint64_t*, const Instr& i, Machine& m) {
  m.frame.arrays[i.a] = m.array(i.b, *i.data);
}

void take_handle(uint64_t*, const Instr& i, Machine& m) {
  m.frame.arrays[i.a] = std::move(m.array(i.b, *i.data));
}

void release_handles(uint64_t*, const Instr& i, Machine& m) {
  for (Slot slot : static_cast<const ReleaseData*>(i.data)->slots) m.frame.arrays[slot].reset();
}

// ---- Parts

Handler index_handler(Prim elem, size_t rank) {
  switch (elem) {
    case Prim::I8: return rank == 1 ? index_1<int8_t> : index_2<int8_t>;
    case Prim::I16: return rank == 1 ? index_1<int16_t> : index_2<int16_t>;
    case Prim::I32: return rank == 1 ? index_1<int32_t> : index_2<int32_t>;
    case Prim::U8:
    case Prim::Bool:
    case Prim::Unit: return rank == 1 ? index_1<uint8_t> : index_2<uint8_t>;
    case Prim::U16:
    case Prim::F16: return rank == 1 ? index_1<uint16_t> : index_2<uint16_t>;
    case Prim::U32:
    case Prim::F32: return rank == 1 ? index_1<uint32_t> : index_2<uint32_t>;
    case Prim::I64:
    case Prim::U64:
    case Prim::F64: return rank == 1 ? index_1<uint64_t> : index_2<uint64_t>;
  }
  return nullptr;
}

void index_element(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<IndexData>(i, m);
  const Array& array = m.array(i.b, op);
  s[i.a] = load_bits(array.elem(), element_at(array, values_of(op.indices, s), op, m));
}

void index_row(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<IndexData>(i, m);
  m.frame.arrays[i.a] = part_at(m.array(i.b, op), values_of(op.indices, s), op, m);
}

void slice(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SliceData>(i, m);
  m.frame.arrays[i.a] = slice_of(m.array(i.b, op), op.rank, ranges_of(op.dims, s), op, m);
}

void update_element(uint64_t* s, const Instr& i, Machine& m) {
  Array& array = m.array(i.b, *i.data);
  const auto index = static_cast<int64_t>(s[i.c]);
  check_index(index, array.dim(0), *i.data, m);
  const int64_t offset = index * array.stride(0) * byte_size(array.elem());
  store_bits(array.elem(), array.data() + offset, s[i.d]);
  array.begin_write();
  m.frame.arrays[i.a] = std::move(array);
}

void update_scalar(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SliceData>(i, m);
  Array& array = m.array(i.b, op);
  write_scalar(array, ranges_of(op.dims, s), s[i.c], op, m);
  array.begin_write();
  m.frame.arrays[i.a] = std::move(array);
}

void update_array(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<SliceData>(i, m);
  Array& array = m.array(i.b, op);
  write_array(array, ranges_of(op.dims, s), m.array(i.c, op), op, m);
  array.begin_write();
  m.frame.arrays[i.a] = std::move(array);
}

namespace {

Array flat_view(const Array& array, const FlatData& op, const uint64_t* s, Machine& m) {
  const size_t inner = array.rank() - 1;
  Indices dims(op.dims.size() + inner);
  Indices strides(op.dims.size() + inner);
  const auto offset = static_cast<int64_t>(s[op.offset]);
  int64_t lowest = offset;
  int64_t highest = offset;
  bool is_empty = false;
  for (size_t k = 0; k < op.dims.size(); k++) {
    const int64_t count = m.size(op.dims[k].count, op);
    const auto stride = static_cast<int64_t>(s[op.dims[k].stride]);
    dims[k] = count;
    strides[k] = stride * array.stride(0);
    is_empty |= count == 0;
    (stride < 0 ? lowest : highest) += (count - 1) * stride;
  }
  for (size_t k = 0; k < inner; k++) {
    dims[op.dims.size() + k] = array.dim(static_cast<uint32_t>(k + 1));
    strides[op.dims.size() + k] = array.stride(static_cast<uint32_t>(k + 1));
  }
  std::byte* at = array.data();
  if (!is_empty) {
    check_index(lowest, array.dim(0), op, m);
    check_index(highest, array.dim(0), op, m);
    at += offset * array.stride(0) * static_cast<int64_t>(array.elem_size());
  }
  return array.view(at, dims, strides);
}

}  // namespace

void flat_slice(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<FlatData>(i, m);
  m.frame.arrays[i.a] = flat_view(m.array(i.b, op), op, s, m);
}

void flat_update(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<FlatData>(i, m);
  Array& array = m.array(i.b, op);
  const Array& value = m.array(i.c, op);
  const Array target = flat_view(array, op, s, m);
  if (!std::ranges::equal(target.dims(), value.dims()))
    m.bug(op, "an update with an array of another shape");
  copy_elements(m.heap, value, target);
  array.begin_write();
  m.frame.arrays[i.a] = std::move(array);
}

// ---- New arrays

void make_array(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<ArrayLitData>(i, m);
  const auto count = static_cast<int64_t>(op.elems.size());
  const int64_t outer[] = {count};
  Array array = make_array_of(op.spec, outer, op, m);
  const int64_t step = array.stride(0) * static_cast<int64_t>(array.elem_size());
  for (int64_t k = 0; k < count; k++) {
    std::byte* at = array.data() + k * step;
    const Slot elem = op.elems[static_cast<size_t>(k)];
    if (op.kind == ValueKind::Scalar)
      store_bits(array.elem(), at, s[elem]);
    else
      put_copy(array, 1, at, m.array(elem, op), op, m);
  }
  m.frame.arrays[i.a] = std::move(array);
}

namespace {

template <class T>
void fill_iota(std::byte* to, int64_t count, uint64_t start, uint64_t step) {
  for (int64_t k = 0; k < count; k++, start += step) {
    const auto value = static_cast<T>(start);
    std::memcpy(to + k * static_cast<int64_t>(sizeof(T)), &value, sizeof(T));
  }
}

template <class T>
void fill_same(std::byte* to, int64_t count, uint64_t bits) {
  std::fill_n(reinterpret_cast<T*>(to), count, static_cast<T>(bits));
}

}  // namespace

void iota(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<IotaData>(i, m);
  const int64_t count = m.size(i.b, op);
  Array array = Array::make(m.heap, op.elem, {{count}});
  switch (byte_size(op.elem)) {
    case 1: fill_iota<uint8_t>(array.data(), count, s[i.c], s[i.d]); break;
    case 2: fill_iota<uint16_t>(array.data(), count, s[i.c], s[i.d]); break;
    case 4: fill_iota<uint32_t>(array.data(), count, s[i.c], s[i.d]); break;
    default: fill_iota<uint64_t>(array.data(), count, s[i.c], s[i.d]); break;
  }
  m.frame.arrays[i.a] = std::move(array);
}

void replicate(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<ReplicateData>(i, m);
  Indices outer(op.dims.size());
  int64_t points = 1;
  for (size_t k = 0; k < op.dims.size(); k++) {
    outer[k] = m.size_inside(points, op.dims[k], op);
    points = std::min<int64_t>(points, outer[k]);  // are there any?
  }
  if (op.kind == ValueKind::Scalar) {
    Array array = Array::make(m.heap, op.spec.elem, outer);
    const int64_t count = array.count();
    switch (byte_size(op.spec.elem)) {
      case 1: fill_same<uint8_t>(array.data(), count, s[i.b]); break;
      case 2: fill_same<uint16_t>(array.data(), count, s[i.b]); break;
      case 4: fill_same<uint32_t>(array.data(), count, s[i.b]); break;
      default: fill_same<uint64_t>(array.data(), count, s[i.b]); break;
    }
    m.frame.arrays[i.a] = std::move(array);
    return;
  }
  const Array value = m.array(i.b, op);
  Array array = make_array_of(op.spec, outer, op, m);
  const auto used = static_cast<uint32_t>(outer.size());
  const int64_t copies = m.heap.element_count(outer);
  int64_t step = static_cast<int64_t>(array.elem_size());
  for (uint32_t k = used; k < array.rank(); k++) step *= array.dim(k);
  for (int64_t k = 0; k < copies; k++) {
    if (k % 4096 == 0) m.poll();
    put_copy(array, used, array.data() + k * step, value, op, m);
  }
  m.frame.arrays[i.a] = std::move(array);
}

void concat(uint64_t*, const Instr& i, Machine& m) {
  const auto& op = data_of<ArraysData>(i, m);
  const Array& first = m.array(op.arrays.front(), op);
  Indices dims(first.rank());
  std::ranges::copy(first.dims(), dims.begin());
  dims[0] = 0;
  for (Slot slot : op.arrays) dims[0] += m.array(slot, op).dim(0);
  Array array = first.boxed() ? Array::make_boxes(m.heap, first.elem(), dims)
                              : Array::make(m.heap, first.elem(), dims);
  SliceRange part{false, 0, 0, 1};
  for (Slot slot : op.arrays) {
    const Array& from = m.array(slot, op);
    part.start += part.count;
    part.count = from.dim(0);
    if (part.count > 0) write_array(array, {&part, 1}, from, op, m);
  }
  m.frame.arrays[i.a] = std::move(array);
}

void copy_array(uint64_t*, const Instr& i, Machine& m) {
  const auto& op = data_of<OpData>(i, m);
  m.frame.arrays[i.a] = copy_of(m.heap, m.array(i.b, op));
}

// ---- Other dimensions

void reshape(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<ReshapeData>(i, m);
  const Array& array = m.array(i.b, op);
  Indices dims = values_of(op.dims, s);
  if (m.heap.element_count(dims) != array.count())
    m.bug(op, "a reshape to another number of elements");
  m.frame.arrays[i.a] = row_major_of(array).reshaped(dims);
}

void rearrange(uint64_t*, const Instr& i, Machine& m) {
  const auto& op = data_of<RearrangeData>(i, m);
  const Array& array = m.array(i.b, op);
  Indices dims(op.order.size());
  Indices strides(op.order.size());
  if (op.order.size() > array.rank()) m.bug(op, "a varying dimension is rearranged");
  for (size_t k = 0; k < op.order.size(); k++) {
    dims[k] = array.dim(op.order[k]);
    strides[k] = array.stride(op.order[k]);
  }
  m.frame.arrays[i.a] = array.view(array.data(), dims, strides);
}

void coerce(uint64_t*, const Instr& i, Machine& m) {
  const auto& op = data_of<CoerceData>(i, m);
  m.frame.arrays[i.a] = in_form(m.array(i.b, op), op.spec, 0, op, m);
}

void size_of_nothing(uint64_t*, const Instr& i, Machine& m) {
  const auto& op = data_of<CoerceData>(i, m);
  if (m.array(i.a, op).count() == 0) m.frame.arrays[i.a] = make_array_of(op.spec, {}, op, m);
}

// ---- Irregular arrays

void row_lengths(uint64_t*, const Instr& i, Machine& m) {
  const auto& op = data_of<OpData>(i, m);
  const Array& array = m.array(i.b, op);
  const int64_t count = array.dim(0);
  Array lengths = Array::make(m.heap, Prim::I64, {{count}});
  for (int64_t k = 0; k < count; k++)
    store_bits(Prim::I64, lengths.data() + k * 8, static_cast<uint64_t>(array.row(k).dim(0)));
  m.frame.arrays[i.a] = std::move(lengths);
}

void row_length(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<IndexData>(i, m);
  const Array row = part_at(m.array(i.b, op), values_of(op.indices, s), op, m);
  s[i.a] = static_cast<uint64_t>(row.dim(0));
}

namespace {

// The number that all those added are.
class EqualNumber {
 public:
  void add(int64_t number) {
    differ_ |= known_ && number != number_;
    known_ = true;
    number_ = number;
  }
  // -1 if they are not the same, 0 if there are none.
  uint64_t bits() const { return static_cast<uint64_t>(differ_ ? -1 : number_); }

 private:
  int64_t number_ = 0;
  bool known_ = false;
  bool differ_ = false;
};

// Adds the lengths of the boxes that are so many boxes deep.
void add_lengths(const Array& array, uint32_t level, EqualNumber& to) {
  for (int64_t k = 0; k < array.dim(0); k++) {
    const Array row = array.row(k);
    if (array.rank() > 1) {
      add_lengths(row, level, to);
    } else if (level == 0) {
      to.add(row.dim(0));
    } else {
      add_lengths(row, level - 1, to);
    }
  }
}

}  // namespace

void equal_row_length(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<EqualRowLengthData>(i, m);
  EqualNumber length;
  add_lengths(m.array(i.b, op), op.level, length);
  s[i.a] = length.bits();
}

void equal_step(uint64_t* s, const Instr& i, Machine& m) {
  const auto& op = data_of<OpData>(i, m);
  const Array& array = m.array(i.b, op);
  const auto at = [&](int64_t k) {
    return static_cast<int64_t>(load_bits(Prim::I64, array.data() + k * array.stride(0) * 8));
  };
  EqualNumber step;
  for (int64_t k = 1; k < array.dim(0); k++) step.add(at(k) - at(k - 1));
  s[i.a] = step.bits();
}

void join_rows(uint64_t*, const Instr& i, Machine& m) {
  const auto& op = data_of<CoerceData>(i, m);
  const Array& array = m.array(i.b, op);
  Array joined = make_array_of(op.spec, {}, op, m);
  SliceRange part{false, 0, 0, 1};
  for (int64_t k = 0; k < array.dim(0); k++) {
    const Array row = array.row(k);
    part.start += part.count;
    part.count = row.dim(0);
    write_array(joined, {&part, 1}, row, op, m);
  }
  if (part.start + part.count != joined.dim(0))
    m.bug(op, "lengths of rows that do not add up to the number of elements");
  m.frame.arrays[i.a] = std::move(joined);
}

void split_rows(uint64_t*, const Instr& i, Machine& m) {
  const auto& op = data_of<OpData>(i, m);
  const Array& lengths = m.array(i.b, op);
  const Array& array = m.array(i.c, op);
  const int64_t count = lengths.dim(0);
  Array rows = Array::make_boxes(m.heap, array.elem(), {{count}});
  SliceRange part{false, 0, 0, 1};
  for (int64_t k = 0; k < count; k++) {
    part.start += part.count;
    part.count =
        static_cast<int64_t>(load_bits(Prim::I64, lengths.data() + k * lengths.stride(0) * 8));
    rows.box(rows.data() + k * static_cast<int64_t>(sizeof(Array))) =
        copy_of(m.heap, range_of(array, part.start, part.count, op, m));
  }
  if (part.start + part.count != array.dim(0))
    m.bug(op, "lengths of rows that do not add up to the number of elements");
  m.frame.arrays[i.a] = std::move(rows);
}

}  // namespace planish::interp
