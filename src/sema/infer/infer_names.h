// What names stand for, and the names that are bound.
#pragma once

#include "sema/infer/type_variables.h"

namespace planish {

class InferNames : public TypeVariables {
 public:
  using TypeVariables::TypeVariables;

  ValueSymbol* lookup_value(const ast::QualName& name, std::span<const ast::Ident>* fields);
  // Names bound from now on must be different from each other, until the next call.
  void begin_names() { first_name_id_ = types_.next_id(); }
  ValueSymbol* bind_name(Name name, Loc loc, ValueKind kind, const Type* type);
  bool self_used() const { return self_used_; }  // by the definition itself

 private:
  // Defined where declarations are checked: modules/val_decl.cpp.
  ValueSymbol* forward_reference(Name name);
  void note_later_definition(Name name);

  uint32_t first_name_id_ = 0;
  bool self_used_ = false;
};

}  // namespace planish
