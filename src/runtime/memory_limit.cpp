#include "runtime/memory_limit.h"

#include <fmt/format.h>
#include <malloc.h>

#include <charconv>

namespace planish::runtime {

int64_t MemoryLimit::of(int64_t memory) const {
  if (bytes >= 0) return bytes;
  return percent > 0 ? memory / 100 * percent : -1;
}

std::optional<MemoryLimit> parse_memory_limit(std::string_view text) {
  int64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit = text.substr(static_cast<size_t>(stop - text.data()));
  if (error != std::errc() || number < 0) return std::nullopt;
  if (unit.empty()) return MemoryLimit{.bytes = number};
  if (unit == "%") {
    if (number < 1 || number > 100) return std::nullopt;
    return MemoryLimit{.percent = static_cast<int32_t>(number)};
  }
  constexpr std::string_view kUnits = "KMGT";
  const size_t power = kUnits.find(unit.front());
  if (unit.size() != 1 || power == kUnits.npos) return std::nullopt;
  const size_t bits = 10 * (power + 1);
  if (number > INT64_MAX >> bits) return std::nullopt;
  return MemoryLimit{.bytes = number << bits};
}

std::string limit_text(const MemoryLimit& limit) {
  return limit.bytes >= 0 ? fmt::format("{}", limit.bytes) : fmt::format("{}%", limit.percent);
}

void keep_freed_memory(int64_t limit) {
  constexpr int kMostKept = 64 << 20;
  constexpr int kLargestBlock = 32 << 20;  // of those that malloc may keep
  if (limit >= 0) return;
  mallopt(M_TRIM_THRESHOLD, kMostKept);
  mallopt(M_MMAP_THRESHOLD, kLargestBlock);
}

void MemoryBudget::take(size_t bytes) {
  used_ += static_cast<int64_t>(bytes);
  if (limit_ < 0 || used_ <= limit_) return;
  throw LimitReached(
      fmt::format("out of memory: reading the inputs needs {} bytes more; {} of the limit of {} "
                  "bytes are in use",
                  bytes, used_ - static_cast<int64_t>(bytes), limit_));
}

}  // namespace planish::runtime
