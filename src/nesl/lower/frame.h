// What is known of the function whose code is being made.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>

#include "nesl/lower/layouts.h"
#include "nesl/syntax/ast.h"

namespace planish::nesl {

struct Frame {
  std::span<const Type* const> type_args;  // of the instance
  uint32_t form = 0;                       // whose bodies of definitions are used
  std::unordered_map<const Variable*, const AtomTree*> variables = {};
  // Of random numbers, where there are any: Note [Keys of random numbers] in random.h. What follows
  // has the next number.
  std::optional<Atom> key = {};
  uint32_t sites = 0;
};

}  // namespace planish::nesl
