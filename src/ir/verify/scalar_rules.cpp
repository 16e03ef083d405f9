#include "ir/verify/scalar_rules.h"

namespace planish::ir {

void ScalarRules::check(const Same& n) { same_as(n.value); }

void ScalarRules::check(const Opaque& n) { same_as(n.value); }

void ScalarRules::check(const Trace& n) { same_as(n.value); }

void ScalarRules::check(const Tuning& n) {
  same_as(n.value);
  gives_one(Prim::I64);
  if (n.compared.size() > 1) error(Rule::Types, "a threshold is compared with one value");
  for (const Atom& value : n.compared) is_scalar(value, Prim::I64, "compared value");
}

void ScalarRules::check(const Unary& n) {
  const Type* x = type(n.x);
  if (!x->is_scalar() || !takes(n.op, x->elem)) {
    return error(Rule::Types, word() + " does not work on " + text(n.x) + " of type " + text(x));
  }
  gives_one(result_of(n.op, x->elem));
}

void ScalarRules::check(const Binary& n) {
  const Type* x = type(n.x);
  if (!x->is_scalar() || !takes(n.op, x->elem)) {
    return error(Rule::Types, word() + " does not work on " + text(n.x) + " of type " + text(x));
  }
  is_scalar(n.y, n.op == BinaryOp::Ldexp ? Prim::I32 : x->elem, "second operand");
  gives_one(result_of(n.op, x->elem));
}

void ScalarRules::check(const Ternary& n) {
  const Type* x = type(n.x);
  if (!x->is_scalar() || !takes(n.op, x->elem)) {
    return error(Rule::Types, word() + " does not work on " + text(n.x) + " of type " + text(x));
  }
  is_scalar(n.y, x->elem, "second operand");
  is_scalar(n.z, x->elem, "third operand");
  gives_one(result_of(n.op, x->elem));
}

void ScalarRules::check(const Convert& n) {
  if (!binds(1)) return;
  for (const Type* t : {type(n.value), storage_.type(state_.pattern[0])}) {
    if (!t->is_scalar() || t->elem == Prim::Unit) {
      error(Rule::Types, "convert does not work on type " + text(t));
    }
  }
}

void ScalarRules::check(const FromBits& n) {
  is_scalar(n.bits, Prim::U64, "operand");
  if (!binds(1)) return;
  const Type* t = storage_.type(state_.pattern[0]);
  if (!t->is_scalar() || !is_float(t->elem)) {
    error(Rule::Types, "from_bits does not give type " + text(t));
  }
}

}  // namespace planish::ir
