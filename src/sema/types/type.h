// Types and sizes of the language, as the checker knows them.
//
// Both are immutable and live in the arena of a TypeTable, which makes them. Abbreviations are
// always expanded. Sizes are hash-consed: two sizes without metavariables are equal iff their
// pointers are. Tuples are records whose fields are named 0, 1, …
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "support/loc.h"
#include "support/name.h"
#include "support/prim.h"

namespace planish {

struct ValueSymbol;
struct TypeSymbol;
struct SizeMeta;
struct Type;

// A set of primitive types.
using PrimSet = uint16_t;
constexpr PrimSet prim_set(Prim prim) { return static_cast<PrimSet>(1u << static_cast<int>(prim)); }
inline constexpr PrimSet kSignedPrims = 0b0000'0000'1111;
inline constexpr PrimSet kUnsignedPrims = 0b0000'1111'0000;
inline constexpr PrimSet kIntPrims = kSignedPrims | kUnsignedPrims;
inline constexpr PrimSet kFloatPrims = 0b0111'0000'0000;
inline constexpr PrimSet kNumPrims = kIntPrims | kFloatPrims;
inline constexpr PrimSet kBoolPrim = 0b1000'0000'0000;
inline constexpr PrimSet kAllPrims = kNumPrims | kBoolPrim;

// Types and sizes share their parts: after ten times `let xs = xs ++ xs` the size of xs has a
// thousand parts when it is written out, and ten that differ. Walks through sizes look at each of
// those once (type_walk.h). Types are walked through as trees; those that are larger than
// kLargestType are refused.
inline constexpr uint32_t kMaxWeight = 1u << 30;
inline constexpr uint32_t kLargestType = 1u << 20;
constexpr uint32_t joint_weight(uint32_t a, uint32_t b) {
  return a + b < kMaxWeight ? a + b : kMaxWeight;
}

// ---- Sizes

enum class SizeKind : uint8_t {
  Const,
  Var,      // a value of the program: a size parameter, a local name, an unknown size, …
  Meta,     // to be found by inference
  Term,     // an expression over other sizes
  Varying,  // `?`: differs from row to row
};

enum class SizeOp : uint8_t {
  Apply,    // args[0] is the function or operator, the rest its arguments
  Project,  // field `label` of args[0]
  Index,    // args[0][args[1], …]
  Tuple,
  Record,  // `label` is the interned list of field names
  Array,
  Constr,  // `label` is the constructor
  Negate,
  Not,
  Literal,  // of another type than i64; `label` is its text
  Opaque,   // an expression that is equal only to itself; `value` is its number, `label` its text
};

struct Size {
  SizeKind kind;
  SizeOp op{};
  bool has_meta = false;
  bool has_var = false;
  uint32_t weight = 1;         // how many parts it has when it is written out; at most kMaxWeight
  int64_t value = 0;           // Const, Opaque
  ValueSymbol* var = nullptr;  // Var
  SizeMeta* meta = nullptr;    // Meta
  Name label;                  // Term
  std::span<const Size* const> args;  // Term
};

// ---- Types

enum class TypeKind : uint8_t {
  Error,  // the type of what was already reported; equal to everything
  Prim,
  Record,
  Sum,
  Array,
  Arrow,
  Named,  // a type parameter or an abstract type, applied to its arguments
  Meta,   // to be found by inference; never in a checked program
};

// What can be found somewhere inside a type, so that walks over types can stop early.
enum TypeFlags : uint8_t {
  kHasMeta = 1,      // a type metavariable
  kHasSizeMeta = 2,  // a size with a metavariable
  kHasNamed = 4,     // a Named type
  kHasDim = 8,       // an array or another place with a size
  kHasSizeVar = 16,  // a size that mentions a variable
  kHasArrow = 32,
  kHasUnique = 64,    // a part marked unique, outside of function types
  kHasVarying = 128,  // a `?` dimension
};

struct Type {
  TypeKind kind;
  uint8_t flags = 0;
  // The `*` of parameter and result types. Distributed over records and sums: only arrays and named
  // types (and metavariables) carry it.
  bool unique = false;
  // How many types it is made of when it is written out, a metavariable being one; at most
  // kMaxWeight.
  uint32_t weight = 1;
};

struct PrimType : Type {
  static constexpr TypeKind K = TypeKind::Prim;
  Prim prim{};
};
struct Field {
  Name name;
  const Type* type = nullptr;
};
// Fields are in order of their names: numbers first, by value, then by text.
struct RecordType : Type {
  static constexpr TypeKind K = TypeKind::Record;
  std::span<const Field> fields;
  bool tuple = false;  // the fields are named 0, 1, …, n-1 and n is not 1
};
struct Constructor {
  Name name;
  std::span<const Type* const> args;
};
// Constructors are in order of their texts.
struct SumType : Type {
  static constexpr TypeKind K = TypeKind::Sum;
  std::span<const Constructor> constructors;
};
struct ArrayType : Type {
  static constexpr TypeKind K = TypeKind::Array;
  const Size* dim = nullptr;  // null: not looked at yet (while types are inferred without sizes)
  const Type* elem = nullptr;
};
struct ArrowType : Type {
  static constexpr TypeKind K = TypeKind::Arrow;
  ValueSymbol* binder =
      nullptr;  // the parameter's name, which sizes in the result may mention; may be null
  bool consumes = false;                 // the argument is consumed
  const Type* param = nullptr;           // without uniqueness
  std::span<ValueSymbol* const> exists;  // sizes that a call brings into existence
  const Type* result = nullptr;          // may carry uniqueness
};
struct TypeArg {
  const Type* type = nullptr;  // null: a size argument
  const Size* size = nullptr;
};
struct NamedType : Type {
  static constexpr TypeKind K = TypeKind::Named;
  TypeSymbol* symbol = nullptr;
  std::span<const TypeArg> args;
};

// What is known of a type that is still to be found.
struct MetaType : Type {
  static constexpr TypeKind K = TypeKind::Meta;
  mutable const Type* link = nullptr;  // the solution (maybe another metavariable)
  mutable PrimSet prims = 0;           // not 0: one of these primitive types
  mutable bool unlifted = false;       // may not be or hold a function
  mutable bool wrong = false;          // has to equal what was reported as wrong
  mutable int level = 0;
  mutable std::span<const Field> fields;              // a record with at least these fields
  mutable std::span<const Constructor> constructors;  // a sum with at least these constructors
  Loc loc;                                            // what it is the type of
  uint32_t id = 0;
};

template <class T>
const T* as(const Type* type) {
  return type->kind == T::K ? static_cast<const T*>(type) : nullptr;
}

}  // namespace planish
