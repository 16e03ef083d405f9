// The value of a call on an average: what the rivals in C++ and CUDA share.
#pragma once

#include <bit>
#include <cmath>

#include "device_function.h"
#include "harness.h"

namespace pricing {

constexpr int64_t kBits = 30, kMostDates = 8, kMostAssets = 4;

struct Option {
  int64_t dates, assets;
  const uint32_t* directions;  // [dates * assets][kBits]
  const int64_t* points;       // [dates][3]: the date, one before it and one after it
  const float* weights;        // [dates][3]: of these two, and the deviation
  const float* correlation;    // [assets][assets]
  const float* rates;
  const float* volatilities;
  const float* starts;
  float strike;
};

BENCH_FUNCTION float inverse_normal(float p) {
  auto tail = [](float q) {
    return (((((-7.784894e-3f * q - 0.32239646f) * q - 2.4007583f) * q - 2.5497325f) * q +
             4.3746643f) *
                q +
            2.938164f) /
           ((((7.784696e-3f * q + 0.32246712f) * q + 2.4451342f) * q + 3.7544086f) * q + 1);
  };
  if (p < 0.02425f) return tail(std::sqrt(-2 * std::log(p)));
  if (p > 0.97575f) return -tail(std::sqrt(-2 * std::log(1 - p)));
  float q = p - 0.5f, r = q * q;
  return (((((-39.696830f * r + 220.94610f) * r - 275.92851f) * r + 138.35775f) * r - 30.664798f) *
              r +
          2.5066283f) *
         q /
         (((((-54.476099f * r + 161.58584f) * r - 155.69898f) * r + 66.801312f) * r - 13.280682f) *
              r +
          1);
}

// Primitive polynomials and first numbers of Joe and Kuo, for all dimensions but the first.
struct Polynomial {
  int degree;
  uint32_t coefficients;
  uint32_t first[6];
};
constexpr Polynomial kPolynomials[] = {{1, 0, {1}},
                                       {2, 1, {1, 3}},
                                       {3, 1, {1, 3, 1}},
                                       {3, 2, {1, 1, 1}},
                                       {4, 1, {1, 1, 3, 3}},
                                       {4, 4, {1, 3, 5, 13}},
                                       {5, 2, {1, 1, 5, 5, 17}},
                                       {5, 4, {1, 1, 5, 5, 5}},
                                       {5, 7, {1, 1, 7, 11, 19}},
                                       {5, 11, {1, 1, 5, 1, 1}},
                                       {5, 13, {1, 1, 1, 3, 11}},
                                       {5, 14, {1, 3, 5, 5, 31}},
                                       {6, 1, {1, 3, 3, 9, 7, 49}},
                                       {6, 13, {1, 1, 1, 15, 21, 21}},
                                       {6, 16, {1, 3, 1, 13, 27, 49}}};

inline std::vector<uint32_t> directions(int64_t dims) {
  std::vector<uint32_t> out;
  for (int64_t d = 0; d < dims; d++) {
    uint32_t v[kBits];
    for (int k = 0; k < kBits; k++) {
      const Polynomial* p = d == 0 ? nullptr : &kPolynomials[d - 1];
      if (p == nullptr || k < p->degree) {
        v[k] = (p == nullptr ? 1 : p->first[k]) << (kBits - 1 - k);
        continue;
      }
      v[k] = v[k - p->degree] ^ (v[k - p->degree] >> p->degree);
      for (int j = 1; j < p->degree; j++)
        v[k] ^= (p->coefficients >> (p->degree - 1 - j) & 1) * v[k - j];
    }
    out.insert(out.end(), v, v + kBits);
  }
  return out;
}

struct Data {
  // So many chunks of paths, each of which a thread can do.
  Data(int64_t chunks, int64_t length) : chunks(chunks), length(length) {
    v = directions(dates * assets);
    for (size_t k = 0; k < 5; k++) {
      auto left = static_cast<float>(points[3 * k] - points[3 * k + 1]);
      auto right = static_cast<float>(points[3 * k + 2] - points[3 * k]);
      weights.insert(weights.end(),
                     {right / (left + right), left / (left + right),
                      right == 0 ? std::sqrt(5.0f) : std::sqrt(left * right / (left + right))});
    }
  }

  Option option() const {
    return {dates,          assets,
            v.data(),       points.data(),
            weights.data(), correlation.data(),
            rates.data(),   volatilities.data(),
            starts.data(),  strike};
  }

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    harness.compare(
        "2^20 paths, 5 dates, 3 assets", rival, std::tuple(&out),
        std::tuple(chunks, length, bench::array(v.data(), dates * assets, kBits),
                   bench::array(points.data(), dates, 3), bench::array(weights.data(), dates, 3),
                   bench::array(correlation.data(), assets, assets),
                   bench::array(rates.data(), assets), bench::array(volatilities.data(), assets),
                   bench::array(starts.data(), assets), strike),
        1e-3);
  }

  static constexpr int64_t dates = 5, assets = 3;
  static constexpr float strike = 100;
  int64_t chunks, length;
  std::vector<uint32_t> v;
  // The last of five dates first, then the middle one, and then those beside it.
  std::vector<int64_t> points = {4, -1, 4, 1, -1, 4, 2, 1, 4, 0, -1, 1, 3, 2, 4};
  std::vector<float> weights;
  std::vector<float> correlation = {1, 0, 0, 0.5f, 0.8660254f, 0, 0.3f, 0.2f, 0.9327379f};
  std::vector<float> rates = {0.03f, 0.03f, 0.03f}, volatilities = {0.2f, 0.3f, 0.25f},
                     starts = {100, 90, 120};
  float out = 0;
};

}  // namespace pricing
