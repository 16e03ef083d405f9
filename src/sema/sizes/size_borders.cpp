#include "sema/sizes/size_borders.h"

#include <algorithm>

#include "sema/sizes/sizes.h"
#include "sema/types/type_print.h"
#include "sema/types/type_walk.h"

namespace planish {

namespace {

// Replaces sizes in a type. Where a replacement in the result of a function type makes a new
// symbol, that function type binds it.
template <class F>
class Replace {
 public:
  Replace(TypeTable& types, F replacement) : types_(types), replacement_(replacement) {}

  const Type* operator()(const Type* type, std::vector<ValueSymbol*>& created) {
    if ((type->flags & (kHasSizeVar | kHasSizeMeta)) == 0) return type;
    if (auto* arrow = as<ArrowType>(type)) {
      bool outer = in_param_;
      in_param_ = true;
      const Type* param = (*this)(arrow->param, created);
      in_param_ = false;
      std::vector<ValueSymbol*> exists(arrow->exists.begin(), arrow->exists.end());
      size_t before = exists.size(), memo = memo_.size();
      const Type* result = (*this)(arrow->result, exists);
      memo_.resize(memo);
      in_param_ = outer;
      for (size_t i = before; i < exists.size(); i++) exists[i]->kind = ValueKind::ArrowParam;
      if (param == arrow->param && result == arrow->result) return type;
      auto copied = types_.arena().copy(exists);
      return types_.arrow(arrow->binder, arrow->consumes, param, {copied.data(), copied.size()},
                          result);
    }
    return types_.map_children(
        type, [&](const Type* t) { return (*this)(t, created); },
        [&](const Size* size) {
          for (auto& [from, to] : memo_) {
            if (from == size) return to;
          }
          const Size* to = replacement_(size, created, in_param_);
          if (to != size) memo_.emplace_back(size, to);
          return to;
        });
  }

 private:
  TypeTable& types_;
  F replacement_;
  bool in_param_ = false;  // inside of the parameter of a function type
  std::vector<std::pair<const Size*, const Size*>> memo_;
};

const Size* replace_terms(TypeTable& types, const Size* size,
                          std::span<const std::pair<const Size*, const Size*>> named) {
  return map_parts(types, size, [&](const Size* part) -> const Size* {
    for (auto& [from, to] : named) {
      if (from == part) return to;
    }
    return nullptr;
  });
}

}  // namespace

// What a type is called outside of the scope whose names have this depth or a greater one.
const Type* SizeBorders::leave_scope(const Type* type, int depth, Loc loc,
                                     std::vector<ValueSymbol*>& created) {
  if ((type->flags & (kHasSizeVar | kHasSizeMeta)) == 0) return type;
  auto out_of_scope = [&](const Size* s) {
    return s->kind == SizeKind::Var && s->var->level >= depth &&
           (s->var->kind == ValueKind::Param || s->var->kind == ValueKind::Local ||
            s->var->kind == ValueKind::LocalFun);
  };
  type = norm(type);
  // In ([k], [n - k]) the second size can still be told from the first after k has got another
  // name. So the smaller sizes get their names first.
  std::vector<const Size*> dims;
  for_each_size(type, InFunctions::Skip, [&](const Size* s) {
    if (any_part(s, out_of_scope)) dims.push_back(s);
  });
  std::ranges::sort(dims, {}, &Size::weight);
  std::vector<std::pair<const Size*, const Size*>> named;
  for (const Size* dim : dims) {
    if (std::ranges::find(named, dim, &std::pair<const Size*, const Size*>::first) != named.end())
      continue;
    const Size* to = replace_terms(types_, dim, named);
    if (any_part(to, out_of_scope))
      to = types_.var(unknown(loc, UnknownReason::OutOfScope, {}, created));
    named.emplace_back(dim, to);
  }
  Replace replace(types_, [&](const Size* size, std::vector<ValueSymbol*>& made, bool) {
    if (!any_part(size, out_of_scope)) return size;
    const Size* to = replace_terms(types_, size, named);
    return any_part(to, out_of_scope)
               ? types_.var(unknown(loc, UnknownReason::OutOfScope, {}, made))
               : to;
  });
  return replace(type, created);
}

// Gives names to the existential sizes that instances of lifted type parameters have turned out to
// be.
const Type* SizeBorders::bind_pending(const Type* type, Loc loc, Name what,
                                      std::vector<ValueSymbol*>& created) {
  if (state_.existential_count == 0 || (type->flags & kHasSizeMeta) == 0) return type;
  auto pending = [&](const Size* s) { return is_pending(s); };
  struct Key {
    uint32_t occurrence;
    const void* source;
    const Size* to;
  };
  std::vector<Key> known;
  Replace replace(
      types_, [&](const Size* size, std::vector<ValueSymbol*>& made, bool in_param) -> const Size* {
        if (!any_part(size, pending)) return size;
        if (!pending(size)) return types_.var(unknown(loc, UnknownReason::Result, what, made));
        SizeMeta* root = size->meta->canonical != nullptr ? size->meta->canonical : size->meta;
        const void* source =
            root->absorbed != nullptr ? static_cast<const void*>(root->absorbed) : root;
        for (const Key& k : known) {
          if (k.occurrence == size->meta->occurrence && k.source == source) return k.to;
        }
        if (in_param && !state_.reported && loc.valid()) {
          state_.failed = state_.reported = true;
          cx_.diags
              .report(Diag::existential_parameter, loc,
                      "a function passed to `{}` gives arrays whose size is known only after each "
                      "call, but they are passed on to another function",
                      what ? cx_.text(what) : std::string_view("this function"))
              .primary_label(show(cx_, norm(type)))
              .suggest("apply the functions one after the other, for instance with `|>`");
        }
        const Size* to = types_.var(unknown(loc, UnknownReason::Result, what, made));
        known.push_back({size->meta->occurrence, source, to});
        return to;
      });
  return replace(norm(type), created);
}

// A row has a size of its own. Only the outermost dimension of what is not inside an array is
// opened.
const Type* SizeBorders::open_varying(const Type* type, Loc loc,
                                      std::vector<ValueSymbol*>* created) {
  if ((type->flags & (kHasVarying | kHasSizeMeta)) == 0) return type;
  std::vector<ValueSymbol*> none;
  if (auto* array = as<ArrayType>(type)) {
    if (array->dim == nullptr || norm(array->dim)->kind != SizeKind::Varying) return type;
    ValueSymbol* size = unknown(loc, UnknownReason::Row, {}, created != nullptr ? *created : none);
    return types_.array(types_.var(size), array->elem, array->unique);
  }
  if (type->kind != TypeKind::Record && type->kind != TypeKind::Sum) return type;
  return types_.map_children(
      type, [&](const Type* t) { return open_varying(t, loc, created); },
      [](const Size* s) { return s; });
}

// Gives every `?` of an annotation a number of its own.
const Type* SizeBorders::number_varying(const Type* type) {
  if ((type->flags & kHasVarying) == 0 || type->kind == TypeKind::Arrow) return type;
  return types_.map_children(
      type, [&](const Type* t) { return number_varying(t); },
      [&](const Size* s) {
        return s->kind == SizeKind::Varying && s->value == 0 ? types_.varying(types_.next_varying())
                                                             : s;
      });
}

// The type of a definition for its users: every use has row lengths of its own.
const Type* SizeBorders::unnumber_varying(const Type* type) {
  if ((type->flags & kHasVarying) == 0) return type;
  return types_.map_children(
      type, [&](const Type* t) { return unnumber_varying(t); },
      [&](const Size* s) { return s->kind == SizeKind::Varying ? types_.varying() : s; });
}

// Moves existential sizes to the innermost function type that can bind them. What stays in `exists`
// is for the caller.
const Type* SizeBorders::inject_exists(const Type* type, std::vector<ValueSymbol*>& exists) {
  auto* arrow = as<ArrowType>(type);
  if (arrow == nullptr || exists.empty()) return type;
  std::vector<ValueSymbol*> here, deeper;
  for (ValueSymbol* s : exists) (mentions(arrow->param, s) ? here : deeper).push_back(s);
  const Type* result = inject_exists(arrow->result, deeper);
  std::vector<ValueSymbol*> all(arrow->exists.begin(), arrow->exists.end());
  all.insert(all.end(), deeper.begin(), deeper.end());
  exists = std::move(here);
  auto copied = cx_.arena.copy(all);
  return types_.arrow(arrow->binder, arrow->consumes, arrow->param, {copied.data(), copied.size()},
                      result);
}

// The result type of a function as its callers see it: sizes that arise in the body exist anew for
// every call.
const Type* SizeBorders::close_result(const Type* result, int depth,
                                      std::vector<ValueSymbol*>& exists) {
  result = norm(result);
  if ((result->flags & (kHasSizeVar | kHasSizeMeta)) == 0) return result;
  Substitution s;
  for_each_size(result, InFunctions::Visit, [&](const Size* size) {
    for_each_part(size, [&](const Size* part) {
      bool arises_here = part->kind == SizeKind::Var && part->var->kind == ValueKind::UnknownSize &&
                         part->var->level >= depth;
      if (!arises_here || s.size(part->var) != nullptr) return;
      ValueSymbol* symbol = types_.new_value_symbol({}, part->var->loc, ValueKind::ArrowParam);
      symbol->type = types_.prim(Prim::I64);
      symbol->reason = part->var->reason;
      symbol->what = part->var->what;
      s.sizes.emplace_back(part->var, types_.var(symbol));
      exists.push_back(symbol);
    });
  });
  if (!s.sizes.empty()) result = types_.substitute(result, s);
  return inject_exists(result, exists);
}

// A size with the initial ones in place of those of loop parameters.
const Size* SizeBorders::before_loops(const Size* size) {
  return map_parts(types_, norm(size), [&](const Size* part) -> const Size* {
    if (!part->has_meta) return part;
    if (part->kind != SizeKind::Meta) return nullptr;
    auto it = state_.initial_sizes.find(part->meta);
    return it != state_.initial_sizes.end() ? before_loops(it->second) : part;
  });
}

// Makes two sizes of branches equal, if that is possible. A dimension of a loop parameter is equal
// to a size from outside of the loop only if its initial size is too; otherwise it varies.
bool SizeBorders::can_be_equal(const Size* a, const Size* b) {
  if (!a->has_meta && !b->has_meta) return false;
  // A size that is still open inside of the loop may be that of the current iteration.
  auto open_inside = [&](const Size* size, const Size* other) {
    if (size->kind != SizeKind::Meta || state_.initial_sizes.contains(size->meta)) return false;
    return !any_part(other, [&](const Size* part) {
      return part->kind == SizeKind::Meta && part->meta->level > size->meta->level;
    });
  };
  const Size *x = before_loops(a), *y = before_loops(b);
  if ((x != a || y != b) && !open_inside(a, b) && !open_inside(b, a)) {
    // That a loop begins with an empty array does not make an open size 0.
    const Size* zero = types_.constant(0);
    if ((x == zero) != (y == zero) || !all_.unifier.unify_size(x, y)) return false;
  }
  return all_.unifier.unify_size(a, b);
}

// The type of a conditional: sizes that differ between the branches are unknown.
const Size* SizeBorders::join_size(const Size* a, const Size* b, Join& how) {
  if (a == nullptr || b == nullptr) return a;
  a = norm(a);
  b = norm(b);
  if (a == b) return a;
  bool varying = a->kind == SizeKind::Varying || b->kind == SizeKind::Varying;
  // A parameter that is not declared to be irregular does not become so.
  auto of_parameter = [](const Size* size) {
    return size->kind == SizeKind::Meta && size->meta->what == kOfParameter;
  };
  if (!(varying && (of_parameter(a) || of_parameter(b))) && can_be_equal(a, b)) return norm(a);
  for (const Join::Seen& s : how.seen) {
    if (s.a == a && s.b == b) return s.joined;
  }
  const Size* joined = varying ? types_.varying(types_.next_varying())
                               : types_.var(unknown(how.loc, how.reason, {}, how.created));
  how.seen.push_back({a, b, joined});
  return joined;
}

const Type* SizeBorders::join(const Type* a, const Type* b, Join& how) {
  if (a == b || ((a->flags | b->flags) & (kHasDim | kHasMeta)) == 0 || a->kind != b->kind) return a;
  switch (a->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta: return a;
    case TypeKind::Array: {
      auto *x = as<ArrayType>(a), *y = as<ArrayType>(b);
      const Size* dim = join_size(x->dim, y->dim, how);
      return types_.array(dim, join(x->elem, y->elem, how));
    }
    case TypeKind::Record: {
      auto x = as<RecordType>(a)->fields, y = as<RecordType>(b)->fields;
      auto fields = cx_.arena.copy(x);
      for (size_t i = 0; i < x.size() && i < y.size(); i++)
        fields[i].type = join(x[i].type, y[i].type, how);
      return types_.record_sorted(fields);
    }
    case TypeKind::Sum: {
      auto x = as<SumType>(a)->constructors, y = as<SumType>(b)->constructors;
      std::vector<Constructor> all(x.begin(), x.end());
      for (size_t i = 0; i < x.size() && i < y.size(); i++) {
        auto args = cx_.arena.copy(x[i].args);
        for (size_t j = 0; j < args.size(); j++) args[j] = join(x[i].args[j], y[i].args[j], how);
        all[i].args = {args.data(), args.size()};
      }
      return types_.sum(std::move(all));
    }
    case TypeKind::Named: {
      auto *x = as<NamedType>(a), *y = as<NamedType>(b);
      auto args = cx_.arena.copy(x->args);
      for (size_t i = 0; i < args.size() && i < y->args.size(); i++) {
        if (args[i].type != nullptr && y->args[i].type != nullptr)
          args[i].type = join(args[i].type, y->args[i].type, how);
        else
          args[i].size = join_size(args[i].size, y->args[i].size, how);
      }
      return types_.named(x->symbol, args);
    }
    case TypeKind::Arrow: all_.unifier.unify(a, b); return a;
  }
  return a;
}

}  // namespace planish
