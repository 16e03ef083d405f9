// Cells of heart muscle: what the rivals in C++ and CUDA share. The state of a cell, its slopes and its parameters are reached by
// functions of an index, so that each rival can lay them out as it likes.
#pragma once

#include <cmath>

#include "device_function.h"
#include "harness.h"

struct Myocyte {
  static constexpr int kEquations = 91, kParameters = 16, kStages = 13;
  static constexpr int kGates = 24, kCurrents = 12, kIons = 9, kBuffers = 12, kModules = 3,
                       kBound = 15;
  static constexpr int kFirstIon = 1 + kGates, kFirstBuffer = kFirstIon + kIons,
                       kFirstBound = kFirstBuffer + kBuffers;
  static_assert(kFirstBound + kModules * kBound == kEquations);

  Myocyte(int64_t cells, int32_t intervals)
      : n(cells),
        intervals(intervals),
        starts(n * kEquations),
        parameters(n * kParameters),
        out(n * kEquations) {
    auto random = bench::random_floats(n * (kEquations + kParameters), 0, 1);
    for (int64_t i = 0; i < n; i++) {
      for (int k = 0; k < kEquations; k++)
        starts[i * kEquations + k] = start(k, random[i * (kEquations + kParameters) + k]);
      for (int k = 0; k < kParameters; k++)
        parameters[i * kParameters + k] =
            parameter(k, random[i * (kEquations + kParameters) + kEquations + k]);
    }
  }

  void compare(bench::Harness& harness, const bench::Rival& rival) {
    harness.compare(std::to_string(n) + " cells, " + std::to_string(intervals) + " ms", rival,
                    std::tuple(bench::array(out.data(), n, kEquations)),
                    std::tuple(intervals, bench::array(starts.data(), n, kEquations),
                               bench::array(parameters.data(), n, kParameters)),
                    1e-3);
  }

  int64_t n;
  int32_t intervals;
  bench::Buffer<float> starts, parameters, out;

 private:
  static float start(int k, float x) {
    if (k == 0) return -80 + 20 * x;
    if (k < kFirstIon) return 0.2f + 0.6f * x;
    if (k == kFirstIon) return 8 + 4 * x;
    if (k == kFirstIon + 1) return 120 + 20 * x;
    if (k < kFirstIon + 5) return 0.0005f + 0.001f * x;
    if (k < kFirstIon + 7) return 0.5f + 0.5f * x;
    if (k == kFirstIon + 7) return 130;
    if (k == kFirstIon + 8) return 10;
    return k < kFirstBound ? 0.1f + 0.2f * x : (1 + x) / 15;
  }
  static float parameter(int k, float x) {
    if (k < kCurrents) return 0.05f + 0.1f * x;
    if (k == 12) return 0.01f + 0.01f * x;
    if (k == 13) return 0.001f + 0.002f * x;
    return k == 14 ? 0.5f + 0.5f * x : 1 + 4 * x;
  }
};

BENCH_FUNCTION float myocyte_reversal(float outside, float inside) {
  return 26.7f * logf(outside / inside);
}

// Calls set(k, slope) for all equations.
template <class State, class Parameter, class Set>
BENCH_FUNCTION void myocyte_slopes(State y, Parameter p, Set set) {
  using M = Myocyte;
  float v = y(0);
  float reversals[3] = {myocyte_reversal(140, y(M::kFirstIon)),
                        myocyte_reversal(5.4f, y(M::kFirstIon + 1)),
                        0.5f * myocyte_reversal(1.8f, y(M::kFirstIon + 2))};
  float of_ions[3] = {0, 0, 0}, total = 0;
#pragma unroll
  for (int c = 0; c < M::kCurrents; c++) {
    float x = p(c) * y(1 + 2 * c) * y(2 + 2 * c) * (v - reversals[c % 3]);
    total += x;
    of_ions[c % 3] += x;
  }
  const int ion = M::kFirstIon;
  float cytosol = y(ion + 2), under = y(ion + 3), cleft = y(ion + 4), store = y(ion + 5),
        far = y(ion + 6);
  float uptake = p(12) * cytosol * cytosol / (0.0001f + cytosol * cytosol);
  float release = p(13) * (store - cleft) / (1 + expf(-(v + 20) / 10));
  float pump = p(14) * y(ion) / (10 + y(ion));
  set(0, p(15) - total - pump);
  for (int g = 0; g < M::kGates; g++) {
    float x = (v + 60 - 4 * static_cast<float>(g)) / (5 + static_cast<float>(g % 5));
    float steady = 1 / (1 + expf(g % 2 == 0 ? -x : x));
    float delay = 1 + static_cast<float>(g % 7) + 2 / (1 + x * x);
    set(1 + g, (steady - y(1 + g)) / delay);
  }
  set(ion, -0.001f * of_ions[0] - 0.003f * pump);
  set(ion + 1, -0.001f * of_ions[1] + 0.002f * pump);
  set(ion + 2, 0.1f * (under - cytosol) - uptake);
  set(ion + 3, 0.1f * (cytosol - under) + 0.2f * (cleft - under) - 0.00001f * of_ions[2]);
  set(ion + 4, 0.2f * (under - cleft) + release);
  set(ion + 5, uptake - release + 0.05f * (far - store));
  set(ion + 6, 0.05f * (store - far));
  set(ion + 7, 0.01f * (y(ion + 1) - y(ion + 7)));
  set(ion + 8, 0.01f * (y(ion) - y(ion + 8)));
  for (int i = 0; i < M::kBuffers; i++) {
    float held = y(M::kFirstBuffer + i);
    set(M::kFirstBuffer + i, (1 + static_cast<float>(i)) *
                                     (i % 3 == 0   ? cytosol
                                      : i % 3 == 1 ? under
                                                   : cleft) *
                                     (1 - held) -
                                 0.1f * held);
  }
  for (int m = 0; m < M::kModules; m++) {
    int first = M::kFirstBound + m * M::kBound;
    float calcium = m == 0 ? cytosol : m == 1 ? under : cleft;
    float before = y(first + M::kBound - 1), here = y(first);
    for (int s = 0; s < M::kBound; s++) {
      float next = y(first + (s + 1) % M::kBound);
      float on = (0.5f + 0.1f * static_cast<float>(s)) * calcium,
            off = 0.05f + 0.01f * static_cast<float>(s);
      set(first + s, on * (before - here) + off * (next - here));
      before = here;
      here = next;
    }
  }
}

// The weight of stage k in stage s of Fehlberg's method.
struct Fehlberg {
  float stages[13][12] = {
      {},
      {2.0f / 27},
      {1.0f / 36, 1.0f / 12},
      {1.0f / 24, 0, 1.0f / 8},
      {5.0f / 12, 0, -25.0f / 16, 25.0f / 16},
      {1.0f / 20, 0, 0, 1.0f / 4, 1.0f / 5},
      {-25.0f / 108, 0, 0, 125.0f / 108, -65.0f / 27, 125.0f / 54},
      {31.0f / 300, 0, 0, 0, 61.0f / 225, -2.0f / 9, 13.0f / 900},
      {2, 0, 0, -53.0f / 6, 704.0f / 45, -107.0f / 9, 67.0f / 90, 3},
      {-91.0f / 108, 0, 0, 23.0f / 108, -976.0f / 135, 311.0f / 54, -19.0f / 60, 17.0f / 6,
       -1.0f / 12},
      {2383.0f / 4100, 0, 0, -341.0f / 164, 4496.0f / 1025, -301.0f / 82, 2133.0f / 4100,
       45.0f / 82, 45.0f / 164, 18.0f / 41},
      {3.0f / 205, 0, 0, 0, 0, -6.0f / 41, -3.0f / 205, -3.0f / 41, 3.0f / 41, 6.0f / 41},
      {-1777.0f / 4100, 0, 0, -341.0f / 164, 4496.0f / 1025, -289.0f / 82, 2193.0f / 4100,
       51.0f / 82, 33.0f / 164, 12.0f / 41, 0, 1}};
  float result[13] = {41.0f / 840, 0,          0,           0, 0, 34.0f / 105, 9.0f / 35, 9.0f / 35,
                      9.0f / 280,  9.0f / 280, 41.0f / 840, 0, 0};
};

// Moves a cell on by a millisecond. y, next and moved are states, slope(s, k) the slopes of the stages; all give references.
template <class State, class Slope, class Parameter>
BENCH_FUNCTION void myocyte_interval(const Fehlberg& f, State y, State moved, Slope slope,
                                     Parameter p) {
  constexpr int kEquations = Myocyte::kEquations, kStages = Myocyte::kStages;
  float time = 0, length = 0.25f;
  while (time < 1) {
    length = fminf(length, 1 - time);
    for (int s = 0; s < kStages; s++) {
      for (int i = 0; i < kEquations; i++) {
        float sum = 0;
        for (int k = 0; k < s; k++) sum += f.stages[s][k] * slope(k, i);
        moved(i) = y(i) + length * sum;
      }
      myocyte_slopes([&](int i) { return moved(i); }, p,
                     [&](int i, float value) { slope(s, i) = value; });
    }
    float most = 0;
    for (int i = 0; i < kEquations; i++) {
      float sum = 0;
      for (int s = 0; s < kStages; s++) sum += f.result[s] * slope(s, i);
      moved(i) = y(i) + length * sum;
      float error =
          length * (41.0f / 840) * (slope(0, i) + slope(10, i) - slope(11, i) - slope(12, i));
      most = fmaxf(most, fabsf(error) / (0.0001f * (1 + fabsf(y(i)))));
    }
    float factor = fmaxf(0.2f, fminf(4.0f, 0.8f / sqrtf(sqrtf(sqrtf(fmaxf(0.000001f, most))))));
    if (most <= 1 || length < 0.001f) {
      for (int i = 0; i < kEquations; i++) y(i) = moved(i);
      time += length;
    }
    length *= factor;
  }
}
