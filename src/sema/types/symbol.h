// Everything that a name can stand for. Symbols live in the session's arena.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sema/types/type.h"
#include "support/name_map.h"
#include "syntax/ast.h"

namespace planish {

struct Functor;

enum class Liftedness : uint8_t { Unlifted, SizeLifted, Lifted };  // 't  '~t  '^t

// A parameter of a type scheme, type abbreviation or abstract type: exactly one of the two is not
// null.
struct SchemeParam {
  TypeSymbol* type = nullptr;
  ValueSymbol* size = nullptr;
};

enum class TypeSymbolKind : uint8_t {
  Abbreviation,  // stands for `definition`; primitive types are abbreviations too
  Abstract,      // declared by a module type, or built in
  Param,         // a type parameter in scope
};

// Abstract types that the compiler knows.
enum class BuiltInType : uint8_t { None, Accumulator, Sequence };

struct TypeSymbol {
  Name name;
  Loc loc;
  TypeSymbolKind kind{};
  Liftedness liftedness = Liftedness::Unlifted;
  std::span<const SchemeParam> params;
  std::span<ValueSymbol* const>
      exists;  // Abbreviation: sizes that `definition` leaves open, as in `type t = []i32`
  const Type* definition = nullptr;  // Abbreviation
  int level = 0;                     // Param: how deep inside a definition it is bound
  BuiltInType built_in{};
  Name qualified;  // Abstract: the name after the modules that hold it, as in `m.t`; or none
  // Abstract: the type of a module type or parametric module that this one was made from, or null.
  TypeSymbol* origin = nullptr;
  ast::DocComment doc;
  uint32_t id = 0;  // unique in the session
};

enum class ValueKind : uint8_t {
  Def,  // def, let or entry at top level or in a module
  Intrinsic,
  Spec,   // a value that a module type promises
  Param,  // bound by a parameter pattern of a function
  Local,  // bound by let, match, loop or for
  LocalFun,
  SizeParam,    // [n] of a definition, or an inferred one
  ArrowParam,   // a name bound by a function type: (n: i64) -> [n]t, or an existential size
  UnknownSize,  // comes into existence when an expression is evaluated
};

enum class IntrinsicKind : uint8_t {
#define INTRINSIC(K, text) K,
#include "sema/types/intrinsics.def"
};

// Why an unknown size is not known.
enum class UnknownReason : uint8_t {
  None,
  Result,
  Argument,
  Slice,
  Range,
  Branch,
  Loop,
  OutOfScope,
  Row,
  Annotation,
  Pattern
};

struct ValueSymbol {
  Name name;
  Loc loc;
  ValueKind kind{};
  int level =
      0;  // binding depth inside the definition being checked; 0 for what is visible outside
  // The type scheme: parameters, and a type over them. Locals other than functions have no
  // parameters.
  std::span<const SchemeParam> params;
  const Type* type = nullptr;
  const Size* as_size = nullptr;  // this name as a size, once it was asked for: see TypeTable::var
  // Not null: this name is known to equal that size (an i64 bound by let, the n of `let [n] …`).
  const Size* equals = nullptr;
  IntrinsicKind intrinsic{};  // Intrinsic
  // Intrinsic: the types that its first type parameter may be; 0: any.
  PrimSet overload = 0;
  bool overload_equality = false;  // the first type parameter must support ==
  bool entry = false;
  bool used = false;
  bool recursive_group =
      false;  // calls a function that is declared later and leads back, or is such a function
  bool consumable = false;       // a parameter or loop parameter that may be consumed
  UnknownReason reason{};        // UnknownSize: why; loc is where it comes into existence
  Name what;                     // UnknownSize: the function or value it comes from, for messages
  ast::ValDecl* decl = nullptr;  // Def
  ValueSymbol* origin =
      nullptr;  // the symbol that this one is a view of, through a module ascription or application
  ast::DocComment doc;
  uint32_t id = 0;  // unique in the session
};

struct ModTypeSymbol;
struct Module;

// The contents of a module (or what a module type says of them), in order of declaration. No name
// is both a value and a module: the one that was added last hides the other.
struct Env {
  NameMap<ValueSymbol*> values;
  NameMap<TypeSymbol*> types;
  NameMap<Module*> modules;
  NameMap<ModTypeSymbol*> mod_types;

  void add(Name name, ValueSymbol* value) {
    if (modules.contains(name)) modules.erase(name);
    values.set(name, value);
  }
  void add(Name name, Module* module) {
    if (values.contains(name)) values.erase(name);
    modules.set(name, module);
  }
  void add(Name name, TypeSymbol* type) { types.set(name, type); }
  void add(Name name, ModTypeSymbol* mod_type) { mod_types.set(name, mod_type); }
  void add_all(const Env& other) {
    for (auto [name, type] : other.types) add(name, type);
    for (auto [name, module] : other.modules) add(name, module);
    for (auto [name, value] : other.values) add(name, value);
    for (auto [name, mod_type] : other.mod_types) add(name, mod_type);
  }
};

// A module is a structure with an Env, or parametric.
struct Module {
  Env* env = nullptr;  // null: parametric
  Functor* functor = nullptr;
  bool unknown =
      false;  // stands for a module that could not be checked: whatever is in it was reported
  Name name;
  Loc loc;
  ast::DocComment doc;
};

// An abstract type of a module type, and the modules inside that lead to it.
struct AbstractType {
  TypeSymbol* symbol = nullptr;
  std::span<const Name> path;
};
// A module type: which types are abstract in it, and the shape of the modules that have it.
struct ModType {
  std::span<const AbstractType> abstract;
  Module* shape = nullptr;
  // The result of a parametric module: values of its body that have no name in it, but that sizes
  // in it mention. Each application has its own.
  std::span<ValueSymbol* const> hidden = {};
};
struct ModTypeSymbol {
  Name name;
  Loc loc;
  ModType type;
  ast::DocComment doc;
};
struct Functor {
  ModType param;
  ModType result;
};

// How the parameters of a scheme were chosen at one use, in the order of ValueSymbol::params.
struct InstanceArg {
  const Type* type = nullptr;
  const Size* size = nullptr;
};
struct Instance {
  std::span<InstanceArg> args;
};

// Sizes that come into existence where an expression is evaluated.
struct SizeList {
  std::span<ValueSymbol* const> symbols;
};

}  // namespace planish
