// What there is to say about an entry point that runs on a GPU: its kernels, what the host waits
// for, and what is copied so that threads read side by side.
#pragma once

#include <unordered_map>
#include <vector>

#include "codegen/codegen.h"
#include "driver/explain/causes.h"
#include "driver/explain/facts.h"
#include "driver/explain/work_estimate.h"

namespace planish::explain {

// The kernels of a program by the operators that they belong to.
class KernelFacts {
 public:
  // For a device with so many threads in a block.
  KernelFacts(const std::vector<codegen::KernelInfo>& kernels, int64_t threads);

  bool empty() const { return kernels_.empty(); }
  const std::vector<Kernel>& of(const ir::Stm& stm) const;

 private:
  std::unordered_map<const ir::Stm*, std::vector<Kernel>> kernels_;
};

// Of the entry point in FLAT and all that it calls.
DeviceFacts device_facts(const Context& cx, const ir::Function& flat);

// "an element"
std::string_view wait_words(HostWait wait);

// Adds what the first lines say.
void add_to_summary(const Context& cx, const DeviceFacts& device, Summary& summary);
// Kernels of one thread, and loops in which the host waits.
void find_device_causes(const Context& cx, const DeviceFacts& device, std::vector<Cause>& causes);

}  // namespace planish::explain
