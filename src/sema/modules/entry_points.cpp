#include "sema/modules/entry_points.h"

#include <algorithm>

#include "sema/sizes/size_uses.h"
#include "sema/types/sequence_type.h"
#include "sema/types/type_print.h"

namespace planish {
namespace {

bool may_hold_function(TypeTable& types, const Type* type) {
  if (type->kind == TypeKind::Arrow) return true;
  if ((type->flags & (kHasArrow | kHasNamed)) == 0) return false;
  if (auto* named = as<NamedType>(type);
      named != nullptr && named->symbol->liftedness == Liftedness::Lifted)
    return true;
  bool found = false;
  types.map_children(
      type,
      [&](const Type* part) {
        found = found || may_hold_function(types, part);
        return part;
      },
      [](const Size* size) { return size; });
  return found;
}

bool holds_sequence(TypeTable& types, const Type* type) {
  bool found = element_of_sequence(type) != nullptr;
  types.map_children(
      type,
      [&](const Type* part) {
        found = found || holds_sequence(types, part);
        return part;
      },
      [](const Size* size) { return size; });
  return found;
}

class EntryPoint {
 public:
  EntryPoint(ModuleContext& mc, ast::ValDecl& decl)
      : mc_(mc), cx_(mc.cx), decl_(decl), symbol_(*decl.symbol), name_(cx_.text(decl.name.name)) {}

  // Reports the first thing that is wrong.
  void check() {
    if (mc_.depth > 0) {
      cx_.diags
          .report(Diag::nested_entry, decl_.name.loc,
                  "the entry point `{}` stands inside of a module", name_)
          .suggest("declare it at the top level of the file, or use `def` in place of `entry`");
      return;
    }
    if (symbol_.type == nullptr || symbol_.type->kind == TypeKind::Error) return;
    unfold();
    (void)(check_type_params() && check_sizes() && check_functions());
  }

 private:
  void unfold() {
    result_ = symbol_.type;
    while (auto* arrow = as<ArrowType>(result_)) {
      params_.push_back(arrow->param);
      result_ = arrow->result;
    }
  }

  // Where a parameter of the scheme is written, or the name of the definition if it was inferred.
  Loc loc_of(const SchemeParam& param) const {
    for (const ast::TypeParam& written : decl_.type_params) {
      if (param.type != nullptr ? written.type_symbol == param.type
                                : written.size_symbol == param.size)
        return written.loc;
    }
    return decl_.name.loc;
  }

  bool check_type_params() {
    for (const SchemeParam& param : symbol_.params) {
      if (param.type == nullptr) continue;
      cx_.diags
          .report(Diag::polymorphic_entry, loc_of(param),
                  "the entry point `{}` is polymorphic, but callers have concrete types only",
                  name_)
          .note(fmt::format("its type is `{}`", show_scheme(cx_, symbol_)))
          .suggest("give its parameters types without type parameters");
      return false;
    }
    return true;
  }

  bool check_sizes() {
    // Where the body uses something that was wrong already, sizes of the result are open for that
    // reason alone.
    if (decl_.body == nullptr || decl_.body->type == nullptr ||
        decl_.body->type->kind == TypeKind::Error)
      return true;
    for (const SchemeParam& param : symbol_.params) {
      ValueSymbol* size = param.size;
      SizeUses in_result = size_uses(result_, size);
      SizeUses in_params;
      for (const Type* type : params_) {
        SizeUses uses = size_uses(type, size);
        in_params.anywhere |= uses.anywhere;
        in_params.constructive |= uses.constructive;
      }
      if (in_params.constructive) continue;
      if (in_result.anywhere && !in_params.anywhere) {
        cx_.diags
            .report(Diag::size_polymorphic_entry, loc_of(param),
                    "the size `{}` of the result of the entry point `{}` would be the choice of "
                    "the caller",
                    cx_.text(size->name), name_)
            .suggest("take the size as a parameter, as in `(n: i64)`");
        return false;
      }
      cx_.diags
          .report(Diag::nonconstructive_entry, loc_of(param),
                  "no argument of the entry point `{}` has exactly the size `{}`", name_,
                  cx_.text(size->name))
          .suggest(std::ranges::any_of(params_, element_of_sequence)
                       ? "take the size as a parameter, as in `(n: i64)`; elements of a sequence "
                         "that differ in size are `[?]t`"
                       : "take the size as a parameter, as in `(n: i64)`");
      return false;
    }
    return true;
  }

  bool check_functions() {
    for (size_t i = 0; i < params_.size(); i++) {
      Loc loc = i < decl_.params.size() ? decl_.params[i]->loc : decl_.name.loc;
      if (element_of_sequence(params_[i]) != nullptr) continue;
      if (!may_hold_function(cx_.types, params_[i])) continue;
      if (holds_sequence(cx_.types, params_[i])) {
        cx_.diags
            .report(Diag::higher_order_entry, loc,
                    "the entry point `{}` takes a sequence inside of another type", name_)
            .primary_label(show(cx_, params_[i]))
            .suggest("make the sequence a parameter of its own");
      } else {
        cx_.diags
            .report(Diag::higher_order_entry, loc,
                    "the entry point `{}` takes a function, but callers have none to give", name_)
            .primary_label(show(cx_, params_[i]))
            .suggest(
                "make it a `def`, and write entry points that call it with a function each; what "
                "callers choose can be a number");
      }
      return false;
    }
    return check_result();
  }

  bool check_result() {
    if (element_of_sequence(result_) != nullptr) return true;
    auto* tuple = as<RecordType>(result_);
    std::vector<const Type*> results{result_};
    if (tuple != nullptr && tuple->tuple && !tuple->fields.empty()) {
      results.clear();
      for (const auto& field : tuple->fields) results.push_back(field.type);
    }
    for (const Type* type : results) {
      if (element_of_sequence(type) != nullptr || !may_hold_function(cx_.types, type)) continue;
      Loc loc = decl_.result != nullptr ? decl_.result->loc : decl_.name.loc;
      if (holds_sequence(cx_.types, type)) {
        cx_.diags
            .report(Diag::higher_order_entry, loc,
                    "the entry point `{}` returns a sequence inside of another type", name_)
            .primary_label(show(cx_, result_))
            .suggest("make the sequence the result, or one of a tuple of results");
      } else {
        cx_.diags
            .report(Diag::higher_order_entry, loc,
                    "the entry point `{}` returns a function, but callers cannot use one", name_)
            .primary_label(show(cx_, result_))
            .suggest("take what the function is to be applied to as a parameter");
      }
      return false;
    }
    return true;
  }

  ModuleContext& mc_;
  SemaContext& cx_;
  ast::ValDecl& decl_;
  ValueSymbol& symbol_;
  std::string_view name_;
  std::vector<const Type*> params_;
  const Type* result_ = nullptr;
};

}  // namespace

void check_entry_point(ModuleContext& mc, ast::ValDecl& decl) {
  decl.symbol->entry = true;
  EntryPoint(mc, decl).check();
}

}  // namespace planish
