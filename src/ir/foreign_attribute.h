// What the attribute `foreign` of a function says.
//
//   #[foreign(cpu, my_dot, serial, cost(50), lifted(my_dots))]
#pragma once

#include <optional>
#include <string_view>

#include "ir/program.h"

namespace planish::ir {

struct ForeignAttribute {
  std::string_view machine;  // "cpu", "cuda"
  std::string_view symbol;
  std::string_view lifted;  // does it for all rows; empty: there is none
  ForeignUse use = ForeignUse::Pure;
  uint32_t cost = 0;  // in nanoseconds; 0: not said
};

// Of the text of an attribute, without `#[` and `]`. Nothing: it is another one, or says something
// else.
std::optional<ForeignAttribute> foreign_attribute(std::string_view text);
// That of a function for a machine; nothing: it has none.
std::optional<ForeignAttribute> foreign_attribute(const Storage& storage, const Function& fn,
                                                  std::string_view machine);
// The attributes without those.
std::span<const Attribute> without_foreign(Storage& storage, std::span<const Attribute> attributes);

}  // namespace planish::ir
