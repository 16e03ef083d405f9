// Operators on the device: all kernels, in the emulator, over sizes around the limits at which they
// are done in another way, with operators that are not commutative.
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <random>

#include "device_testing.h"
#include "runtime/device/choices.h"
#include "runtime/kernels/copies.h"
#include "runtime/kernels/filter.h"
#include "runtime/kernels/hist.h"
#include "runtime/kernels/map.h"
#include "runtime/kernels/partition.h"
#include "runtime/kernels/reduce_irregular.h"
#include "runtime/kernels/scan.h"

namespace planish::device {
namespace {

using kernels::Frame;

// ---- Operators

// x -> a x + b, one applied after the other; 16 bits each.
struct Affine {
  static constexpr int kWords = 1;
  uint32_t word;
  static Affine of(uint32_t x) { return {(x * 2654435761u) | 1u}; }
  static Affine neutral() { return {1}; }
  static Affine combined(const Affine& f, const Affine& g) {
    const uint32_t fa = f.word & 0xffff, fb = f.word >> 16;
    const uint32_t ga = g.word & 0xffff, gb = g.word >> 16;
    return {((fa * ga) & 0xffff) | ((fa * gb + fb) & 0xffff) << 16};
  }
  bool operator==(const Affine&) const = default;
};

template <int kCount>
struct Affines {
  static constexpr int kWords = kCount;
  std::array<Affine, kCount> parts;
  static Affines of(uint32_t x) {
    Affines out;
    for (uint32_t k = 0; k < kCount; k++) out.parts[k] = Affine::of(x + 77 * k);
    return out;
  }
  static Affines neutral() {
    Affines out;
    out.parts.fill(Affine::neutral());
    return out;
  }
  static Affines combined(const Affines& f, const Affines& g) {
    Affines out;
    for (size_t k = 0; k < kCount; k++) out.parts[k] = Affine::combined(f.parts[k], g.parts[k]);
    return out;
  }
  bool operator==(const Affines&) const = default;
};

struct Sum {
  static constexpr int kWords = 2;
  uint64_t value;
  static Sum of(uint32_t x) { return {x}; }
  static Sum neutral() { return {0}; }
  static Sum combined(const Sum& f, const Sum& g) { return {f.value + g.value}; }
  bool operator==(const Sum&) const = default;
};

constexpr int64_t kNever = -1;

template <class Op>
struct Closure {
  const uint32_t* in;
  Op* out;
  int64_t fails_at = kNever;  // the item
};

const planish_check_site kSite = [] {
  static const planish_message_part part{"no such item", 0};
  static const char* const path[] = {"test.fut:1:1"};
  return planish_check_site{&part, 1, path, 1};
}();

constexpr uintptr_t kSiteNumber = 1;

template <class Op>
int32_t element(planish_context* thread, const void* closure, int64_t, int64_t start, int64_t index,
                void* accumulator) {
  const auto& own = *static_cast<const Closure<Op>*>(closure);
  if (start + index == own.fails_at)
    return kernels::thread_fail(kernels::as_thread(thread),
                                reinterpret_cast<const planish_check_site*>(kSiteNumber), nullptr,
                                0);
  const Op value = Op::of(own.in[start + index]);
  std::memcpy(accumulator, &value, sizeof value);
  return PLANISH_OK;
}
template <class Op>
int32_t combine(planish_context*, const void*, void* left, const void* right) {
  Op f, g;
  std::memcpy(&f, left, sizeof f);
  std::memcpy(&g, right, sizeof g);
  f = Op::combined(f, g);
  std::memcpy(left, &f, sizeof f);
  return PLANISH_OK;
}
template <class Op>
int32_t neutral(planish_context*, const void*, void* accumulator) {
  const Op value = Op::neutral();
  std::memcpy(accumulator, &value, sizeof value);
  return PLANISH_OK;
}
template <class Op>
int32_t finish(planish_context*, const void* closure, int64_t segment, const void* accumulator) {
  std::memcpy(static_cast<const Closure<Op>*>(closure)->out + segment, accumulator, sizeof(Op));
  return PLANISH_OK;
}
// Of a scan: the item itself is kept beside its value.
template <class Op>
int32_t scan_element(planish_context* thread, const void* closure, int64_t segment, int64_t start,
                     int64_t index, void* accumulator, void* further) {
  *static_cast<uint64_t*>(further) =
      static_cast<uint64_t>(start + index) << 20 | static_cast<uint64_t>(segment);
  return element<Op>(thread, closure, segment, start, index, accumulator);
}
template <class Op>
int32_t scan_write(planish_context*, const void* closure, int64_t segment, int64_t start,
                   int64_t index, const void* accumulator, const void* further) {
  const uint64_t expected =
      static_cast<uint64_t>(start + index) << 20 | static_cast<uint64_t>(segment);
  Op value = Op::neutral();
  if (*static_cast<const uint64_t*>(further) == expected)
    std::memcpy(&value, accumulator, sizeof value);
  static_cast<const Closure<Op>*>(closure)->out[start + index] = value;
  return PLANISH_OK;
}

// ---- Entries

template <class Body>
void enter(const void* closure, const planish_launch* launch, Body body) {
  planish_thread thread;
  if (!kernels::begin_kernel(&thread, launch, 0, nullptr)) return;
  body(Frame{kernels::as_context(&thread), closure, launch});
}
template <class Op>
kernels::Reduction<Op::kWords> reduction(const Frame& frame) {
  return {{frame, combine<Op>, neutral<Op>}, element<Op>, finish<Op>};
}
template <class Op, int kWidth, int32_t kFlags>
void pieces_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch, [](const Frame& frame) {
    kernels::reduce_pieces<Op::kWords, kWidth>(reduction<Op>(frame), kFlags);
  });
}
template <class Op, int kWidth, int32_t kFlags>
void rows_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch, [](const Frame& frame) {
    kernels::reduce_rows<Op::kWords, kWidth>(reduction<Op>(frame), kFlags);
  });
}
template <class Op, int32_t kFlags>
void irregular_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch, [](const Frame& frame) {
    kernels::reduce_irregular<Op::kWords, kernels::kEmulatedThreads>(reduction<Op>(frame), kFlags);
  });
}
template <class Op>
void cut_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch,
        [](const Frame& frame) { kernels::reduce_cut(reduction<Op>(frame).op, finish<Op>); });
}
template <class Op, kernels::Segments kSegments, int32_t kFlags>
void scan_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch, [](const Frame& frame) {
    alignas(16) char further[PLANISH_SCAN_ITEMS * 8];
    kernels::scan<Op::kWords, kSegments>(
        frame, {scan_element<Op>, combine<Op>, neutral<Op>, scan_write<Op>, further, 8}, kFlags);
  });
}
void row_starts_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch, [](const Frame& frame) { kernels::row_starts(frame); });
}
void shares_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch, [](const Frame& frame) {
    kernels::find_shares(*static_cast<const planish_shares_closure*>(frame.closure));
  });
}
void class_counts_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch, [](const Frame& frame) {
    kernels::class_counts(*static_cast<const planish_class_counts_closure*>(frame.closure));
  });
}
template <class RuntimeClosure, void kernel(const RuntimeClosure&)>
void copies_entry(const void* closure, const planish_launch*) {
  kernel(*static_cast<const RuntimeClosure*>(closure));
}

// ---- Filters, histograms, partitions

struct PointClosure {
  const uint32_t* in;
  uint64_t* values;  // of what is kept or placed
  uint32_t* points;
  int64_t* counts;
  int64_t width;  // of rows
  uint32_t modulus;
};
int32_t keep(planish_context*, const void* closure, int64_t point, int32_t* is_kept, void* record) {
  const auto& own = *static_cast<const PointClosure*>(closure);
  const uint32_t x = own.in[point];
  *is_kept = x % own.modulus == 0 ? 1 : 0;
  *static_cast<uint32_t*>(record) = x;
  return PLANISH_OK;
}
int32_t write_kept(planish_context*, const void* closure, int64_t point, int64_t position,
                   const void* record) {
  const auto& own = *static_cast<const PointClosure*>(closure);
  own.values[position] = *static_cast<const uint32_t*>(record) + uint64_t{7};
  own.points[position] = static_cast<uint32_t>(point);
  if (own.counts != nullptr) kernels::add_relaxed(own.counts + point / own.width, int64_t{1});
  return PLANISH_OK;
}
template <int kWords, int32_t kFlags>
void filter_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch,
        [](const Frame& frame) { kernels::filter<kWords>(frame, keep, write_kept, kFlags); });
}
int32_t classify(planish_context*, const void* closure, int64_t point, int64_t* of) {
  const auto& own = *static_cast<const PointClosure*>(closure);
  *of = int64_t{own.in[point] % own.modulus} - 1;  // -1 is left out
  return PLANISH_OK;
}
int32_t place(planish_context*, const void* closure, int64_t point, int64_t position) {
  const auto& own = *static_cast<const PointClosure*>(closure);
  own.values[position] = own.in[point];
  own.points[position] = static_cast<uint32_t>(point);
  return PLANISH_OK;
}
void classify_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch, [](const Frame& frame) { kernels::partition_classify(frame, classify); });
}
void place_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch, [](const Frame& frame) { kernels::partition_place(frame, place); });
}

struct HistClosure {
  const uint32_t* in;
  uint64_t* bins;
  int64_t count;
};
int32_t bin_of(planish_context*, const void* closure, int64_t point, int64_t* bin, void* record) {
  const auto& own = *static_cast<const HistClosure*>(closure);
  *bin = own.in[point] % (own.count + 1);
  if (*bin == own.count) *bin = -1;
  *static_cast<uint64_t*>(record) = own.in[point];
  return PLANISH_OK;
}
int32_t update_atomically(planish_context*, const void* closure, int64_t, int64_t bin,
                          const void* record) {
  kernels::add_relaxed(static_cast<const HistClosure*>(closure)->bins + bin,
                       *static_cast<const uint64_t*>(record));
  return PLANISH_OK;
}
int32_t update_locked(planish_context*, const void* closure, int64_t, int64_t bin,
                      const void* record) {
  uint64_t& to = static_cast<const HistClosure*>(closure)->bins[bin];
  const uint64_t before = to;
  planish_emulator_fence();  // others may run
  to = before + *static_cast<const uint64_t*>(record);
  return PLANISH_OK;
}
int32_t update_record(planish_context*, const void*, void* record, const void* value) {
  kernels::add_relaxed(static_cast<uint64_t*>(record), *static_cast<const uint64_t*>(value));
  return PLANISH_OK;
}
template <int32_t kFlags>
void hist_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch, [](const Frame& frame) {
    kernels::hist<2>(frame, bin_of,
                     (kFlags & PLANISH_OPERATOR_ATOMIC) != 0 ? update_atomically : update_locked,
                     kFlags);
  });
}
void hist_shared_entry(const void* closure, const planish_launch* launch) {
  enter(closure, launch, [](const Frame& frame) {
    kernels::hist_shared<2>(frame, bin_of, update_atomically, neutral<Sum>, update_record,
                            combine<Sum>, PLANISH_OPERATOR_CHEAP);
  });
}

// ---- Tests

constexpr int32_t kCheap = PLANISH_OPERATOR_CHEAP;
constexpr int32_t kFlat = PLANISH_OPERATOR_FLAT;
constexpr int32_t kCommutative = PLANISH_OPERATOR_COMMUTATIVE;

class DeviceKernels : public DeviceTest {
 protected:
  // Kernels of the runtime come last.
  void open_with_runtime() {
    const std::vector<TestProgram::Kernel> runtime{
        copies_entry<planish_copy_closure, kernels::copy>,
        copies_entry<planish_transpose_closure, kernels::transpose>,
        copies_entry<planish_fill_closure, kernels::fill>,
        copies_entry<planish_fill_closure, kernels::iota>,
        copies_entry<planish_row_length_closure, kernels::row_length>,
        row_starts_entry,
        shares_entry,
        class_counts_entry};
    program_.set_runtime_kernels(runtime);
    program_.name(&kSite);
    open();
  }

  std::vector<uint32_t> random_items(int64_t count) {
    std::vector<uint32_t> out(static_cast<size_t>(count));
    for (uint32_t& x : out) x = static_cast<uint32_t>(random_() % 1000003);
    return out;
  }

  template <class Op, int kWidth, int32_t kFlags>
  planish_device_reduction add_reduction() {
    planish_device_reduction op{};
    op.segments = -1;
    op.pieces = program_.add("pieces", pieces_entry<Op, 1, kFlags>);
    op.rows = program_.add("rows", rows_entry<Op, 1, kFlags>);
    op.irregular = program_.add("irregular", irregular_entry<Op, kFlags>);
    op.cut = program_.add("cut", cut_entry<Op>);
    op.pieces_vectors = program_.add("pieces_vectors", pieces_entry<Op, kWidth, kFlags>);
    op.rows_vectors = program_.add("rows_vectors", rows_entry<Op, kWidth, kFlags>);
    op.vector_width = kWidth;
    op.accumulator_bytes = Op::kWords * 4;
    op.flags = kFlags;
    op.product = -1;
    op.steps = -1;
    return op;
  }

  template <class Op>
  static std::vector<Op> reduced(const std::vector<uint32_t>& items,
                                 const std::vector<int64_t>& offsets) {
    std::vector<Op> out;
    for (size_t row = 0; row + 1 < offsets.size(); row++) {
      Op sum = Op::neutral();
      for (int64_t i = offsets[row]; i < offsets[row + 1]; i++)
        sum = Op::combined(sum, Op::of(items[static_cast<size_t>(i - offsets[0])]));
      out.push_back(sum);
    }
    return out;
  }
  template <class Op>
  static std::vector<Op> scanned(const std::vector<uint32_t>& items,
                                 const std::vector<int64_t>& offsets) {
    std::vector<Op> out;
    for (size_t row = 0; row + 1 < offsets.size(); row++) {
      Op sum = Op::neutral();
      for (int64_t i = offsets[row]; i < offsets[row + 1]; i++) {
        sum = Op::combined(sum, Op::of(items[static_cast<size_t>(i - offsets[0])]));
        out.push_back(sum);
      }
    }
    return out;
  }
  static std::vector<int64_t> equal_offsets(int64_t segments, int64_t width) {
    std::vector<int64_t> out;
    for (int64_t k = 0; k <= segments; k++) out.push_back(k * width);
    return out;
  }

  template <class Op>
  void check_reduce(const planish_device_reduction& op, int64_t segments, int64_t width) {
    SCOPED_TRACE(testing::Message() << segments << " segments of " << width);
    const std::vector<uint32_t> items = random_items(segments * width);
    planish_block* in = upload(items);
    planish_block* out = allocate(segments * int64_t{sizeof(Op)});
    const Closure<Op> closure{data<uint32_t>(in), data<Op>(out)};
    ASSERT_EQ(run([&] {
                return planish_device_reduce(context_, segments, width, &op, &closure,
                                             sizeof closure);
              }),
              PLANISH_OK)
        << message();
    EXPECT_TRUE(download<Op>(out) == reduced<Op>(items, equal_offsets(segments, width)));
    free(in);
    free(out);
  }

  template <class Op>
  void check_reduce_rows(const planish_device_reduction& op, const std::vector<int64_t>& offsets) {
    const auto rows = static_cast<int64_t>(offsets.size()) - 1;
    const int64_t count = offsets.back() - offsets[0];
    SCOPED_TRACE(testing::Message() << rows << " rows of " << count << " items");
    const std::vector<uint32_t> items = random_items(count);
    planish_block* in = upload(items);
    planish_block* where = upload(offsets);
    planish_block* out = allocate(rows * int64_t{sizeof(Op)});
    const Closure<Op> closure{data<uint32_t>(in), data<Op>(out)};
    ASSERT_EQ(run([&] {
                return planish_device_reduce_rows(context_, rows, data<int64_t>(where), count, &op,
                                                  &closure, sizeof closure);
              }),
              PLANISH_OK)
        << message();
    EXPECT_TRUE(download<Op>(out) == reduced<Op>(items, offsets));
    free(in);
    free(where);
    free(out);
  }

  template <class Op, int32_t kFlags>
  planish_device_scan_operator add_scan() {
    using kernels::Segments;
    planish_device_scan_operator op{};
    op.segments = -1;
    op.regular = program_.add(
        "scan", scan_entry < Op,
        (kFlags & PLANISH_OPERATOR_SEGMENTED) != 0 ? Segments::Equal : Segments::One, kFlags >);
    op.irregular = program_.add("scan_rows", scan_entry<Op, Segments::Different, kFlags>);
    op.regular_vectors = -1;
    op.accumulator_bytes = Op::kWords * 4;
    op.flags = kFlags;
    return op;
  }

  template <class Op>
  void check_scan(const planish_device_scan_operator& op, const std::vector<int64_t>& offsets,
                  int64_t width = -1) {
    const auto rows = static_cast<int64_t>(offsets.size()) - 1;
    const int64_t count = offsets.back() - offsets[0];
    SCOPED_TRACE(testing::Message() << rows << " rows of " << count << " items, width " << width);
    const std::vector<uint32_t> items = random_items(count);
    planish_block* in = upload(items);
    planish_block* where = upload(offsets);
    planish_block* out = allocate(count * int64_t{sizeof(Op)});
    const Closure<Op> closure{data<uint32_t>(in), data<Op>(out)};
    ASSERT_EQ(run([&] {
                if (width >= 0)
                  return planish_device_scan(context_, rows, width, &op, &closure, sizeof closure);
                return planish_device_scan_rows(context_, rows, data<int64_t>(where), count, &op,
                                                &closure, sizeof closure);
              }),
              PLANISH_OK)
        << message();
    EXPECT_TRUE(download<Op>(out) == scanned<Op>(items, offsets));
    free(in);
    free(where);
    free(out);
  }

  // Rows of all kinds of lengths.
  std::vector<std::vector<int64_t>> different_offsets() {
    const auto of = [](const std::vector<int64_t>& lengths, int64_t first) {
      std::vector<int64_t> out{first};
      for (int64_t length : lengths) out.push_back(out.back() + length);
      return out;
    };
    std::vector<std::vector<int64_t>> out;
    out.push_back(of({0}, 0));
    out.push_back(of({1}, 5));
    out.push_back(of({0, 0, 0}, 3));
    out.push_back(of({5, 0, 3, 32, 33, 1, 0, 0, 64}, 0));
    std::vector<int64_t> lengths(300, 0);
    lengths[150] = 5000;
    out.push_back(of(lengths, 0));
    lengths.assign(2500, 0);
    out.push_back(of(lengths, 0));
    lengths.assign(1000, 1);
    out.push_back(of(lengths, 10));
    lengths = {959, 0, 1, 960, 961, 2000, 0, 7, 3000};
    out.push_back(of(lengths, 0));
    for (int k = 0; k < 4; k++) {
      lengths.clear();
      for (int row = 0; row < 200; row++) {
        const auto kind = random_() % 10;
        lengths.push_back(static_cast<int64_t>(kind < 4   ? 0
                                               : kind < 9 ? random_() % 12
                                                          : random_() % 300));
      }
      out.push_back(of(lengths, k));
    }
    return out;
  }

  std::mt19937 random_{7};
};

TEST_F(DeviceKernels, ReductionsOfEqualSegments) {
  auto affine = add_reduction<Affine, 4, kCheap>();
  auto plain = add_reduction<Affine, 2, 0>();
  auto sums = add_reduction<Sum, 2, kCheap | kCommutative>();
  auto plain_sums = add_reduction<Sum, 2, kCommutative>();
  auto triples = add_reduction<Affines<3>, 4, kCheap>();
  auto large = add_reduction<Affines<32>, 1, 0>();
  open_with_runtime();
  for (const auto& [segments, width] : std::vector<std::pair<int64_t, int64_t>>{
           {0, 5},   {1, 0},    {1, 1},    {1, 31},   {1, 32},   {1, 33},    {1, 63},   {1, 64},
           {1, 65},  {1, 1023}, {1, 1024}, {1, 1025}, {1, 2049}, {1, 30000}, {3, 0},    {2, 1},
           {5, 3},   {7, 4},    {9, 12},   {257, 16}, {300, 7},  {1000, 1},  {40, 31},  {40, 32},
           {40, 33}, {13, 127}, {13, 128}, {3, 4096}, {2, 5000}, {1057, 8},  {11, 1024}}) {
    check_reduce<Affine>(affine, segments, width);
    check_reduce<Affine>(plain, segments, width);
    check_reduce<Sum>(sums, segments, width);
    check_reduce<Sum>(plain_sums, segments, width);
    if (segments * width <= 2100) {
      check_reduce<Affines<3>>(triples, segments, width);
      check_reduce<Affines<32>>(large, segments, width);
    }
  }
  affine.alignment = sums.alignment = 4;  // not by vectors
  check_reduce<Affine>(affine, 5, 1024);
  check_reduce<Sum>(sums, 100, 16);
}

TEST_F(DeviceKernels, ReductionsOfDifferentRows) {
  const auto affine = add_reduction<Affine, 1, kCheap>();
  const auto triples = add_reduction<Affines<3>, 1, kCheap>();
  const auto large = add_reduction<Affines<32>, 1, 0>();
  const auto flat = add_reduction<Affine, 1, kCheap | kFlat>();
  const auto flat_sums = add_reduction<Sum, 1, kFlat>();
  open_with_runtime();
  for (const std::vector<int64_t>& offsets : different_offsets()) {
    check_reduce_rows<Affine>(affine, offsets);
    check_reduce_rows<Affine>(flat, offsets);
    check_reduce_rows<Sum>(flat_sums, offsets);
    check_reduce_rows<Affines<3>>(triples, offsets);
    if (offsets.size() < 400) check_reduce_rows<Affines<32>>(large, offsets);
  }
}

TEST_F(DeviceKernels, Scans) {
  const auto one = add_scan<Affine, kCheap>();
  const auto plain = add_scan<Affine, 0>();
  const auto sums = add_scan<Sum, kCheap>();
  const auto large = add_scan<Affines<32>, 0>();
  open_with_runtime();
  for (int64_t width : {0,   1,   2,   3,    31,   32,   33,   63,   64,    65,
                        255, 256, 257, 1023, 1024, 1025, 2048, 5000, 40000, 70001}) {
    check_scan<Affine>(one, equal_offsets(1, width), width);
    check_scan<Sum>(sums, equal_offsets(1, width), width);
    if (width <= 5000) check_scan<Affine>(plain, equal_offsets(1, width), width);
    if (width <= 300) check_scan<Affines<32>>(large, equal_offsets(1, width), width);
  }
}

TEST_F(DeviceKernels, ScansOfSegments) {
  const auto affine = add_scan<Affine, kCheap | PLANISH_OPERATOR_SEGMENTED>();
  const auto plain = add_scan<Affine, PLANISH_OPERATOR_SEGMENTED>();
  const auto triples = add_scan<Affines<3>, kCheap | PLANISH_OPERATOR_SEGMENTED>();
  open_with_runtime();
  for (const auto& [segments, width] : std::vector<std::pair<int64_t, int64_t>>{
           {0, 4}, {4, 0}, {1, 100}, {2, 1}, {100, 1}, {33, 31}, {3, 1024}, {2, 3000}, {500, 7}}) {
    check_scan<Affine>(affine, equal_offsets(segments, width), width);
    check_scan<Affine>(plain, equal_offsets(segments, width), width);
    check_scan<Affines<3>>(triples, equal_offsets(segments, width), width);
  }
  for (const std::vector<int64_t>& offsets : different_offsets()) {
    check_scan<Affine>(affine, offsets);
    check_scan<Affines<3>>(triples, offsets);
  }
}

TEST_F(DeviceKernels, ResultsDoNotDependOnTheSchedule) {
  for (uint64_t seed = 1; seed <= 5; seed++) {
    emulated_.seed = seed;
    program_ = {};
    const auto scan = add_scan<Affine, kCheap>();
    const auto reduction = add_reduction<Affine, 1, kCheap>();
    open_with_runtime();
    check_scan<Affine>(scan, equal_offsets(1, 9000), 9000);
    check_reduce<Affine>(reduction, 2, 9000);
    check_reduce_rows<Affine>(reduction, different_offsets()[7]);
    if (seed < 5) planish_context_delete(context_);
  }
}

TEST_F(DeviceKernels, Filters) {
  planish_device_filter_operator op{};
  const int32_t cheap = program_.add("filter", filter_entry<1, kCheap>);
  const int32_t plain = program_.add("filter_plain", filter_entry<1, 0>);
  const int32_t wide = program_.add("filter_wide", filter_entry<4, kCheap>);
  open_with_runtime();
  const int64_t item_bytes[] = {8, 4};
  const int64_t closure_at[] = {offsetof(PointClosure, values), offsetof(PointClosure, points)};
  op.filter_vectors = -1;
  op.dests = {2, item_bytes, closure_at};
  const auto check = [&](int64_t count, uint32_t modulus, int64_t width) {
    SCOPED_TRACE(testing::Message() << count << " points, modulus " << modulus);
    const std::vector<uint32_t> items = random_items(count);
    planish_block* in = upload(items);
    const int64_t rows = width > 0 ? count / width : 0;
    planish_block* counts = allocate(rows * 8);
    PointClosure closure{data<uint32_t>(in),
                         nullptr,
                         nullptr,
                         width > 0 ? data<int64_t>(counts) : nullptr,
                         width,
                         modulus};
    op.counts = closure.counts;
    op.count_of_counts = rows;
    int64_t kept = -1;
    planish_block* blocks[2];
    ASSERT_EQ(run([&] {
                return planish_device_filter(context_, count, &op, &closure, sizeof closure, &kept,
                                             blocks);
              }),
              PLANISH_OK)
        << message();
    std::vector<uint64_t> values;
    std::vector<uint32_t> points;
    std::vector<int64_t> by_row(static_cast<size_t>(rows), 0);
    for (size_t i = 0; i < items.size(); i++) {
      if (items[i] % modulus != 0) continue;
      values.push_back(items[i] + uint64_t{7});
      points.push_back(static_cast<uint32_t>(i));
      if (width > 0) by_row[i / static_cast<size_t>(width)]++;
    }
    EXPECT_EQ(kept, static_cast<int64_t>(values.size()));
    EXPECT_TRUE(download<uint64_t>(blocks[0]) == values);
    EXPECT_TRUE(download<uint32_t>(blocks[1]) == points);
    if (width > 0) {
      EXPECT_TRUE(download<int64_t>(counts) == by_row);
    }
    for (planish_block* block : blocks) free(block);
    free(in);
    free(counts);
  };
  for (const auto& [kernel, bytes, flags] : std::vector<std::tuple<int32_t, int32_t, int32_t>>{
           {cheap, 4, kCheap}, {plain, 0, 0}, {wide, 16, kCheap}}) {
    op.filter = kernel;
    op.record_bytes = bytes;
    op.flags = flags;
    for (int64_t count : {0, 1, 31, 32, 33, 64, 255, 256, 257, 1023, 1024, 1025, 4099, 40000}) {
      if (kernel == plain && count > 5000) continue;
      check(count, 2, 0);
    }
    check(3000, 1, 10);
    check(3000, 1000000007, 10);
    check(3000, 5, 300);
  }
}

TEST_F(DeviceKernels, Partitions) {
  planish_device_partition_operator op{};
  op.classify = program_.add("classify", classify_entry);
  op.place = program_.add("place", place_entry);
  open_with_runtime();
  const int64_t item_bytes[] = {8, 4};
  const int64_t closure_at[] = {offsetof(PointClosure, values), offsetof(PointClosure, points)};
  op.dests = {2, item_bytes, closure_at};
  for (const auto& [count, classes] : std::vector<std::pair<int64_t, int64_t>>{{0, 3},
                                                                               {5, 0},
                                                                               {1, 1},
                                                                               {31, 2},
                                                                               {32, 2},
                                                                               {33, 3},
                                                                               {511, 4},
                                                                               {512, 16},
                                                                               {513, 255},
                                                                               {3000, 256},
                                                                               {3000, 257},
                                                                               {5000, 2},
                                                                               {100, 100000}}) {
    SCOPED_TRACE(testing::Message() << count << " points, " << classes << " classes");
    const std::vector<uint32_t> items = random_items(count);
    planish_block* in = upload(items);
    planish_block* counts = allocate(classes * 8);
    op.class_count = classes;
    op.counts = data<int64_t>(counts);
    const PointClosure closure{
        data<uint32_t>(in), nullptr, nullptr, nullptr, 0, static_cast<uint32_t>(classes + 1)};
    int64_t kept = -1;
    planish_block* blocks[2];
    ASSERT_EQ(run([&] {
                return planish_device_partition(context_, count, &op, &closure, sizeof closure,
                                                &kept, blocks);
              }),
              PLANISH_OK)
        << message();
    std::vector<int64_t> expected_counts(static_cast<size_t>(classes), 0);
    std::vector<uint32_t> points;
    for (size_t i = 0; i < items.size(); i++) {
      if (items[i] % closure.modulus == 0) continue;
      expected_counts[items[i] % closure.modulus - 1]++;
      points.push_back(static_cast<uint32_t>(i));
    }
    std::ranges::stable_sort(points, {}, [&](uint32_t i) { return items[i] % closure.modulus; });
    EXPECT_EQ(kept, static_cast<int64_t>(points.size()));
    EXPECT_TRUE(download<int64_t>(counts) == expected_counts);
    EXPECT_TRUE(download<uint32_t>(blocks[1]) == points);
    for (planish_block* block : blocks) free(block);
    free(in);
    free(counts);
  }
}

TEST_F(DeviceKernels, Histograms) {
  planish_device_histogram op{};
  const int32_t atomic = program_.add("atomic", hist_entry<PLANISH_OPERATOR_ATOMIC>);
  const int32_t locked = program_.add("locked", hist_entry<0>);
  const int32_t shared = program_.add("shared", hist_shared_entry);
  open_with_runtime();
  const auto check = [&](int64_t count, int64_t bins) {
    SCOPED_TRACE(testing::Message() << count << " points, " << bins << " bins");
    const std::vector<uint32_t> items = random_items(count);
    planish_block* in = upload(items);
    std::vector<uint64_t> expected(static_cast<size_t>(bins), 3);
    planish_block* out = upload(expected);
    op.bins = bins;
    op.record_bytes = 8;
    op.shared_vectors = -1;
    const HistClosure closure{data<uint32_t>(in), data<uint64_t>(out), bins};
    ASSERT_EQ(
        run([&] { return planish_device_hist(context_, count, &op, &closure, sizeof closure); }),
        PLANISH_OK)
        << message();
    for (uint32_t x : items) {
      const int64_t bin = x % (bins + 1);
      if (bin < bins) expected[static_cast<size_t>(bin)] += x;
    }
    EXPECT_TRUE(download<uint64_t>(out) == expected);
    free(in);
    free(out);
  };
  for (const auto& [global, own, flags] : std::vector<std::tuple<int32_t, int32_t, int32_t>>{
           {atomic, -1, PLANISH_OPERATOR_ATOMIC},
           {locked, -1, 0},
           {atomic, shared, PLANISH_OPERATOR_ATOMIC}}) {
    op.global = global;
    op.shared = own;
    op.flags = flags;
    for (const auto& [count, bins] : std::vector<std::pair<int64_t, int64_t>>{
             {0, 3}, {1, 1}, {100, 1}, {1000, 3}, {3000, 100}, {5000, 2000}, {200, 70000}})
      check(count, bins);
  }
}

TEST_F(DeviceKernels, StartsOfRows) {
  open_with_runtime();
  const auto check = [&](const std::vector<int64_t>& lengths, int64_t expected_total) {
    planish_block* in = upload(lengths);
    planish_block* out = allocate(static_cast<int64_t>(lengths.size()) * 8);
    int64_t total = -7;
    ASSERT_EQ(run([&] {
                return planish_device_row_starts(context_, static_cast<int64_t>(lengths.size()),
                                                 data<int64_t>(in), data<int64_t>(out), &total);
              }),
              PLANISH_OK);
    EXPECT_EQ(total, expected_total);
    if (expected_total >= 0) {
      std::vector<int64_t> starts;
      int64_t sum = 0;
      for (int64_t length : lengths) {
        starts.push_back(sum);
        sum += std::max<int64_t>(0, length);
      }
      EXPECT_TRUE(download<int64_t>(out) == starts);
    }
    free(in);
    free(out);
  };
  check({}, 0);
  check({3}, 3);
  check({-1, 2, 0, 5}, 7);
  check({int64_t{1} << 61, int64_t{1} << 61, int64_t{1} << 61, int64_t{1} << 61}, -1);
  std::vector<int64_t> many(3000);
  std::iota(many.begin(), many.end(), 0);
  check(many, 3000 * 2999 / 2);
}

// A thread that fails goes on to the barriers, and the host hears of it.
TEST_F(DeviceKernels, Failures) {
  const auto reduction = add_reduction<Affine, 4, kCheap>();
  const auto scan = add_scan<Affine, kCheap>();
  open_with_runtime();
  const std::vector<uint32_t> items = random_items(3000);
  planish_block* in = upload(items);
  planish_block* out = allocate(3000 * 4);
  for (int64_t fails_at : {0, 1, 1500, 2999}) {
    const Closure<Affine> closure{data<uint32_t>(in), data<Affine>(out), fails_at};
    EXPECT_EQ(run([&] {
                return planish_device_reduce(context_, 3, 1000, &reduction, &closure,
                                             sizeof closure);
              }),
              PLANISH_FAILED);
    EXPECT_EQ(message(), "no such item");
    EXPECT_EQ(run([&] {
                // The second one does nothing.
                planish_device_scan(context_, 1, 3000, &scan, &closure, sizeof closure);
                return planish_device_reduce(context_, 3, 1000, &reduction, &closure,
                                             sizeof closure);
              }),
              PLANISH_FAILED);
    EXPECT_EQ(path(), std::vector<std::string>{"test.fut:1:1"});
  }
  free(in);
  free(out);
}

}  // namespace
}  // namespace planish::device
