#include "runtime/cuda/api.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace planish::cuda {

std::string Api::text(Code code) const {
  const char* name = nullptr;
  const char* words = nullptr;
  if (error_name(code, &name) != kSuccess || name == nullptr) return fmt::format("error {}", code);
  if (error_text(code, &words) != kSuccess || words == nullptr) return name;
  return fmt::format("{}: {}", name, words);
}

bool is_fault(Code code) {
  constexpr Code kFaults[] = {
      4,    // the driver is shutting down
      214,  // ECC
      220,  // NVLink
      226,  // contained
      700,  // an illegal address
      702,  // a kernel that ran for too long
      709,  // the context was destroyed
      710,  // an assertion
      714,  // the stack
      715,  // an illegal instruction
      716,  // a misaligned address
      717,  // an address space
      718,  // the program counter
      719,  // a kernel that failed
      721,  // tensor memory
      999,  // unknown
  };
  return std::ranges::find(kFaults, code) != std::end(kFaults);
}

void ask_for_one_queue() { ::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 0); }

std::shared_ptr<const Api> load_api(std::string& error) {
  // Never closed: drivers do not like that.
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    error = "there is no CUDA driver on this machine (libcuda.so.1 cannot be loaded)";
    return nullptr;
  }
  auto api = std::make_shared<Api>();
  const char* missing = nullptr;
  // The names that say a version are kept by all drivers that have come since.
#define PLANISH_CUDA_FIND(member, name, parameters)                            \
  api->member = reinterpret_cast<decltype(api->member)>(dlsym(library, name)); \
  if (api->member == nullptr && missing == nullptr) missing = name;
  PLANISH_CUDA_FUNCTIONS(PLANISH_CUDA_FIND)
#undef PLANISH_CUDA_FIND
  if (missing != nullptr) {
    error = fmt::format("the CUDA driver is too old: it has no function {}", missing);
    return nullptr;
  }
  if (const Code code = api->init(0); code != kSuccess) {
    error = fmt::format("the CUDA driver cannot be used: {}", api->text(code));
    return nullptr;
  }
  return api;
}

}  // namespace planish::cuda
