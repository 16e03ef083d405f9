#include "sema/checks/foreign.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "sema/types/symbol.h"
#include "sema/types/type_print.h"
#include "syntax/ast.h"

namespace planish {
namespace {

constexpr std::string_view kAttributeForm =
    "write `#[foreign(cpu, SYMBOL)]` or `#[foreign(cuda, SYMBOL)]`; after the symbol may stand "
    "`serial`, `cost(NANOSECONDS)` and `lifted(SYMBOL)`";
constexpr std::string_view kVisibleTypes =
    "C sees numbers and bools, arrays of them, and tuples and records of both";

// Why an attribute has no effect.
struct Obstacle {
  Loc loc;
  std::string why;
  std::string_view hint;
};

class ForeignDefinition {
 public:
  ForeignDefinition(const SemaContext& cx, const ast::ValDecl& decl) : cx_(cx), decl_(decl) {
    for (const ast::Attr& attr : decl.attrs) {
      if (attr.name.name && cx.text(attr.name.name) == "foreign") attributes_.push_back(&attr);
    }
  }

  bool is_there() const { return !attributes_.empty(); }

  std::optional<Obstacle> obstacle() const {
    for (const ast::Attr* attr : attributes_) {
      if (auto found = in_attribute(*attr)) return found;
    }
    if (attributes_.size() > 2 ||
        (attributes_.size() == 2 && machine(*attributes_[0]) == machine(*attributes_[1])))
      return Obstacle{
          attributes_.back()->loc,
          fmt::format("the definition has one for `{}` already", machine(*attributes_.back())),
          kAttributeForm};
    return in_types();
  }

 private:
  std::string_view machine(const ast::Attr& attr) const { return cx_.text(attr.args[0].name.name); }

  std::optional<Obstacle> in_attribute(const ast::Attr& attr) const {
    const auto word = [&](size_t i) {
      return i < attr.args.size() && attr.args[i].name.name ? cx_.text(attr.args[i].name.name)
                                                            : std::string_view();
    };
    if (attr.args.size() < 2 || word(1).empty() || attr.args[1].applied)
      return Obstacle{attr.loc, "it needs a machine and a symbol", kAttributeForm};
    if (word(0) != "cpu" && word(0) != "cuda")
      return Obstacle{
          attr.args[0].loc,
          fmt::format("there are foreign functions for `cpu` and `cuda`, but not for `{}`",
                      word(0)),
          kAttributeForm};
    if (auto found = in_symbol(attr.args[1])) return found;
    for (size_t i = 2; i < attr.args.size(); i++) {
      const ast::Attr& arg = attr.args[i];
      if (is_lifted(arg)) {
        if (auto found = in_symbol(arg.args[0])) return found;
        continue;
      }
      const bool is_said = (word(i) == "serial" && !arg.applied) ||
                           (word(i) == "cost" && arg.args.size() == 1 && !arg.args[0].name.name);
      if (!is_said)
        return Obstacle{
            arg.loc,
            fmt::format("`{}` says nothing about a function of C", cx_.sources.text(arg.loc)),
            kAttributeForm};
    }
    return std::nullopt;
  }

  std::optional<Obstacle> in_symbol(const ast::Attr& symbol) const {
    if (!cx_.text(symbol.name.name).starts_with("planish_")) return std::nullopt;
    return Obstacle{symbol.loc, "names that begin with `planish_` are those of the runtime",
                    kAttributeForm};
  }

  // `lifted(SYMBOL)`
  bool is_lifted(const ast::Attr& arg) const {
    return arg.name.name && cx_.text(arg.name.name) == "lifted" && arg.args.size() == 1 &&
           arg.args[0].name.name && !arg.args[0].applied;
  }
  // Of any attribute; null: there is none.
  const ast::Attr* lifted() const {
    for (const ast::Attr* attr : attributes_) {
      const auto found =
          std::ranges::find_if(attr->args, [&](const ast::Attr& arg) { return is_lifted(arg); });
      if (found != attr->args.end()) return &*found;
    }
    return nullptr;
  }

  // ---- Types

  std::optional<Obstacle> in_types() const {
    if (decl_.params.empty())
      return Obstacle{decl_.name.loc, "the definition has no parameters, so it is no function",
                      "a value is computed once: leave the attribute out"};
    const bool is_polymorphic = std::ranges::any_of(
        decl_.symbol->params, [](const SchemeParam& param) { return param.type != nullptr; });
    if (is_polymorphic)
      return Obstacle{decl_.name.loc, "the types of the definition are not fixed", kVisibleTypes};
    for (const ast::Pattern* param : decl_.params) {
      if (const std::string why = of_type(param->type); !why.empty())
        return Obstacle{param->loc,
                        fmt::format("a parameter of type `{}` {}", show(cx_, param->type), why),
                        kVisibleTypes};
    }
    const Type* result = decl_.result != nullptr ? decl_.result->type : decl_.body->type;
    std::string why = of_type(result);
    if (why.empty()) why = of_sizes(result);
    if (why.empty()) return in_rows(result);
    return Obstacle{decl_.result != nullptr ? decl_.result->loc : decl_.name.loc,
                    fmt::format("a result of type `{}` {}", show(cx_, result), why), kVisibleTypes};
  }

  // A function for all rows gets offsets of its own.
  std::optional<Obstacle> in_rows(const Type* result) const {
    const ast::Attr* lifted = this->lifted();
    bool has_rows = has_varying_rows(result);
    for (const ast::Pattern* param : decl_.params)
      has_rows = has_rows || has_varying_rows(param->type);
    if (lifted == nullptr || !has_rows) return std::nullopt;
    return Obstacle{lifted->loc,
                    "a function for all rows takes and gives no rows of different lengths",
                    "leave `lifted` out, or put the rows into the definition"};
  }
  static bool has_varying_rows(const Type* type) {
    if (const auto* record = as<RecordType>(type))
      return std::ranges::any_of(record->fields,
                                 [](const Field& field) { return has_varying_rows(field.type); });
    const auto* array = as<ArrayType>(type);
    return array != nullptr &&
           (array->dim->kind == SizeKind::Varying || has_varying_rows(array->elem));
  }

  // Why C cannot see it; empty: it can.
  static std::string of_type(const Type* type) {
    switch (type->kind) {
      case TypeKind::Prim: return {};
      case TypeKind::Record: {
        for (const Field& field : as<RecordType>(type)->fields) {
          if (std::string why = of_type(field.type); !why.empty()) return why;
        }
        return {};
      }
      case TypeKind::Array: return of_array(as<ArrayType>(type));
      case TypeKind::Sum: return "has constructors, which C does not know";
      case TypeKind::Arrow: return "is a function";
      default: return "is abstract";
    }
  }

  // Rows of different lengths are offsets and elements: each dimension that varies comes right after
  // the one that counts its rows.
  static std::string of_array(const ArrayType* array) {
    bool fixed = false;
    const Type* type = array->elem;
    while (const auto* inner = as<ArrayType>(type)) {
      const bool varies = inner->dim->kind == SizeKind::Varying;
      if (varies && fixed) return "has rows of different lengths inside of rows of one length";
      fixed = fixed || !varies;
      type = inner->elem;
    }
    if (const auto* record = as<RecordType>(type); record != nullptr && record->fields.empty())
      return "has elements without a value";
    return of_type(type);
  }

  // The same for the sizes of a result: C is told them, or decides them.
  static std::string of_sizes(const Type* type) {
    if (const auto* record = as<RecordType>(type)) {
      for (const Field& field : record->fields) {
        if (std::string why = of_sizes(field.type); !why.empty()) return why;
      }
    }
    const auto* array = as<ArrayType>(type);
    if (array == nullptr) return {};
    if (array->dim->kind == SizeKind::Term) return "has a size that is computed";
    const auto* inner = as<ArrayType>(array->elem);
    const bool has_rows = inner != nullptr && inner->dim->kind == SizeKind::Varying;
    const bool is_unknown =
        array->dim->kind == SizeKind::Var && (array->dim->var->kind == ValueKind::ArrowParam ||
                                              array->dim->var->kind == ValueKind::UnknownSize);
    if (has_rows && is_unknown) return "has rows of different lengths, and nobody knows how many";
    return of_sizes(array->elem);
  }

  const SemaContext& cx_;
  const ast::ValDecl& decl_;
  std::vector<const ast::Attr*> attributes_;
};

}  // namespace

bool is_foreign(const SemaContext& cx, const ast::ValDecl& decl) {
  const ForeignDefinition definition(cx, decl);
  return definition.is_there() && !definition.obstacle();
}

void check_foreign(SemaContext& cx, const ast::ValDecl& decl) {
  const ForeignDefinition definition(cx, decl);
  if (!definition.is_there()) return;
  const std::optional<Obstacle> found = definition.obstacle();
  if (!found) return;
  cx.diags
      .add(Diag::unknown_attribute, found->loc,
           fmt::format("attribute `foreign` has no effect: {}", found->why))
      .suggest(std::string(found->hint));
}

}  // namespace planish
