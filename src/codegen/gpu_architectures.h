// The architectures of NVIDIA's GPUs that code can be made for.
#pragma once

#include <iterator>

namespace planish::codegen {

struct GpuArchitecture {
  int number;       // 90 is sm_90
  int ptx_version;  // 78 is 7.8: the oldest one, which older drivers understand, that can name it
};

// In order. Code for one runs on all that come after it.
inline constexpr GpuArchitecture kGpuArchitectures[] = {
    {75, 74}, {80, 74},  {86, 74},  {87, 74},  {89, 78},
    {90, 78}, {100, 86}, {103, 88}, {120, 87}, {121, 88},
};
// Names such as "sm_90a" came later.
inline constexpr int kPtxVersionOfExactNames = 80;

// The newest one whose code runs on GPUs of this one.
constexpr const GpuArchitecture& newest_for(int architecture) {
  const GpuArchitecture* found = std::begin(kGpuArchitectures);
  for (const GpuArchitecture& one : kGpuArchitectures)
    if (one.number <= architecture) found = &one;
  return *found;
}

}  // namespace planish::codegen
