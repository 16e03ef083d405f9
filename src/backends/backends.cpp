// The one list of backends.
#include <array>

#include "backends/backend.h"

namespace planish {

std::span<const Backend* const> all_backends() {
  static const std::array all = {&cpu_backend(), &interp_backend(), &cuda_backend(),
                                 &gpu_emulator_backend()};
  return all;
}

const Backend* find_backend(std::string_view name) {
  for (const Backend* backend : all_backends()) {
    if (backend->name() == name) return backend;
  }
  return nullptr;
}

}  // namespace planish
