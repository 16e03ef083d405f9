#include "sema/modules/hidden_values.h"

#include <unordered_set>

#include "sema/types/type_walk.h"

namespace planish {
namespace {

// Calls on_value for every value that a module and its parts hold, and on_type for every type in
// it.
template <class OnValue, class OnType>
class ModuleWalk {
 public:
  ModuleWalk(OnValue on_value, OnType on_type) : on_value_(on_value), on_type_(on_type) {}

  void walk(const Module& module) {
    if (!seen_.insert(&module).second) return;
    if (module.functor != nullptr) {
      walk(module.functor->param);
      walk(module.functor->result);
      return;
    }
    for (auto [name, value] : module.env->values) {
      on_value_(value);
      on_type_(value->type);
    }
    for (auto [name, type] : module.env->types) {
      if (type->kind == TypeSymbolKind::Abbreviation) on_type_(type->definition);
    }
    for (auto [name, inner] : module.env->modules) walk(*inner);
    for (auto [name, mod_type] : module.env->mod_types) walk(mod_type->type);
  }

 private:
  void walk(const ModType& type) {
    for (ValueSymbol* value : type.hidden) on_value_(value);
    walk(*type.shape);
  }

  OnValue on_value_;
  OnType on_type_;
  std::unordered_set<const Module*> seen_;
};

// Other kinds of symbols are bound by the type that mentions them.
bool may_be_hidden(ValueKind kind) {
  return kind == ValueKind::Def || kind == ValueKind::Spec || kind == ValueKind::UnknownSize;
}

}  // namespace

std::vector<ValueSymbol*> hidden_values(const Module& module, uint32_t first_id) {
  std::vector<ValueSymbol*> mentioned;
  std::unordered_set<const ValueSymbol*> known;
  ModuleWalk(
      [](const ValueSymbol*) {},
      [&](const Type* type) {
        for_each_size(type, InFunctions::Visit, [&](const Size* size) {
          for_each_part(size, [&](const Size* part) {
            ValueSymbol* var = part->var;
            if (part->kind != SizeKind::Var || var->id < first_id || !may_be_hidden(var->kind))
              return;
            if (known.insert(var).second) mentioned.push_back(var);
          });
        });
      })
      .walk(module);
  if (mentioned.empty()) return mentioned;
  known.clear();
  ModuleWalk([&](const ValueSymbol* value) { known.insert(value); }, [](const Type*) {})
      .walk(module);
  std::erase_if(mentioned, [&](const ValueSymbol* value) { return known.contains(value); });
  return mentioned;
}

}  // namespace planish
