// Arrays whose size is a name or a number.

#include "generator.h"

namespace planish::random_programs {

NodePtr Generator::map_one(const TypePtr& type, const Context& cx) {
  if (is_irregular(type)) return nullptr;
  TypePtr from = random_type(cx, 1);
  Context inner = cx.deeper();
  NodePtr fn = function(function_type({from}, type->element()),
                        cx.repeated(static_cast<double>(bound_of(type->size, cx))));
  NodePtr array = expression(array_type(type->size, from), inner);
  return make_node({type, random_.chance(20) ? "($1 |> map $0)" : "(map $0 $1)", {fn, array}});
}

NodePtr Generator::map_two(const TypePtr& type, const Context& cx) {
  if (is_irregular(type)) return nullptr;
  TypePtr a = random_type(cx, 1), b = random_type(cx, 1);
  Context inner = cx.deeper(), body = cx.repeated(static_cast<double>(bound_of(type->size, cx)));
  NodePtr as = expression(array_type(type->size, a), inner);
  NodePtr bs = expression(array_type(type->size, b), inner);
  if (random_.chance(60))
    return make_node({type,
                      "(map2 $0 $1 $2)",
                      {function(function_type({a, b}, type->element()), body), as, bs}});
  TypePtr pair = tuple_type({a, b});
  return make_node({type,
                    "(map $0 (zip $1 $2))",
                    {function(function_type({pair}, type->element()), body), as, bs}});
}

NodePtr Generator::scanned(const TypePtr& type, const Context& cx) {
  if (is_irregular(type)) return nullptr;
  std::optional<Operator> op = associative_operator(type->element(), OperatorLaw::Associative);
  if (!op) return nullptr;
  return make_node({type,
                    fmt::format("({} {} {} $0)", random_.chance(70) ? "scan" : "exscan",
                                op->function, op->neutral),
                    {expression(type, cx.deeper())}});
}

// Functions of chunks that give the same however arrays are cut.
NodePtr Generator::streamed(const TypePtr& type, const Context& cx) {
  if (is_irregular(type)) return nullptr;
  const std::string item = type->element()->text;
  const Context inner = cx.deeper();
  if (random_.chance(25)) {
    TypePtr from = random_type(cx, 1);
    if (is_irregular(from)) return nullptr;
    NodePtr fn = function(function_type({from}, type->element()),
                          cx.repeated(static_cast<double>(bound_of(type->size, cx))));
    return make_node({type,
                      "(stream_map (\\_ chunk -> map $0 chunk) $1)",
                      {fn, expression(array_type(type->size, from), inner)}});
  }
  std::optional<Operator> op = associative_operator(type->element(), OperatorLaw::Associative);
  if (!op) return nullptr;
  NodePtr array = expression(type, inner);
  switch (random_.below(3)) {
    case 0:
      return make_node(
          {type,
           fmt::format(
               "((stream_seq (\\k before (chunk: [k]{0}) -> let all = map (\\x -> {1} before "
               "x) (scan {1} {2} chunk) in (copy all[k - 1], all)) {2} $0).1)",
               item, op->function, op->neutral),
           {array}});
    case 1:
      return make_node(
          {type,
           fmt::format(
               "(let (total, items) = stream_red {1} (\\_ before (chunk: []{0}) -> (loop "
               "sum = before for x in chunk do {1} sum x, chunk)) {2} $0 in map (\\x -> {1} "
               "x total) items)",
               item, op->function, op->neutral),
           {array}});
    default:
      return make_node(
          {type,
           fmt::format("(stream_map (\\k (chunk: *[k]{0}) -> loop chunk for i < k do chunk with "
                       "[i] = copy ({1} chunk[i] chunk[i])) $0)",
                       item, op->function),
           {array}});
  }
}

NodePtr Generator::from_nothing(const TypePtr& type, const Context& cx) {
  if (is_irregular(type)) return nullptr;
  const std::string& size = type->size;
  Context inner = cx.deeper(), body = cx.repeated(static_cast<double>(bound_of(size, cx)));
  uint64_t choice = random_.below(4);
  if (choice == 0 && type->element()->is_prim(Prim::I64))
    return make_node({type, fmt::format("(iota {})", size)});
  if (choice == 1)
    return make_node(
        {type, fmt::format("(replicate {} $0)", size), {expression(type->element(), inner)}});
  TypePtr i64 = prim_type(Prim::I64);
  if (choice == 2 && type->element()->kind == TypeKind::Array) {
    TypePtr cell = type->element()->element();
    Context cells = body.repeated(static_cast<double>(bound_of(type->element()->size, cx)));
    return make_node({type,
                      fmt::format("(tabulate_2d {} {} $0)", size, type->element()->size),
                      {function(function_type({i64, i64}, cell), cells)}});
  }
  return make_node({type,
                    fmt::format("(tabulate {} $0)", size),
                    {function(function_type({i64}, type->element()), body)}});
}

NodePtr Generator::rearranged(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper();
  if (is_irregular(type)) return make_node({type, "(reverse $0)", {expression(type, inner)}});
  const TypePtr& item = type->element();
  switch (random_.below(6)) {
    case 0:
      if (item->kind != TypeKind::Array) break;
      return make_node(
          {type,
           "(transpose $0)",
           {expression(array_type(item->size, array_type(type->size, item->element())), inner)}});
    case 1:
      return make_node({type,
                        "(rotate $0 $1)",
                        {expression(prim_type(Prim::I64), inner), expression(type, inner)}});
    case 2: {
      TypePtr other = random_type(cx, 1);
      if (is_irregular(other)) break;
      return make_node({type,
                        "((unzip $0).1)",
                        {expression(array_type(type->size, tuple_type({other, item})), inner)}});
    }
    case 3: {
      // A column of a matrix with at least one.
      std::string columns = std::to_string(1 + random_.below(3));
      return make_node(
          {type,
           fmt::format("(($0)[:, {}])", random_.below(static_cast<uint64_t>(std::stoi(columns)))),
           {expression(array_type(type->size, array_type(columns, item)), inner)}});
    }
    case 4:
      if (item->kind != TypeKind::Tuple || item->parts.size() != 2) break;
      return make_node({type,
                        "(zip $0 $1)",
                        {expression(array_type(type->size, item->parts[0]), inner),
                         expression(array_type(type->size, item->parts[1]), inner)}});
    default: break;
  }
  return make_node(
      {type, random_.chance(50) ? "(reverse $0)" : "(($0)[::-1])", {expression(type, inner)}});
}

NodePtr Generator::updated(const TypePtr& type, const Context& cx) {
  if (is_irregular(type) || !cx.may_consume) return nullptr;
  Context inner = cx.deeper();
  NodePtr array = expression(type, inner), index = index_below(type->size, inner);
  NodePtr value = expression(type->element(), inner);
  std::string name = fresh("u");
  std::string guard = risk() ? "true" : type->size + " > 0";
  if (random_.chance(30) && type->element()->kind == TypeKind::Array) {
    NodePtr column = index_below(type->element()->size, inner);
    NodePtr cell = expression(type->element()->element(), inner);
    return make_node(
        {type,
         fmt::format(
             "(let {0} = copy $0 in if {1} && {2} > 0 then {0} with [$1, $2] = $3 else {0})", name,
             guard, type->element()->size),
         {array, index, column, cell}});
  }
  return make_node(
      {type,
       fmt::format("(let {0} = copy $0 in if {1} then {0} with [$1] = $2 else {0})", name, guard),
       {array, index, value}});
}

NodePtr Generator::fresh_array(const TypePtr& type, const Context& cx) {
  Context inner = cx.deeper(), body = cx.repeated(static_cast<double>(bound_of(type->size, cx)));
  const uint64_t choice = cx.depth <= 1 || --budget_ <= 0 ? 7 : random_.below(8);
  TypePtr from = random_type(cx, 1), other = random_type(cx, 1);
  if (random_.chance(40)) from = type->element();
  switch (choice) {
    case 0:
    case 1: {
      // A function that gives its argument may be one that nothing is left of.
      NodePtr fn = from->text == type->element()->text && random_.chance(50)
                       ? make_node({function_type({from}, from), "(\\x -> x)"})
                       : function(function_type({from}, type->element()), body);
      return make_node(
          {type, "(map $0 $1)", {fn, expression(array_type(type->size, from), inner)}});
    }
    case 2:
      return make_node({type,
                        "(map2 $0 $1 $2)",
                        {function(function_type({from, other}, type->element()), body),
                         expression(array_type(type->size, from), inner),
                         expression(array_type(type->size, other), inner)}});
    case 3:
      return make_node({type,
                        fmt::format("(replicate {} $0)", type->size),
                        {expression(type->element(), inner)}});
    case 4: {
      const uint64_t count = 1 + random_.below(3);
      TypePtr rows = array_type(std::to_string(count), type);
      return make_node(
          {type, fmt::format("(($0)[{}])", random_.below(count)), {fresh_array(rows, inner)}});
    }
    case 5:
      return make_node({type,
                        "(if $0 then $1 else $2)",
                        {expression(prim_type(Prim::Bool), inner), fresh_array(type, inner),
                         fresh_array(type, inner)}});
    case 6: {
      std::string name = fresh("x");
      NodePtr value = expression(from, inner);
      inner.add(name, from);
      return make_node(
          {type, fmt::format("(let {} = $0 in $1)", name), {value, fresh_array(type, inner)}});
    }
    default: return make_node({type, "(copy $0)", {expression(type, inner)}});
  }
}

// What a function gave is written to; what the function was given, and anything else, can still be
// read.
NodePtr Generator::updated_result(const TypePtr& type, const Context& cx) {
  if (is_irregular(type) || !cx.may_consume) return nullptr;
  std::vector<Callable> fitting = functions_that_give(type, cx);
  std::erase_if(fitting, [](const Callable& one) { return !one.callee->gives_unique; });
  if (fitting.empty()) return nullptr;
  const auto& [callee, by] = random_.pick(fitting);
  Context inner = cx.deeper();
  NodePtr given = call_of(*callee, by, type, inner);
  if (given == nullptr) return nullptr;
  NodePtr index = index_below(type->size, inner), value = expression(type->element(), inner);
  std::string result = fresh("r"), written = fresh("u");
  inner.add(written, type);
  return make_node(
      {type,
       fmt::format(
           "(let {0} = $0 in let {1} = (if {2} > 0 then {0} with [$1] = $2 else {0}) in $3)",
           result, written, type->size),
       {given, index, value, expression(type, inner)}});
}

NodePtr Generator::updated_in_loop(const TypePtr& type, const Context& cx) {
  if (is_irregular(type) || !cx.may_consume) return nullptr;
  auto times = static_cast<double>(bound_of(type->size, cx));
  Context inner = cx.deeper(), body = cx.repeated(times);
  std::string state = fresh("u"), counter = fresh("i");
  body.add(counter, prim_type(Prim::I64));
  // A row would share memory with what is consumed.
  if (type->element()->kind == TypeKind::Prim) body.add(state, type);
  return make_node({type,
                    fmt::format("(loop ({0}: *{1}) = copy $0 for {2} < {3} do {0} with [{2}] = $1)",
                                state, type->text, counter, type->size),
                    {expression(type, inner), expression(type->element(), body)}});
}

NodePtr Generator::scattered(const TypePtr& type, const Context& cx) {
  if (is_irregular(type) || !cx.may_consume) return nullptr;
  Context inner = cx.deeper();
  std::string count = random_size(cx);
  // No index occurs twice, for then any value might win; some are out of range.
  static const std::vector<std::string> kIndexes{"(\\i -> i)", "(\\i -> i * 2 - 1)",
                                                 "(\\i -> 3 - i)", "(+ 1)"};
  return make_node(
      {type,
       fmt::format("(scatter (copy $0) (map {} (iota {})) $1)", random_.pick(kIndexes), count),
       {expression(type, inner), expression(array_type(count, type->element()), inner)}});
}

NodePtr Generator::histogram(const TypePtr& type, const Context& cx) {
  if (is_irregular(type) || !cx.may_consume) return nullptr;
  std::optional<Operator> op = associative_operator(type->element(), OperatorLaw::Commutative);
  if (!op) return nullptr;
  Context inner = cx.deeper();
  std::string count = random_size(cx);
  TypePtr indexes = array_type(count, prim_type(Prim::I64));
  NodePtr where = expression(indexes, inner),
          what = expression(array_type(count, type->element()), inner);
  if (random_.chance(40))
    return make_node({type,
                      fmt::format("(hist {} {} {} $0 $1)", op->function, op->neutral, type->size),
                      {where, what}});
  return make_node(
      {type,
       fmt::format("(reduce_by_index (copy $0) {} {} $1 $2)", op->function, op->neutral),
       {expression(type, inner), where, what}});
}

NodePtr Generator::coerced(const TypePtr& type, const Context& cx) {
  if (is_irregular(type)) return nullptr;
  Context inner = cx.deeper();
  if (risk())
    return make_node(
        {type, fmt::format("($0 :> {})", type->text), {unknown_array(type->element(), inner)}});
  if (random_.chance(50) && type->element()->kind == TypeKind::Array) {
    Context body = cx.repeated(
        static_cast<double>(bound_of(type->size, cx) * bound_of(type->element()->size, cx)));
    return make_node(
        {type,
         fmt::format("(unflatten (tabulate ({} * {}) $0) :> {})", type->size, type->element()->size,
                     type->text),
         {function(function_type({prim_type(Prim::I64)}, type->element()->element()), body)}});
  }
  TypePtr other = array_type(random_size(cx), type->element());
  return make_node({type,
                    fmt::format("(take {} ($0 ++ $1))", type->size),
                    {expression(type, inner), expression(other, inner)}});
}

}  // namespace planish::random_programs
