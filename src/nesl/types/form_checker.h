// Checks forms one after the other, and defines what they define.
#pragma once

#include <unordered_set>
#include <vector>

#include "nesl/syntax/ast.h"
#include "nesl/types/context.h"
#include "nesl/types/infer.h"
#include "nesl/types/outside.h"

namespace planish::nesl {

class FormChecker {
 public:
  explicit FormChecker(Context& context) : context_(context) {}

  // A form of the program, with its number. Loads are the caller's business.
  void check(Form& form);
  // Gives a definition of the prelude, or a built-in, its scheme.
  void check_prelude(Definition* definition);
  void check_prelude_datatype(DatatypeForm& form) { check_datatype(form, Origin::Prelude); }
  // A definition of another language, whose file is loaded at a place.
  void define_outside(const OutsideDefinition& given, Loc load_loc);
  // Reports what was declared and not defined.
  void finish();

 private:
  void check_function(FunctionForm& form);
  // The type of a function's form in the inferrer: its argument and its result.
  struct FunctionType {
    const Type* argument;
    const Type* result;
  };
  FunctionType infer_function(FunctionForm& form, Inferrer& inferrer, Definition* owner,
                              Origin origin);
  const Type* read_annotation(const FunctionForm& form, Inferrer& inferrer, Origin origin);
  // The definition of this name that has the scheme, or null.
  Definition* replaced(Name name, const Scheme& scheme, DefinitionKind kind) const;
  void check_defaults(const FunctionForm& form);
  void warn_hidden(Ident name, const Scheme& scheme);
  void define_function(FunctionForm& form, Inferrer& inferrer, Definition* provisional,
                       FunctionType type);
  void check_builtin(Definition* definition);
  void check_datatype(DatatypeForm& form, Origin origin);
  void check_bind(BindForm& form);
  void define_value(BindForm& form, Variable* variable, const Scheme& scheme);
  bool can_generalise(const BindForm& form, const Type* type) const;
  bool same(const Scheme& a, const Scheme& b) const;
  void set_function_scheme(Definition* definition, const Type* argument, const Type* result,
                           Unifier& unifier);

  Context& context_;
  std::unordered_set<Name> warned_;
};

}  // namespace planish::nesl
