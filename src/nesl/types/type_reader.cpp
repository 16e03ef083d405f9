#include "nesl/types/type_reader.h"

#include "nesl/syntax/ast_match.h"
#include "nesl/types/type_text.h"
#include "support/characters.h"
#include "support/closest.h"

namespace planish::nesl {

namespace {

// `a`, `b2`: what everybody takes for a type variable, without a context that says so.
bool looks_like_variable(std::string_view name) {
  for (char c : name.substr(1)) {
    if (!is_digit(c)) return false;
  }
  return name[0] != '_';
}

constexpr std::string_view kBaseTypes[] = {"int", "float", "char", "bool"};

}  // namespace

const Type* TypeReader::read(const TypeAnnotation& annotation) {
  read_context(annotation.context);
  return read(annotation.type);
}

void TypeReader::read_context(std::span<const ClassConstraint> context) {
  for (const ClassConstraint& constraint : context) {
    std::string_view name = names_.text(constraint.class_name.name);
    TypeClass type_class = class_named(name);
    if (type_class == TypeClass::None) {
      diags_.report(Diag::unknown_type, constraint.class_name.loc, "there is no class `{}`", name)
          .suggest("classes are number, ordinal, logical, scalar and any");
      type_class = TypeClass::Any;
    }
    const Type* type = nullptr;
    if (variables_ == TypeVariables::Params) {
      type = unifier_.table().param(static_cast<uint32_t>(params_.size()));
      params_.push_back(
          {.type_class = type_class, .is_site = false, .name = constraint.variable.name});
    } else {
      type = unifier_.fresh(type_class);
    }
    known_.push_back({constraint.variable.name, type});
  }
}

const Type* TypeReader::read(const TypeExpr* type) {
  return match(
      type, [&](const NameType& name) { return read_name(name); },
      [&](const VectorType& vector) { return unifier_.vector(read(vector.element)); },
      [&](const PairType& pair) {
        const Type* left = read(pair.left);
        return unifier_.pair(left, read(pair.right));
      },
      [&](const ArrowType& arrow) {
        const Type* argument = read(arrow.argument);
        const Type* result = read(arrow.result);
        if (variables_ != TypeVariables::Metas) {
          diags_.report(Diag::nesl_function, arrow.loc, "a function cannot stand here")
              .note("the type of a function says which function it is, and here nothing does");
          return unifier_.table().error();
        }
        return unifier_.function(argument, result, unifier_.fresh_site());
      },
      [&](const ParensType& parens) { return read(parens.inner); },
      [&](const ErrorType&) { return unifier_.table().error(); });
}

const Type* TypeReader::read_name(const NameType& type) {
  TypeTable& table = unifier_.table();
  std::string_view name = names_.text(type.name);
  const Type* base = name == "int"     ? table.int_type()
                     : name == "float" ? table.float_type()
                     : name == "char"  ? table.char_type()
                     : name == "bool"  ? table.bool_type()
                                       : nullptr;
  if (base != nullptr) {
    if (type.argument == nullptr) return base;
    diags_.report(Diag::type_arguments, type.loc, "`{}` takes no types", name);
    return table.error();
  }
  if (const Type* found = variable(type)) return found;
  if (type.name == defining_.name) {
    diags_
        .report(Diag::nesl_recursive_type, type.loc, "the datatype `{}` would contain itself", name)
        .label(defining_.loc, "defined here")
        .note("datatypes are not recursive: the values of one have a fixed shape")
        .suggest("hold nodes in a vector, and refer to them by their indices");
    return table.error();
  }
  if (const Datatype* datatype = environment_.find_datatype(type.name, origin_)) {
    return read_data(type, *datatype);
  }
  bool free = variables_ == TypeVariables::Metas && looks_like_variable(name);
  if (!free || type.argument != nullptr) return unknown(type);
  const Type* made = unifier_.fresh();
  known_.push_back({type.name, made});
  return made;
}

const Type* TypeReader::variable(const NameType& type) {
  for (const Known& known : known_) {
    if (known.name != type.name) continue;
    if (type.argument == nullptr) return known.type;
    diags_.report(Diag::type_arguments, type.loc, "the type variable `{}` takes no types",
                  names_.text(type.name));
    return unifier_.table().error();
  }
  return nullptr;
}

const Type* TypeReader::read_data(const NameType& type, const Datatype& datatype) {
  std::vector<const Type*> args;
  const TypeExpr* rest = type.argument;
  while (rest != nullptr) {
    while (auto* parens = as<ParensType>(rest)) rest = parens->inner;
    auto* pair = as<PairType>(rest);
    bool split = pair != nullptr && args.size() + 1 < datatype.params.size();
    args.push_back(read(split ? pair->left : rest));
    rest = split ? pair->right : nullptr;
  }
  std::string_view name = names_.text(type.name);
  if (args.size() != datatype.params.size()) {
    diags_
        .report(Diag::type_arguments, type.loc, "`{}` takes {} type{}, but here {} {}", name,
                datatype.params.size(), datatype.params.size() == 1 ? "" : "s",
                args.size() == 1 ? "is" : "are", args.size())
        .note(fmt::format("`{}` is defined here", name), datatype.loc);
    return unifier_.table().error();
  }
  auto wanted = unifier_.fresh_args(datatype.params);
  for (size_t i = 0; i < args.size(); i++) {
    if (!unifier_.unify(wanted[i], args[i])) continue;
    TypeWriter writer(names_, &unifier_);
    diags_.report(Diag::nesl_class, type.loc, "`{}` is for {}, but this is {}", name,
                  class_description(datatype.params[i].type_class), writer.top(args[i]));
    return unifier_.table().error();
  }
  return unifier_.data(&datatype, args);
}

const Type* TypeReader::unknown(const NameType& type) {
  std::string_view name = names_.text(type.name);
  Diagnostic& diag =
      diags_.report(Diag::unknown_type, type.loc, "there is no type named `{}`", name);
  std::vector<std::string_view> close = closest(name, kBaseTypes);
  if (name == "string") {
    diag.suggest("a string is a `[char]`").replace(type.loc, "[char]");
  } else if (!close.empty()) {
    diag.suggest(fmt::format("did you mean `{}`?", close[0]))
        .replace(type.loc, std::string(close[0]));
  } else if (variables_ == TypeVariables::None) {
    diag.suggest("an empty vector has one known type; one like another is `dist(x, 0)`");
  } else {
    diag.suggest(fmt::format("a type variable stands in the context: `:: {} in any`", name));
  }
  return unifier_.table().error();
}

}  // namespace planish::nesl
