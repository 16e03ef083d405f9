// Interned identifiers: comparing two names is comparing two integers.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "support/arena.h"

namespace planish {

struct Name {
  uint32_t id = 0;  // 0: no name

  explicit operator bool() const { return id != 0; }
  friend bool operator==(Name, Name) = default;
  friend auto operator<=>(Name, Name) = default;
};

class Interner {
 public:
  Interner();

  Name intern(std::string_view text);
  // Names of tuple fields: "0", "1", …
  Name number(uint32_t n);
  std::string_view text(Name name) const { return texts_[name.id]; }
  // One more than the largest id handed out.
  uint32_t count() const { return static_cast<uint32_t>(texts_.size()); }

 private:
  void grow();

  Arena arena_;
  std::vector<std::string_view> texts_;  // by id
  std::vector<uint32_t> hashes_;         // by id
  std::vector<uint32_t> table_;          // open addressing; 0: free
  std::vector<Name> numbers_;
};

}  // namespace planish

template <>
struct std::hash<planish::Name> {
  size_t operator()(planish::Name name) const { return name.id * size_t{0x9E3779B97F4A7C15}; }
};
