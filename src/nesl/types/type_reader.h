// Types as written to types.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "nesl/syntax/ast.h"
#include "nesl/types/environment.h"
#include "nesl/types/unifier.h"

namespace planish::nesl {

// What stands for the names in a type that are no types.
enum class TypeVariables : uint8_t {
  Metas,   // each a metavariable, the same for the same name
  Params,  // parameters of a datatype: they have to be in the context
  None,    // there are none, as in `[] type`
};

class TypeReader {
 public:
  TypeReader(Environment& environment, Unifier& unifier, Interner& names, Diagnostics& diags,
             Origin origin, TypeVariables variables)
      : environment_(environment),
        unifier_(unifier),
        names_(names),
        diags_(diags),
        origin_(origin),
        variables_(variables) {}

  // The Error type, with a report, where it means nothing.
  const Type* read(const TypeAnnotation& annotation);
  const Type* read(const TypeExpr* type);
  // The datatype that is being defined, which its content must not mention.
  void defining(Ident datatype) { defining_ = datatype; }
  // With TypeVariables::Params: those of the context, in order.
  std::span<const TypeParam> params() const { return params_; }

 private:
  struct Known {
    Name name;
    const Type* type;
  };

  void read_context(std::span<const ClassConstraint> context);
  const Type* read_name(const NameType& type);
  const Type* read_data(const NameType& type, const Datatype& datatype);
  const Type* variable(const NameType& type);
  const Type* unknown(const NameType& type);

  Environment& environment_;
  Unifier& unifier_;
  Interner& names_;
  Diagnostics& diags_;
  Origin origin_;
  TypeVariables variables_;
  Ident defining_;
  std::vector<Known> known_;
  std::vector<TypeParam> params_;
};

}  // namespace planish::nesl
