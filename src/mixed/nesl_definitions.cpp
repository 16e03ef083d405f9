#include "mixed/nesl_definitions.h"

#include <fmt/format.h>

#include <algorithm>

namespace planish::mixed {
namespace {

using nesl::DefinitionKind;
using nesl::TypeClass;
using nesl::TypeKind;

// The scalars that a parameter of a class may stand for; 0: any type that NESL has.
PrimSet prims_of(TypeClass type_class) {
  if (type_class == TypeClass::Any) return 0;
  constexpr std::pair<TypeClass, Prim> kPrims[] = {{TypeClass::Int, Prim::I64},
                                                   {TypeClass::Float, Prim::F64},
                                                   {TypeClass::Char, Prim::U8},
                                                   {TypeClass::Bool, Prim::Bool}};
  PrimSet prims = 0;
  for (const auto& [one, prim] : kPrims) {
    if ((one & type_class) == one) prims |= prim_set(prim);
  }
  return prims;
}

// a, b, …, z, t26, …
std::string param_name(size_t number) {
  return number < 26 ? std::string(1, static_cast<char>('a' + number)) : fmt::format("t{}", number);
}

class TypeText {
 public:
  explicit TypeText(nesl::TypeTable& types) : types_(types) {}

  // A value, whose sizes nobody knows.
  std::string value(const nesl::Type* type) {
    sizes_ = Sizes::Open;
    return of(type);
  }
  // A function, with its parameters: sizes of the argument and types.
  std::string function(const nesl::Type* type, size_t type_params) {
    sizes_ = Sizes::Parameters;
    size_count_ = 0;
    const std::string argument = of(type->first);
    std::string out;
    for (size_t i = 0; i < size_count_; i++) out += fmt::format("[n{}] ", i);
    for (size_t i = 0; i < type_params; i++) out += fmt::format("'{} ", param_name(i));
    return fmt::format("{}: {} -> {}", out, argument, value(type->second));
  }

 private:
  enum class Sizes : uint8_t { Open, Parameters };

  std::string of(const nesl::Type* type) {
    switch (type->kind) {
      case TypeKind::Int: return "i64";
      case TypeKind::Float: return "f64";
      case TypeKind::Char: return "u8";
      case TypeKind::Bool: return "bool";
      case TypeKind::Param: return param_name(type->number);
      case TypeKind::Vector: {
        std::string out = depth_ > 0                    ? "[?]"
                          : sizes_ == Sizes::Parameters ? fmt::format("[n{}]", size_count_++)
                                                        : "[]";
        depth_++;
        out += of(type->first);
        depth_--;
        return out;
      }
      case TypeKind::Pair: {
        std::string out = "(";
        for (; type->kind == TypeKind::Pair; type = type->second) out += of(type->first) + ", ";
        return out + of(type) + ")";
      }
      case TypeKind::Data: return of(types_.content(type));
      case TypeKind::Function:
      case TypeKind::Site:
      case TypeKind::Meta:
      case TypeKind::Error: break;
    }
    throw std::logic_error("compiler bug: a type that no other language has");
  }

  nesl::TypeTable& types_;
  Sizes sizes_ = Sizes::Open;
  size_t size_count_ = 0;
  int depth_ = 0;  // how many vectors are around
};

// Empty: nothing is in the way.
std::string reason_against(const nesl::Definition& definition, const Interner& names) {
  const nesl::Type* type = definition.scheme.type;
  if (definition.serial != nullptr)
    return fmt::format("it calls `{}`, and only NESL programs talk to the world",
                       names.text(definition.serial->name));
  const bool is_function = definition.kind != DefinitionKind::Value;
  const bool functional =
      is_function ? type->first->functional || type->second->functional : type->functional;
  if (functional)
    return is_function
               ? "there is a function in its type, and functions do not pass between languages"
               : "it is bound to a function; define it with `function`";
  return {};
}

}  // namespace

NeslDefinitions nesl_definitions(nesl::Checker& checker, const Interner& names, Arena& arena,
                                 uint32_t first_number) {
  NeslDefinitions made;
  TypeText text(checker.types());
  for (const nesl::Definition* definition : checker.definitions()) {
    if (definition->kind == DefinitionKind::Outside) continue;
    const nesl::Type* type = definition->scheme.type;
    if (type->kind == TypeKind::Error) continue;
    OutsideDefinition& given = made.file.values.emplace_back();
    given.name = definition->name;
    given.loc = definition->loc;
    given.value.refused = arena.copy(std::string_view(reason_against(*definition, names)));
    if (!given.value.refused.empty()) continue;
    given.value.number = first_number + static_cast<uint32_t>(made.numbered.size());
    made.numbered.push_back(definition);
    std::vector<PrimSet> classes;
    for (const nesl::TypeParam& param : definition->scheme.params)
      classes.push_back(prims_of(param.type_class));
    given.value.classes = arena.copy(classes);
    given.is_constant = definition->kind == DefinitionKind::Value;
    given.type = given.is_constant ? text.value(type)
                                   : text.function(type, definition->scheme.params.size());
    if (definition->kind == DefinitionKind::Constructor && definition->scheme.params.empty())
      made.file.types.push_back({definition->name, definition->loc, text.value(type->first)});
  }
  return made;
}

}  // namespace planish::mixed
