// audio FILE OUT: windows of 1024 f32 samples, each 256 behind the one before: how many periods there are, their mean length, how much
// lengths differ, and how loud they are.
#include <cmath>

#include "blocks.h"

namespace {

constexpr size_t kHop = 256;
constexpr size_t kSize = 4 * kHop;

struct Window {
  int32_t periods;
  float mean;
  float spread;
  float loudness;
};

Window window(const float* xs) {
  size_t starts[kSize];
  size_t count = 0;
  for (size_t i = 1; i < kSize; i++) {
    starts[count] = i;
    count += xs[i - 1] < 0 && xs[i] >= 0 ? 1 : 0;
  }
  Window made{};
  if (count < 2) return made;
  made.periods = static_cast<int32_t>(count) - 1;
  const auto periods = static_cast<float>(made.periods);
  float peaks = 0;
  for (size_t p = 0; p + 1 < count; p++) {
    float peak = 0;
#pragma omp simd reduction(max : peak)
    for (size_t i = starts[p]; i < starts[p + 1]; i++) peak = std::max(peak, std::fabs(xs[i]));
    peaks += peak;
    made.mean += static_cast<float>(starts[p + 1] - starts[p]);
  }
  made.mean /= periods;
  for (size_t p = 0; p + 1 < count; p++) {
    const float by = static_cast<float>(starts[p + 1] - starts[p]) - made.mean;
    made.spread += by * by;
  }
  made.spread /= periods;
  made.loudness = peaks / periods;
  return made;
}

}  // namespace

int main(int, char** argv) {
  streams::Blocks blocks(argv[1], streams::kBlock);
  streams::Output out(argv[2]);
  std::span<const char> rest;
  for (;;) {
    const std::span<const char> bytes = blocks.next(rest);
    if (bytes.empty()) break;
    const auto* samples = reinterpret_cast<const float*>(bytes.data());
    const size_t size = bytes.size() / sizeof(float);
    const size_t count = size < kSize ? 0 : (size - kSize) / kHop + 1;
    const std::span<Window> windows = out.room<Window>(count);
#pragma omp parallel for
    for (size_t i = 0; i < count; i++) windows[i] = window(samples + i * kHop);
    out.write();
    rest = bytes.subspan(count * kHop * sizeof(float));
  }
}
