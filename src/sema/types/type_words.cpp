#include "sema/types/type_words.h"

#include <fmt/format.h>

#include <bit>

namespace planish {

namespace {

// Types of which only a few words can be said: one that is still to be found.
bool is_open(const Type* type) {
  auto* meta = as<MetaType>(type);
  return meta != nullptr && meta->prims == 0 && meta->fields.empty() && meta->constructors.empty();
}

}  // namespace

const Type* solution(const Type* type) {
  while (type->kind == TypeKind::Meta) {
    const Type* link = static_cast<const MetaType*>(type)->link;
    if (link == nullptr) break;
    type = link;
  }
  return type;
}

std::string_view number_word(const Type* type) {
  auto* meta = as<MetaType>(type);
  const PrimSet prims = meta != nullptr ? meta->prims : PrimSet{0};
  if (std::popcount(prims) < 2) return {};
  const bool integer = (prims & kIntPrims) != 0;
  const bool real = (prims & kFloatPrims) != 0;
  return integer && real ? "number" : integer ? "integer" : "float";
}

std::string type_words(const Type* type) {
  type = solution(type);
  auto article = [](std::string_view word) { return word == "integer" ? "an" : "a"; };
  if (std::string_view number = number_word(type); !number.empty()) {
    const bool maybe_bool = (as<MetaType>(type)->prims & kBoolPrim) != 0;
    return fmt::format("{} {}{}", article(number), number, maybe_bool ? " or a bool" : "");
  }
  if (auto* array = as<ArrayType>(type)) {
    const Type* elem = solution(array->elem);
    if (is_open(elem)) return "an array";
    std::string_view number = number_word(elem);
    return number.empty() ? "" : fmt::format("an array of {}s", number);
  }
  size_t params = 0;
  while (auto* arrow = as<ArrowType>(type)) {
    if (!is_open(solution(arrow->param))) return {};
    params++;
    type = solution(arrow->result);
  }
  if (params == 0 || !is_open(type)) return {};
  if (params == 1) return "a function";
  return params == 2 ? "a function of two arguments"
                     : fmt::format("a function of {} arguments", params);
}

}  // namespace planish
