#include "sema/types/shown_names.h"

#include <algorithm>

#include "sema/types/type_walk.h"
#include "sema/types/type_words.h"

namespace planish {

template <class IsFree>
std::string ShownNames::fresh(std::string_view letters, IsFree is_free) {
  std::string text;
  for (size_t i = 0;; i++) {
    text = std::string(1, letters[i % letters.size()]);
    if (i >= letters.size()) text += std::to_string(i / letters.size());
    if (std::ranges::find(taken_, text) == taken_.end() && is_free(text)) break;
  }
  taken_.push_back(text);
  return text;
}

std::string ShownNames::fresh_size_letter() {
  return fresh("klmnpqrstuvw", [](const std::string&) { return true; });
}

void ShownNames::take_names(const Type* type) {
  for_each_size_variable(type, [&](const ValueSymbol* symbol) {
    if (symbol->kind != ValueKind::UnknownSize && symbol->name)
      taken_.push_back(std::string(cx_.text(symbol->name)));
  });
}

void ShownNames::count_metas(const Type* type) {
  if ((type->flags & kHasMeta) == 0) return;
  type = solution(type);
  auto all = [&](const Type* part) { count_metas(part); };
  switch (type->kind) {
    case TypeKind::Error:
    case TypeKind::Prim: return;
    case TypeKind::Meta: {
      auto* meta = as<MetaType>(type);
      occurrences_[meta]++;
      for (const Field& field : meta->fields) all(field.type);
      for (const Constructor& c : meta->constructors) std::ranges::for_each(c.args, all);
      return;
    }
    case TypeKind::Array: return all(as<ArrayType>(type)->elem);
    case TypeKind::Record:
      for (const Field& field : as<RecordType>(type)->fields) all(field.type);
      return;
    case TypeKind::Sum:
      for (const Constructor& c : as<SumType>(type)->constructors)
        std::ranges::for_each(c.args, all);
      return;
    case TypeKind::Arrow: all(as<ArrowType>(type)->param); return all(as<ArrowType>(type)->result);
    case TypeKind::Named:
      for (const TypeArg& a : as<NamedType>(type)->args) {
        if (a.type != nullptr) all(a.type);
      }
      return;
  }
}

const std::string& ShownNames::letter(const MetaType* meta) {
  for (auto& [m, text] : type_letters_) {
    if (m == meta) return text;
  }
  type_letters_.emplace_back(meta, fresh("tuvw", [&](const std::string& text) {
                               return cx_.scope.type(cx_.names.intern(text)) == nullptr;
                             }));
  return type_letters_.back().second;
}

std::string ShownNames::letter(ValueSymbol* symbol) {
  for (auto& [s, text] : letters_) {
    if (s == symbol) return text;
  }
  letters_.emplace_back(symbol, fresh_size_letter());
  return letters_.back().second;
}

const std::string& ShownNames::name_of(const SizeMeta* meta) {
  for (auto& [m, text] : meta_names_) {
    if (m == meta) return text;
  }
  std::string text(cx_.text(meta->name));
  if (std::ranges::find(taken_, text) == taken_.end()) {
    taken_.push_back(text);
  } else {
    text = fresh_size_letter();
  }
  meta_names_.emplace_back(meta, std::move(text));
  return meta_names_.back().second;
}

std::string ShownNames::name_of(ValueSymbol* symbol) {
  if (symbol->kind == ValueKind::UnknownSize || !symbol->name) return letter(symbol);
  return std::string(cx_.text(symbol->name));
}

}  // namespace planish
