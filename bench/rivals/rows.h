// Rows of different lengths, for benchmarks of irregular arrays: how long they are, and where they
// begin.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace bench {

struct Rows {
  std::vector<int64_t> lengths;
  std::vector<int64_t> offsets;  // one more than there are rows

  explicit Rows(std::vector<int64_t> row_lengths)
      : lengths(std::move(row_lengths)), offsets(lengths.size() + 1, 0) {
    std::partial_sum(lengths.begin(), lengths.end(), offsets.begin() + 1);
  }
  int64_t count() const { return static_cast<int64_t>(lengths.size()); }
  int64_t elements() const { return offsets.back(); }
};

// Rows of one length until there are `elements` elements; the last may be shorter.
inline void add_equal(std::vector<int64_t>& lengths, int64_t elements, int64_t length) {
  for (int64_t left = elements; left > 0; left -= length) lengths.push_back(std::min(left, length));
}

inline Rows equal_rows(int64_t elements, int64_t length) {
  std::vector<int64_t> lengths;
  add_equal(lengths, elements, length);
  return Rows(std::move(lengths));
}

// Many short rows and few long ones, in a random order: one in 2^1.2 of the rows has more than
// `unit` elements, one in 4^1.2 more than 3 `unit`, one in 8^1.2 more than 7 `unit` and so on; the
// mean is about 5 `unit`. No row has more than 1/64 of all elements.
inline Rows power_law_rows(int64_t elements, double unit) {
  std::vector<int64_t> lengths;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(1e-9, 1);
  auto limit = static_cast<double>(std::max<int64_t>(1, elements / 64));
  for (int64_t left = elements; left > 0;) {
    auto length =
        static_cast<int64_t>(std::min(limit, unit * std::pow(uniform(random), -1 / 1.2) - unit));
    lengths.push_back(std::min(left, length));
    left -= lengths.back();
  }
  std::shuffle(lengths.begin(), lengths.end(), random);
  return Rows(std::move(lengths));
}

// One row with half of the elements among rows of 64.
inline Rows one_giant(int64_t elements) {
  std::vector<int64_t> lengths;
  add_equal(lengths, elements / 4, 64);
  lengths.push_back(elements / 2);
  add_equal(lengths, elements - elements / 2 - elements / 4, 64);
  return Rows(std::move(lengths));
}

// One row with all elements among as many empty ones before it as after it.
inline Rows all_empty_but_one(int64_t rows, int64_t elements) {
  std::vector<int64_t> lengths(static_cast<size_t>(rows), 0);
  lengths[lengths.size() / 2] = elements;
  return Rows(std::move(lengths));
}

// Every second row is empty.
inline Rows alternating(int64_t elements, int64_t length) {
  std::vector<int64_t> lengths;
  for (int64_t left = elements; left > 0; left -= length) {
    lengths.push_back(0);
    lengths.push_back(std::min(left, length));
  }
  return Rows(std::move(lengths));
}

}  // namespace bench
