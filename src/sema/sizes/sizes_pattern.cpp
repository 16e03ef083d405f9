// Size inference: patterns and functions.
#include <algorithm>

#include "sema/sizes/size_uses.h"
#include "sema/sizes/sizes.h"
#include "sema/types/type_print.h"
#include "sema/types/type_walk.h"

namespace planish {

using namespace ast;

void Sizes::bind_symbol(ValueSymbol* symbol, const Type* type) {
  if (symbol == nullptr) return;
  std::vector<ValueSymbol*> rows;
  symbol->type = open_varying(types_.with_unique(type, false), symbol->loc, &rows);
  symbol->level = depth_;
  for (ValueSymbol* row : rows) row->level = depth_;
}

// The type that a parameter's pattern asks for.
const Type* Sizes::param_type(Pattern* pattern) {
  return match(
      pattern, [&](ParensPat& p) { return param_type(p.inner); },
      [&](AttrPat& p) { return param_type(p.inner); },
      [&](AscribePat& p) {
        return number_varying(close_open_sizes(*p.ascribed, kOfParameter.data()));
      },
      [&](TuplePat& p) {
        std::vector<const Type*> parts;
        for (Pattern* elem : p.elems) parts.push_back(param_type(elem));
        return types_.tuple(parts);
      },
      [&](RecordPat& p) {
        std::vector<Field> fields;
        for (FieldPat& f : p.fields) fields.push_back({f.name.name, param_type(f.pattern)});
        return types_.record(std::move(fields));
      },
      [&](auto& p) { return fresh_sized(p.type, p.loc, "the parameter's type"); });
}

// The declared type, with the row lengths of the value where that is irregular as well.
const Type* Sizes::with_row_lengths(const Type* declared, const Type* value) {
  value = norm(value);
  if (((declared->flags & value->flags) & kHasVarying) == 0 || declared->kind != value->kind)
    return declared;
  std::vector<const Type*> parts;
  std::vector<const Size*> sizes;
  auto note_part = [&](const Type* t) {
    parts.push_back(t);
    return t;
  };
  auto note_size = [&](const Size* s) {
    sizes.push_back(s);
    return s;
  };
  types_.map_children(value, note_part, note_size);
  size_t part = 0, size = 0;
  return types_.map_children(
      declared, [&](const Type* t) { return with_row_lengths(t, parts.at(part++)); },
      [&](const Size* s) {
        const Size* length = sizes.at(size++);
        bool rows = s->kind == SizeKind::Varying && length->kind == SizeKind::Varying;
        return rows ? length : s;
      });
}

void Sizes::bind_pattern(Pattern* pattern, const Type* type, Loc value_loc) {
  pattern->type = type;
  match(
      pattern, [&](NamePat& p) { bind_symbol(p.symbol, type); }, [&](WildcardPat&) {},
      [&](ParensPat& p) { bind_pattern(p.inner, type, value_loc); },
      [&](AttrPat& p) { bind_pattern(p.inner, type, value_loc); },
      [&](AscribePat& p) {
        const Type* declared = close_open_sizes(*p.ascribed, "the pattern's type");
        unify_or_report(declared, type, {Reason::PatternValue, p.loc, value_loc, {}, 0});
        // What is declared irregular has the lengths of the value.
        declared = number_varying(with_row_lengths(declared, type));
        p.type = declared;
        bind_pattern(p.inner, declared, value_loc);
      },
      [&](LiteralPat& p) { p.literal->type = norm(p.literal->type); },
      [&](TuplePat& p) {
        auto* record = planish::as<planish::RecordType>(type);
        for (size_t i = 0; i < p.elems.size(); i++) {
          bind_pattern(p.elems[i],
                       record != nullptr && i < record->fields.size() ? record->fields[i].type
                                                                      : types_.error(),
                       value_loc);
        }
      },
      [&](RecordPat& p) {
        for (FieldPat& f : p.fields) bind_pattern(f.pattern, project(type, f.name.name), value_loc);
      },
      [&](ConstrPat& p) {
        auto* sum = planish::as<planish::SumType>(type);
        const Constructor* c = nullptr;
        if (sum != nullptr) {
          auto it = std::ranges::find(sum->constructors, p.name.name, &Constructor::name);
          if (it != sum->constructors.end()) c = &*it;
        }
        for (size_t i = 0; i < p.args.size(); i++) {
          bind_pattern(p.args[i], c != nullptr && i < c->args.size() ? c->args[i] : types_.error(),
                       value_loc);
        }
      });
}

void Sizes::bind_params(std::span<Pattern* const> params, const planish::ArrowType* expected) {
  for (Pattern* p : params) {
    const Type* type = param_type(p);
    if (expected != nullptr) {
      // Only helps: if it does not fit, the comparison of the whole function will say so.
      size_t exists = bound_exists_.size();
      unify(type, expected->param);
      bound_exists_.resize(exists, {nullptr, false});
      expected = planish::as<planish::ArrowType>(expected->result);
      type = norm(type);
    }
    // A parameter's size cannot mention the parameter itself, but those of later ones can.
    depth_++;
    bind_pattern(p, type, {});
  }
}

// A parameter's size may mention only what the caller can see: earlier parameters under their whole
// names.
void Sizes::check_hidden_sizes(std::span<Pattern* const> params, int depth) {
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
    if (hidden != nullptr && !reported_) {
      failed_ = reported_ = true;
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
void Sizes::check_result_sizes(const Type* type, Loc loc) {
  const Type* rest = type;
  while (auto* next = planish::as<planish::ArrowType>(rest)) {
    for (ValueSymbol* s : next->exists) {
      SizeUses uses = size_uses(next->result, s);
      if (uses.constructive || !uses.in_function || reported_) continue;
      failed_ = reported_ = true;
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
void Sizes::check_result_annotation(const TypeExpr& result, std::span<Pattern* const> params,
                                    int depth) {
  auto is_whole = [&](const ValueSymbol* v) {
    return std::ranges::any_of(
        params, [&](Pattern* p) { return whole_name(p) != nullptr && whole_name(p)->symbol == v; });
  };
  for_each_size(result.type, InFunctions::Visit, [&](const Size* size) {
    for_each_part(size, [&](const Size* s) {
      bool hidden = s->kind == SizeKind::Var && s->var->kind == ValueKind::Param &&
                    s->var->level >= depth && !is_whole(s->var);
      if (!hidden || reported_) return;
      failed_ = reported_ = true;
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
const Type* Sizes::function_type(std::span<Pattern* const> params, const Type* result, int depth) {
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
  type = leave_scope(type, depth, {}, created);
  for (ValueSymbol* hidden : created) hidden->level = depth;
  type = close_result(type, depth, exists);
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
void Sizes::generalise(const Type* type, int depth, std::vector<SchemeParam>& generalised) {
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
    symbol->level = depth_;
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
const Type* Sizes::for_recursive_call(const Type* type, Loc loc) {
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

void Sizes::finish_recursive_calls(std::span<Pattern* const> params) {
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
    unify_or_report(types_.array(size.open, i64), types_.array(size.of_call, i64),
                    {Reason::Branches, size.loc, {}, {}, 0});
  }
  recursive_sizes_.clear();
}

const Type* Sizes::function(const FunctionParts& f, std::vector<SchemeParam>& generalised) {
  int outer_function = function_depth_;
  bool outer_varying = allow_varying_;
  depth_++;
  for (const SchemeParam& p : f.type_params) {
    if (p.size != nullptr) p.size->level = depth_;
  }
  int start = depth_;
  bind_params(f.params, nullptr);
  depth_++;
  function_depth_ = depth_;
  const Type* declared = nullptr;
  if (f.result != nullptr) declared = close_open_sizes(*f.result, "the declared result");
  if (f.self != nullptr && !f.params.empty()) {
    if (declared != nullptr) {
      // Recursive calls see the declared type; what it leaves open exists anew for every call.
      std::vector<ValueSymbol*> open;
      if (f.result->open_sizes != nullptr)
        open.assign(f.result->open_sizes->symbols.begin(), f.result->open_sizes->symbols.end());
      const Type* type = function_type(f.params, f.result->type, depth_ + 1);
      f.self->type = inject_exists(type, open);
      // A recursive call has the same types, but may have other sizes.
      std::vector<SchemeParam> sizes;
      std::ranges::copy_if(f.type_params, std::back_inserter(sizes),
                           [](const SchemeParam& p) { return p.size != nullptr; });
      f.self->params = cx_.arena.copy(sizes);
      self_ = f.self;
    } else {
      f.self->type = nullptr;  // every use gets sizes of its own
    }
  }
  allow_varying_ = declared != nullptr && (declared->flags & kHasVarying) != 0;
  const Type* body = expr(f.body);
  allow_varying_ = outer_varying;
  if (declared != nullptr) {
    unify_or_report(declared, body, {Reason::Result, f.body->loc, f.result->loc, {}, 0});
    body = declared;
  }
  if (f.self != nullptr) {
    self_ = nullptr;
    finish_recursive_calls(f.params);
  }
  depth_ = start;
  function_depth_ = outer_function;
  check_hidden_sizes(f.params, start);
  if (f.result != nullptr) check_result_annotation(*f.result, f.params, start);
  if (f.params.empty()) {
    const Type* type = norm(body);
    generalise(type, start, generalised);
    type = norm(type);
    depth_--;
    return type;
  }
  // Generalise before names of their own are made for the parameters, so that all parts see the
  // solutions.
  for (Pattern* p : f.params) generalise(p->type, start, generalised);
  generalise(body, start, generalised);
  const Type* type = function_type(f.params, body, start);
  check_result_sizes(type, f.body->loc);
  depth_--;
  return unnumber_varying(type);
}

}  // namespace planish
