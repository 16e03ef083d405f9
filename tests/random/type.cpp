#include "type.h"

#include <fmt/format.h>

#include <algorithm>

namespace planish::random_programs {
namespace {

std::string joined(const std::vector<TypePtr>& parts, std::string_view separator) {
  std::string out;
  for (const TypePtr& part : parts) {
    if (!out.empty()) out += separator;
    out += part->text;
  }
  return out;
}

TypePtr finish(Type type) { return std::make_shared<const Type>(std::move(type)); }

std::string simplest_parts(const Type& type, std::string_view separator) {
  std::string out;
  for (const TypePtr& part : type.parts) {
    std::string value = simplest_value(part);
    if (value.empty()) return "";
    if (!out.empty()) out += separator;
    out += value;
  }
  return out;
}

std::string simplest_record(const Type& type) {
  std::string out;
  for (size_t i = 0; i < type.parts.size(); i++) {
    std::string value = simplest_value(type.parts[i]);
    if (value.empty()) return "";
    out += fmt::format("{}{} = {}", i == 0 ? "{" : ", ", type.labels[i], value);
  }
  return out + "}";
}

std::string simplest_sum(const Type& type) {
  for (size_t i = 0; i < type.parts.size(); i++) {
    std::string payload = simplest_parts(*type.parts[i], " ");
    if (payload.empty() && !type.parts[i]->parts.empty()) continue;
    return fmt::format("(#{} {} : {})", type.labels[i], payload, type.text);
  }
  return "";
}

std::string simplest_array(const Type& type) {
  std::string element = simplest_value(type.element());
  if (element.empty() || type.size == kVaryingSize) return "";
  if (type.size == kUnknownSize) return fmt::format("[{}]", element);
  // A regular array may stand for an irregular one where a type says so.
  if (is_irregular(type.element())) return "";
  return fmt::format("(replicate {} {})", type.size, element);
}

// What a size with names in it becomes.
std::string substituted(const std::string& size, const Substitution& by) {
  auto found = by.sizes.find(size);
  if (found != by.sizes.end()) return found->second;
  const std::optional<SizeParts> parts = size_parts(size);
  if (!parts) return size;
  found = by.sizes.find(std::string(parts->operand));
  return found == by.sizes.end() ? size : size_expression(parts->form, found->second);
}

bool match_sizes(std::string_view pattern, std::string_view size, Substitution& by) {
  auto found = by.sizes.find(std::string(pattern));
  if (found != by.sizes.end()) {
    bool fixed = size != kVaryingSize && size != kUnknownSize;
    if (found->second.empty() && fixed) found->second = size;
    return found->second == size;
  }
  const std::optional<SizeParts> wanted = size_parts(pattern);
  const std::optional<SizeParts> have = size_parts(size);
  if (!wanted || !have || wanted->form != have->form) return pattern == size;
  return match_sizes(wanted->operand, have->operand, by);
}

}  // namespace

std::string size_expression(std::string_view form, std::string_view operand) {
  const size_t mark = form.find('#');
  return fmt::format("{}{}{}", form.substr(0, mark), operand, form.substr(mark + 1));
}

std::optional<SizeParts> size_parts(std::string_view size) {
  for (const std::string_view form : kSizeForms) {
    const size_t mark = form.find('#');
    const std::string_view before = form.substr(0, mark), after = form.substr(mark + 1);
    if (size.size() <= before.size() + after.size() || !size.starts_with(before) ||
        !size.ends_with(after))
      continue;
    const std::string_view operand =
        size.substr(before.size(), size.size() - before.size() - after.size());
    if (operand.find(' ') == std::string_view::npos) return SizeParts{form, operand};
  }
  return std::nullopt;
}

TypePtr prim_type(Prim prim) {
  return finish({.kind = TypeKind::Prim, .prim = prim, .text = std::string(prim_name(prim))});
}

TypePtr tuple_type(std::vector<TypePtr> parts) {
  std::string text = fmt::format("({})", joined(parts, ", "));
  return finish({.kind = TypeKind::Tuple, .parts = std::move(parts), .text = text});
}

TypePtr record_type(std::vector<std::string> fields, std::vector<TypePtr> parts) {
  std::string text;
  for (size_t i = 0; i < parts.size(); i++)
    text += fmt::format("{}{}: {}", i == 0 ? "{" : ", ", fields[i], parts[i]->text);
  return finish({.kind = TypeKind::Record,
                 .parts = std::move(parts),
                 .labels = std::move(fields),
                 .text = text + "}"});
}

TypePtr sum_type(std::vector<std::string> constructors, std::vector<TypePtr> payloads) {
  std::string text;
  for (size_t i = 0; i < payloads.size(); i++) {
    text += fmt::format("{}#{}", i == 0 ? "(" : " | ", constructors[i]);
    for (const TypePtr& part : payloads[i]->parts) text += fmt::format(" ({})", part->text);
  }
  return finish({.kind = TypeKind::Sum,
                 .parts = std::move(payloads),
                 .labels = std::move(constructors),
                 .text = text + ")"});
}

TypePtr array_type(std::string size, TypePtr element) {
  std::string text = fmt::format("[{}]{}", size, element->text);
  return finish(
      {.kind = TypeKind::Array, .parts = {std::move(element)}, .size = size, .text = text});
}

TypePtr opaque_type(std::string name) {
  return finish({.kind = TypeKind::Opaque, .name = name, .text = name});
}

TypePtr function_type(std::vector<TypePtr> params, TypePtr result) {
  params.push_back(std::move(result));
  std::string text = fmt::format("({})", joined(params, " -> "));
  return finish({.kind = TypeKind::Function, .parts = std::move(params), .text = text});
}

TypePtr substitute(const TypePtr& type, const Substitution& by) {
  if (type->kind == TypeKind::Prim) return type;
  if (type->kind == TypeKind::Opaque) {
    auto found = by.types.find(type->name);
    return found == by.types.end() ? type : found->second;
  }
  std::vector<TypePtr> parts;
  for (const TypePtr& part : type->parts) parts.push_back(substitute(part, by));
  switch (type->kind) {
    case TypeKind::Tuple: return tuple_type(std::move(parts));
    case TypeKind::Record: return record_type(type->labels, std::move(parts));
    case TypeKind::Sum: return sum_type(type->labels, std::move(parts));
    case TypeKind::Array: return array_type(substituted(type->size, by), parts.front());
    case TypeKind::Function: {
      TypePtr result = parts.back();
      parts.pop_back();
      return function_type(std::move(parts), std::move(result));
    }
    case TypeKind::Prim:
    case TypeKind::Opaque: break;
  }
  return type;
}

bool match_types(const TypePtr& pattern, const TypePtr& type, Substitution& by) {
  if (pattern->kind == TypeKind::Opaque) {
    auto found = by.types.find(pattern->name);
    if (found == by.types.end()) return pattern->text == type->text;
    if (found->second == nullptr) found->second = type;
    return found->second->text == type->text;
  }
  if (pattern->kind != type->kind || pattern->parts.size() != type->parts.size() ||
      pattern->labels != type->labels)
    return false;
  if (pattern->kind == TypeKind::Prim) return pattern->prim == type->prim;
  if (pattern->kind == TypeKind::Array && !match_sizes(pattern->size, type->size, by)) return false;
  for (size_t i = 0; i < pattern->parts.size(); i++) {
    if (!match_types(pattern->parts[i], type->parts[i], by)) return false;
  }
  return true;
}

bool mentions_size(const TypePtr& type, std::string_view size) {
  if (type->kind == TypeKind::Array && type->size == size) return true;
  return std::ranges::any_of(type->parts, [&](const TypePtr& p) { return mentions_size(p, size); });
}

bool mentions_kind(const TypePtr& type, TypeKind kind) {
  if (type->kind == kind) return true;
  return std::ranges::any_of(type->parts, [&](const TypePtr& p) { return mentions_kind(p, kind); });
}

bool is_irregular(const TypePtr& type) { return mentions_size(type, kVaryingSize); }

bool has_compounds(const TypePtr& type) {
  return type->kind == TypeKind::Array && type->element()->kind != TypeKind::Array &&
         is_irregular(type->element());
}

std::string open_text(const TypePtr& type) {
  if (type->kind == TypeKind::Array && type->size == kVaryingSize)
    return array_type(kUnknownSize, type->element())->text;
  if (type->kind != TypeKind::Tuple && type->kind != TypeKind::Record &&
      type->kind != TypeKind::Sum)
    return type->text;
  std::vector<TypePtr> parts;
  for (const TypePtr& part : type->parts) {
    // The text is all that counts, so the parts can be opaque, except for what constructors carry.
    if (type->kind != TypeKind::Sum) {
      parts.push_back(opaque_type(open_text(part)));
      continue;
    }
    std::vector<TypePtr> payload;
    for (const TypePtr& carried : part->parts) payload.push_back(opaque_type(open_text(carried)));
    parts.push_back(tuple_type(std::move(payload)));
  }
  if (type->kind == TypeKind::Tuple) return tuple_type(std::move(parts))->text;
  if (type->kind == TypeKind::Record) return record_type(type->labels, std::move(parts))->text;
  return sum_type(type->labels, std::move(parts))->text;
}

std::string simplest_value(const TypePtr& type) {
  switch (type->kind) {
    case TypeKind::Prim:
      if (type->prim == Prim::Bool) return "false";
      return fmt::format("0{}", prim_name(type->prim));
    case TypeKind::Tuple: {
      std::string parts = simplest_parts(*type, ", ");
      return parts.empty() ? "" : fmt::format("({})", parts);
    }
    case TypeKind::Record: return simplest_record(*type);
    case TypeKind::Sum: return simplest_sum(*type);
    case TypeKind::Array: return simplest_array(*type);
    case TypeKind::Opaque: return "";
    case TypeKind::Function: {
      std::string result = simplest_value(type->result());
      if (result.empty()) return "";
      std::string out = "(\\";
      for (size_t i = 0; i + 1 < type->parts.size(); i++)
        out += fmt::format("(_: {}) ", type->parts[i]->text);
      return out + "-> " + result + ")";
    }
  }
  return "";
}

}  // namespace planish::random_programs
