#include "lower/lowering.h"

#include "ir/scalar_eval.h"
#include "lower/branch.h"
#include "sema/types/type_print.h"
#include "syntax/ast_match.h"

namespace planish::lower {

const Value* Lowering::expr(const ast::Expr* e, Scope& scope) {
  ir::PlaceId outer = builder_->place;
  builder_->place = place(e->loc);
  locs_.push_back(e->loc);
  const Value* value = ast::match(e, [&](const auto& node) { return lower(node, scope); });
  locs_.pop_back();
  builder_->place = outer;
  return value;
}

Atom Lowering::scalar(const ast::Expr* e, Scope& scope) {
  const Value* value = expr(e, scope);
  if (value->kind != ValueKind::Leaf) bug("a scalar was expected");
  return value->atom;
}

Prim Lowering::prim_of(const Type* type, Scope& scope) {
  const Shape* found = shape(type, scope);
  if (found->kind != ShapeKind::Prim) bug("a primitive type was expected");
  return found->prim;
}

// ---- Literals

ir::Const Lowering::literal(const ast::Expr* e, Prim prim) {
  if (auto* lit = ast::as<ast::IntLit>(e)) {
    if (is_float(prim)) return ir::make_float(prim, lit->approximate);
    return ir::make_int(prim, static_cast<int64_t>(lit->value));
  }
  if (auto* lit = ast::as<ast::FloatLit>(e)) return ir::make_float(prim, lit->value);
  if (auto* lit = ast::as<ast::BoolLit>(e)) return ir::make_bool(lit->value);
  if (auto* negate = ast::as<ast::Negate>(e))
    return ir::eval(ir::UnaryOp::Neg, literal(negate->operand, prim));
  if (auto* parens = ast::as<ast::Parens>(e)) return literal(parens->inner, prim);
  bug("a literal was expected");
}

const Value* Lowering::lower(const ast::IntLit& e, Scope& scope) {
  return leaf(literal(&e, prim_of(e.type, scope)));
}
const Value* Lowering::lower(const ast::FloatLit& e, Scope& scope) {
  return leaf(literal(&e, prim_of(e.type, scope)));
}
const Value* Lowering::lower(const ast::BoolLit& e, Scope&) { return leaf(Atom::boolean(e.value)); }

const Value* Lowering::lower(const ast::StringLit& e, Scope&) {
  std::vector<Atom> elems;
  for (char c : e.bytes) elems.push_back(ir::make_int(Prim::U8, static_cast<unsigned char>(c)));
  Dim dim = Dim::constant(static_cast<int64_t>(elems.size()));
  const ir::Type* type = storage_.types.array(Prim::U8, {&dim, 1});
  return leaf(builder_->let("", type, builder_->make(ir::ArrayLit{{}, arena_.copy(elems)})));
}

// ---- Names and structures

const Value* Lowering::project_fields(const Value* value, std::span<const ast::Ident> fields) {
  for (const ast::Ident& name : fields) value = field(value, name.name);
  return value;
}

const Value* Lowering::lower(const ast::Var& e, Scope& scope) {
  // The type of the whole name before its fields are taken is only needed where it is generic.
  const Type* type = e.fields.empty() ? e.type : nullptr;
  return project_fields(variable(e.symbol, e.instance, type, scope), e.fields);
}

const Value* Lowering::lower(const ast::Hole& e, Scope& scope) {
  check(Atom::boolean(false), ir::CheckKind::Other,
        {text("Reached hole of type: " + show(cx_, e.type))});
  return any_value(e.type, scope);
}

// Something of the type, for code that is never reached.
const Value* Lowering::any_value(const Type* type, Scope& scope) {
  if (type->kind == TypeKind::Arrow) {
    Closure closure;
    closure.kind = CodeKind::Unreachable;
    closure.code = type;
    closure.scope = &scope;
    closure.arity = 1;
    return function(closure);
  }
  if (auto* record_type = as<RecordType>(type);
      record_type != nullptr && !record_type->fields.empty()) {
    std::vector<Name> names;
    Values parts;
    for (const Field& f : record_type->fields) {
      names.push_back(f.name);
      parts.push_back(any_value(f.type, scope));
    }
    return record(arena_.copy(names), parts);
  }
  const Shape* made = shape(type, scope, [&](const Size* s, Scope& in) {
    if (s->kind == SizeKind::Varying) return Dim::varying();
    auto atom = try_size(s, in);
    return atom ? Builder::dim(*atom) : Dim::constant(0);
  });
  std::vector<Atom> leaves;
  for (const ir::Type* leaf_type : leaf_types(made)) leaves.push_back(blank(leaf_type));
  return build_all(made, leaves);
}

const Value* Lowering::lower(const ast::Parens& e, Scope& scope) { return expr(e.inner, scope); }

const Value* Lowering::lower(const ast::Tuple& e, Scope& scope) {
  Values parts;
  for (const ast::Expr* elem : e.elems) parts.push_back(expr(elem, scope));
  return tuple(parts);
}

const Value* Lowering::lower(const ast::Record& e, Scope& scope) {
  std::unordered_map<Name, const Value*> values;
  for (const ast::RecordField& f : e.fields) values[f.name.name] = expr(f.value, scope);
  std::vector<Name> names;
  for (const ast::RecordField& f : e.fields) names.push_back(f.name.name);
  std::sort(names.begin(), names.end(), [&](Name a, Name b) { return cx_.types.field_less(a, b); });
  Values parts;
  for (Name name : names) parts.push_back(values.at(name));
  return record(arena_.copy(names), parts);
}

const Value* Lowering::lower(const ast::ArrayLit& e, Scope& scope) {
  Values elems;
  for (const ast::Expr* elem : e.elems) elems.push_back(expr(elem, scope));
  if (elems.empty()) return any_value(e.type, scope);
  return array_of(elems, e.type, scope);
}

const Value* Lowering::array_of(const Values& elems, const Type* type, Scope& scope) {
  std::vector<const ir::Type*> open = leaf_types(open_shape(type, scope));
  Dim count = Dim::constant(static_cast<int64_t>(elems.size()));
  std::vector<std::vector<Atom>> columns(open.size());
  for (const Value* elem : elems) {
    std::vector<Atom> leaves = flatten(elem);
    for (size_t i = 0; i < leaves.size(); i++) columns[i].push_back(leaves[i]);
  }
  std::vector<Atom> leaves;
  for (size_t i = 0; i < columns.size(); i++) {
    const ir::Type* elem = storage_.type(columns[i][0]);
    std::vector<Dim> dims{count};
    dims.insert(dims.end(), elem->dims.begin(), elem->dims.end());
    for (size_t d = 1; d < dims.size(); d++) {
      if (asks_for_varying(type, d)) dims[d] = Dim::varying();
    }
    std::vector<Var> certs = check_equal_rows(columns[i], dims);
    leaves.push_back(builder_->let("", storage_.types.array(elem->elem, dims),
                                   builder_->make(ir::ArrayLit{{}, arena_.copy(columns[i])}),
                                   certs));
  }
  return replace_leaves(elems[0], leaves);
}

// Rows whose sizes are only known while the program runs.
std::vector<Var> Lowering::check_equal_rows(const std::vector<Atom>& rows,
                                            const std::vector<Dim>& dims) {
  std::vector<Var> certs;
  for (size_t d = 1; d < dims.size(); d++) {
    if (dims[d].is_varying()) continue;
    for (const Atom& row : rows) {
      Dim other = storage_.type(row)->dims[d - 1];
      if (other == dims[d] || other.is_varying()) continue;
      Atom first = Builder::atom(dims[d]);
      Atom size = Builder::atom(other);
      for (Var cert : check(builder_->binary(ir::BinaryOp::Eq, size, first), ir::CheckKind::Size,
                            {text("the rows of an array differ in shape: one has size "),
                             part(first), text(", another "), part(size)}))
        certs.push_back(cert);
    }
  }
  return certs;
}

// Is dimension `number` of this array type a `?`?
bool Lowering::asks_for_varying(const Type* type, size_t number) {
  while (auto* array = as<ArrayType>(type)) {
    if (number == 0) return array->dim->kind == SizeKind::Varying;
    number--;
    type = array->elem;
  }
  return false;
}

const Value* Lowering::lower(const ast::Constr& e, Scope& scope) {
  Values args;
  for (const ast::Expr* arg : e.args) args.push_back(expr(arg, scope));
  auto* type = as<SumType>(e.type);
  if (type != nullptr) {
    for (const Constructor& c : type->constructors) {
      if (c.name != e.name.name) continue;
      for (size_t i = 0; i < args.size(); i++) {
        args[i] = conform(args[i], c.args[i], scope);
        learn_sizes(c.args[i], args[i], scope);
      }
    }
  }
  if ((e.type->flags & kHasArrow) != 0) return constructed(e.name.name, args);
  // Sizes that only other constructors mention may be anything.
  const Shape* sum = shape(e.type, scope, [&](const Size* s, Scope& in) {
    if (s->kind == SizeKind::Varying) return Dim::varying();
    auto atom = try_size(s, in);
    return atom ? Builder::dim(*atom) : Dim::constant(0);
  });
  return constructor(sum, e.name.name, args);
}

const Value* Lowering::lower(const ast::Project& e, Scope& scope) {
  return field(expr(e.from, scope), e.field.name);
}

const Value* Lowering::lower(const ast::LocalOpen& e, Scope& scope) { return expr(e.body, scope); }

const Value* Lowering::lower(const ast::Index& e, Scope& scope) {
  const Value* array = expr(e.array, scope);
  IndexList list;
  extend(list, slice_parts(e.indices, scope), array);
  const Value* value = index(array, list, structure(e.type, scope));
  bind_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

const Value* Lowering::lower(const ast::Range& e, Scope& scope) {
  Atom start = scalar(e.start, scope);
  std::optional<Atom> second;
  if (e.second != nullptr) second = scalar(e.second, scope);
  const Value* value = range(start, second, scalar(e.end, scope), e.end_kind);
  bind_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

// ---- Types in expressions

const Value* Lowering::lower(const ast::Ascribe& e, Scope& scope) {
  const Value* value = expr(e.value, scope);
  if (e.ascribed->type == nullptr) return value;
  value = conform(value, e.ascribed->type, scope);
  learn_sizes(e.ascribed->type, value, scope);
  return value;
}

const Value* Lowering::lower(const ast::Coerce& e, Scope& scope) {
  const Value* value = expr(e.value, scope);
  value = coerce(value, e.target->type, scope);
  learn_sizes(e.type, value, scope);
  return value;
}

// ---- Functions

// Sizes of an argument that are terms are what the argument has: they are not computed again.
const Value* Lowering::argument(const ast::Expr* e, Scope& scope) {
  const Value* value = expr(e, scope);
  learn_sizes(e->type, value, scope);
  return value;
}

const Value* Lowering::lower(const ast::Apply& e, Scope& scope) {
  const std::vector<Attribute> attributes = std::exchange(call_attributes_, {});
  // Arguments come first: the instance of the function may mention sizes that they bring into
  // existence.
  Values args;
  for (const ast::Expr* arg : e.args) args.push_back(argument(arg, scope));
  const Value* fn = expr(e.fn, scope);
  call_attributes_ = attributes;
  const Value* value = apply(fn, args, e.loc);
  bind_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

const Value* Lowering::lower(const ast::BinOp& e, Scope& scope) {
  bool built_in = e.symbol->kind == planish::ValueKind::Intrinsic;
  const IntrinsicKind intrinsic = e.symbol->intrinsic;
  if (built_in && (intrinsic == IntrinsicKind::LogicalAnd || intrinsic == IntrinsicKind::LogicalOr))
    return lower_and_or(e, scope);
  const std::vector<Attribute> attributes = std::exchange(call_attributes_, {});
  const Value* left = argument(e.left, scope);
  const Value* right = argument(e.right, scope);
  call_attributes_ = attributes;
  if (built_in && left->kind == ValueKind::Leaf && right->kind == ValueKind::Leaf) {
    if (auto result = operator_on_scalars(intrinsic, left->atom, right->atom)) return leaf(*result);
  }
  const Value* op = variable(e.symbol, e.instance, e.op_type, scope);
  const Value* value = apply(op, {left, right}, e.loc);
  bind_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

const Value* Lowering::lower_and_or(const ast::BinOp& e, Scope& scope) {
  bool is_and = e.symbol->intrinsic == IntrinsicKind::LogicalAnd;
  Atom left = scalar(e.left, scope);
  auto right = [&] { return expr(e.right, scope); };
  auto known = [&] { return leaf(Atom::boolean(!is_and)); };
  return is_and ? branch(left, e.type, scope, right, known)
                : branch(left, e.type, scope, known, right);
}

const Value* Lowering::lower(const ast::Negate& e, Scope& scope) {
  return leaf(builder_->unary(ir::UnaryOp::Neg, scalar(e.operand, scope)));
}
const Value* Lowering::lower(const ast::Not& e, Scope& scope) {
  return leaf(builder_->unary(ir::UnaryOp::Not, scalar(e.operand, scope)));
}

const Value* Lowering::lower(const ast::Lambda& e, Scope& scope) {
  return function({CodeKind::Lambda, static_cast<uint32_t>(e.params.size()), &e, &scope, {}});
}
const Value* Lowering::lower(const ast::OpSection& e, Scope& scope) {
  return variable(e.symbol, e.instance, e.type, scope);
}
const Value* Lowering::lower(const ast::OpSectionLeft& e, Scope& scope) {
  const Value* operand = expr(e.operand, scope);
  return apply(variable(e.symbol, e.instance, e.op_type, scope), {operand}, e.loc);
}
const Value* Lowering::lower(const ast::OpSectionRight& e, Scope& scope) {
  const Value* operand = expr(e.operand, scope);
  const Value* op = variable(e.symbol, e.instance, e.op_type, scope);
  Values given{op, operand};
  return function({CodeKind::RightSection, 3, nullptr, &scope, arena_.copy(given)});
}
const Value* Lowering::lower(const ast::ProjectSection& e, Scope& scope) {
  return function({CodeKind::ProjectSection, 1, &e, &scope, {}});
}

// ---- Binding

const Value* Lowering::lower(const ast::Let& e, Scope& scope) {
  const Value* value = expr(e.value, scope);
  bind(e.pattern, value, scope);
  const Value* result = expr(e.body, scope);
  bind_new_sizes(e.new_sizes, e.type, result, scope);
  return result;
}

const Value* Lowering::lower(const ast::LetFun& e, Scope& scope) {
  scope.values[e.symbol] =
      function({CodeKind::LocalFunction, static_cast<uint32_t>(e.params.size()), &e, &scope, {}});
  const Value* result = expr(e.body, scope);
  bind_new_sizes(e.new_sizes, e.type, result, scope);
  return result;
}

const Value* Lowering::lower(const ast::LetWith& e, Scope& scope) {
  Path path = evaluate(e.steps, scope);
  const Value* value = expr(e.value, scope);
  const Value* source = variable(e.source, nullptr, e.source->type, scope);
  scope.values[e.symbol] = update(source, path, value);
  const Value* result = expr(e.body, scope);
  bind_new_sizes(e.new_sizes, e.type, result, scope);
  return result;
}

const Value* Lowering::lower(const ast::Update& e, Scope& scope) {
  // The source last: computing it may consume what the others read.
  Path path = evaluate(e.steps, scope);
  const Value* value = expr(e.value, scope);
  return update(expr(e.source, scope), path, value);
}

// ---- Control

const Value* Lowering::lower(const ast::If& e, Scope& scope) {
  Atom condition = scalar(e.condition, scope);
  const Value* value = branch(
      condition, e.type, scope, [&] { return expr(e.then_branch, scope); },
      [&] { return expr(e.else_branch, scope); });
  bind_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}
const Value* Lowering::lower(const ast::Match& e, Scope& scope) {
  const Value* value = lower_match(e, scope);
  bind_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}
const Value* Lowering::lower(const ast::Loop& e, Scope& scope) {
  const Value* value = lower_loop(e, scope);
  bind_new_sizes(e.new_sizes, e.type, value, scope);
  return value;
}

const Value* Lowering::lower(const ast::Assert& e, Scope& scope) {
  Atom condition = scalar(e.condition, scope);
  const ast::Expr* written = e.condition;
  while (auto* parens = ast::as<ast::Parens>(written)) written = parens->inner;
  std::string source(cx_.sources.text(written->loc));
  check(condition, ir::CheckKind::Assert, {text("Assertion is false: (" + source + ")")});
  return expr(e.body, scope);
}

const Value* Lowering::lower(const ast::AttrExpr& e, Scope& scope) {
  if (e.attr.kind == AttributeKind::Unsafe) {
    bool outer = std::exchange(unsafe_, true);
    const Value* value = expr(e.body, scope);
    unsafe_ = outer;
    return value;
  }
  std::vector<Attribute> outer = call_attributes_;
  add_attribute(call_attributes_, e.attr);
  const Value* value = expr(e.body, scope);
  call_attributes_ = std::move(outer);
  if (e.attr.kind == AttributeKind::Trace) {
    std::string tag = e.attr.args.empty() ? std::string(cx_.sources.text(e.body->loc))
                                          : std::string(cx_.text(e.attr.args[0].name.name));
    return map_leaves(value, [&](Atom atom) -> Atom {
      return builder_->let("", storage_.type(atom),
                           builder_->make(ir::Trace{{}, atom, arena_.copy(tag)}));
    });
  }
  if (e.attr.kind == AttributeKind::Param && !e.attr.args.empty()) {
    const std::string parameter(cx_.sources.text(e.attr.args[0].loc));
    const ir::Type* i64 = storage_.types.scalar(Prim::I64);
    if (value->kind != ValueKind::Leaf || storage_.type(value->atom) != i64) return value;
    return leaf(builder_->let("", i64,
                              builder_->make(ir::Tuning{{}, value->atom, arena_.copy(parameter)})));
  }
  if (e.attr.kind == AttributeKind::Opaque) {
    return map_leaves(value, [&](Atom atom) { return opaque(atom); });
  }
  for (Attribute attribute : attributes({&e.attr, 1})) builder_->annotate_last(attribute);
  return value;
}

const Value* Lowering::lower(const ast::ErrorExpr&, Scope&) { bug("an erroneous expression"); }

}  // namespace planish::lower
