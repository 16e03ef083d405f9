// The functions that lowering makes itself; everything else is in prelude/nesl.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace planish::nesl {

enum class Builtin : uint8_t {
#define BUILTIN(id, name, type, effect, documentation) id,
#include "nesl/types/builtins.def"
};

enum class Effect : uint8_t {
  Pure,
  Random,  // uses random numbers
  Serial,  // talks to the world: only at host level, never in an apply-to-each
};

struct BuiltinInfo {
  Builtin id;
  std::string_view name;
  std::string_view type;
  Effect effect;
  std::string_view documentation;
};
std::span<const BuiltinInfo> all_builtins();  // by id
inline const BuiltinInfo& info(Builtin id) { return all_builtins()[static_cast<size_t>(id)]; }

}  // namespace planish::nesl
