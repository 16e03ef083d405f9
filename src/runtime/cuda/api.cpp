#include "runtime/cuda/api.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

namespace planish::cuda {

std::string Api::text(Code code) const {
  const char* name = nullptr;
  const char* words = nullptr;
  if (error_name(code, &name) != kSuccess || name == nullptr) return fmt::format("error {}", code);
  if (error_text(code, &words) != kSuccess || words == nullptr) return name;
  return fmt::format("{}: {}", name, words);
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
