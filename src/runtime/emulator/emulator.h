// A device that is emulated on the CPU, small, so that small tests cross all limits of devices.
//
// Options of the environment: PLANISH_EMULATOR holds words NAME=NUMBER with commas between them.
//   seed             of the order in which threads run
//   protect          0: host code may touch memory of the device (Note [Closed memory])
//   fail_allocation  n: the n-th allocation from now on fails, as if there were no memory
//   fail_launch      n: the n-th launch from now on is refused
//   fault            n: the n-th launch from now on has a fault, and so all that follows fails
//   memory           bytes of the device
//   move_all         1: arrays are on the device only while they are worked with (Note [Eviction] in
//                    device/residence.h), so that a kernel which is not known to work with one has a fault
//   forget_barrier   n: to --races, the n-th barrier of a block is none, as if the kernel had forgotten it
//   forget_acquire   the same for the n-th acquiring load that sees what was released
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/device/driver.h"
#include "runtime/emulator/races.h"
#include "runtime/emulator/region.h"
#include "runtime/kernels/sizes.h"

namespace planish::emulator {

inline constexpr int32_t kBlockThreads = kernels::kEmulatedThreads;

struct EmulatorOptions {
  uint64_t seed = 1;
  Protection protection = Protection::On;
  int64_t fail_allocation = 0;  // 0: none does
  int64_t fail_launch = 0;
  int64_t fault = 0;
  int64_t memory_bytes = int64_t{16} << 30;
  bool move_all = false;
  int32_t blocks_alive = 3;
  ForgottenOrder forgotten = {};
};

// Gives what is wrong with the text, or nothing.
std::string read_options(const std::string& text, EmulatorOptions& options);

std::unique_ptr<device::Driver> make_emulator(const EmulatorOptions& options);

}  // namespace planish::emulator
