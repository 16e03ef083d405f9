// Types of NESL. Types without metavariables are made once (TypeTable): equal ones are equal
// pointers.
#pragma once

#include <cstdint>
#include <span>

#include "support/loc.h"
#include "support/name.h"

namespace planish::nesl {

struct Type;
struct Definition;
struct Lambda;
struct DatatypeForm;

// A set of types, as bits: what a type variable may stand for.
enum class TypeClass : uint8_t {
  None = 0,
  Int = 1,
  Float = 2,
  Char = 4,
  Bool = 8,
  Number = Int | Float,
  Logical = Int | Bool,
  Ordinal = Int | Float | Char,
  Scalar = Int | Float | Char | Bool,
  Any = 31,  // also vectors, pairs, datatypes and functions
};
constexpr TypeClass operator&(TypeClass a, TypeClass b) {
  return static_cast<TypeClass>(static_cast<uint8_t>(a) & static_cast<uint8_t>(b));
}

enum class TypeKind : uint8_t {
  Int,
  Float,
  Char,
  Bool,
  Vector,    // of `first`
  Pair,      // of `first` and `second`
  Data,      // `datatype` at `args`
  Function,  // from `first` to `second`; `site` says which function
  Site,      // which function: `definition` or `lambda`, at `args`. Only below Function
  Param,     // the parameter `number` of the definition in whose tree or scheme it stands
  Meta,      // to be found; only while a form is checked
  Error,     // something was reported here
};

// Types with so many parts, written out, are errors.
inline constexpr uint32_t kHugeType = 1u << 20;

struct Type {
  TypeKind kind;
  bool ground = false;      // has no Param, Meta or Error in it
  bool functional = false;  // has a function in it
  uint32_t number = 0;      // Param, Meta: which. Otherwise unique to the type
  uint32_t size = 1;        // how many parts it has, written out; at most kHugeType
  const Type* first = nullptr;
  const Type* second = nullptr;
  const Type* site = nullptr;  // of a Function: a Site, or a Param or Meta that stands for one
  const struct Datatype* datatype = nullptr;
  // A Site has one of both; args are for the parameters of the definition's scheme, or for those of
  // the definition that the closure stands in (Lambda::owner).
  const Definition* definition = nullptr;
  const Lambda* lambda = nullptr;
  std::span<const Type* const> args = {};
};

struct TypeParam {
  TypeClass type_class = TypeClass::Any;
  bool is_site = false;  // stands for a Site, not for a type
  Name name;             // the user's, if there was one
};

// A type with parameters: `type` mentions them as TypeKind::Param.
struct Scheme {
  const Type* type = nullptr;
  std::span<const TypeParam> params;
};

// A datatype has one constructor of the same name. Its values are those of `content`.
struct Datatype {
  Name name;
  Loc loc;
  std::span<const TypeParam> params;
  const Type* content = nullptr;
  Definition* constructor = nullptr;
  const DatatypeForm* form = nullptr;
};

}  // namespace planish::nesl
