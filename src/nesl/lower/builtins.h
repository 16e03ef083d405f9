// Code for the functions of builtins.def.
#pragma once

#include "nesl/lower/joins.h"
#include "nesl/types/builtin.h"

namespace planish::nesl {

class Lowering;

class Builtins {
 public:
  explicit Builtins(Lowering& lowering);

  // The types are those of the argument and of the result.
  const AtomTree* call(Builtin id, const Type* argument_type, const Type* result_type,
                       const AtomTree* argument);

 private:
  // Null: it is none of them.
  const AtomTree* logic(Builtin id, const AtomTree* argument);
  const AtomTree* arithmetic(Builtin id, const AtomTree* argument);
  const AtomTree* function(Builtin id, Atom x, const AtomTree* argument);
  const AtomTree* conversion(Builtin id, const AtomTree* argument);
  const AtomTree* vector(Builtin id, const Type* type, const AtomTree* argument);
  const AtomTree* reduction(Builtin id, const AtomTree* argument);

  Atom divide(Atom x, Atom y);
  Atom power(Atom x, Atom y);
  Atom integer_root(Atom x);
  Atom to_int(Atom x);
  Atom checked(Atom x, Atom fine, std::string_view what);
  Atom neutral(ir::BinaryOp op, Prim prim);
  const AtomTree* scan(ir::BinaryOp op, const AtomTree* vector);
  const AtomTree* reduce(ir::BinaryOp op, const AtomTree* vector);
  Atom hash(const Type* type, const AtomTree* value);
  const AtomTree* text(const Type* type, const AtomTree* value);

  Lowering& l_;
};

}  // namespace planish::nesl
