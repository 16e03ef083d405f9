// Functions: what a name stands for, and calling it.
//
// Note [Inlining or calling]
// Code that takes or returns functions has to be specialised for them, so it may as well stand
// where it is used, once. A second use calls a copy made for that way of using it, as do all uses
// of functions that take only data. Code so small that a call would be larger is always inlined.
// The size of the program thus stays in proportion to the source and to the number of different
// ways in which functions are passed around.
#include <algorithm>

#include "lower/abstraction.h"
#include "lower/lowering.h"
#include "syntax/ast_children.h"
#include "syntax/ast_match.h"

namespace planish::lower {
namespace {

constexpr size_t kTiny = 24;  // nodes of the syntax tree
// How deep small functions are inlined in each other: what each of them uses twice would grow
// exponentially.
constexpr int kMostInlined = 6;

size_t count_nodes(ast::Expr* e) {
  size_t count = 1;
  ast::for_each_child(
      *e, [&](ast::Expr* part) { count += count_nodes(part); }, [&](ast::Pattern*) { count++; },
      [&](ast::TypeExpr*) {});
  return count;
}

const ArrowType* arrow(const Type* type) { return type != nullptr ? as<ArrowType>(type) : nullptr; }

}  // namespace

Scope* Lowering::new_scope(Scope* parent, const Frame* frame) {
  Scope& made = scopes_.emplace_back();
  made.parent = parent;
  made.frame = frame;
  return &made;
}

// ---- Names

const Value* Lowering::variable(const ValueSymbol* symbol, const planish::Instance* instance,
                                const Type* type, Scope& scope) {
  if (const Value* value = scope.find(symbol)) {
    bool generic = value->kind == ValueKind::Function &&
                   value->closure->kind == CodeKind::LocalFunction &&
                   value->closure->args.empty() && !symbol->params.empty();
    if (!generic) return value;
    Closure closure = *value->closure;
    closure.scope =
        instance_scope(symbol, symbol, instance, type, closure.scope, closure.scope->frame, scope);
    return function(closure);
  }
  if (LateSize* late = scope.find_late(symbol)) return leaf(size(late->size, *late->scope));
  if (const ValueDef* def = scope.frame->find(symbol))
    return definition(*def, symbol, instance, type, scope);
  if (symbol->kind == planish::ValueKind::Intrinsic || symbol->decl != nullptr)
    return definition({symbol, modules_.top()}, symbol, instance, type, scope);
  if (const Value* known = size_variable(symbol, scope)) return known;
  bug(fmt::format("the name `{}` stands for nothing", cx_.text(symbol->name)));
}

const Value* Lowering::definition(const ValueDef& def, const ValueSymbol* used,
                                  const planish::Instance* instance, const Type* type,
                                  Scope& scope) {
  Scope* inner = instance_scope(def.symbol, used, instance, type, nullptr, def.frame, scope);
  if (def.symbol->kind == planish::ValueKind::Intrinsic) {
    uint32_t arity = 0;
    for (auto* a = arrow(def.symbol->type); a != nullptr; a = arrow(a->result)) arity++;
    return function({CodeKind::Intrinsic, arity, def.symbol, inner, {}});
  }
  const ast::ValDecl& decl = *def.symbol->decl;
  if (decl.params.empty()) return constant(decl, inner);
  return function(
      {CodeKind::Definition, static_cast<uint32_t>(decl.params.size()), &decl, inner, {}});
}

// ---- Applying

const Value* Lowering::apply(const Value* fn, const Values& args, Loc loc) {
  if (fn->kind != ValueKind::Function) bug("something that is no function is applied");
  const Closure& closure = *fn->closure;
  Values all(closure.args.begin(), closure.args.end());
  all.insert(all.end(), args.begin(), args.end());
  if (all.size() < closure.arity) {
    Closure partial = closure;
    partial.args = arena_.copy(all);
    return function(partial);
  }
  Values now(all.begin(), all.begin() + closure.arity);
  Values rest(all.begin() + closure.arity, all.end());
  ir::PlaceId outer = builder_->place;
  if (loc.valid()) builder_->place = place(loc);
  Closure code = closure;
  code.args = {};
  const Value* result = call(code, now);
  builder_->place = outer;
  return rest.empty() ? result : apply(result, rest, loc);
}

const Value* Lowering::call(const Closure& closure, const Values& args) {
  switch (closure.kind) {
    case CodeKind::Intrinsic:
      intrinsic_attributes_ = std::exchange(call_attributes_, {});
      return intrinsic(static_cast<const ValueSymbol*>(closure.code), args, *closure.scope);
    case CodeKind::RightSection: return apply(args[0], {args[2], args[1]}, {});
    case CodeKind::ProjectSection:
      return follow(args[0], evaluate(static_cast<const ast::ProjectSection*>(closure.code)->steps,
                                      *closure.scope));
    case CodeKind::Unreachable:
      return any_value(static_cast<const ArrowType*>(closure.code)->result, *closure.scope);
    case CodeKind::Definition:
    case CodeKind::Lambda:
    case CodeKind::LocalFunction:
      return should_inline(closure, args) ? call_inline(closure, args)
                                          : call_instance(closure, args);
  }
  bug("code of an unknown kind");
}

Lowering::Code Lowering::code_of(const Closure& closure) {
  switch (closure.kind) {
    case CodeKind::Definition: {
      auto* decl = static_cast<const ast::ValDecl*>(closure.code);
      return {decl->params, decl->body, decl->result, decl->attrs, cx_.text(decl->name.name)};
    }
    case CodeKind::Lambda: {
      auto* lambda = static_cast<const ast::Lambda*>(closure.code);
      return {lambda->params, lambda->body, lambda->result, {}, "lambda"};
    }
    case CodeKind::LocalFunction: {
      auto* local = static_cast<const ast::LetFun*>(closure.code);
      return {local->params, local->value, local->result, {}, cx_.text(local->name.name)};
    }
    default: bug("code without a body");
  }
}

size_t Lowering::cost(const Value* value) {
  if (value->kind == ValueKind::Function) return cost(*value->closure);
  size_t sum = 0;
  for (const Value* part : value->parts) {
    sum += cost(part);
    if (sum > kTiny) break;
  }
  return sum;
}

// How much code a call of this would bring with it, functions that are given to it included. Beyond
// kTiny it is not counted any more: a function may be given the same one many times, in many
// levels.
size_t Lowering::cost(const Closure& closure) {
  size_t sum = 1;
  for (const Value* arg : closure.args) {
    sum += cost(arg);
    if (sum > kTiny) return sum;
  }
  if (closure.kind == CodeKind::ProjectSection || closure.kind == CodeKind::Intrinsic ||
      closure.kind == CodeKind::RightSection || closure.kind == CodeKind::Unreachable)
    return sum;
  // It is called wherever it is given to.
  if (closure.kind == CodeKind::Definition &&
      is_recursive(*static_cast<const ast::ValDecl*>(closure.code)))
    return sum;
  Code code = code_of(closure);
  auto [it, fresh] = costs_.try_emplace(code.body);
  if (fresh) it->second = count_nodes(const_cast<ast::Expr*>(code.body));
  sum += it->second;
  if (closure.kind != CodeKind::Definition && sum <= kTiny) {
    for (const ValueSymbol* symbol :
         free_symbols_.of(static_cast<const ast::Expr*>(closure.code)).values) {
      const Value* bound = closure.scope->find(symbol);
      if (bound != nullptr && bound->kind == ValueKind::Function && sum <= kTiny)
        sum += cost(*bound->closure);
    }
  }
  return sum;
}

// A type parameter may stand for a function.
bool Lowering::gives_function(const Type* type, Scope& scope) {
  if ((type->flags & kHasArrow) != 0) return true;
  if ((type->flags & kHasNamed) == 0) return false;
  auto found = [](const Shape* shape, auto& self) -> bool {
    if (shape->kind == ShapeKind::Function) return true;
    for (const Shape* part : shape->parts) {
      if (self(part, self)) return true;
    }
    return shape->elem != nullptr && self(shape->elem, self);
  };
  return found(open_shape(type, scope), found);
}

bool Lowering::is_recursive(const ast::ValDecl& decl) {
  if (decl.symbol->recursive_group) return true;
  auto [it, fresh] = recursive_.try_emplace(&decl);
  if (fresh) {
    const Mentioned& all = free_symbols_.of(decl.body);
    it->second = std::find(all.values.begin(), all.values.end(), decl.symbol) != all.values.end();
  }
  return it->second;
}

bool Lowering::stays_call(const Closure& closure) {
  const Code code = code_of(closure);
  if (std::ranges::find(code.attrs, AttributeKind::Noinline, &ast::Attr::kind) != code.attrs.end())
    return true;
  return options_.inlining == Inlining::Never && closure.kind == CodeKind::Definition &&
         !code.params.empty() &&
         !cx_.sources.file_of(code.body->loc)->path.starts_with("/prelude/");
}

namespace {

bool has_accumulator(const ir::Storage& storage, const Value* value) {
  if (value->kind == ValueKind::Leaf) return storage.type(value->atom)->is_acc();
  return std::ranges::any_of(value->parts,
                             [&](const Value* part) { return has_accumulator(storage, part); });
}

}  // namespace

// An accumulator has one owner, so a call takes it away from the caller. A function that only looks
// at it, such as one that gives a component of a pair, is no such call.
bool Lowering::lends_accumulator(const Closure& closure, const Values& args) {
  const Type* type = Abstraction::type_of(closure);
  for (const Value* arg : args) {
    const ArrowType* function = arrow(type);
    const bool consumes = function != nullptr && function->consumes;
    if (!consumes && has_accumulator(storage_, arg)) return true;
    type = function != nullptr ? function->result : nullptr;
  }
  return false;
}

bool Lowering::should_inline(const Closure& closure, const Values& args) {
  Code code = code_of(closure);
  const Type* result = code.result_type();
  if (gives_function(result, *closure.scope)) return true;
  if (closure.kind == CodeKind::Definition &&
      is_recursive(*static_cast<const ast::ValDecl*>(closure.code)))
    return false;
  if (lends_accumulator(closure, args)) return true;
  if (stays_call(closure)) return false;
  size_t sum = cost(closure);
  bool higher_order = closure.kind != CodeKind::Definition;
  for (const Value* arg : args) {
    size_t more = cost(arg);
    higher_order = higher_order || more > 0;
    sum += more;
  }
  if (sum <= kTiny && inline_depth_ < kMostInlined) return true;
  if (!higher_order) return false;
  if (!call_attributes_.empty()) return true;
  Abstraction use(*this, closure, args);
  return inlined_.insert(use.key()).second;
}

const Value* Lowering::run_code(const Code& code, const Values& args, Scope& scope) {
  for (size_t i = 0; i < code.params.size(); i++) bind(code.params[i], args[i], scope);
  const Value* value = expr(code.body, scope);
  return conform(value, code.result_type(), scope);
}

const Value* Lowering::call_inline(const Closure& closure, const Values& args) {
  Code code = code_of(closure);
  Scope* scope = new_scope(closure.scope, closure.scope->frame);
  ir::PlaceId outer = std::exchange(call_place_, builder_->place);
  // The body has checks of its own.
  bool outer_unsafe = unsafe_;
  if (closure.kind == CodeKind::Definition) unsafe_ = false;
  if (closure.kind == CodeKind::Definition) inline_depth_++;
  const Value* result = run_code(code, args, *scope);
  if (closure.kind == CodeKind::Definition) inline_depth_--;
  unsafe_ = outer_unsafe;
  call_place_ = outer;
  return result;
}

Name Lowering::unique_name(std::string_view base) {
  int number = names_taken_[std::string(base)]++;
  return storage_.names.intern(number == 0 ? std::string(base)
                                           : fmt::format("{}_{}", base, number));
}

const Value* Lowering::call_instance(const Closure& closure, const Values& args) {
  Abstraction use(*this, closure, args);
  auto it = instances_.find(use.key());
  if (it == instances_.end()) it = make_instance(closure, use);
  return emit_call(it->second, use.actuals());
}

Lowering::InstanceMap::iterator Lowering::make_instance(const Closure& closure, Abstraction& use) {
  Code code = code_of(closure);
  auto it = instances_.emplace(use.key(), Instance{}).first;
  Instance& instance = it->second;
  instance.name = unique_name(code.name);

  // A function of its own: nothing of the place where it is called is known inside.
  Builder inner(storage_);
  Builder* outer_builder = std::exchange(builder_, &inner);
  inner.place = place(code.body->loc);
  ir::PlaceId outer_call = std::exchange(call_place_, ir::PlaceId{});
  auto outer_known = std::exchange(known_sizes_, {});
  auto outer_log = std::exchange(known_log_, {});
  int outer_depth = std::exchange(inline_depth_, 0);
  bool outer_unsafe = std::exchange(unsafe_, false);
  auto outer_attributes = std::exchange(call_attributes_, {});
  inner.place = place(code.body->loc);

  auto [scope, values] = use.instantiate();
  instance.params = use.params();
  ir::Function fn{};
  fn.name = instance.name;
  fn.place = inner.place;
  fn.attrs = attributes(code.attrs);
  if (stays_call(closure)) fn.attrs = with_attribute(arena_, fn.attrs, AttributeKind::Noinline);
  inner.begin();
  bind_params(code, values, *scope);
  instance.signature = signature(code.result_type(), *scope, SignatureOf::Function);
  set_results(instance, closure);
  const Value* result = conform(expr(code.body, *scope), code.result_type(), *scope);
  fn.body = inner.end(results_for(instance.signature, result));
  fn.params = arena_.copy(instance.params);
  fn.results = arena_.copy(instance.results);
  program_.functions.push_back(arena_.make<ir::Function>(fn));

  builder_ = outer_builder;
  call_place_ = outer_call;
  known_sizes_ = std::move(outer_known);
  known_log_ = std::move(outer_log);
  inline_depth_ = outer_depth;
  unsafe_ = outer_unsafe;
  call_attributes_ = std::move(outer_attributes);
  return it;
}

void Lowering::bind_params(const Code& code, const Values& values, Scope& scope) {
  for (size_t i = 0; i < code.params.size(); i++) bind(code.params[i], values[i], scope);
}

std::span<const Attribute> Lowering::attributes(std::span<const ast::Attr> attrs) {
  std::vector<Attribute> made;
  for (const ast::Attr& attr : attrs) add_attribute(made, attr);
  return arena_.copy(made);
}

void Lowering::add_attribute(std::vector<Attribute>& to, const ast::Attr& attr) {
  std::string_view text = cx_.sources.text(attr.loc);
  if (text.starts_with("#[") && text.ends_with("]")) text = text.substr(2, text.size() - 3);
  const Attribute made = attribute_from_text(storage_.names, text);
  if (!is_made_by_passes(made.kind)) to.push_back(made);
}

// Which results are values of their own, by the type of the definition.
void Lowering::set_results(Instance& instance, const Closure& closure) {
  instance.results.clear();
  for (Var var : instance.signature.sizes) instance.results.push_back({var, false});
  Code code = code_of(closure);
  std::vector<bool> unique;
  const Type* type = code.result_type();
  if (closure.kind == CodeKind::Definition) {
    type = static_cast<const ast::ValDecl*>(closure.code)->symbol->type;
    for (size_t i = 0; i < code.params.size(); i++)
      type = static_cast<const ArrowType*>(type)->result;
  } else if (closure.kind == CodeKind::LocalFunction) {
    type = static_cast<const ast::LetFun*>(closure.code)->symbol->type;
    for (size_t i = 0; i < code.params.size(); i++)
      type = static_cast<const ArrowType*>(type)->result;
  }
  unique_parts(type, instance.signature.shape, unique);
  for (size_t i = 0; i < instance.signature.leaves.size(); i++)
    instance.results.push_back({instance.signature.leaves[i], i < unique.size() && unique[i]});
}

void Lowering::unique_parts(const Type* type, const Shape* shape, std::vector<bool>& out) {
  size_t count = leaf_types(shape).size();
  if ((type->flags & kHasUnique) == 0) {
    out.insert(out.end(), count, false);
  } else if (auto* record_type = as<RecordType>(type);
             record_type != nullptr && shape->kind == ShapeKind::Record) {
    for (size_t i = 0; i < record_type->fields.size(); i++)
      unique_parts(record_type->fields[i].type, shape->parts[i], out);
  } else {
    out.insert(out.end(), count, type->unique);
  }
}

const Value* Lowering::emit_call(const Instance& instance, const std::vector<Atom>& actuals) {
  std::unordered_map<Var, Atom> known;
  for (size_t i = 0; i < actuals.size(); i++) known[instance.params[i].var] = actuals[i];
  std::vector<Var> pattern;
  for (const ir::Param& result : instance.results) {
    Var var = storage_.new_var({}, substitute(storage_.type(result.var), known));
    known[result.var] = var;
    pattern.push_back(var);
  }
  builder_->add(pattern, builder_->make(ir::Call{{}, instance.name, arena_.copy(actuals)}));
  std::vector<Atom> leaves(pattern.begin() + static_cast<long>(instance.signature.sizes.size()),
                           pattern.end());
  return build_all(instance.signature.shape, leaves);
}

// ---- Definitions without parameters

// One that gives a function for which nothing has to be computed is evaluated once, so that
// functions that are put together of others many times over (`def g = f >-> f`, `def h = g >-> g`,
// …) share their parts.
const Value* Lowering::function_constant(const Closure& closure) {
  const std::vector<uint64_t> key = constant_key(closure);
  if (auto it = function_constants_.find(key); it != function_constants_.end()) return it->second;
  builder_->begin();
  const Value* value = call_inline(closure, {});
  const ir::Body* computed = builder_->end({});
  for (const ir::Stm& stm : computed->stms) builder_->add(stm);
  if (computed->stms.empty()) function_constants_[key] = value;
  return value;
}

// What a definition without parameters is given: types and sizes, as they are written where it is
// used.
std::vector<uint64_t> Lowering::constant_key(const Closure& closure) {
  const auto* decl = static_cast<const ast::ValDecl*>(closure.code);
  std::vector<uint64_t> key;
  const auto token = [&](const void* pointer) {
    key.push_back(reinterpret_cast<uint64_t>(pointer));
  };
  const auto add_size = [&](const Size* size) { token(size == nullptr ? nullptr : solved(size)); };
  const auto add_type = [&](const Type* type, auto& self) -> void {
    key.push_back(static_cast<uint64_t>(type->kind) << 8 | (type->unique ? 1 : 0));
    if (const auto* prim = as<PrimType>(type)) key.push_back(static_cast<uint64_t>(prim->prim));
    if (const auto* array = as<ArrayType>(type)) add_size(array->dim);
    if (const auto* record = as<RecordType>(type)) {
      key.push_back(record->fields.size());
      for (const Field& field : record->fields) key.push_back(field.name.id);
    }
    if (const auto* sum = as<SumType>(type)) {
      key.push_back(sum->constructors.size());
      for (const Constructor& c : sum->constructors) {
        key.push_back(c.name.id);
        key.push_back(c.args.size());
      }
    }
    if (const auto* arrow_type = as<ArrowType>(type)) token(arrow_type->binder);
    if (const auto* named = as<NamedType>(type)) {
      token(named->symbol);
      for (const TypeArg& arg : named->args) {
        if (arg.type == nullptr) add_size(arg.size);
      }
    }
    cx_.types.map_children(
        type,
        [&](const Type* part) {
          self(part, self);
          return part;
        },
        [](const Size* size) { return size; });
  };
  token(decl);
  token(closure.scope->frame);
  for (const SchemeParam& param : decl->symbol->params) {
    if (param.type != nullptr) {
      const LateType* late = closure.scope->find(param.type);
      token(late == nullptr ? nullptr : late->scope);
      token(late == nullptr ? nullptr : late->shape);
      if (late != nullptr && late->type != nullptr) add_type(late->type, add_type);
    } else {
      const LateSize* late = closure.scope->find_late(param.size);
      token(late == nullptr ? nullptr : late->scope);
      add_size(late == nullptr ? nullptr : late->size);
    }
  }
  return key;
}

const Value* Lowering::constant(const ast::ValDecl& decl, Scope* scope) {
  Closure closure{CodeKind::Definition, 0, &decl, scope, {}};
  // Functions, and what is no larger than a call, are evaluated where they are used.
  if (cost(closure) <= 3) return call_inline(closure, {});
  if (gives_function(decl.body->type, *scope)) return function_constant(closure);
  const Values no_arguments;
  Abstraction use(*this, closure, no_arguments);
  auto it = instances_.find(use.key());
  if (it == instances_.end()) {
    it = make_instance(closure, use);
    if (use.actuals().empty()) {
      ir::Function fn = *program_.functions.back();
      fn.constant = true;
      program_.functions.back() = arena_.make<ir::Function>(fn);
    }
  }
  return emit_call(it->second, use.actuals());
}

}  // namespace planish::lower
