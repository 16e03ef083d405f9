// Size inference: metavariables and equality of sizes.
#include "sema/sizes/sizes.h"

#include <algorithm>

#include "sema/infer/irregular_hint.h"
#include "sema/types/type_print.h"
#include "sema/types/type_walk.h"

namespace planish {

const Size* Sizes::fresh(Loc loc, const char* what) {
  const Size* size = types_.size_meta(loc, depth_, what);
  if (!arrow_binders_.empty()) {
    auto copied = cx_.arena.copy(arrow_binders_);
    size->meta->binders = {copied.data(), copied.size()};
  }
  metas_.push_back(size->meta);
  return size;
}

ValueSymbol* Sizes::unknown(Loc loc, UnknownReason reason, Name what,
                            std::vector<ValueSymbol*>& created) {
  ValueSymbol* symbol = types_.new_value_symbol({}, loc, ValueKind::UnknownSize);
  symbol->type = types_.prim(Prim::I64);
  symbol->level = function_depth_;
  symbol->reason = reason;
  symbol->what = what;
  created.push_back(symbol);
  unknown_count_++;
  return symbol;
}

// ---- Solutions

const Size* Sizes::norm(const Size* size) {
  return map_parts(types_, size, [&](const Size* part) -> const Size* {
    if (!part->has_meta && !part->has_var) return part;
    switch (part->kind) {
      case SizeKind::Const:
      case SizeKind::Varying: return part;
      case SizeKind::Var: return part->var->equals != nullptr ? norm(part->var->equals) : part;
      case SizeKind::Meta: {
        SizeMeta* meta = part->meta;
        if (meta->solution != nullptr) {
          const Size* end = norm(meta->solution);
          meta->solution = end;
          return end;
        }
        // A copy is its canonical one unless that has become existential.
        if (meta->canonical != nullptr) {
          const Size* canonical = norm(meta->canonical->self);
          return canonical == meta->canonical->self && meta->canonical->existential ? part
                                                                                    : canonical;
        }
        return part;
      }
      case SizeKind::Term: return length_of_row(part);
    }
    return part;
  });
}

const Type* Sizes::norm(const Type* type) {
  if ((type->flags & (kHasMeta | kHasSizeMeta | kHasSizeVar)) == 0) return type;
  if (auto* meta = as<MetaType>(type)) {
    if (meta->link == nullptr) return type;
    // Long chains are walked once.
    if (meta->link->kind == TypeKind::Meta) meta->link = norm(meta->link);
    return norm(meta->link);
  }
  return types_.map_children(
      type, [&](const Type* t) { return norm(t); }, [&](const Size* s) { return norm(s); });
}

// The type of inference with a new metavariable for every dimension.
const Type* Sizes::fresh_sized(const Type* unsized, Loc loc, const char* what, bool absorbable) {
  if ((unsized->flags & (kHasMeta | kHasDim)) == 0) return unsized;
  if (auto* meta = as<MetaType>(unsized)) {
    return meta->link != nullptr ? fresh_sized(meta->link, loc, what, absorbable) : types_.error();
  }
  if (auto* arrow = as<ArrowType>(unsized)) {
    const Type* param = fresh_sized(arrow->param, loc, what, absorbable);
    ValueSymbol* binder = nullptr;
    if (arrow->binder != nullptr) {
      binder =
          types_.new_value_symbol(arrow->binder->name, arrow->binder->loc, ValueKind::ArrowParam);
      binder->type = param;
      arrow_binders_.push_back(binder);
    }
    const Type* result = fresh_sized(arrow->result, loc, what, absorbable);
    if (binder != nullptr) arrow_binders_.pop_back();
    return types_.arrow(binder, arrow->consumes, param, {}, result);
  }
  auto on_size = [&](const Size*) {
    const Size* size = fresh(loc, what);
    size->meta->absorbable = absorbable;
    return size;
  };
  if (auto* array = as<ArrayType>(unsized)) {
    const Size* dim = on_size(nullptr);
    return types_.array(dim, fresh_sized(array->elem, loc, what, absorbable));
  }
  return types_.map_children(
      unsized, [&](const Type* t) { return fresh_sized(t, loc, what, absorbable); }, on_size);
}

// ---- Equality

bool Sizes::fail(const Size* expected, const Size* actual) {
  if (fail_expected_ == nullptr) {
    fail_expected_ = expected;
    fail_actual_ = actual;
  }
  return false;
}

bool Sizes::is_bound(const ValueSymbol* symbol) const {
  return std::ranges::any_of(
             bound_,
             [&](const BoundPair& b) { return b.expected == symbol || b.actual == symbol; }) ||
         std::ranges::any_of(bound_exists_,
                             [&](const BoundExists& b) { return b.symbol == symbol; });
}

bool Sizes::mentions_bound(const Size* size) const {
  if (bound_.empty() && bound_exists_.empty()) return false;
  return any_part(
      size, [&](const Size* part) { return part->kind == SizeKind::Var && is_bound(part->var); });
}

namespace {

bool occurs(const SizeMeta* meta, const Size* size) {
  return size->has_meta && any_part(size, [&](const Size* part) {
           return part->kind == SizeKind::Meta && part->meta == meta;
         });
}

// The variable that is bound deeper than `level`, if any; lowers the levels of metavariables.
ValueSymbol* escaping(const Size* size, int level) {
  ValueSymbol* found = nullptr;
  any_part(size, [&](const Size* part) {
    if (part->kind == SizeKind::Meta) part->meta->level = std::min(part->meta->level, level);
    if (part->kind == SizeKind::Var && part->var->level > level) found = part->var;
    return found != nullptr;
  });
  return found;
}

}  // namespace

bool Sizes::is_pending(const Size* size) const {
  return size->kind == SizeKind::Meta &&
         (size->meta->existential ||
          (size->meta->canonical != nullptr && size->meta->canonical->existential));
}

// Makes an instance of a lifted type parameter existential, if it is one.
bool Sizes::absorb(SizeMeta* meta, ValueSymbol* bound) {
  SizeMeta* root = meta->canonical != nullptr ? meta->canonical : meta;
  if (!root->absorbable) return false;
  if (!root->existential) existential_count_++;
  root->existential = true;
  root->absorbed = bound;
  return true;
}

bool Sizes::solve(SizeMeta* meta, const Size* size) {
  if (mentions_bound(size)) {
    // The metavariable may stand for the parameter of a function type that it is part of.
    if (size->kind == SizeKind::Var) {
      for (const BoundPair& b : bound_) {
        ValueSymbol* partner = b.actual == size->var     ? b.expected
                               : b.expected == size->var ? b.actual
                                                         : nullptr;
        if (partner != nullptr &&
            std::ranges::find(meta->binders, partner) != meta->binders.end()) {
          meta->solution = types_.var(partner);
          return true;
        }
        if (std::ranges::find(meta->binders, size->var) != meta->binders.end()) {
          meta->solution = size;
          return true;
        }
      }
    }
    if (absorb(meta, size->kind == SizeKind::Var ? size->var : nullptr)) return true;
    if (allow_varying_) {
      meta->solution = types_.varying(types_.next_varying());
      return true;
    }
    return false;
  }
  if (occurs(meta, size)) return false;
  if (ValueSymbol* v = escaping(size, meta->level)) {
    escaping_ = v;
    escaping_into_ = meta;
    return false;
  }
  if (size->kind == SizeKind::Meta) {
    SizeMeta* other = size->meta;
    // The size parameter of a function may be one for each row, when the function is mapped over
    // rows.
    if (other->size_param && !meta->size_param && !meta->absorbable && !other->absorbable) {
      meta->level = std::min(meta->level, other->level);
      std::swap(meta, other);
    }
    // Keep what is known of either: a name, and whether it may become existential.
    if (!other->name) other->name = meta->name;
    if (!meta->absorbable) other->absorbable = false;
    // That an argument has an open size of its own says nothing about the other arguments.
    meta->shared = !meta->type_param || other->type_param || other->size_param;
    other->shared = true;
    if (meta->any_length) other->any_length = true;
    meta->solution = other->self;
    return true;
  }
  meta->solution = size;
  return true;
}

// See Note [Varying dimensions]: what a function knows only as a type `a` may be irregular as soon
// as one of its arguments is.
bool Sizes::becomes_varying(const Size* expected) const {
  if (expected->kind != SizeKind::Meta) return false;
  const SizeMeta* meta = expected->meta;
  return meta->type_param && !meta->shared && meta->solution != nullptr &&
         (array_depth_ > 0 || meta->solution->kind == SizeKind::Varying);
}

bool Sizes::unify_size(const Size* expected, const Size* actual) {
  const Size* a = norm(expected);
  const Size* b = norm(actual);
  if (a == b) return true;
  // An existential size of the expected function type accepts any size, but always the same.
  if (a->kind == SizeKind::Var) {
    for (BoundExists& e : bound_exists_) {
      if (e.symbol != a->var || !e.expected) continue;
      if (e.equals == nullptr) {
        e.equals = b;
        return true;
      }
      return e.equals == b || unify_size(e.equals, b) || fail(a, b);
    }
  }
  if (a->kind == SizeKind::Varying || b->kind == SizeKind::Varying) {
    const bool accepted = a->kind == SizeKind::Varying && (a->value == 0 || coerce_varying_);
    if (accepted || becomes_varying(expected)) {
      if (a->kind != SizeKind::Varying)
        expected->meta->solution = types_.varying(types_.next_varying());
      if (b->kind == SizeKind::Meta) b->meta->any_length = true;
      return true;
    }
    if (b->kind == SizeKind::Varying && b->value == 0) {
      if (a->kind == SizeKind::Varying) return true;
      b = types_.varying(types_.next_varying());
    }
    // An array of `[n][m]` is regular: its inner size cannot be one that differs from row to row.
    // Neither can a parameter that is not declared to be irregular.
    auto regular = [&](const Size* s) {
      return s->kind != SizeKind::Meta ||
             (array_depth_ > 0 && (s->meta->size_param || s->meta->what == kOfParameter));
    };
    if (!regular(a)) return solve(a->meta, b) || fail(a, b);
    if (!regular(b)) return solve(b->meta, a) || fail(a, b);
    return fail(a, b);
  }
  // A pending existential size of the expected type accepts any size. One of the actual type is
  // like a bound size.
  if (is_pending(a)) return true;
  if (is_pending(b)) {
    if (a->kind != SizeKind::Meta || !absorb(a->meta, nullptr)) return fail(a, b);
    return true;
  }
  if (a->kind == SizeKind::Meta) return solve(a->meta, b) || fail(a, b);
  if (b->kind == SizeKind::Meta) return solve(b->meta, a) || fail(a, b);
  if (a->kind == SizeKind::Var && b->kind == SizeKind::Var) {
    for (const BoundPair& p : bound_) {
      if (p.expected != nullptr && p.actual != nullptr &&
          ((p.expected == a->var && p.actual == b->var) ||
           (p.expected == b->var && p.actual == a->var))) {
        return true;
      }
    }
  }
  if (a->kind == SizeKind::Term && b->kind == SizeKind::Term && a->op == b->op &&
      a->label == b->label && a->value == b->value && a->args.size() == b->args.size()) {
    // What has been found to be equal once is not compared again.
    const bool is_large = a->weight > kSmallSize;
    if (is_large && equal_.contains({a, b})) return true;
    for (size_t i = 0; i < a->args.size(); i++) {
      if (!unify_size(a->args[i], b->args[i])) {
        fail_expected_ = a;
        fail_actual_ = b;
        return false;
      }
    }
    if (is_large) equal_.emplace(a, b);
    return true;
  }
  return fail(a, b);
}

bool Sizes::unify(const Type* expected, const Type* actual) {
  if (expected == actual) return true;
  if (((expected->flags | actual->flags) & (kHasDim | kHasMeta)) == 0) return true;
  if (auto* m = as<MetaType>(expected)) return m->link == nullptr || unify(m->link, actual);
  if (auto* m = as<MetaType>(actual)) return m->link == nullptr || unify(expected, m->link);
  if (expected->kind != actual->kind) return true;  // one of them is an error
  switch (expected->kind) {
    case TypeKind::Error:
    case TypeKind::Prim:
    case TypeKind::Meta: return true;
    case TypeKind::Array: {
      auto *a = as<ArrayType>(expected), *b = as<ArrayType>(actual);
      if (a->dim != nullptr && b->dim != nullptr && !unify_size(a->dim, b->dim)) return false;
      array_depth_++;
      bool ok = unify(a->elem, b->elem);
      array_depth_--;
      return ok;
    }
    case TypeKind::Record: {
      auto a = as<RecordType>(expected)->fields, b = as<RecordType>(actual)->fields;
      for (size_t i = 0; i < a.size() && i < b.size(); i++) {
        if (!unify(a[i].type, b[i].type)) return false;
      }
      return true;
    }
    case TypeKind::Sum: {
      auto a = as<SumType>(expected)->constructors, b = as<SumType>(actual)->constructors;
      for (size_t i = 0; i < a.size() && i < b.size(); i++) {
        for (size_t j = 0; j < a[i].args.size() && j < b[i].args.size(); j++) {
          if (!unify(a[i].args[j], b[i].args[j])) return false;
        }
      }
      return true;
    }
    case TypeKind::Named: {
      auto a = as<NamedType>(expected)->args, b = as<NamedType>(actual)->args;
      for (size_t i = 0; i < a.size() && i < b.size(); i++) {
        if (a[i].type != nullptr && b[i].type != nullptr && !unify(a[i].type, b[i].type))
          return false;
        if (a[i].size != nullptr && b[i].size != nullptr && !unify_size(a[i].size, b[i].size))
          return false;
      }
      return true;
    }
    case TypeKind::Arrow: return unify_arrows(as<ArrowType>(expected), as<ArrowType>(actual));
  }
  return true;
}

bool Sizes::unify_arrows(const ArrowType* expected, const ArrowType* actual) {
  bool coerce = coerce_varying_;
  int depth = array_depth_;
  coerce_varying_ = false;
  array_depth_ = 0;
  // Parameters the other way round: what the expected function is given, the actual one must
  // accept.
  bool ok = unify(actual->param, expected->param);
  size_t pairs = bound_.size(), existing = bound_exists_.size();
  equal_.clear();
  bound_.push_back({expected->binder, actual->binder});
  for (ValueSymbol* s : expected->exists) bound_exists_.push_back({s, true});
  for (ValueSymbol* s : actual->exists) bound_exists_.push_back({s, false});
  ok = ok && unify(expected->result, actual->result);
  equal_.clear();
  bound_.resize(pairs, {nullptr, nullptr});
  bound_exists_.resize(existing, {nullptr, false});
  coerce_varying_ = coerce;
  array_depth_ = depth;
  return ok;
}

// ---- Messages

bool Sizes::unify_or_report(const Type* expected, const Type* actual, const Reason& reason) {
  fail_expected_ = fail_actual_ = nullptr;
  escaping_ = nullptr;
  // A row may be replaced by a row of any length.
  const Type* asked = reason.kind == Reason::UpdateValue ? norm(expected) : expected;
  coerce_varying_ = (asked->flags & kHasVarying) != 0;
  bool ok = unify(expected, actual);
  coerce_varying_ = false;
  if (ok) return true;
  failed_ = true;
  if (!reported_) report_mismatch(expected, actual, reason);
  reported_ = true;
  return false;
}

// A size that is needed where its name, or the row whose length it is, is not known.
void Sizes::report_escaping(const Type* expected, const Type* actual, const Reason& reason) {
  auto [want, have, letters] = show_pair(cx_, norm(expected), norm(actual));
  if (escaping_->reason == UnknownReason::Row) return report_escaping_row(have, reason);
  // Which of the two has the size that is known too late; that of the other is fixed outside.
  const Size* late = norm(fail_actual_);
  const bool is_given = late->kind != SizeKind::Meta;
  if (!is_given) late = norm(fail_expected_);
  const std::string name(escaping_->name ? cx_.text(escaping_->name) : "");
  std::string size = fmt::format("the size `{}`", show(cx_, late));
  std::string known = fmt::format("`{}` is known", name);
  if (name.empty()) {
    size = escaping_->what ? fmt::format("the size of what `{}` gives", cx_.text(escaping_->what))
                           : "a size that is computed here";
    known = "that is known";
  }
  auto& diag =
      cx_.diags.report(Diag::size_escapes, reason.loc, "this {} {}, but {} is fixed before {}",
                       is_given ? "has" : "has to have", size,
                       is_given ? "the size that is needed here" : "its own size", known);
  diag.primary_label(have);
  diag.label(escaping_->loc, name.empty() ? "the size is known only after this"
                                          : fmt::format("`{}` is known from here on", name));
  const std::string_view origin = escaping_into_->what;
  const bool is_param = origin == kOfParameter || origin == "the parameter's type";
  if (is_param)
    diag.label(escaping_into_->loc,
               is_given ? "the size that is needed is fixed here" : "its size is fixed here");
  std::string_view text = cx_.sources.text(reason.loc);
  if (text.size() > 40) text = "…";
  if (is_given) {
    diag.suggest(fmt::format(
        "if the sizes are equal at run time, give the one that is needed a name, as in `(xs: "
        "[m]t)`, and coerce this to it: `{} :> [m]t`",
        text));
  } else if (name.empty()) {
    diag.suggest(fmt::format(
        "if the sizes are equal at run time, give that one a name, as in `let [k] (ys: [k]t) = …`, "
        "and coerce this to it: `{} :> [k]t`",
        text));
  } else if (escaping_->kind == ValueKind::Param) {
    diag.suggest(
        fmt::format("put `{}` before it and say the size, as in `({}: i64) (xs: [{}]t)`; or, if it "
                    "is right at run time, coerce it: `{} :> {}`",
                    name, name, name, text, want));
  } else {
    diag.suggest(
        fmt::format("say the size where this is bound, as in `def f [n] (xs: [n]t)`; or, if it is "
                    "right at run time, coerce it: `{} :> {}`",
                    text, want));
  }
}

void Sizes::report_escaping_row(const std::string& have, const Reason& reason) {
  cx_.diags
      .report(Diag::size_escapes, reason.loc,
              "the size of this would have to be the length of one row, which is known only inside "
              "of the function")
      .primary_label(have)
      .label(escaping_->loc, "the row")
      .suggest(reason.kind == Reason::Argument
                   ? "a function `f: []t -> u` is one for arrays of one length; for rows, let it "
                     "take the length, `f: (k: i64) -> [k]t -> u`, and give it: `let [k] (row: "
                     "[k]t) = row in f k row`"
                   : "if an irregular array is meant, ask for it where its name is declared: "
                     "`(xss: [][?]t)`");
}

// Says where a size comes from.
void Sizes::describe_size(Diagnostic& diag, const Size* size, const std::string& name) {
  if (size == nullptr || size->kind != SizeKind::Var || !size->var->loc.valid()) return;
  ValueSymbol* v = size->var;
  // What happens inside of functions of the prelude is of no use to the user.
  if (cx_.sources.file_of(v->loc)->path.starts_with("/prelude/")) return;
  auto text = [&]() -> std::string {
    switch (v->reason) {
      case UnknownReason::None:
        return v->kind == ValueKind::SizeParam ? fmt::format("`{}` is chosen by the caller", name)
                                               : "";
      case UnknownReason::Result:
        return v->what
                   ? fmt::format("`{}` is known only when `{}` returns", name, cx_.text(v->what))
                   : fmt::format("`{}` is known only after this", name);
      case UnknownReason::Argument:
        return fmt::format("`{}` is computed by this argument, which binds names", name);
      case UnknownReason::Slice: return fmt::format("`{}` is the length of this slice", name);
      case UnknownReason::Range: return fmt::format("`{}` is the length of this range", name);
      case UnknownReason::Branch: return fmt::format("`{}` depends on which branch is taken", name);
      case UnknownReason::Loop:
        return fmt::format("`{}` changes from iteration to iteration", name);
      case UnknownReason::OutOfScope:
        return fmt::format("`{}` is computed from names inside of this", name);
      case UnknownReason::Row:
        return fmt::format("`{}` is the length of a row of an irregular array", name);
      case UnknownReason::Annotation: return fmt::format("`{}` is left open here", name);
      case UnknownReason::Pattern: return fmt::format("`{}` is bound inside of this pattern", name);
    }
    return {};
  };
  std::string label = text();
  if (!label.empty()) diag.label(v->loc, std::move(label));
}

void Sizes::report_mismatch(const Type* expected, const Type* actual, const Reason& reason) {
  if (escaping_ != nullptr) return report_escaping(expected, actual, reason);
  auto [want, have, letters] = show_pair(cx_, norm(expected), norm(actual));
  auto name_of = [&](const Size* s) {
    if (s != nullptr && s->kind == SizeKind::Var) {
      for (auto& [symbol, letter] : letters) {
        if (symbol == s->var) return letter;
      }
    }
    return s != nullptr ? show(cx_, s) : std::string();
  };
  const Size* a = fail_expected_ != nullptr ? norm(fail_expected_) : nullptr;
  const Size* b = fail_actual_ != nullptr ? norm(fail_actual_) : nullptr;
  bool irregular = b != nullptr &&
                   (b->kind == SizeKind::Varying || (a != nullptr && a->kind == SizeKind::Varying));
  auto is_row = [](const Size* size) { return size != nullptr && is_row_length(size); };
  bool bound_inside =
      b != nullptr && any_part(b, [](const Size* part) {
        return part->kind == SizeKind::Var && part->var->kind == ValueKind::ArrowParam;
      });
  std::string sizes;
  // One that is still to be found is no matter, unless it would have to be a part of itself.
  auto is_part = [](const Size* part, const Size* of) {
    return part->kind == SizeKind::Meta && part->meta->name && of->kind == SizeKind::Term &&
           occurs(part->meta, of);
  };
  auto is_found = [](const Size* size) { return size->kind != SizeKind::Meta; };
  if (a != nullptr && b != nullptr &&
      ((is_found(a) && is_found(b)) || is_part(a, b) || is_part(b, a))) {
    std::string x = name_of(a), y = name_of(b);
    bool constants = a->kind == SizeKind::Const && b->kind == SizeKind::Const;
    bool both_vary = a->kind == SizeKind::Varying && b->kind == SizeKind::Varying;
    sizes = constants   ? fmt::format("the sizes `{}` and `{}` differ", x, y)
            : both_vary ? "rows of two irregular arrays are not known to be equally long"
            : x == y    ? "two sizes differ"
                        : fmt::format("the sizes `{}` and `{}` are not known to be equal", x, y);
  }
  std::string message;
  switch (reason.kind) {
    case Reason::Argument:
    case Reason::Operand:
    case Reason::Section:
      message = fmt::format("argument {} of `{}` has type `{}`, but `{}` is expected", reason.index,
                            reason.callee, have, want);
      if (reason.callee.empty())
        message = fmt::format("argument {} has type `{}`, but `{}` is expected", reason.index, have,
                              want);
      break;
    case Reason::Ascription:
      message = fmt::format("this is declared to be `{}`, but has type `{}`", want, have);
      break;
    case Reason::Result:
      message = fmt::format("the declared result is `{}`, but the body has type `{}`", want, have);
      break;
    case Reason::Elements:
      message = fmt::format("array elements differ in size: `{}` and `{}`", want, have);
      break;
    case Reason::UpdateValue:
      message = fmt::format("the updated part has type `{}`, but the new value has type `{}`", want,
                            have);
      break;
    case Reason::LoopInit:
      message = fmt::format("the loop parameter has type `{}`, but its initial value has type `{}`",
                            want, have);
      break;
    case Reason::LoopBody:
      message =
          fmt::format("the loop parameter has type `{}`, but the body gives `{}`", want, have);
      break;
    case Reason::PatternValue:
      message = fmt::format("the pattern has type `{}`, but the value has type `{}`", want, have);
      break;
    default: message = fmt::format("the sizes of `{}` and `{}` differ", want, have); break;
  }
  if (bound_inside) {
    message = fmt::format(
        "{} gives arrays of different lengths for different arguments, but the rows of an array "
        "are equally long",
        reason.kind == Reason::Argument && !reason.callee.empty()
            ? fmt::format("argument {} of `{}`", reason.index, reason.callee)
            : "this function");
  }
  auto& diag =
      cx_.diags.add(irregular || bound_inside ? Diag::irregular_result : Diag::size_mismatch,
                    reason.loc, message);
  bool pattern = reason.kind == Reason::PatternValue;
  diag.primary_label(pattern ? want : have);
  if (reason.other.valid())
    diag.label(reason.other, reason.kind == Reason::Argument ? "" : pattern ? have : want);
  if (!sizes.empty()) diag.note(sizes);
  describe_size(diag, a, name_of(a));
  describe_size(diag, b, name_of(b));
  if (bound_inside) {
    std::string asked = irregular_array_of_results(cx_, norm(actual));
    diag.suggest(
        fmt::format("if an irregular array is meant, ask for it with an annotation such as `: {}`",
                    asked.empty() ? "[n][?]t" : asked));
  } else if (irregular && have == want) {
    diag.suggest(
        "the function takes rows of equal lengths, since sizes that have no name are inferred; "
        "give each row a size "
        "parameter of its own where the function is declared, such as `[k] [l] (p: ([k]t, [l]t))`");
  } else if (irregular && a != nullptr && a->kind == SizeKind::Varying &&
             b->kind == SizeKind::Varying) {
    diag.suggest(
        "if they are when the program runs, `irregular.map2` and `irregular.zip` take them: "
        "`irregular.map2 (\\x y -> …) xss yss`; or coerce one (`let [k] (xs: [k]t) = x`, `y :> "
        "[k]t`)");
  } else if (irregular && reason.callee == "flatten") {
    diag.suggest("`irregular.flatten` takes rows of any lengths");
  } else if (irregular && reason.kind == Reason::Argument && !reason.callee.empty()) {
    diag.suggest(
        "rows of an irregular array have no common length; coerce it (`xss :> [n][m]t`) if they do "
        "at run time, or declare the parameter of a function of yours with a `?` (`[n][?]t`)");
  } else if (irregular) {
    diag.suggest(
        "rows of an irregular array have no common length; coerce it (`xss :> [n][m]t`) if they do "
        "at run time");
  } else if (is_row(a) && is_row(b)) {
    diag.suggest(
        "give a row a name (`let row = xss[i]`) and use that in both places; two rows that are "
        "equally long at run "
        "time can be coerced (`let [k] (xs: [k]t) = …`, `ys :> [k]t`)");
  } else if (reason.kind == Reason::Elements) {
    diag.suggest(
        "if an irregular array is meant, ask for it with an annotation such as `: [n][?]t`");
  } else if (want.starts_with('?')) {
    diag.suggest(
        "if they are equal at run time, give one a name (`let [k] (xs: [k]t) = …`) and coerce the "
        "other to it (`:> [k]t`)");
  } else if (a != nullptr && b != nullptr && a->kind == SizeKind::Const &&
             b->kind == SizeKind::Const) {
    // Nothing at run time can make them equal.
  } else if (as<ArrayType>(expected) != nullptr) {
    std::string text(cx_.sources.text(reason.loc));
    const bool is_open_ended = std::ranges::any_of(
        std::initializer_list<std::string_view>{"if ", "loop ", "let ", "match ", "\\"},
        [&](std::string_view word) { return text.starts_with(word); });
    if (is_open_ended) text = fmt::format("({})", text);
    std::string coerce =
        fmt::format("if they are equal at run time, coerce it: `{} :> {}`",
                    text.size() <= 40 ? text : "…", show(cx_, norm(expected), ShownSizes::Solved));
    if (reason.kind == Reason::Result && b != nullptr && b->kind == SizeKind::Var &&
        b->var->kind == ValueKind::UnknownSize)
      coerce = "leave the size of the result open, as `[]`; or, " + coerce;
    diag.suggest(std::move(coerce));
  }
}

}  // namespace planish
