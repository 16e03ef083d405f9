// PTX of a program, taken apart, so that kernels can be assembled one by one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace planish::cuda {

// As our code generator writes it: a function begins with a line that names it, and ends with a line
// that is a brace.
class PtxText {
 public:
  // The text outlives it.
  explicit PtxText(std::string_view text);

  size_t kernel_count() const { return kernel_count_; }
  // PTX with this kernel alone, and the functions that it comes to. Empty: there is no such kernel.
  std::string only(std::string_view kernel) const;

 private:
  struct Part {
    std::string_view name;  // empty: what all kernels share
    std::string_view text;
    bool is_kernel = false;
  };

  std::vector<Part> parts_;  // all of the text, in order
  size_t kernel_count_ = 0;
};

}  // namespace planish::cuda
