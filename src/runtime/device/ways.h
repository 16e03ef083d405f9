// Descriptions of kernels for `planish explain`: what a template of runtime/kernels does, and for
// which sizes choices.h takes it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace planish::device {

// A kernel of an operator, as code generation made it.
struct KernelForm {
  std::string_view body;               // the function of kernels.cpp
  std::span<const int64_t> constants;  // that it is given, in order (device_operators.h)
};

struct Way {
  std::string how;   // "a block, or some, for each row"
  std::string when;  // "rows have 16384 elements or more"; empty: always
};

// Of kernel number `kernel` of those of an operator, on a device with so many threads in a block.
Way way_of(std::span<const KernelForm> kernels, size_t kernel, int64_t threads);

}  // namespace planish::device
