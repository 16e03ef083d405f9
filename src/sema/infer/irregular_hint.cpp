#include "sema/infer/irregular_hint.h"

#include "sema/types/type_print.h"
#include "sema/types/type_walk.h"

namespace planish {
namespace {

bool is_open(const Size* size) {
  return any_part(size, [](const Size* part) {
    return part->kind == SizeKind::Var && part->var->kind == ValueKind::ArrowParam;
  });
}

const Type* with_varying(TypeTable& types, const Type* type) {
  return types.map_children(
      type, [&](const Type* part) { return with_varying(types, part); },
      [&](const Size* size) { return is_open(size) ? types.varying() : size; });
}

}  // namespace

std::string irregular_array_of(SemaContext& cx, const Type* element) {
  const Type* plain = cx.types.with_unique(element, false);
  const Type* varying = with_varying(cx.types, plain);
  if (varying == plain) return "";
  std::string text = show(cx, varying);
  // `[]#a | #b` would be read as something else.
  return as<SumType>(varying) != nullptr ? "[](" + text + ")" : "[]" + text;
}

std::string irregular_array_of_results(SemaContext& cx, const Type* function) {
  const Type* result = function;
  while (const auto* arrow = as<ArrowType>(result)) result = arrow->result;
  return irregular_array_of(cx, result);
}

}  // namespace planish
