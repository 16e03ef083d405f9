// Types as text of NESL.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nesl/types/type.h"
#include "support/name.h"

namespace planish::nesl {

class Unifier;

// `number`, `ordinal`, …; empty for a class that has no name.
std::string_view class_name(TypeClass type_class);
// The class with this name; None: there is none.
TypeClass class_named(std::string_view name);
// `int, float`
std::string class_members(TypeClass type_class);
// `numbers (int, float)`
std::string class_description(TypeClass type_class);

// `[a] -> [a] :: (a in ordinal)`. A pair at the top has no parentheses.
std::string scheme_text(const Scheme& scheme, const Interner& names);

// Variables of types that are written together have the same letters.
class TypeWriter {
 public:
  // With a unifier, types may be open.
  explicit TypeWriter(const Interner& names, const Unifier* unifier = nullptr)
      : names_(names), unifier_(unifier) {}

  // A pair has no parentheses.
  std::string top(const Type* type);
  // A pair has parentheses.
  std::string part(const Type* type);
  // What has been written for a parameter: `a`.
  std::string letter(const Type* variable);

 private:
  // What binds tighter than what stands around it needs no parentheses.
  enum class Around : uint8_t { Nothing, PairLeft, ArrowLeft, ArrowRight, Everything };
  void write(std::string& out, const Type* type, Around around);
  void write_data(std::string& out, const Type* type);

  const Interner& names_;
  const Unifier* unifier_;
  std::vector<const Type*> variables_;
};

}  // namespace planish::nesl
