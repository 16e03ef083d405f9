// Operations on scalars, and those that give what they take.
#pragma once

#include "ir/verify/type_rules.h"

namespace planish::ir {

class ScalarRules : public TypeRules {
 public:
  using TypeRules::TypeRules;

  void check(const Same& n);
  void check(const Opaque& n);
  void check(const Trace& n);
  void check(const Tuning& n);
  void check(const Unary& n);
  void check(const Binary& n);
  void check(const Ternary& n);
  void check(const Convert& n);
  void check(const FromBits& n);

 private:
  void same_as(const Atom& value) { gives_one(type(value)); }
};

}  // namespace planish::ir
