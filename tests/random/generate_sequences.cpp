// Programs whose entry point takes and gives sequences: a chain of functions of the module `seq`, of
// which every link may be used by any other one and by consumers.

#include <algorithm>
#include <utility>

#include "generator.h"

namespace planish::random_programs {
namespace {

constexpr int kElementDepth = 3;
constexpr int kFunctionBudget = 12;

TypePtr sequence_type(const TypePtr& element) {
  return opaque_type(fmt::format("seq ({})", element->text));
}

}  // namespace

// What the chain has so far.
struct Generator::Link {
  std::string name;
  TypePtr element;
  std::set<size_t> inputs;  // which are read by it: in one pass at one place each
};

Context Generator::element_context(const Context& cx) {
  Context inside = cx;
  inside.depth = kElementDepth;
  inside.work = 20;
  inside.may_consume = false;
  budget_ = kFunctionBudget;
  return inside;
}

TypePtr Generator::element_type() {
  if (random_.chance(65)) return random_prim();
  return tuple_type({random_prim(), random_prim()});
}

// `\x -> …`, as the child of this number.
NodePtr Generator::element_function(const TypePtr& from, const TypePtr& to, const Context& cx) {
  Context inside = element_context(cx);
  const std::string x = fresh("x");
  inside.add(x, from);
  return make_node({function_type({from}, to),
                    fmt::format("(\\({}: {}) -> $0)", x, from->text),
                    {expression(to, inside)}});
}

std::optional<NodePtr> Generator::combining(const TypePtr& type, OperatorLaw law) {
  const std::optional<Operator> op = associative_operator(type, law);
  if (!op) return std::nullopt;
  return make_node({type, fmt::format("{} {}", op->function, op->neutral)});
}

// `(s, x) -> (s, y)` one by one, which needs a state.
NodePtr Generator::stepping(const Link& from, const TypePtr& to, const Context& cx) {
  const TypePtr state = random_prim();
  Context inside = element_context(cx);
  const std::string s = fresh("s"), x = fresh("x");
  inside.add(s, state);
  inside.add(x, from.element);
  NodePtr next = expression(state, inside);
  budget_ = kFunctionBudget;
  return make_node({sequence_type(to),
                    fmt::format("seq.step (\\({}: {}) ({}: {}) -> ($0, $1)) $2 {}", s, state->text,
                                x, from.element->text, from.name),
                    {next, expression(to, inside), leaf(state, cx)}});
}

// Runs of neighbours are combined, or rows that begin somewhere.
NodePtr Generator::grouped(const Link& from, const Context& cx) {
  const std::optional<NodePtr> op = combining(from.element, OperatorLaw::Associative);
  if (!op) return nullptr;
  const TypePtr type = sequence_type(from.element);
  const std::string form = "seq.map (\\g -> reduce $0 g) ";
  switch (random_.below(3)) {
    case 0:
      return make_node(
          {type, fmt::format("{}(seq.group {} {})", form, 1 + random_.below(5), from.name), {*op}});
    case 1:
      return make_node({type,
                        fmt::format("{}(seq.windows {} {})", form, 1 + random_.below(4), from.name),
                        {*op}});
    default:
      return make_node({type,
                        fmt::format("{}(seq.split $1 {})", form, from.name),
                        {*op, element_function(from.element, prim_type(Prim::Bool), cx)}});
  }
}

// The next link. Null: it did not work out.
NodePtr Generator::link(const std::vector<Link>& links, const Context& cx, Link& made) {
  const Link& from = links[std::max(random_.below(links.size()), random_.below(links.size()))];
  made.element = from.element;
  made.inputs = from.inputs;
  const auto same = [&](std::string form, std::vector<NodePtr> children = {}) {
    return make_node({sequence_type(from.element), form + " " + from.name, std::move(children)});
  };
  switch (random_.below(11)) {
    case 0: return same(fmt::format("seq.take {}", random_.below(12)));
    case 1: return same(fmt::format("seq.drop {}", random_.below(4)));
    case 2:
      return same("seq.filter $0", {element_function(from.element, prim_type(Prim::Bool), cx)});
    case 3:
      return same("seq.take_while $0", {element_function(from.element, prim_type(Prim::Bool), cx)});
    case 4: {
      const std::optional<NodePtr> op = combining(from.element, OperatorLaw::Associative);
      return op ? same("seq.scan $0", {*op}) : nullptr;
    }
    case 5: {
      made.element = element_type();
      return stepping(from, made.element, cx);
    }
    case 6: return grouped(from, cx);
    case 7: {
      const Link& other = links[random_.below(links.size())];
      std::set<size_t> both = from.inputs;
      both.insert(other.inputs.begin(), other.inputs.end());
      if (both.size() < from.inputs.size() + other.inputs.size()) return nullptr;
      made.inputs = both;
      if (other.element->text == from.element->text && random_.chance(40))
        return make_node(
            {sequence_type(from.element), fmt::format("seq.append {} {}", from.name, other.name)});
      made.element = tuple_type({from.element, other.element});
      return make_node(
          {sequence_type(made.element), fmt::format("seq.zip {} {}", from.name, other.name)});
    }
    case 8: {
      made.element = element_type();
      const std::string x = fresh("x");
      Context inside = element_context(cx);
      inside.add(x, from.element);
      NodePtr count = small_number(4, inside);
      budget_ = kFunctionBudget;
      return make_node({sequence_type(made.element),
                        fmt::format("seq.flat_map (\\({}: {}) -> replicate $0 $1) {}", x,
                                    from.element->text, from.name),
                        {count, expression(made.element, inside)}});
    }
    default:
      made.element = element_type();
      return make_node({sequence_type(made.element),
                        "seq.map $0 " + from.name,
                        {element_function(from.element, made.element, cx)}});
  }
}

// A value, or a sequence that the entry point gives.
NodePtr Generator::consumer(const Link& from, const Context& cx) {
  const auto made = [&](const TypePtr& type, std::string form, std::vector<NodePtr> children = {}) {
    return make_node({type, fmt::format("({} {})", form, from.name), std::move(children)});
  };
  const TypePtr boolean = prim_type(Prim::Bool), i64 = prim_type(Prim::I64);
  switch (random_.below(9)) {
    case 0: return made(i64, "seq.length");
    case 1: return made(boolean, "seq.any $0", {element_function(from.element, boolean, cx)});
    case 2: return made(i64, "seq.find $0", {element_function(from.element, boolean, cx)});
    case 3: return made(array_type(kUnknownSize, from.element), "seq.to_array");
    case 4: {
      const TypePtr state = random_prim();
      Context inside = element_context(cx);
      const std::string s = fresh("s"), x = fresh("x");
      inside.add(s, state);
      inside.add(x, from.element);
      return made(state,
                  fmt::format("seq.foldl (\\({}: {}) ({}: {}) -> $0) $1", s, state->text, x,
                              from.element->text),
                  {expression(state, inside), leaf(state, cx)});
    }
    case 5: {
      const auto bins = std::to_string(1 + random_.below(4));
      const std::string x = fresh("x");
      Context inside = element_context(cx);
      inside.add(x, from.element);
      return make_node({array_type(bins, i64),
                        fmt::format("(seq.hist (+) 0 {} (seq.map (\\({}: {}) -> ($0, $1)) {}))",
                                    bins, x, from.element->text, from.name),
                        {expression(i64, inside), expression(i64, inside)}});
    }
    case 6:
    case 7: {
      const std::optional<NodePtr> op = combining(from.element, OperatorLaw::Associative);
      if (op) return made(from.element, "seq.reduce $0", {*op});
      break;
    }
    default: break;
  }
  return make_node({sequence_type(from.element), from.name});
}

Program Generator::generate_sequences() {
  Program program;
  Context main = top_;
  main.depth = kElementDepth;
  for (uint64_t i = random_.below(3); i > 0; i--) {
    const std::string name = fresh("x");
    const TypePtr type = random_prim();
    main.add(name, type);
    program.parameters.push_back({name, type});
  }
  std::vector<Link> links;
  for (uint64_t i = 1 + random_.below(2); i > 0; i--) {
    const TypePtr element = element_type();
    Link input{fresh("in"), element, {links.size()}};
    Parameter& parameter = program.parameters.emplace_back();
    parameter.name = input.name;
    parameter.type = array_type(std::to_string(random_.below(3) * 9 + random_.below(6)), element);
    parameter.is_sequence = true;
    links.push_back(std::move(input));
  }
  std::string form;
  std::vector<NodePtr> children;
  // After 9 come the characters that follow it.
  const auto place = [&] {
    return std::string("$") + static_cast<char>('0' + static_cast<int>(children.size()) - 1);
  };
  const auto put = [&](const NodePtr& node) {
    children.push_back(node);
    return place();
  };
  if (random_.chance(30)) {
    Link made{fresh("ys"), element_type(), {}};
    form += fmt::format("let {} = seq.produce {} {}\n  ", made.name, random_.below(30),
                        put(element_function(prim_type(Prim::I64), made.element, main)));
    links.push_back(made);
  }
  for (uint64_t i = random_.below(6); i > 0; i--) {
    Link made;
    const NodePtr node = link(links, main, made);
    if (node == nullptr) continue;
    made.name = fresh("ys");
    form += fmt::format("let {} = {}\n  ", made.name, put(node));
    links.push_back(std::move(made));
  }
  std::vector<TypePtr> types;
  std::string results;
  for (uint64_t i = 1 + random_.below(4); i > 0; i--) {
    const Link& from = links[std::max(random_.below(links.size()), random_.below(links.size()))];
    const NodePtr node = consumer(from, main);
    types.push_back(node->type);
    results += (results.empty() ? "" : ", ") + put(node);
    if (node->type->kind == TypeKind::Opaque || random_.chance(60)) continue;
    // What one gives may be needed for another one.
    const std::string name = fresh("v");
    form += fmt::format("let {} = {}\n  ", name, place());
    results.resize(results.rfind('$'));
    results += name;
    if (node->type->kind == TypeKind::Prim) main.add(name, node->type);
  }
  const TypePtr type = types.size() == 1 ? types.front() : tuple_type(types);
  program.body = make_node(
      {type, fmt::format("{}in ({})", form.empty() ? "let _ = 0 " : form, results), children});
  program.input_seed = random_.below(1000);
  return program;
}

}  // namespace planish::random_programs
