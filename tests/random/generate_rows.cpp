// Irregular arrays: maps that give or take rows of different lengths, nested to any depth, and what
// else there is to do with rows.

#include "generator.h"

namespace planish::random_programs {
namespace {

// Is it an array whose elements are rows of different lengths?
bool has_rows(const TypePtr& type) {
  return type->kind == TypeKind::Array && type->element()->kind == TypeKind::Array &&
         type->element()->size == kVaryingSize;
}

}  // namespace

TypePtr Generator::random_rows(const Context& cx, int depth) {
  TypePtr item;
  uint64_t choice = random_.below(100);
  if (choice < 20) {
    item = array_type(kVaryingSize, random_prim());
  } else if (choice < 30) {
    item = array_type(random_.chance(15) ? "0" : random_size(cx), random_prim());
  } else if (choice < 40) {
    item = tuple_type({random_prim(), random_prim()});
  } else if (choice < 48) {
    item = random_compound(cx);
  } else {
    item = depth > 0 ? random_type(cx, depth - 1) : random_prim();
    if (is_irregular(item)) item = random_prim();
  }
  TypePtr rows = array_type(kVaryingSize, item);
  // Several rows for each index.
  if (random_.chance(10)) rows = array_type(random_size(cx), rows);
  return array_type(random_size(cx), rows);
}

std::string Generator::bind_row(const TypePtr& item, Context& body) {
  std::string row = fresh("row"), size = fresh("k"), name = fresh("ys");
  body.add_size(size, kRowBound);
  body.add(name, array_type(size, item));
  return fmt::format("\\{0} -> let [{1}] ({2}: [{1}]{3}) = {0} in ", row, size, name, item->text);
}

NodePtr Generator::row_value(const TypePtr& item, const Context& cx) {
  TypePtr type = array_type(kUnknownSize, item);
  // As long as something that is there: all that is done with arrays of known sizes.
  if (!cx.sizes.empty() && random_.chance(50)) {
    const SizeName& size = cx.sizes.back();
    if (size.bound <= kRowBound)
      return definition_result(type, expression(array_type(size.name, item), cx));
  }
  if (!is_irregular(item)) return definition_result(type, unknown_array(item, cx));
  const bool rows = item->kind == TypeKind::Array;
  if (rows && item->size != kVaryingSize) return leaf(type, cx);
  // Rows of rows, or of what has rows in it.
  TypePtr from = random_prim();
  std::string size = fresh("k"), array = fresh("as"), name = fresh("a");
  Context inner = cx.deeper(), body = cx.repeated(4);
  inner.add_size(size, kRowBound);
  body.add(name, from);
  return make_node(
      {type,
       fmt::format("(let [{0}] ({1}: [{0}]{2}) = $0 in (map (\\({3}: {2}) -> $1) {1} : [{0}]{4}))",
                   size, array, from->text, name, item->text),
       {unknown_array(from, cx.deeper()),
        rows ? row_value(item->element(), body) : construct(item, body)}});
}

NodePtr Generator::irregular(const TypePtr& type, const Context& cx) {
  if (!has_rows(type)) return nullptr;
  using G = Generator;
  static constexpr Choice kRows[] = {
      {9, &G::rows_of_rows},      {6, &G::rows_of_elements}, {3, &G::rows_of_two},
      {3, &G::regular_rows},      {2, &G::gathered_rows},    {3, &G::updated_rows},
      {2, &G::rows_by_functions}, {2, &G::joined_rows},      {2, &G::scattered_rows},
      {3, &G::rows_of_compounds}, {6, &G::combined_rows},
  };
  return choose(kRows, type, cx);
}

NodePtr Generator::rows_of_rows(const TypePtr& type, const Context& cx) {
  Context body = cx.repeated(static_cast<double>(bound_of(type->size, cx)));
  TypePtr from = random_.chance(25) ? array_type(kVaryingSize, random_prim()) : random_type(cx, 0);
  std::string form = bind_row(from, body);
  TypePtr rows = array_type(type->size, array_type(kVaryingSize, from));
  return make_node({type,
                    fmt::format("(map ({}$0) ($1 : {}) : {})", form, rows->text, type->text),
                    {row_value(type->element()->element(), body), expression(rows, cx.deeper())}});
}

NodePtr Generator::rows_of_elements(const TypePtr& type, const Context& cx) {
  Context body = cx.repeated(static_cast<double>(bound_of(type->size, cx)));
  TypePtr from = random_type(cx, 1);
  if (is_irregular(from)) return nullptr;
  std::string name = fresh("x");
  body.add(name, from);
  return make_node({type,
                    fmt::format("(map (\\({}: {}) -> $0) $1 : {})", name, from->text, type->text),
                    {row_value(type->element()->element(), body),
                     expression(array_type(type->size, from), cx.deeper())}});
}

NodePtr Generator::rows_of_two(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper(), body = cx.repeated(static_cast<double>(bound_of(type->size, cx)));
  TypePtr first = random_prim(), second = random_prim();
  std::string x = fresh("row"), y = fresh("row"), k = fresh("k"), l = fresh("k"), xs = fresh("ys"),
              ys = fresh("ys");
  body.add_size(k, kRowBound);
  body.add_size(l, kRowBound);
  body.add(xs, array_type(k, first));
  body.add(ys, array_type(l, second));
  std::string lets =
      fmt::format("let [{0}] ({1}: [{0}]{2}) = {3} in let [{4}] ({5}: [{4}]{6}) = {7} in ", k, xs,
                  first->text, x, l, ys, second->text, y);
  TypePtr left = array_type(type->size, array_type(kVaryingSize, first));
  TypePtr right = array_type(type->size, array_type(kVaryingSize, second));
  std::string form = random_.chance(50)
                         ? fmt::format("(map2 (\\{} {} -> {}$0) ($1 : {}) ($2 : {}) : {})", x, y,
                                       lets, left->text, right->text, type->text)
                         : fmt::format("(map (\\({}, {}) -> {}$0) (zip ($1 : {}) ($2 : {})) : {})",
                                       x, y, lets, left->text, right->text, type->text);
  return make_node({type,
                    form,
                    {row_value(type->element()->element(), body), expression(left, inner),
                     expression(right, inner)}});
}

NodePtr Generator::regular_rows(const TypePtr& type, const Context& cx) {
  if (is_irregular(type->element()->element())) return nullptr;
  TypePtr regular = array_type(type->size, array_type(random_size(cx), type->element()->element()));
  return make_node(
      {type, fmt::format("($0 : {})", type->text), {expression(regular, cx.deeper())}});
}

NodePtr Generator::gathered_rows(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  std::string name = fresh("r"), size = random_size(cx);
  TypePtr rows = array_type(size, type->element());
  TypePtr indexes = array_type(type->size, prim_type(Prim::I64));
  std::string guard = risk() ? "true" : fmt::format("{} > 0", size);
  return make_node(
      {type,
       fmt::format("(let {0} = ($0 : {1}) in if {2} then (map (\\i -> {0}[i % i64.max 1 {3}]) $1 : "
                   "{4}) else $2)",
                   name, rows->text, guard, size, type->text),
       {expression(rows, inner), expression(indexes, inner), expression(type, inner)}});
}

NodePtr Generator::updated_rows(const TypePtr& type, const Context& cx) {
  if (!cx.may_consume) return nullptr;
  Context inner = cx.deeper();
  const TypePtr& item = type->element()->element();
  std::string name = fresh("u"), i = fresh("i"), j = fresh("j");
  std::string head =
      fmt::format("(let {0} = copy ($0 : {1}) in let {2} = $1 in ", name, type->text, i);
  NodePtr index = index_below(type->size, inner);
  std::string guard = risk() ? "true" : type->size + " > 0";
  if (random_.chance(50) || is_irregular(item)) {
    return make_node(
        {type,
         head + fmt::format("if {1} then {0} with [{2}] = $2 else {0})", name, guard, i),
         {expression(type, inner), index, row_value(item, inner)}});
  }
  return make_node(
      {type,
       head +
           fmt::format("if {1} && length {0}[{2}] > 0 then {0} with [{2}, $2 % length {0}[{2}]] = "
                       "$3 else {0})",
                       name, guard, i),
       {expression(type, inner), index, expression(prim_type(Prim::I64), inner),
        expression(item, inner)}});
}

// The functions of the module `irregular`.
NodePtr Generator::rows_by_functions(const TypePtr& type, const Context& cx) {
  const TypePtr& item = type->element()->element();
  if (is_irregular(item)) return nullptr;
  Context inner = cx.deeper();
  Context body = cx.repeated(static_cast<double>(bound_of(type->size, cx) * kRowBound));
  TypePtr from = random_prim();
  TypePtr rows = array_type(type->size, array_type(kVaryingSize, from));
  std::string name = fresh("r");
  switch (random_.below(4)) {
    case 0:
      return make_node({type,
                        "(irregular.filter $0 $1)",
                        {function(function_type({item}, prim_type(Prim::Bool)), body),
                         expression(type, inner)}});
    case 1:
      return make_node(
          {type,
           fmt::format(
               "(let {0} = ($1 : {1}) in irregular.from_lengths (irregular.lengths {0}) (map "
               "$0 (irregular.flatten {0})))",
               name, rows->text),
           {function(function_type({from}, item), body), expression(rows, inner)}});
    case 2: {
      std::string count = random_size(cx);
      return make_node({type,
                        fmt::format("(irregular.group {} $0 $1)", type->size),
                        {expression(array_type(count, prim_type(Prim::I64)), inner),
                         expression(array_type(count, item), inner)}});
    }
    default:
      return make_node(
          {type,
           fmt::format(
               "(let {0} = ($1 : {1}) in irregular.map2 $0 {0} (irregular.row_numbers {0}))", name,
               rows->text),
           {function(function_type({from, prim_type(Prim::I64)}, item), body),
            expression(rows, inner)}});
  }
}

NodePtr Generator::joined_rows(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  if (random_.chance(40))
    return make_node({type,
                      "(rotate $0 $1)",
                      {expression(prim_type(Prim::I64), inner), expression(type, inner)}});
  TypePtr other = array_type(random_size(cx), type->element());
  return make_node(
      {type,
       fmt::format("(take {} (($0 : {}) ++ ($1 : {})))", type->size, type->text, other->text),
       {expression(type, inner), expression(other, inner)}});
}

NodePtr Generator::scattered_rows(const TypePtr& type, const Context& cx) {
  if (!cx.may_consume) return nullptr;
  Context inner = cx.deeper();
  TypePtr other = array_type(random_size(cx), type->element());
  static const std::vector<std::string> kIndexes{"(\\i -> i)", "(\\i -> i * 2 - 1)", "(+ 1)"};
  return make_node({type,
                    fmt::format("(scatter (copy ($0 : {})) (map {} (iota {})) ($1 : {}))",
                                type->text, random_.pick(kIndexes), other->size, other->text),
                    {expression(type, inner), expression(other, inner)}});
}

// Operators that are associative, and give rows of other lengths.
NodePtr Generator::combined_rows(const TypePtr& type, const Context& cx) {
  static const std::vector<std::string> kOperators{
      "(++)", "(\\a b -> if length a < length b then b else a)",
      "(\\a b -> take (i64.min 3 (length a + length b)) (a ++ b))"};
  Context inner = cx.deeper();
  if (random_.chance(40))
    return make_node({type,
                      fmt::format("(scan {} [] ($0 : {}) : {})", random_.pick(kOperators),
                                  type->text, type->text),
                      {expression(type, inner)}});
  TypePtr other = array_type(random_size(cx), type->element());
  TypePtr keys = array_type(other->size, prim_type(Prim::I64));
  if (random_.chance(50) && cx.may_consume)
    return make_node(
        {type,
         fmt::format("(reduce_by_index (copy ($0 : {})) {} [] $1 ($2 : {}) : {})", type->text,
                     random_.pick(kOperators), other->text, type->text),
         {expression(type, inner), expression(keys, inner), expression(other, inner)}});
  return make_node({type,
                    fmt::format("(hist {} [] {} (map (% 4) $0) ($1 : {}) : {})",
                                random_.pick(kOperators), type->size, other->text, type->text),
                    {expression(keys, inner), expression(other, inner)}});
}

// Over the rows of an irregular array, to values that are not rows.
NodePtr Generator::map_rows(const TypePtr& type, const Context& cx) {
  if (is_irregular(type)) return nullptr;
  TypePtr item = random_.chance(25) ? array_type(kVaryingSize, random_prim()) : random_type(cx, 0);
  Context body = cx.repeated(static_cast<double>(bound_of(type->size, cx)));
  std::string form = bind_row(item, body);
  TypePtr rows = array_type(type->size, array_type(kVaryingSize, item));
  return make_node({type,
                    fmt::format("(map ({}$0) ($1 : {}))", form, rows->text),
                    {definition_result(type->element(), expression(type->element(), body)),
                     expression(rows, cx.deeper())}});
}

NodePtr Generator::compared_rows(const TypePtr& type, const Context& cx) {
  if (!type->is_prim(Prim::Bool)) return nullptr;
  Context inner = cx.deeper();
  TypePtr rows = random_.chance(30) ? random_compounds(cx) : random_rows(cx, 1);
  if (mentions_kind(rows, TypeKind::Opaque)) return nullptr;
  const char* op = random_.chance(70) ? "==" : "!=";
  return make_node({type,
                    fmt::format("(($0 : {0}) {1} ($1 : {0}))", rows->text, op),
                    {expression(rows, inner), expression(rows, inner)}});
}

}  // namespace planish::random_programs
