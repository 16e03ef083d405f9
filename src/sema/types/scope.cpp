#include "sema/types/scope.h"

namespace planish {

void Scope::open(const Env& env) {
  for (auto [name, type] : env.types) bind(name, type);
  for (auto [name, module] : env.modules) bind(name, module);
  for (auto [name, value] : env.values) bind(name, value);
  for (auto [name, mod_type] : env.mod_types) bind(name, mod_type);
}

void Scope::all_names(std::vector<Name>& terms, std::vector<Name>& types) const {
  for (uint32_t id = 0; id < terms_.current.size(); id++) {
    if (terms_.current[id]) terms.push_back({id});
  }
  for (uint32_t id = 0; id < types_.current.size(); id++) {
    if (types_.current[id] != nullptr) types.push_back({id});
  }
}

}  // namespace planish
