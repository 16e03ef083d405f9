#include "nesl/types/type_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nesl/types/unifier.h"

namespace planish::nesl {

namespace {

constexpr std::pair<std::string_view, TypeClass> kClasses[] = {
    {"any", TypeClass::Any},         {"number", TypeClass::Number}, {"ordinal", TypeClass::Ordinal},
    {"logical", TypeClass::Logical}, {"scalar", TypeClass::Scalar},
};
constexpr std::pair<std::string_view, TypeClass> kMembers[] = {
    {"int", TypeClass::Int},
    {"float", TypeClass::Float},
    {"char", TypeClass::Char},
    {"bool", TypeClass::Bool},
};
// Longer texts of types say nothing.
constexpr size_t kLongestType = 2000;

}  // namespace

std::string_view class_name(TypeClass type_class) {
  for (auto [name, members] : kClasses) {
    if (members == type_class) return name;
  }
  return {};
}

TypeClass class_named(std::string_view name) {
  for (auto [class_name, members] : kClasses) {
    if (class_name == name) return members;
  }
  return TypeClass::None;
}

std::string class_members(TypeClass type_class) {
  std::string out;
  for (auto [name, member] : kMembers) {
    if ((type_class & member) == TypeClass::None) continue;
    if (!out.empty()) out += ", ";
    out += name;
  }
  return out;
}

std::string class_description(TypeClass type_class) {
  std::string_view name = class_name(type_class);
  if (name.empty()) return class_members(type_class);
  return fmt::format("{}s ({})", name, class_members(type_class));
}

std::string TypeWriter::letter(const Type* variable) {
  auto found = std::ranges::find(variables_, variable);
  auto index = static_cast<size_t>(found - variables_.begin());
  if (found == variables_.end()) variables_.push_back(variable);
  std::string out(1, static_cast<char>('a' + index % 26));
  if (index >= 26) out += std::to_string(index / 26);
  return out;
}

std::string TypeWriter::top(const Type* type) {
  std::string out;
  write(out, type, Around::Nothing);
  return out;
}

std::string TypeWriter::part(const Type* type) {
  std::string out;
  write(out, type, Around::Everything);
  return out;
}

void TypeWriter::write(std::string& out, const Type* type, Around around) {
  if (out.size() > kLongestType) {
    if (!out.ends_with("...")) out += "...";
    return;
  }
  if (unifier_ != nullptr) type = unifier_->prune(type);
  switch (type->kind) {
    case TypeKind::Int: out += "int"; return;
    case TypeKind::Float: out += "float"; return;
    case TypeKind::Char: out += "char"; return;
    case TypeKind::Bool: out += "bool"; return;
    case TypeKind::Error: out += "?"; return;
    case TypeKind::Site: out += "fn"; return;
    case TypeKind::Param:
    case TypeKind::Meta: out += letter(type); return;
    case TypeKind::Vector:
      out += '[';
      write(out, type->first, Around::Everything);
      out += ']';
      return;
    case TypeKind::Data: write_data(out, type); return;
    case TypeKind::Pair: {
      bool parens = around != Around::Nothing;
      if (parens) out += '(';
      write(out, type->first, Around::PairLeft);
      out += ", ";
      write(out, type->second, Around::Nothing);
      if (parens) out += ')';
      return;
    }
    case TypeKind::Function: {
      bool parens = around == Around::ArrowLeft || around == Around::Everything;
      if (parens) out += '(';
      write(out, type->first, Around::ArrowLeft);
      out += " -> ";
      write(out, type->second, Around::ArrowRight);
      if (parens) out += ')';
      return;
    }
  }
}

void TypeWriter::write_data(std::string& out, const Type* type) {
  out += names_.text(type->datatype->name);
  if (type->args.empty()) return;
  out += '(';
  for (size_t i = 0; i < type->args.size(); i++) {
    if (i > 0) out += ", ";
    bool last = i + 1 == type->args.size();
    write(out, type->args[i], last ? Around::Nothing : Around::PairLeft);
  }
  out += ')';
}

std::string scheme_text(const Scheme& scheme, const Interner& names) {
  TypeWriter writer(names);
  std::string out = writer.top(scheme.type);
  std::vector<std::pair<std::string, std::string_view>> context;
  auto visit = [&](auto&& self, const Type* type) -> void {
    if (type == nullptr || type->ground) return;
    if (type->kind == TypeKind::Param) {
      std::string letter = writer.letter(type);
      auto same = [&](auto& entry) { return entry.first == letter; };
      if (std::ranges::any_of(context, same)) return;
      context.emplace_back(letter, class_name(scheme.params[type->number].type_class));
      return;
    }
    self(self, type->first);
    self(self, type->second);
    for (const Type* arg : type->args) self(self, arg);
  };
  if (out.size() <= kLongestType) visit(visit, scheme.type);
  std::ranges::sort(context);
  for (size_t i = 0; i < context.size(); i++) {
    out += fmt::format("{}{} in {}", i == 0 ? " :: (" : "; ", context[i].first, context[i].second);
  }
  if (!context.empty()) out += ')';
  return out;
}

}  // namespace planish::nesl
