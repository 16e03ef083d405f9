// Makes types. Types without metavariables are made once: equal ones are equal pointers.
#pragma once

#include <span>
#include <unordered_set>

#include "nesl/types/type.h"
#include "support/arena.h"

namespace planish::nesl {

class TypeTable {
 public:
  explicit TypeTable(Arena& arena);

  const Type* int_type() const { return int_; }
  const Type* float_type() const { return float_; }
  const Type* char_type() const { return char_; }
  const Type* bool_type() const { return bool_; }
  const Type* error() const { return error_; }
  const Type* vector(const Type* element);
  const Type* pair(const Type* first, const Type* second);
  const Type* data(const Datatype* datatype, std::span<const Type* const> args);
  const Type* function(const Type* argument, const Type* result, const Type* site);
  const Type* site(const Definition* definition, std::span<const Type* const> args);
  const Type* site(const Lambda* lambda, std::span<const Type* const> args);
  const Type* param(uint32_t number);

  // The type with `args` in place of the parameters.
  const Type* substitute(const Type* type, std::span<const Type* const> args);
  // The type of what is in a datatype: its content at its arguments.
  const Type* content(const Type* data);
  // A type that equals the given one, from this table. `type` itself is on the caller's stack.
  const Type* make(const Type& type);

  Arena& arena() { return arena_; }

 private:
  struct Hash {
    size_t operator()(const Type* type) const;
  };
  struct Equal {
    bool operator()(const Type* a, const Type* b) const;
  };

  Arena& arena_;
  std::unordered_set<const Type*, Hash, Equal> types_;
  uint32_t next_number_ = 0;
  const Type* int_;
  const Type* float_;
  const Type* char_;
  const Type* bool_;
  const Type* error_;
};

}  // namespace planish::nesl
