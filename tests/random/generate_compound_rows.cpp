// Arrays of tuples, records and sums that have rows of different lengths in them, and what can be
// done with those.

#include "generator.h"

namespace planish::random_programs {

TypePtr Generator::random_compound(const Context& cx) {
  auto row = [&] {
    TypePtr item = random_.chance(15)   ? array_type(kVaryingSize, random_prim())
                   : random_.chance(15) ? array_type(random_size(cx), random_prim())
                   : random_.chance(20) ? tuple_type({random_prim(), random_prim()})
                                        : random_prim();
    return array_type(kVaryingSize, item);
  };
  switch (random_.below(4)) {
    case 0: return tuple_type({random_prim(), row()});
    case 1: return record_type({"a", "b"}, {row(), random_.chance(50) ? random_prim() : row()});
    case 2:
      return sum_type({"a", "b", "c"}, {tuple_type({row()}), tuple_type({random_prim()}),
                                        tuple_type({random_prim(), row()})});
    default:
      // One inside of another.
      return tuple_type(
          {row(), random_.chance(50)
                      ? tuple_type({random_prim(), row()})
                      : sum_type({"a", "b"}, {tuple_type({}), tuple_type({row(), row()})})});
  }
}

TypePtr Generator::random_compounds(const Context& cx) {
  return array_type(random_size(cx), random_compound(cx));
}

template <class Make>
std::string Generator::taken_apart(const TypePtr& compound, const Context& cx,
                                   std::vector<NodePtr>& children, Make make) {
  // Gives the part a name, and a row the name of its length as well.
  auto bind = [&](const TypePtr& part, Context& body, std::string& lets) {
    std::string name = fresh("part");
    if (part->kind == TypeKind::Array && part->size == kVaryingSize) {
      std::string size = fresh("k"), row = fresh("ys");
      body.add_size(size, kRowBound);
      body.add(row, array_type(size, part->element()));
      lets += fmt::format("let [{0}] ({1}: [{0}]{2}) = {3} in ", size, row, part->element()->text,
                          name);
    } else if (!is_irregular(part)) {
      body.add(name, part);
    }
    return name;
  };
  std::string x = fresh("c");
  auto made = [&](Context& body) {
    children.push_back(make(body));
    return fmt::format("${}", children.size() - 1);
  };
  if (compound->kind != TypeKind::Sum) {
    Context body = cx;
    std::string lets, out;
    for (size_t i = 0; i < compound->parts.size(); i++) {
      std::string label = compound->labels.empty() ? std::to_string(i) : compound->labels[i];
      out += fmt::format("let {} = {}.{} in ", bind(compound->parts[i], body, lets), x, label);
    }
    return fmt::format("(\\{} -> {}{}{})", x, out, lets, made(body));
  }
  std::string out = fmt::format("(\\{0} -> match {0}", x);
  for (size_t i = 0; i < compound->parts.size(); i++) {
    Context body = cx;
    std::string lets;
    out += " case #" + compound->labels[i];
    for (const TypePtr& part : compound->parts[i]->parts) out += " " + bind(part, body, lets);
    out += fmt::format(" -> {}{}", lets, made(body));
  }
  return out + ")";
}

NodePtr Generator::compounds_with_rows(const TypePtr& type, const Context& cx) {
  if (!has_compounds(type)) return nullptr;
  using G = Generator;
  static constexpr Choice kChoices[] = {
      {6, &G::compounds_of_elements}, {6, &G::compounds_of_compounds}, {3, &G::compounds_by_zip},
      {2, &G::updated_compounds},     {2, &G::gathered_rows},          {2, &G::joined_rows},
      {2, &G::scattered_rows},
  };
  return choose(kChoices, type, cx);
}

NodePtr Generator::compounds_of_elements(const TypePtr& type, const Context& cx) {
  Context body = cx.repeated(static_cast<double>(bound_of(type->size, cx)));
  TypePtr from = random_type(cx, 1);
  if (is_irregular(from)) return nullptr;
  std::string name = fresh("x");
  body.add(name, from);
  return make_node({type,
                    fmt::format("(map (\\({}: {}) -> $0) $1 : {})", name, from->text, type->text),
                    {definition_result(type->element(), construct(type->element(), body)),
                     expression(array_type(type->size, from), cx.deeper())}});
}

NodePtr Generator::compounds_of_compounds(const TypePtr& type, const Context& cx) {
  Context body = cx.repeated(static_cast<double>(bound_of(type->size, cx)));
  TypePtr from = array_type(type->size, random_compound(cx));
  std::vector<NodePtr> children;
  std::string function = taken_apart(from->element(), body, children, [&](const Context& inside) {
    return definition_result(type->element(), construct(type->element(), inside));
  });
  children.push_back(expression(from, cx.deeper()));
  return make_node({type,
                    fmt::format("(map {} (${} : {}) : {})", function, children.size() - 1,
                                from->text, type->text),
                    std::move(children)});
}

NodePtr Generator::compounds_by_zip(const TypePtr& type, const Context& cx) {
  const TypePtr& compound = type->element();
  if (compound->kind != TypeKind::Tuple || compound->parts.size() != 2) return nullptr;
  Context inner = cx.deeper();
  TypePtr first = array_type(type->size, compound->parts[0]),
          second = array_type(type->size, compound->parts[1]);
  return make_node({type,
                    fmt::format("(zip ($0 : {}) ($1 : {}))", first->text, second->text),
                    {expression(first, inner), expression(second, inner)}});
}

NodePtr Generator::updated_compounds(const TypePtr& type, const Context& cx) {
  if (!cx.may_consume) return nullptr;
  Context inner = cx.deeper();
  std::string name = fresh("u");
  std::string guard = risk() ? "true" : type->size + " > 0";
  return make_node(
      {type,
       fmt::format("(let {0} = copy ($0 : {1}) in if {2} then {0} with [$1] = $2 else {0})", name,
                   type->text, guard),
       {expression(type, inner), index_below(type->size, inner),
        definition_result(type->element(), construct(type->element(), inner))}});
}

NodePtr Generator::rows_of_compounds(const TypePtr& type, const Context& cx) {
  Context body = cx.repeated(static_cast<double>(bound_of(type->size, cx)));
  const bool component = random_.chance(30);
  TypePtr from = array_type(
      type->size, component ? tuple_type({random_prim(), type->element()}) : random_compound(cx));
  if (component) {
    const char* taken = random_.chance(50) ? "map (.1)" : "(.1) <| unzip";
    return make_node({type,
                      fmt::format("({} ($0 : {}) : {})", taken, from->text, type->text),
                      {expression(from, cx.deeper())}});
  }
  std::vector<NodePtr> children;
  std::string function = taken_apart(from->element(), body, children, [&](const Context& inside) {
    return row_value(type->element()->element(), inside);
  });
  children.push_back(expression(from, cx.deeper()));
  return make_node({type,
                    fmt::format("(map {} (${} : {}) : {})", function, children.size() - 1,
                                from->text, type->text),
                    std::move(children)});
}

NodePtr Generator::map_compounds(const TypePtr& type, const Context& cx) {
  if (is_irregular(type)) return nullptr;
  Context body = cx.repeated(static_cast<double>(bound_of(type->size, cx)));
  TypePtr from = array_type(type->size, random_compound(cx));
  std::vector<NodePtr> children;
  std::string function = taken_apart(from->element(), body, children, [&](const Context& inside) {
    return definition_result(type->element(), expression(type->element(), inside));
  });
  children.push_back(expression(from, cx.deeper()));
  return make_node({type,
                    fmt::format("(map {} (${} : {}))", function, children.size() - 1, from->text),
                    std::move(children)});
}

}  // namespace planish::random_programs
