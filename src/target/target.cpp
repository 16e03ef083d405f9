#include "target/target.h"

namespace planish {

Target cpu_target() { return {.name = "cpu"}; }

Target gpu_target() {
  Target target{.name = "gpu", .machine = Machine::Gpu};
  // Threads are many and each is slow: a row is worth a block of them much earlier than a core's
  // time.
  target.flatten.enough_outer = 1 << 16;
  target.flatten.enough_unknown = 1 << 13;
  target.flatten.small_work = 256;
  target.flatten.small_row = 256;
  target.flatten.balanced_shares = 1 << 13;
  // The arrays of the host are in the memory of the device, and threads have small stacks.
  target.stack.host = {.frame_array = 0, .frame = 0, .small_array = 0};
  target.stack.task = {.frame_array = 1024, .frame = 4096, .small_array = 0};
  return target;
}

Target small_target() {
  Target target = cpu_target();
  target.name = "small";
  target.flatten.all = true;
  target.flatten.small_inner = 0;
  return target;
}

Target small_gpu_target() {
  Target target = gpu_target();
  target.name = "gpu-small";
  target.flatten.enough_outer = 64;
  target.flatten.enough_unknown = 8;
  target.flatten.small_inner = 4;
  target.flatten.small_work = 4;
  target.flatten.small_row = 4;
  target.flatten.balanced_shares = 8;
  target.flatten.deepest = 8;
  return target;
}

std::optional<Target> find_target(std::string_view name) {
  for (Target (*make)() : {cpu_target, gpu_target, small_target, small_gpu_target}) {
    Target target = make();
    if (target.name == name) return target;
  }
  return std::nullopt;
}

}  // namespace planish
