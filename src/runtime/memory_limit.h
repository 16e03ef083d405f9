// How much memory a program may take, as users say it, and counting what reading its inputs takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace planish::runtime {

struct MemoryLimit {
  int64_t bytes = -1;   // negative: none in bytes
  int32_t percent = 0;  // of the memory that there is; 0: none in percent

  bool is_set() const { return bytes >= 0 || percent > 0; }
  // In bytes, where there is so much memory; -1: there is no limit.
  int64_t of(int64_t memory) const;
};

// "4096", "64M", "2G", "50%"; nothing: it is something else.
std::optional<MemoryLimit> parse_memory_limit(std::string_view text);
// The same text back, or an equal one.
std::string limit_text(const MemoryLimit& limit);
inline constexpr const char* kMemoryLimitForms = "such as 4096, 64M, 2G or 50%";

// Inputs take more than the limit allows.
class LimitReached : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What is held while inputs are read. Throws LimitReached where that becomes too much.
class MemoryBudget {
 public:
  // In bytes; negative: no limit.
  explicit MemoryBudget(int64_t limit = -1) : limit_(limit) {}

  void take(size_t bytes);
  void give_back(size_t bytes) { used_ -= static_cast<int64_t>(bytes); }
  int64_t limit() const { return limit_; }

 private:
  int64_t limit_;
  int64_t used_ = 0;
};

// From here on the C library keeps blocks of the size of chunks that are freed, instead of giving them
// back to the system, which would have to clear them for the next chunk. Not if there is a limit of
// memory (negative: there is none). For processes that are ours: it holds for all of one.
void keep_freed_memory(int64_t limit);

}  // namespace planish::runtime
