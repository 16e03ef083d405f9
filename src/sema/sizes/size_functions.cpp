#include "sema/sizes/size_functions.h"

#include <algorithm>

#include "sema/sizes/size_uses.h"
#include "sema/sizes/sizes.h"
#include "sema/types/type_print.h"
#include "sema/types/type_walk.h"

namespace planish {

using namespace ast;

// A parameter's size may mention only what the caller can see: earlier parameters under their whole
// names.
void SizeFunctions::check_hidden_sizes(std::span<Pattern* const> params, int depth) {
  std::vector<ValueSymbol*> visible;
  for (Pattern* p : params) {
    const Type* type = norm(p->type);
    ValueSymbol* hidden = nullptr;
    for_each_size(type, InFunctions::Visit, [&](const Size* size) {
      for_each_part(size, [&](const Size* s) {
        if (s->kind == SizeKind::Var && s->var->kind == ValueKind::Param &&
            s->var->level >= depth && std::ranges::find(visible, s->var) == visible.end()) {
          hidden = s->var;
        }
      });
    });
    if (hidden != nullptr && !state_.reported) {
      state_.failed = state_.reported = true;
      cx_.diags
          .report(Diag::hidden_size, p->loc,
                  "the type of this parameter needs the size `{}`, which the caller cannot see",
                  cx_.text(hidden->name))
          .primary_label(show(cx_, type))
          .label(hidden->loc, "bound here, inside of a pattern")
          .suggest(
              "give the parameter a type that does not mention it, or pass it as a parameter of "
              "its own before this one");
    }
    if (NamePat* name = whole_name(p)) visible.push_back(name->symbol);
  }
}

// A function may return functions, but not such that only it knows how long their arguments must
// be.
void SizeFunctions::check_result_sizes(const Type* type, Loc loc) {
  const Type* rest = type;
  while (auto* next = planish::as<planish::ArrowType>(rest)) {
    for (ValueSymbol* s : next->exists) {
      SizeUses uses = size_uses(next->result, s);
      if (uses.constructive || !uses.in_function || state_.reported) continue;
      state_.failed = state_.reported = true;
      cx_.diags
          .report(Diag::existential_parameter, loc,
                  "the result is a function of arrays whose size the caller cannot know")
          .primary_label(show(cx_, type))
          .label(s->loc, "the size is computed here")
          .suggest("return an array of that size too, or make the size a parameter");
    }
    rest = next->result;
  }
}

// A declared result may not mention what a pattern binds inside of a parameter.
void SizeFunctions::check_result_annotation(const TypeExpr& result,
                                            std::span<Pattern* const> params, int depth) {
  auto is_whole = [&](const ValueSymbol* v) {
    return std::ranges::any_of(
        params, [&](Pattern* p) { return whole_name(p) != nullptr && whole_name(p)->symbol == v; });
  };
  for_each_size(result.type, InFunctions::Visit, [&](const Size* size) {
    for_each_part(size, [&](const Size* s) {
      bool hidden = s->kind == SizeKind::Var && s->var->kind == ValueKind::Param &&
                    s->var->level >= depth && !is_whole(s->var);
      if (!hidden || state_.reported) return;
      state_.failed = state_.reported = true;
      cx_.diags
          .report(Diag::hidden_size, result.loc,
                  "the declared result needs the size `{}`, which the caller cannot see",
                  cx_.text(s->var->name))
          .label(s->var->loc, "bound here, inside of a pattern")
          .suggest("leave the size open (`[]`), or make it a parameter of its own");
    });
  });
}

// params → result, with names of their own for the parameters.
const Type* SizeFunctions::function_type(std::span<Pattern* const> params, const Type* result,
                                         int depth) {
  // Names inside patterns have no meaning for the caller.
  Substitution s;
  std::vector<ValueSymbol*> binders(params.size(), nullptr);
  for (size_t i = 0; i < params.size(); i++) {
    NamePat* name = whole_name(params[i]);
    if (name == nullptr || name->symbol == nullptr) continue;
    binders[i] = types_.new_value_symbol(name->name, name->loc, ValueKind::ArrowParam);
    binders[i]->type = name->symbol->type;
    s.sizes.emplace_back(name->symbol, types_.var(binders[i]));
  }
  auto rename = [&](const Type* t) { return s.sizes.empty() ? t : types_.substitute(t, s); };
  std::vector<ValueSymbol*> exists;
  const Type* type = rename(norm(result));
  std::vector<ValueSymbol*> created;
  type = all_.borders.leave_scope(type, depth, {}, created);
  for (ValueSymbol* hidden : created) hidden->level = depth;
  type = all_.borders.close_result(type, depth, exists);
  for (size_t i = params.size(); i-- > 0;) {
    const Type* declared = rename(norm(params[i]->type));
    bool consumes = (declared->flags & kHasUnique) != 0;
    std::span<ValueSymbol* const> here;
    if (i + 1 == params.size()) {
      auto copied = cx_.arena.copy(exists);
      here = {copied.data(), copied.size()};
    }
    type = types_.arrow(binders[i], consumes, types_.with_unique(declared, false), here, type);
  }
  return type;
}

// Sizes of a function's type that nothing determines are chosen by the caller.
void SizeFunctions::generalise(const Type* type, int depth, std::vector<SchemeParam>& generalised) {
  std::vector<SizeMeta*> open;
  std::vector<std::string> taken;
  for_each_size(type, InFunctions::Visit, [&](const Size* size) {
    for_each_part(norm(size), [&](const Size* s) {
      if (s->kind == SizeKind::Var && s->var->name) taken.emplace_back(cx_.text(s->var->name));
      bool here = s->kind == SizeKind::Meta && s->meta->level >= depth;
      if (here && std::ranges::find(open, s->meta) == open.end()) open.push_back(s->meta);
    });
  });
  if (open.empty()) return;
  for (const SchemeParam& p : generalised) {
    if (p.size != nullptr) taken.emplace_back(cx_.text(p.size->name));
  }
  for (SizeMeta* meta : open) {
    std::string name = meta->name ? std::string(cx_.text(meta->name)) : "n";
    static constexpr std::string_view kLetters = "nmlkpqrst";
    for (size_t i = 0; std::ranges::find(taken, name) != taken.end(); i++) {
      name = i < kLetters.size() ? std::string(1, kLetters[i]) : fmt::format("n{}", i);
    }
    taken.push_back(name);
    ValueSymbol* symbol =
        types_.new_value_symbol(cx_.names.intern(name), meta->loc, ValueKind::SizeParam);
    symbol->type = types_.prim(Prim::I64);
    symbol->level = state_.depth;
    symbol->used = true;
    meta->solution = types_.var(symbol);
    meta->absorbable = false;
    generalised.push_back({nullptr, symbol});
  }
}

// Note [Open sizes in recursion]
// `def f (xs: []t) : …` may call itself with an array of another size, if nothing in its body ties
// the size of `xs` to another size: then it is a size parameter without a name. That is known only
// after the body has been checked. So each recursive call gets copies of the open sizes, and those
// that turn out not to be free are made equal at the end.
const Type* SizeFunctions::for_recursive_call(const Type* type, Loc loc) {
  if ((type->flags & kHasSizeMeta) == 0) return type;
  std::vector<std::pair<const Size*, const Size*>> copies;
  auto copy_size = [&](const Size* size) {
    if (size->kind != SizeKind::Meta || size->meta->what != kOfParameter) return size;
    for (auto& [open, copy] : copies) {
      if (open == size) return copy;
    }
    const Size* copy = fresh(loc, "the recursive call");
    copy->meta->size_param = true;
    copies.emplace_back(size, copy);
    recursive_sizes_.push_back({size, copy, loc});
    return copy;
  };
  auto copy_type = [&](auto& self, const Type* t) -> const Type* {
    if ((t->flags & kHasSizeMeta) == 0) return t;
    return types_.map_children(t, [&](const Type* part) { return self(self, part); }, copy_size);
  };
  return copy_type(copy_type, type);
}

void SizeFunctions::finish_recursive_calls(std::span<Pattern* const> params) {
  std::vector<const Size*> opens;
  for (const Pattern* p : params) {
    for_each_size(p->type, InFunctions::Visit, [&](const Size* size) {
      if (size->kind == SizeKind::Meta && std::ranges::find(opens, size) == opens.end())
        opens.push_back(size);
    });
  }
  const Type* i64 = types_.prim(Prim::I64);
  for (const RecursiveSize& size : recursive_sizes_) {
    const Size* root = norm(size.open);
    const bool is_free =
        root->kind == SizeKind::Meta &&
        std::ranges::count_if(opens, [&](const Size* open) { return norm(open) == root; }) == 1;
    if (is_free && norm(size.of_call)->kind != SizeKind::Meta) continue;
    all_.unifier.unify_or_report(types_.array(size.open, i64), types_.array(size.of_call, i64),
                                 {Reason::Branches, size.loc, {}, {}, 0});
  }
  recursive_sizes_.clear();
}

void SizeFunctions::declare_self(const FunctionParts& f, const Type* declared) {
  if (declared == nullptr) {
    f.self->type = nullptr;  // every use gets sizes of its own
    return;
  }
  // Recursive calls see the declared type; what it leaves open exists anew for every call.
  std::vector<ValueSymbol*> open;
  if (f.result->open_sizes != nullptr)
    open.assign(f.result->open_sizes->symbols.begin(), f.result->open_sizes->symbols.end());
  const Type* type = function_type(f.params, f.result->type, state_.depth + 1);
  f.self->type = all_.borders.inject_exists(type, open);
  // A recursive call has the same types, but may have other sizes.
  std::vector<SchemeParam> sizes;
  std::ranges::copy_if(f.type_params, std::back_inserter(sizes),
                       [](const SchemeParam& p) { return p.size != nullptr; });
  f.self->params = cx_.arena.copy(sizes);
  state_.self = f.self;
}

const Type* SizeFunctions::function(const FunctionParts& f, std::vector<SchemeParam>& generalised) {
  int outer_function = state_.function_depth;
  bool outer_varying = state_.allow_varying;
  state_.depth++;
  for (const SchemeParam& p : f.type_params) {
    if (p.size != nullptr) p.size->level = state_.depth;
  }
  int start = state_.depth;
  all_.patterns.bind_params(f.params, nullptr);
  state_.depth++;
  state_.function_depth = state_.depth;
  const Type* declared = nullptr;
  if (f.result != nullptr) declared = close_open_sizes(*f.result, "the declared result");
  if (f.self != nullptr && !f.params.empty()) declare_self(f, declared);
  state_.allow_varying = declared != nullptr && (declared->flags & kHasVarying) != 0;
  const Type* body = all_.exprs.expr(f.body);
  state_.allow_varying = outer_varying;
  if (declared != nullptr) {
    all_.unifier.unify_or_report(declared, body,
                                 {Reason::Result, f.body->loc, f.result->loc, {}, 0});
    body = declared;
  }
  if (f.self != nullptr) {
    state_.self = nullptr;
    finish_recursive_calls(f.params);
  }
  state_.depth = start;
  state_.function_depth = outer_function;
  check_hidden_sizes(f.params, start);
  if (f.result != nullptr) check_result_annotation(*f.result, f.params, start);
  if (f.params.empty()) {
    const Type* type = norm(body);
    generalise(type, start, generalised);
    type = norm(type);
    state_.depth--;
    return type;
  }
  // Generalise before names of their own are made for the parameters, so that all parts see the
  // solutions.
  for (Pattern* p : f.params) generalise(p->type, start, generalised);
  generalise(body, start, generalised);
  const Type* type = function_type(f.params, body, start);
  check_result_sizes(type, f.body->loc);
  state_.depth--;
  return all_.borders.unnumber_varying(type);
}

const Type* SizeFunctions::infer_let_fun(LetFun& e) {
  std::vector<SchemeParam> params;
  for (TypeParam& p : e.type_params) params.push_back({p.type_symbol, p.size_symbol});
  FunctionParts parts;
  parts.params = e.params;
  parts.result = e.result;
  parts.body = e.value;
  parts.type_params = e.symbol->params;
  std::vector<SchemeParam> generalised = params;
  const Type* type = function(parts, generalised);
  state_.depth++;
  e.symbol->type = type;
  e.symbol->level = state_.depth;
  e.symbol->params = cx_.arena.copy(generalised);
  const Type* body = all_.exprs.expr(e.body);
  std::vector<ValueSymbol*> created;
  body = all_.borders.leave_scope(body, state_.depth, e.loc, created);
  state_.depth--;
  e.new_sizes = list(created);
  return body;
}

const Type* SizeFunctions::infer_lambda(Lambda& e, const planish::ArrowType* expected) {
  int outer_function = state_.function_depth;
  bool outer_varying = state_.allow_varying;
  state_.depth++;
  int start = state_.depth;
  all_.patterns.bind_params(e.params, expected);
  state_.depth++;
  state_.function_depth = state_.depth;
  const Type* declared =
      e.result != nullptr ? close_open_sizes(*e.result, "the declared result") : nullptr;
  if (declared != nullptr) state_.allow_varying = (declared->flags & kHasVarying) != 0;
  const Type* body = all_.exprs.expr(e.body);
  if (declared != nullptr) {
    all_.unifier.unify_or_report(declared, body,
                                 {Reason::Result, e.body->loc, e.result->loc, {}, 0});
    body = declared;
  }
  state_.allow_varying = outer_varying;
  state_.depth = start;
  state_.function_depth = outer_function;
  check_hidden_sizes(e.params, start);
  const Type* type = function_type(e.params, body, start);
  state_.depth--;
  // A parameter that is declared to be irregular takes any irregular array, as that of a definition
  // does.
  return std::ranges::any_of(e.params, SizePatterns::asks_for_varying)
             ? all_.borders.unnumber_varying(type)
             : type;
}

}  // namespace planish
