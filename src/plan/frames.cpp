#include "plan/frames.h"

#include <algorithm>

namespace planish::plan {

// None: it is not known, or too much for a frame.
std::optional<int64_t> Frame::constant_bytes(Prim elem, std::span<const ir::Dim> dims) const {
  if (limits_.frame_array == 0) return {};
  int64_t bytes = byte_size(elem);
  for (const ir::Dim& dim : dims) {
    if (dim.kind != ir::DimKind::Const || dim.value > limits_.frame_array) return {};
    bytes *= std::max<int64_t>(dim.value, 0);
    if (bytes > limits_.frame_array) return {};
  }
  return bytes;
}

bool Frame::take(int64_t bytes) {
  if (used_ + bytes > limits_.frame) return false;
  used_ += bytes;
  return true;
}

bool Frame::take_small(int64_t times) {
  return where_ == Where::Task && limits_.small_array > 0 && take(limits_.small_array * times);
}

Placement Frame::place_temporary(Prim elem, std::span<const ir::Dim> dims, int64_t times) {
  const std::optional<int64_t> bytes = constant_bytes(elem, dims);
  if (bytes && take(*bytes * times)) return {Home::Frame, *bytes, {}};
  const bool is_constant =
      std::ranges::all_of(dims, [](const ir::Dim& dim) { return dim.kind == ir::DimKind::Const; });
  return {Home::Block, 0,
          bytes         ? "the frame is full"
          : is_constant ? "it is large"
                        : "its size is not a constant"};
}

Placement Frame::place(Prim elem, std::span<const ir::Dim> dims, int64_t times) {
  Placement placement = place_temporary(elem, dims, times);
  if (placement.home == Home::Frame || where_ == Where::Host || limits_.small_array == 0)
    return placement;
  if (!take_small(times)) return {Home::Block, 0, "the frame is full"};
  placement.home = Home::Small;
  return placement;
}

}  // namespace planish::plan
