#include "runtime/device/constants.h"

#include <cstring>

namespace planish::device {

DeviceConstants::~DeviceConstants() {
  if (table_ != nullptr) driver_.free(table_);
}

Result DeviceConstants::update(std::span<const planish_slot> now) {
  if (now.empty()) return {};
  if (now.size() == known_.size() && std::memcmp(now.data(), known_.data(), now.size_bytes()) == 0)
    return {};
  const auto bytes = static_cast<int64_t>(now.size_bytes());
  if (now.size() > known_.size()) {
    void* table = nullptr;
    Result made = driver_.allocate(bytes, &table);
    if (!made.is_good()) return made;
    if (table_ != nullptr) driver_.free(table_);
    table_ = static_cast<planish_slot*>(table);
  }
  known_.assign(now.begin(), now.end());
  return driver_.copy_to_device(table_, now.data(), bytes);
}

}  // namespace planish::device
