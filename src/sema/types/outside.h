// Definitions of other languages that programs import.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sema/types/type.h"
#include "support/source.h"
#include "syntax/ast.h"

namespace planish {

struct SemaContext;
struct ValueSymbol;

// What is known of a symbol that stands for a function or a
// constant of another language.
struct OutsideValue {
  uint32_t number = 0;  // for lowering: values/outside.h
  // What each type parameter may stand for: these scalars; 0: what has no `foreign_part`.
  std::span<const PrimSet> classes;
  std::string_view refused;  // why it cannot be used here; empty: it can
};

// One definition of such a file.
struct OutsideDefinition {
  Name name;
  Loc loc;  // of the name
  // Of a function, what stands after its name in a module type: "[n] 'a : [n]a -> []a". Of a constant, its
  // type: "[]i64".
  std::string type;
  bool is_constant = false;
  OutsideValue value;
};
struct OutsideType {
  Name name;
  Loc loc;
  std::string definition;  // "(f64, f64)"
};
struct OutsideFile {
  bool incomplete = false;  // something in it is wrong, which was reported
  std::vector<OutsideType> types;
  std::vector<OutsideDefinition> values;
};

class OutsideFiles {
 public:
  // Is this a file of another language?
  virtual bool takes(const SourceFile& file) const = 0;
  // Checks the file and what it imports, and reports what is wrong in the terms of its language. No
  // file is asked for while it is being checked.
  virtual const OutsideFile& check(const SourceFile& file) = 0;

  // Of each symbol for a definition of such a file. Null: it is none.
  void add(const ValueSymbol* symbol, const OutsideValue& value) { values_[symbol] = value; }
  const OutsideValue* find(const ValueSymbol& symbol) const {
    const auto found = values_.find(&symbol);
    return found == values_.end() ? nullptr : &found->second;
  }

 protected:
  ~OutsideFiles() = default;

 private:
  std::unordered_map<const ValueSymbol*, OutsideValue> values_;
};

// Null: the symbol is no definition of another language.
const OutsideValue* outside_value(const SemaContext& cx, const ValueSymbol& symbol);

// The scalars that all languages have.
inline constexpr PrimSet kPlainPrims =
    prim_set(Prim::I64) | prim_set(Prim::F64) | prim_set(Prim::U8) | prim_set(Prim::Bool);
// The first part of a type that is not made of these as arrays, tuples and records. Null: there is none.
const Type* foreign_part(const Type* type);

// Reports a definition of another language that cannot be used in this one. False: it can, or is none.
bool report_refused(SemaContext& cx, const ast::QualName& name, const ValueSymbol& symbol);

}  // namespace planish
