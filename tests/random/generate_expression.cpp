// Which kinds of expressions there are for a type, and what to do when none of them works out.

#include <algorithm>
#include <cctype>

#include "generator.h"

namespace planish::random_programs {

Context Context::deeper() const {
  Context out = *this;
  out.depth--;
  return out;
}

Context Context::deeper_in_function() const {
  Context out = deeper();
  out.may_consume = false;
  return out;
}

Context Context::repeated(double times) const {
  Context out = deeper();
  out.work *= std::max(1.0, times);
  return out;
}

void Context::add(std::string name, TypePtr type) {
  // A name that stood for something else does not any more.
  std::erase_if(variables, [&](const Variable& v) { return v.name == name; });
  variables.push_back({.name = std::move(name), .type = std::move(type)});
}

void Context::add_size(std::string name, int64_t bound) {
  add(name, prim_type(Prim::I64));
  sizes.push_back({std::move(name), bound});
}

int64_t Generator::bound_of(const std::string& size, const Context& cx) const {
  for (const SizeName& known : cx.sizes) {
    if (known.name == size) return known.bound;
  }
  if (const std::optional<SizeParts> parts = size_parts(size))
    return 2 * bound_of(std::string(parts->operand), cx) + 1;
  return size == kVaryingSize || size == kUnknownSize ? 6 : std::stoll(size);
}

bool Generator::risk() {
  // A single place is looked for harder.
  if (!risky_ || risks_ == 0 || !random_.chance(risks_ == 1 ? 25 : 8)) return false;
  risks_--;
  return true;
}

NodePtr Generator::choose(std::span<const Choice> choices, const TypePtr& type, const Context& cx) {
  int total = 0;
  for (const Choice& choice : choices) total += choice.weight;
  for (int attempt = 0; attempt < 5; attempt++) {
    auto at = static_cast<int>(random_.below(static_cast<uint64_t>(total)));
    for (const Choice& choice : choices) {
      at -= choice.weight;
      if (at >= 0) continue;
      if (NodePtr made = (this->*choice.production)(type, cx)) return made;
      break;
    }
  }
  return nullptr;
}

NodePtr Generator::expression(const TypePtr& type, const Context& cx) {
  if (type->kind == TypeKind::Function) return function(type, cx);
  if (type->kind == TypeKind::Array && type->size == kUnknownSize)
    return unknown_array(type->element(), cx);
  if (type->kind == TypeKind::Array && type->size == kVaryingSize)
    return row_value(type->element(), cx);
  // The type of an element with rows in it can be written nowhere else.
  if (type->kind != TypeKind::Array && open_text(type) != type->text) return construct(type, cx);
  cost_ += cx.work;
  if (--budget_ <= 0 || cx.depth <= 0 || cx.work > kMaxWork) return leaf(type, cx);

  using G = Generator;
  static constexpr Choice kGeneral[] = {
      {8, &G::variable},     {6, &G::let_value},         {3, &G::let_parts},
      {4, &G::if_then_else}, {3, &G::match_sum},         {2, &G::match_numbers},
      {3, &G::for_loop},     {2, &G::for_in_loop},       {1, &G::while_loop},
      {7, &G::call},         {4, &G::let_function},      {4, &G::let_unknown_size},
      {3, &G::component},    {4, &G::element},           {2, &G::reduction},
      {1, &G::asserted},     {1, &G::last_of_reduction},
  };
  static constexpr Choice kPrims[] = {
      {10, &G::arithmetic}, {4, &G::conversion},   {3, &G::comparison},    {3, &G::reduction},
      {3, &G::element},     {1, &G::array_length}, {1, &G::compared_rows},
  };
  static constexpr Choice kCompounds[] = {{8, &G::construct}, {3, &G::update_field}};
  static constexpr Choice kArrays[] = {
      {8, &G::map_one},         {5, &G::map_two},
      {3, &G::map_rows},        {3, &G::scanned},
      {5, &G::from_nothing},    {4, &G::rearranged},
      {5, &G::updated},         {6, &G::updated_result},
      {3, &G::updated_in_loop}, {3, &G::scattered},
      {3, &G::histogram},       {2, &G::coerced},
      {9, &G::irregular},       {9, &G::compounds_with_rows},
      {3, &G::map_compounds},   {3, &G::streamed},
  };
  NodePtr made;
  bool general = type->kind == TypeKind::Opaque || random_.chance(45);
  if (general) {
    made = choose(kGeneral, type, cx);
  } else if (type->kind == TypeKind::Prim) {
    made = choose(kPrims, type, cx);
  } else if (type->kind == TypeKind::Array) {
    made = choose(kArrays, type, cx);
  } else {
    made = choose(kCompounds, type, cx);
  }
  return made != nullptr ? made : leaf(type, cx);
}

NodePtr Generator::variable(const TypePtr& type, const Context& cx) {
  std::vector<const Variable*> fitting;
  for (const Variable& v : cx.variables) {
    if (v.type->text == type->text) fitting.push_back(&v);
  }
  if (fitting.empty()) return nullptr;
  // What was bound last is used most.
  size_t at = std::max(random_.below(fitting.size()), random_.below(fitting.size()));
  return make_node({type, fitting[at]->name});
}

NodePtr Generator::leaf(const TypePtr& type, const Context& cx) {
  if (type->kind == TypeKind::Opaque || random_.chance(70)) {
    if (NodePtr made = variable(type, cx)) return made;
  }
  switch (type->kind) {
    case TypeKind::Prim: return literal(type->prim);
    case TypeKind::Array: {
      if (type->size == kUnknownSize || type->size == kVaryingSize)
        return make_node({type, "[$0]", {leaf(type->element(), cx)}});
      if (has_compounds(type))
        return make_node({type,
                          fmt::format("(replicate {} $0 : {})", type->size, type->text),
                          {leaf(type->element(), cx)}});
      if (type->element()->kind == TypeKind::Array && type->element()->size == kVaryingSize) {
        TypePtr row_type = array_type("2", type->element()->element());
        if (is_irregular(row_type))
          return make_node({type, fmt::format("(replicate {} [] : {})", type->size, type->text)});
        return make_node({type,
                          fmt::format("(replicate {} $0 : {})", type->size, type->text),
                          {leaf(row_type, cx)}});
      }
      bool is_number = std::isdigit(static_cast<unsigned char>(type->size.front())) != 0;
      if (is_number && type->size.size() == 1 && type->size != "0" && !is_irregular(type)) {
        std::string form = "[";
        std::vector<NodePtr> elements;
        for (int i = 0; i < std::stoi(type->size); i++) {
          form += fmt::format("{}${}", i == 0 ? "" : ", ", i);
          elements.push_back(leaf(type->element(), cx));
        }
        return make_node({type, form + "]", std::move(elements)});
      }
      return make_node(
          {type, fmt::format("(replicate {} $0)", type->size), {leaf(type->element(), cx)}});
    }
    case TypeKind::Function: return lambda(type, cx);
    case TypeKind::Tuple:
    case TypeKind::Record:
    case TypeKind::Sum: {
      Context last = cx;
      last.depth = 0;
      return construct(type, last);
    }
    case TypeKind::Opaque: break;
  }
  return nullptr;
}

}  // namespace planish::random_programs
