#include "sema/infer/type_solutions.h"

#include <algorithm>

#include "sema/infer/infer.h"
#include "sema/types/outside.h"
#include "sema/types/type_print.h"

namespace planish {

namespace {

// The metavariables of a type, which looks at each part once, however often it occurs.
class MetaCollector {
 public:
  void collect(const Type* type) {
    if ((type->flags & kHasMeta) == 0) return;
    type = resolve_meta(type);
    if (!seen_.insert(type).second) return;
    auto inside = [this](const Type* t) { collect(t); };
    switch (type->kind) {
      case TypeKind::Error:
      case TypeKind::Prim: return;
      case TypeKind::Meta: metas_.insert(static_cast<const MetaType*>(type)); return;
      case TypeKind::Array: return inside(static_cast<const ArrayType*>(type)->elem);
      case TypeKind::Record:
        for (const Field& f : static_cast<const RecordType*>(type)->fields) inside(f.type);
        return;
      case TypeKind::Sum:
        for (const Constructor& c : static_cast<const SumType*>(type)->constructors)
          std::ranges::for_each(c.args, inside);
        return;
      case TypeKind::Arrow:
        inside(static_cast<const ArrowType*>(type)->param);
        return inside(static_cast<const ArrowType*>(type)->result);
      case TypeKind::Named:
        for (const TypeArg& a : static_cast<const NamedType*>(type)->args) {
          if (a.type != nullptr) inside(a.type);
        }
        return;
    }
  }

  const std::unordered_set<const MetaType*>& metas() const { return metas_; }

 private:
  std::unordered_set<const Type*> seen_;
  std::unordered_set<const MetaType*> metas_;
};

Liftedness needed_liftedness(const Type* type) {
  type = resolve_meta(type);
  Liftedness most = Liftedness::Unlifted;
  auto part = [&](const Type* t) { most = std::max(most, needed_liftedness(t)); };
  switch (type->kind) {
    case TypeKind::Arrow: return Liftedness::Lifted;
    case TypeKind::Named: return static_cast<const NamedType*>(type)->symbol->liftedness;
    case TypeKind::Record:
      for (const Field& f : static_cast<const RecordType*>(type)->fields) part(f.type);
      return most;
    case TypeKind::Sum:
      for (const Constructor& c : static_cast<const SumType*>(type)->constructors)
        std::ranges::for_each(c.args, part);
      return most;
    default: return most;
  }
}

}  // namespace

void TypeSolutions::finish(const Type* type, std::vector<SchemeParam>& generalised) {
  MetaCollector visible;
  if (type != nullptr) visible.collect(type);
  // Defaulting one may not create others: the list is complete.
  for (const MetaType* meta : state_.metas) {
    if (meta->link == nullptr) generalise_or_default(meta, type, visible.metas(), generalised);
  }
  if (!state_.failed) check_instances();
}

// A type parameter 't stands for no function, and for nothing whose size may differ from value to
// value.
void TypeSolutions::check_instances() {
  for (const InstanceUse& use : state_.uses) {
    if (use.symbol->overload_equality) continue;  // has a message of its own
    if (const OutsideValue* outside = outside_value(cx_, *use.symbol)) {
      if (!check_outside(use, *outside)) return;
      continue;
    }
    for (size_t i = 0; i < use.symbol->params.size() && i < use.instance->args.size(); i++) {
      TypeSymbol* param = use.symbol->params[i].type;
      const Type* arg = use.instance->args[i].type;
      if (param == nullptr || arg == nullptr) continue;
      // Functions that call each other at ever larger types would have infinitely many instances.
      if (use.symbol->recursive_group && state_.current != nullptr &&
          state_.current->recursive_group && resolve_meta(arg)->kind != TypeKind::Named &&
          (types_.substitute(arg, {})->flags & kHasNamed) != 0) {
        state_.failed = true;
        cx_.diags
            .report(Diag::polymorphic_recursion, use.loc,
                    "`{}` and `{}` call each other, but here at the larger type `{}`",
                    cx_.text(state_.current->name), cx_.text(use.symbol->name), show(cx_, arg))
            .suggest(
                "call it with a value of the type parameter itself, or write a function that is "
                "not polymorphic");
        return;
      }
      if (needed_liftedness(arg) <= param->liftedness) continue;
      state_.failed = true;
      bool function = needed_liftedness(arg) == Liftedness::Lifted;
      auto& diag = cx_.diags.report(
          Diag::functional_type_argument, use.loc,
          "the type parameter `{}` of `{}` cannot be `{}`: {}", cx_.text(param->name),
          cx_.text(use.symbol->name), show(cx_, arg, ShownSizes::InScope),
          function ? "it may not be or hold a function" : "its values may differ in size");
      diag.label(param->loc, "the type parameter");
      // A function that is mapped and not applied to all of its arguments.
      auto* first = as<ArrowType>(use.symbol->type);
      auto* mapped = first != nullptr ? as<ArrowType>(first->param) : nullptr;
      auto* gives = mapped != nullptr ? as<NamedType>(mapped->result) : nullptr;
      if (function && gives != nullptr && gives->symbol == param)
        diag.suggest("is an argument missing, or does a function take more of them than it gets?");
      return;
    }
  }
}

// The parameters of a function of another language stand for types that both have.
bool TypeSolutions::check_outside(const InstanceUse& use, const OutsideValue& outside) {
  size_t types = 0;
  for (size_t i = 0; i < use.symbol->params.size(); i++) {
    const TypeSymbol* param = use.symbol->params[i].type;
    if (param == nullptr || outside.classes[types++] != 0) continue;
    const Type* part = foreign_part(use.instance->args[i].type);
    if (part == nullptr) continue;
    state_.failed = true;
    auto& diag = cx_.diags.report(
        Diag::type_mismatch, use.loc, "`{}` of {} cannot be called at `{}` here: {}",
        cx_.text(use.symbol->name), cx_.sources.file_of(use.symbol->loc)->path,
        show(cx_, use.instance->args[i].type, ShownSizes::InScope),
        part->kind == TypeKind::Named
            ? fmt::format("`{}` may stand for a type that the other language has not",
                          show(cx_, part))
            : fmt::format("the other language has no `{}`", show(cx_, part)));
    diag.label(use.symbol->loc, "defined here");
    diag.suggest("its types are i64, f64, u8, bool, and arrays, tuples and records of them");
    return false;
  }
  return true;
}

void TypeSolutions::generalise_or_default(const MetaType* meta, const Type* type,
                                          const std::unordered_set<const MetaType*>& visible,
                                          std::vector<SchemeParam>& generalised) {
  if (meta->prims != 0) {
    for (Prim p : {Prim::I32, Prim::I64, Prim::F64, Prim::Bool}) {
      if ((meta->prims & prim_set(p)) != 0) {
        if (!state_.failed && type != nullptr && type->kind == TypeKind::Arrow &&
            visible.contains(meta)) {
          cx_.diags
              .report(Diag::defaulted_type, meta->loc,
                      "the type of this is ambiguous, and taken to be `{}`", prim_name(p))
              .suggest("annotate the parameter or the result with the type that is meant");
        }
        meta->link = types_.prim(p);
        return;
      }
    }
  }
  if (meta->wrong) {
    // That was reported; that nothing else is known of this follows from it.
    meta->link = types_.error();
    return;
  }
  if (meta->prims != 0 || !meta->fields.empty() || !meta->constructors.empty()) {
    if (!state_.failed) {
      auto& diag = cx_.diags.report(Diag::ambiguous_type, meta->loc,
                                    "the type of this is not known: it may be any type like `{}`",
                                    show(cx_, meta));
      diag.suggest("add a type annotation");
    }
    state_.failed = true;
    meta->link = types_.error();
    return;
  }
  if (!visible.contains(meta)) {
    meta->link = types_.unit();
    return;
  }
  Name name;
  do {
    size_t i = letters_++;
    std::string text(1, static_cast<char>('a' + i % 26));
    if (i >= 26) text += std::to_string(i / 26);
    name = cx_.names.intern(text);
  } while (cx_.scope.type(name) != nullptr);
  TypeSymbol* symbol =
      types_.new_type_symbol(name, meta->loc, TypeSymbolKind::Param,
                             meta->unlifted ? Liftedness::Unlifted : Liftedness::Lifted);
  meta->link = types_.named(symbol, {});
  generalised.push_back({symbol, nullptr});
}

}  // namespace planish
