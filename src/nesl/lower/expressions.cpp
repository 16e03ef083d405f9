#include "nesl/lower/expressions.h"

#include <bit>

#include "nesl/lower/lowering.h"
#include "nesl/syntax/ast_match.h"

namespace planish::nesl {

Expressions::Expressions(Lowering& lowering) : l_(lowering) {}

const Type* Expressions::type_of(const Expr* expr) {
  return l_.types.substitute(expr->type, l_.frame->type_args);
}

const AtomTree* Expressions::lower(const Expr* expr) {
  const ir::PlaceId outer = std::exchange(l_.builder.place, l_.place(expr->loc));
  const AtomTree* made = match(expr, [&](const auto& e) { return lower(e); });
  l_.builder.place = outer;
  return made;
}

// ---- Patterns

void Expressions::bind(const Pattern* pattern, const AtomTree* value) {
  match(
      pattern, [&](const NamePattern& p) { l_.frame->variables[p.variable] = value; },
      [&](const DefaultPattern& p) { l_.frame->variables[p.variable] = value; },
      [&](const PairPattern& p) {
        bind(p.left, value->parts[0]);
        bind(p.right, value->parts[1]);
      },
      [&](const DataPattern& p) { bind(p.argument, value); },
      [&](const ParensPattern& p) { bind(p.inner, value); }, [](const ErrorPattern&) {});
}

const AtomTree* Expressions::part_of(const Pattern* pattern, const AtomTree* value,
                                     const Variable* variable) {
  using Part = const AtomTree*;
  return match(
      pattern,
      [&](const NamePattern& p) -> Part { return p.variable == variable ? value : nullptr; },
      [&](const DefaultPattern& p) -> Part { return p.variable == variable ? value : nullptr; },
      [&](const PairPattern& p) -> Part {
        Part left = part_of(p.left, value->parts[0], variable);
        return left != nullptr ? left : part_of(p.right, value->parts[1], variable);
      },
      [&](const DataPattern& p) -> Part { return part_of(p.argument, value, variable); },
      [&](const ParensPattern& p) -> Part { return part_of(p.inner, value, variable); },
      [](const ErrorPattern&) -> Part { return nullptr; });
}

// ---- Scalars, names, pairs

const AtomTree* Expressions::lower(const IntLit& e) {
  return l_.values.trees.i64(static_cast<int64_t>(e.value));
}
const AtomTree* Expressions::lower(const FloatLit& e) {
  return l_.values.trees.leaf(ir::Const{Prim::F64, std::bit_cast<uint64_t>(e.value)});
}
const AtomTree* Expressions::lower(const CharLit& e) {
  return l_.values.trees.leaf(ir::Const{Prim::U8, e.value});
}
const AtomTree* Expressions::lower(const BoolLit& e) {
  return l_.values.trees.leaf(Atom::boolean(e.value));
}

const AtomTree* Expressions::lower(const StringLit& e) {
  std::vector<Atom> chars;
  for (char c : e.value)
    chars.emplace_back(ir::Const{Prim::U8, static_cast<uint64_t>(static_cast<unsigned char>(c))});
  const Dim dim = Dim::constant(static_cast<int64_t>(chars.size()));
  return l_.values.trees.leaf(
      l_.builder.let("text", l_.storage.types.array(Prim::U8, {&dim, 1}),
                     l_.builder.make(ir::ArrayLit{{}, l_.builder.list(chars)})));
}

const AtomTree* Expressions::lower(const NameExpr& e) {
  if (e.variable != nullptr) return l_.frame->variables.at(e.variable);
  const Definition& definition = *e.callee.definition;
  if (definition.kind == DefinitionKind::Outside && type_of(&e)->kind != TypeKind::Function)
    return l_.call_outside(definition, {}, nullptr);
  if (definition.kind != DefinitionKind::Value || !definition.scheme.params.empty())
    return l_.values.trees.unit();  // a function that captures nothing
  return l_.instances.value(definition);
}

const AtomTree* Expressions::lower(const Parens& e) { return lower(e.inner); }

const AtomTree* Expressions::lower(const Pair& e) {
  const AtomTree* left = lower(e.left);
  return l_.values.trees.tuple({left, lower(e.right)});
}

// ---- Functions

const AtomTree* Expressions::lower(const Lambda& e) {
  Trees captured;
  for (const Variable* variable : e.captures) captured.push_back(l_.frame->variables.at(variable));
  return l_.values.trees.tuple(captured);
}

// `prim_check(condition, message, value)` of the prelude, in which the message is a literal.
const AtomTree* Expressions::check(const Apply& e) {
  const auto* all = as<Pair>(plain(e.passed));
  const auto* rest = as<Pair>(plain(all->right));
  const auto* message = as<StringLit>(plain(rest->left));
  const Atom condition = scalar(all->left);
  const std::vector<Var> certs = l_.values.checks.check(condition, ir::CheckKind::Other,
                                                        {l_.values.checks.text(message->value)});
  const AtomTree* value = lower(rest->right);
  if (certs.empty()) return value;
  return l_.values.trees.map_leaves(value, [&](Atom atom) -> Atom {
    return l_.builder.let("", l_.storage.type(atom), l_.builder.make(ir::Same{{}, atom}), certs);
  });
}

const AtomTree* Expressions::lower(const Apply& e) {
  const Type* site = type_of(e.function)->site;
  if (site->definition != nullptr && site->definition->kind == DefinitionKind::Builtin &&
      site->definition->builtin == Builtin::Check)
    return check(e);
  const AtomTree* captured = lower(e.function);
  const AtomTree* argument = lower(e.passed);
  return apply(type_of(e.function), captured, argument);
}

const AtomTree* Expressions::apply(const Type* function, const AtomTree* captured,
                                   const AtomTree* argument) {
  const Type* site = function->site;
  if (site->lambda != nullptr)
    return l_.instances.call({nullptr, site->lambda, site->args}, function->first, captured,
                             argument);
  return call({site->definition, site->args}, function->first, argument);
}

const AtomTree* Expressions::call(const Callee& callee, const Type* argument_type,
                                  const AtomTree* argument) {
  const Definition& definition = *callee.definition;
  switch (definition.kind) {
    case DefinitionKind::Constructor: return argument;
    case DefinitionKind::Builtin: {
      std::vector<const Type*> args;
      for (const Type* type : callee.type_args)
        args.push_back(l_.types.substitute(type, l_.frame->type_args));
      const Type* type = l_.types.substitute(definition.scheme.type, args);
      return l_.builtins.call(definition.builtin, type->first, type->second, argument);
    }
    case DefinitionKind::Function:
    case DefinitionKind::Outside: {
      auto args = l_.builder.arena().make_array<const Type*>(callee.type_args.size());
      for (size_t i = 0; i < args.size(); i++)
        args[i] = l_.types.substitute(callee.type_args[i], l_.frame->type_args);
      if (definition.kind == DefinitionKind::Outside)
        return l_.call_outside(definition, args, argument);
      return l_.instances.call({&definition, nullptr, args}, argument_type, argument);
    }
    case DefinitionKind::Value: break;
  }
  throw std::logic_error("compiler bug: a value is called");
}

const AtomTree* Expressions::lower(const Prefix& e) {
  const AtomTree* operand = lower(e.operand);
  return call(e.callee, type_of(e.operand), operand);
}

const AtomTree* Expressions::lower(const Binary& e) {
  const Type* type = l_.types.pair(type_of(e.left), type_of(e.right));
  if (e.op == InfixOp::Write) {
    if (const AtomTree* made = l_.vectors.simple_write(e)) return made;
  }
  const AtomTree* left = lower(e.left);
  return call(e.callee, type, l_.values.trees.tuple({left, lower(e.right)}));
}

const AtomTree* Expressions::lower(const Index& e) {
  const AtomTree* vector = lower(e.vector);
  return l_.vectors.element(type_of(e.vector), vector, scalar(e.index));
}

// ---- Control

const AtomTree* Expressions::lower(const If& e) {
  const Atom condition = scalar(e.condition);
  return l_.joins.branch(
      condition, l_.layouts.structure(type_of(&e)), [&] { return lower(e.then_branch); },
      [&] { return lower(e.else_branch); });
}

void Expressions::bind_all(const Let& let) {
  for (const Binding& binding : let.bindings) {
    const AtomTree* value = lower(binding.value);
    bind(binding.pattern, value);
    l_.random.note_seed(binding.value);
  }
}

// A seed that was set inside holds there only.
const AtomTree* Expressions::lower(const Let& e) {
  const std::optional<Atom> key = l_.frame->key;
  const uint32_t sites = l_.frame->sites;
  bind_all(e);
  const AtomTree* result = lower(e.body);
  if (l_.frame->key != key) {
    l_.frame->key = key;
    l_.frame->sites = sites + 1;
  }
  return result;
}

// ---- Apply-to-each

// Binds the names of all patterns to vectors of the same length, and gives that.
Atom Expressions::bind_vectors(const Each& e) {
  values::ValueBuilder& values = l_.values;
  Trees vectors;
  for (const EachBinding& binding : e.bindings) vectors.push_back(lower(binding.vector));
  const Atom width = values.trees.outer_size(vectors[0]);
  for (size_t i = 0; i < vectors.size(); i++) {
    const Atom length = values.trees.outer_size(vectors[i]);
    if (length != width) {
      const Atom same = l_.builder.binary(ir::BinaryOp::Eq, length, width);
      const std::vector<Var> certs = values.checks.check(
          same, ir::CheckKind::Size,
          {values.checks.text("the vectors of an apply-to-each have different lengths: "),
           values::Checks::part(width), values.checks.text(" and "), values::Checks::part(length)});
      vectors[i] = values.trees.map_leaves(vectors[i], [&](Atom atom) -> Atom {
        const ir::Type* type =
            values.emit.with_dims(l_.storage.type(atom), 1, {ir::Builder::dim(width)});
        return l_.builder.let("", type, l_.builder.make(ir::Coerce{{}, atom.var}), certs);
      });
    }
    bind(e.bindings[i].pattern, vectors[i]);
  }
  return width;
}

Expressions::Elements Expressions::used(const Each& e, std::span<const Expr* const> by) {
  std::unordered_set<const Variable*> mentioned;
  for (const Expr* expr : by) mentioned.merge(mentioned_variables(expr));
  Elements found;
  for (const EachBinding& binding : e.bindings) {
    for (const Variable* variable : bound_variables(binding.pattern)) {
      if (!mentioned.contains(variable)) continue;
      found.names.push_back(variable);
      found.vectors.push_back(l_.frame->variables.at(variable));
    }
  }
  return found;
}

// Does the body only put elements together?
bool Expressions::rearranges(const Expr* body, const Elements& elements) const {
  body = plain(body);
  if (const auto* pair = as<Pair>(body))
    return rearranges(pair->left, elements) && rearranges(pair->right, elements);
  const auto* name = as<NameExpr>(body);
  return name != nullptr && name->variable != nullptr &&
         std::ranges::find(elements.names, name->variable) != elements.names.end();
}

Expressions::Elements Expressions::kept(const Elements& all, const Expr* filter) {
  std::vector<const Shape*> shapes;
  for (const Variable* name : all.names)
    shapes.push_back(l_.layouts.structure(l_.types.substitute(name->type, l_.frame->type_args)));
  Trees vectors = all.vectors;
  if (vectors.empty()) {
    vectors.push_back(l_.values.trees.leaf(l_.vectors.iota(all.width)));
    shapes.push_back(l_.values.shapes.scalar(Prim::I64));
  }
  const AtomTree* made = l_.values.operators.filter(
      [&](const AtomTree* element) {
        for (size_t i = 0; i < all.names.size(); i++)
          l_.frame->variables[all.names[i]] = element->parts[i];
        return lower(filter);
      },
      l_.values.trees.tuple(vectors), l_.layouts.tuple(shapes));
  Elements rest{all.names, {made->parts.begin(), made->parts.end()}, {}};
  rest.width = l_.values.trees.outer_size(made);
  for (size_t i = 0; i < all.names.size(); i++) {
    l_.frame->variables[all.names[i]] = made->parts[i];
  }
  return rest;
}

const AtomTree* Expressions::mapped(const Elements& elements, const Expr* body) {
  Trees vectors = elements.vectors;
  std::vector<const Shape*> shapes;
  for (const Variable* name : elements.names)
    shapes.push_back(l_.layouts.structure(l_.types.substitute(name->type, l_.frame->type_args)));
  const bool keyed = l_.random.reached_by(body);
  vectors.resize(elements.names.size());
  if (keyed || vectors.empty()) {
    vectors.push_back(l_.values.trees.leaf(l_.vectors.iota(elements.width)));
    shapes.push_back(l_.values.shapes.scalar(Prim::I64));
  }
  const std::optional<Atom> key = l_.frame->key;
  const uint32_t sites = l_.frame->sites;
  const Atom base = keyed ? l_.random.next_key() : Atom::unit();
  const AtomTree* made = l_.values.operators.map(
      [&](const AtomTree* element) {
        for (size_t i = 0; i < elements.names.size(); i++)
          l_.frame->variables[elements.names[i]] = element->parts[i];
        if (keyed) {
          l_.frame->key = l_.random.mixed(base, element->parts.back()->atom);
          l_.frame->sites = 0;
        }
        return lower(body);
      },
      l_.values.trees.tuple(vectors), l_.layouts.tuple(shapes), nullptr);
  l_.frame->key = key;
  l_.frame->sites = sites + (keyed ? 1 : 0);
  return made;
}

const AtomTree* Expressions::lower(const Each& e) {
  const Atom width = bind_vectors(e);
  if (e.filter == nullptr) {
    Elements elements = used(e, std::vector<const Expr*>{e.body});
    elements.width = width;
    return rearranges(e.body, elements) ? lower(e.body) : mapped(elements, e.body);
  }
  Elements all = used(e, std::vector<const Expr*>{e.body, e.filter});
  all.width = width;
  const Elements rest = kept(all, e.filter);
  Elements elements = used(e, std::vector<const Expr*>{e.body});
  elements.width = rest.width;
  return rearranges(e.body, elements) ? lower(e.body) : mapped(elements, e.body);
}

// ---- Vectors

const AtomTree* Expressions::lower(const VectorLit& e) {
  Trees elements;
  for (const Expr* element : e.elements) elements.push_back(lower(element));
  return l_.vectors.literal(l_.layouts.structure(type_of(e.elements[0])), elements);
}

const AtomTree* Expressions::lower(const EmptyVector& e) { return l_.layouts.zero(type_of(&e)); }

const AtomTree* Expressions::lower(const Range& e) {
  const Atom from = scalar(e.from);
  const Atom to = scalar(e.to);
  const Atom step = e.step == nullptr ? Atom::i64(1) : scalar(e.step);
  return l_.values.trees.leaf(l_.vectors.range(from, to, step));
}

// ---- What is no part of pure code

const AtomTree* Expressions::lower(const Time& e) {
  const Atom begin = l_.world.seconds(nullptr);
  const AtomTree* value = lower(e.timed);
  const Atom seconds = l_.builder.binary(ir::BinaryOp::Sub, l_.world.seconds(value), begin);
  return l_.values.trees.tuple({value, l_.values.trees.leaf(seconds)});
}

const AtomTree* Expressions::lower(const NamedArgument&) {
  throw std::logic_error("compiler bug: an argument by name was not put in its place");
}
const AtomTree* Expressions::lower(const ErrorExpr&) {
  throw std::logic_error("compiler bug: an erroneous expression is lowered");
}

}  // namespace planish::nesl
