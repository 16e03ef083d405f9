#include "nesl/types/builtin.h"

namespace planish::nesl {

namespace {

constexpr BuiltinInfo kBuiltins[] = {
#define BUILTIN(id, name, type, effect, documentation) \
  {Builtin::id, name, type, Effect::effect, documentation},
#include "nesl/types/builtins.def"
};

}  // namespace

std::span<const BuiltinInfo> all_builtins() { return kBuiltins; }

}  // namespace planish::nesl
