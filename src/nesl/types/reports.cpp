#include "nesl/types/reports.h"

#include <utility>

#include "nesl/syntax/ast_match.h"
#include "nesl/types/type_text.h"
#include "support/closest.h"

namespace planish::nesl {

namespace {

const Expr& without_parens(const Expr& expr) {
  const Expr* inner = &expr;
  while (auto* parens = as<Parens>(inner)) inner = parens->inner;
  return *inner;
}

// An `if` or `let` at whose end a pair stands without parentheses; null: none.
const Pair* swallowed_pair(const Expr& expr) {
  const Expr* at = &without_parens(expr);
  while (true) {
    if (auto* pair = as<Pair>(at)) {
      at = pair->right;
    } else if (auto* branch = as<If>(at)) {
      if (auto* swallowed = as<Pair>(branch->else_branch)) return swallowed;
      at = branch->else_branch;
    } else if (auto* let = as<Let>(at)) {
      if (auto* swallowed = as<Pair>(let->body)) return swallowed;
      at = let->body;
    } else {
      return nullptr;
    }
  }
}

size_t part_count(const Unifier& unifier, const Type* type) {
  size_t count = 1;
  for (type = unifier.prune(type); type->kind == TypeKind::Pair;
       type = unifier.prune(type->second)) {
    count++;
  }
  return count;
}

// Names of old systems that are left out, by how they begin.
struct LeftOut {
  std::string_view prefix;
  std::string_view reason;
};
constexpr LeftOut kLeftOut[] = {
    {"w_", "it draws with X11"},
    {"xps_", "it draws with X11"},
    {"plot", "it draws with X11"},
    {"spawn", "programs do not start other programs"},
    {"shell_command", "programs do not start other programs"},
    {"display", "it draws with X11"},
    {"make_window", "it draws with X11"},
    {"close_window", "it draws with X11"},
    {"bounding_box", "it draws with X11"},
    {"draw_", "it draws with X11"},
    {"get_mouse", "it draws with X11"},
    {"kill_window", "it draws with X11"},
    {"clear_window", "it draws with X11"},
    {"make_ps_window", "it draws with X11"},
    {"read_plot_line", "it draws with X11"},
};

}  // namespace

// The text of a short expression in one line, in quotes; otherwise "this".
std::string Reports::shown(const Expr& expr) const {
  std::string_view text = context_.sources.text(expr.loc);
  bool fits = text.size() <= 30 && text.find('\n') == std::string_view::npos;
  return fits ? fmt::format("`{}`", text) : "this";
}

Diagnostic* Reports::special(const Mismatch& mismatch, Loc where) {
  TypeWriter writer(context_.names, &unifier_);
  if (mismatch.clash == Clash::Site) {
    Diagnostic& diag = context_.diags.report(
        Diag::nesl_function, where, "two different functions stand where there can be one only");
    explain_function(diag, mismatch.left, mismatch.right);
    return &diag;
  }
  if (mismatch.clash == Clash::Infinite) {
    std::string variable = writer.part(mismatch.left);
    return &context_.diags
                .report(Diag::infinite_type, where, "a type would have to contain itself: {} = {}",
                        variable, writer.part(mismatch.right))
                .primary_label("because of this");
  }
  if (mismatch.clash == Clash::TooLarge) {
    return &context_.diags.report(Diag::type_too_large, where,
                                  "this has a type with more than {} parts", kHugeType);
  }
  return nullptr;
}

void Reports::explain_function(Diagnostic& diag, const Type* left, const Type* right) const {
  auto describe = [&](const Type* site) {
    if (site->definition != nullptr) {
      return fmt::format("the function `{}`", context_.names.text(site->definition->name));
    }
    return site->lambda != nullptr ? std::string("a closure") : std::string("another function");
  };
  auto place = [&](const Type* site) {
    return site->lambda != nullptr ? site->lambda->loc : Loc{};
  };
  diag.note(fmt::format("one is {}", describe(left)), place(left));
  diag.note(fmt::format("the other is {}", describe(right)), place(right));
  diag.suggest(
      "the type of a function says which one it is; call both, and choose between results");
}

void Reports::suggest_conversion(Diagnostic& diag, const Expr& expr, const Type* wanted,
                                 const Type* found) const {
  wanted = unifier_.prune(wanted);
  found = unifier_.prune(found);
  const Expr& inner = without_parens(expr);
  std::string text = shown(inner);
  std::string_view plain =
      text == "this" ? std::string_view("x") : std::string_view(text).substr(1, text.size() - 2);
  auto is = [&](TypeKind from, TypeKind to) { return found->kind == from && wanted->kind == to; };
  if (const Pair* pair = swallowed_pair(expr)) {
    diag.suggest("`if` and `let` reach over commas: put parentheses around them")
        .label(pair->loc, "this is one pair");
  } else if (is(TypeKind::Int, TypeKind::Float)) {
    if (inner.kind == ExprKind::IntLit) {
      diag.suggest(fmt::format("write the float `{}.0`", plain))
          .replace(inner.loc, fmt::format("{}.0", context_.sources.text(inner.loc)));
    } else {
      diag.suggest(fmt::format("`float({})` makes a float of it", plain));
    }
  } else if (is(TypeKind::Float, TypeKind::Int)) {
    diag.suggest(
        fmt::format("`trunc({0})`, `round({0})` or `floor({0})` makes an int of it", plain));
  } else if (is(TypeKind::Bool, TypeKind::Int)) {
    diag.suggest(fmt::format("`btoi({})` makes 1 or 0 of it", plain));
  } else if (is(TypeKind::Char, TypeKind::Vector)) {
    diag.suggest(fmt::format("`[{}]` is a string of it", plain));
  } else if (is(TypeKind::Char, TypeKind::Int)) {
    diag.suggest(fmt::format("`char_code({})` is its code", plain));
  } else if (is(TypeKind::Int, TypeKind::Char)) {
    diag.suggest(fmt::format("`code_char({})` is the character with this code", plain));
  } else if (is(TypeKind::Int, TypeKind::Bool)) {
    bool simple = inner.kind == ExprKind::NameExpr || inner.kind == ExprKind::Apply;
    std::string number = simple ? std::string(plain) : fmt::format("({})", plain);
    diag.suggest(fmt::format("a condition is a comparison, such as `{} /= 0`", number));
  } else if (found->kind == TypeKind::Function) {
    diag.suggest("this is the function itself; is its argument missing?");
  }
}

Diagnostic& Reports::wrong_type(const Mismatch& mismatch, const Expr& expr, const Type* wanted,
                                const Type* found, std::string_view role) {
  if (Diagnostic* diag = special(mismatch, expr.loc)) return *diag;
  TypeWriter writer(context_.names, &unifier_);
  if (mismatch.clash == Clash::Class && mismatch.right == nullptr) {
    return context_.diags.report(Diag::nesl_class, expr.loc,
                                 "{} is of a class that has nothing in common with {}", role,
                                 class_description(mismatch.type_class));
  }
  std::string wanted_text =
      mismatch.clash == Clash::Class && unifier_.prune(wanted)->kind == TypeKind::Meta
          ? class_description(mismatch.type_class)
          : writer.part(wanted);
  Diagnostic& diag =
      context_.diags
          .report(mismatch.clash == Clash::Class ? Diag::nesl_class : Diag::type_mismatch, expr.loc,
                  "{} has to be {}, but is {}", role, wanted_text, writer.part(found))
          .primary_label(writer.part(found));
  suggest_conversion(diag, expr, wanted, found);
  return diag;
}

Diagnostic& Reports::wrong_argument(const Mismatch& mismatch, const Expr& part, const Type* wanted,
                                    const Type* found, const Expr& function,
                                    const Type* function_type) {
  if (Diagnostic* diag = special(mismatch, part.loc)) return *diag;
  std::string name = shown(function);
  if (name == "this") name = "this function";
  TypeWriter writer(context_.names, &unifier_);
  if (mismatch.clash == Clash::Class) {
    bool whole = mismatch.right != nullptr && unifier_.prune(found) == mismatch.right;
    std::string found_text =
        mismatch.right == nullptr ? "something else" : writer.part(mismatch.right);
    Diagnostic& diag =
        context_.diags
            .report(Diag::nesl_class, part.loc, "{} is for {}, but this is {}{}", name,
                    class_description(mismatch.type_class), whole ? "" : "of ", found_text)
            .primary_label(writer.part(found));
    suggest_conversion(diag, part, wanted, found);
    if (mismatch.type_class == TypeClass::Ordinal && diag.hint.empty())
      diag.suggest("`eql` compares anything");
    return diag;
  }
  size_t takes = part_count(unifier_, wanted);
  size_t given = part_count(unifier_, found);
  bool counts = takes != given && unifier_.prune(found)->kind != TypeKind::Meta;
  Diagnostic& diag = context_.diags
                         .report(Diag::type_mismatch, part.loc, "{} takes {} here, but this is {}",
                                 name, writer.part(wanted), writer.part(found))
                         .primary_label(writer.part(found));
  const Type* type = unifier_.prune(function_type);
  if (type->kind == TypeKind::Function && type->site->definition != nullptr) {
    const Definition& definition = *type->site->definition;
    if (definition.scheme.type != nullptr && definition.scheme.type->kind == TypeKind::Function) {
      diag.note(fmt::format("{} : {}", context_.names.text(definition.name),
                            scheme_text(definition.scheme, context_.names)),
                definition.prelude ? Loc{} : definition.loc);
    }
  }
  suggest_conversion(diag, part, wanted, found);
  if (diag.hint.empty() && counts) {
    diag.suggest(takes > given ? "is an argument missing?" : "is there an argument too many?");
  }
  return diag;
}

void Reports::wrong_operands(const Mismatch& mismatch, const Binary& binary, const Type* left,
                             const Type* right, const Definition& definition) {
  if (special(mismatch, binary.loc) != nullptr) return;
  TypeWriter writer(context_.names, &unifier_);
  std::string name = std::string(context_.sources.text(binary.op_loc));
  const Type* takes = definition.scheme.type->first;
  TypeClass wanted = takes->kind == TypeKind::Pair && takes->first->kind == TypeKind::Param
                         ? definition.scheme.params[takes->first->number].type_class
                         : TypeClass::Any;
  auto fits = [&](const Type* type) {
    const Type* known = unifier_.prune(type);
    TypeClass given =
        known->kind == TypeKind::Meta ? unifier_.class_of_meta(known) : class_of(known->kind);
    return known->kind == TypeKind::Meta ? (given & wanted) != TypeClass::None
                                         : (given & wanted) == given;
  };
  std::string left_text = writer.part(left);
  std::string right_text = writer.part(right);
  bool left_fits = fits(left);
  bool right_fits =
      fits(right) || takes->kind != TypeKind::Pair || takes->second->kind != TypeKind::Param;
  if (!left_fits || !right_fits) {
    const Expr& first = left_fits ? *binary.right : *binary.left;
    bool both = !left_fits && !right_fits && left_text == right_text;
    Diagnostic& diag = context_.diags.report(
        Diag::nesl_class, first.loc, "`{}` is for {}, but {} {}", name, class_description(wanted),
        both ? "these are" : "this is", left_fits ? right_text : left_text);
    diag.primary_label(both ? "" : left_fits ? right_text : left_text);
    if (both) diag.label(binary.right->loc, right_text);
    bool text = writer.part(left) == "[char]" || writer.part(right) == "[char]";
    bool comparison = wanted == TypeClass::Ordinal;
    if (comparison && (binary.op == InfixOp::Equal || binary.op == InfixOp::NotEqual)) {
      diag.suggest(binary.op == InfixOp::Equal ? "`eql(a, b)` compares anything"
                                               : "`not(eql(a, b))` compares anything");
    } else if (comparison) {
      diag.suggest("`eql` compares anything; for an order, compare at the first difference");
    } else if (text && binary.op == InfixOp::Plus) {
      diag.suggest("`++` appends strings");
    } else if (unifier_.prune(left_fits ? right : left)->kind == TypeKind::Vector) {
      diag.suggest(fmt::format("for all elements: `{{a {} b : a in v; b in w}}`", name));
    } else {
      suggest_conversion(diag, first, left_fits ? left : right, left_fits ? right : left);
    }
    return;
  }
  bool same = takes->kind == TypeKind::Pair && takes->first == takes->second;
  if (same) {
    Diagnostic& diag = context_.diags
                           .report(Diag::type_mismatch, binary.left->loc,
                                   "`{}` takes two values of one type, but these are {} and {}",
                                   name, left_text, right_text)
                           .primary_label(left_text)
                           .label(binary.right->loc, right_text);
    if (binary.op == InfixOp::Append) {
      if (right_text == fmt::format("[{}]", left_text))
        diag.suggest("`cons(x, v)` puts one in front");
      if (left_text == fmt::format("[{}]", right_text))
        diag.suggest("`snoc(v, x)` puts one behind");
      return;
    }
    bool left_is_int = unifier_.prune(left)->kind == TypeKind::Int;
    suggest_conversion(diag, left_is_int ? *binary.left : *binary.right, left_is_int ? right : left,
                       left_is_int ? left : right);
    return;
  }
  Diagnostic& diag =
      context_.diags
          .report(Diag::type_mismatch, binary.left->loc, "`{}` takes {}, but these are {} and {}",
                  name, TypeWriter(context_.names).part(takes), left_text, right_text)
          .primary_label(left_text)
          .label(binary.right->loc, right_text);
  if (binary.op == InfixOp::Read && unifier_.prune(right)->kind == TypeKind::Int)
    diag.suggest("`v[i]` is one element; `->` takes a vector of indices");
}

void Reports::different(const Mismatch& mismatch, const Expr& first, const Expr& second,
                        const Type* first_type, const Type* second_type, std::string_view what) {
  if (special(mismatch, second.loc) != nullptr) return;
  TypeWriter writer(context_.names, &unifier_);
  std::string first_text = writer.part(first_type);
  std::string second_text = writer.part(second_type);
  Diagnostic& diag =
      context_.diags
          .report(Diag::type_mismatch, second.loc,
                  "{} have to have one type, but here are {} and {}", what, first_text, second_text)
          .primary_label(second_text)
          .label(first.loc, first_text);
  if (second.kind == ExprKind::Pair && unifier_.prune(first_type)->kind != TypeKind::Pair) {
    diag.suggest("`if` and `let` reach over commas: put parentheses around them");
    return;
  }
  suggest_conversion(diag, second, first_type, second_type);
}

void Reports::not_a_function(const Apply& apply, const Type* found) {
  TypeWriter writer(context_.names, &unifier_);
  Diagnostic& diag = context_.diags
                         .report(Diag::not_a_function, apply.function->loc,
                                 "this is applied, but is {}", writer.part(found))
                         .label(apply.argument->loc, "to this");
  std::string_view between =
      context_.sources.text({apply.function->loc.end, apply.argument->loc.begin});
  if (between.find('\n') != std::string_view::npos) {
    diag.suggest("is a `;` or `$` missing between the two lines?");
  } else if (unifier_.prune(found)->kind == TypeKind::Vector) {
    diag.suggest("an element is `v[i]`, with brackets");
  } else if (as<Parens>(apply.argument) != nullptr) {
    diag.suggest("is an operator missing, such as `*`?");
  }
}

void Reports::unknown_name(const NameExpr& name, const std::vector<Name>& locals) {
  std::string_view text = context_.names.text(name.name);
  for (const LeftOut& left_out : kLeftOut) {
    if (!text.starts_with(left_out.prefix)) continue;
    if (std::exchange(unsupported_, true)) return;
    context_.diags.report(Diag::nesl_unsupported, name.loc, "`{}` is not supported", text)
        .note(std::string(left_out.reason));
    return;
  }
  std::vector<std::string_view> candidates = context_.environment.visible_names();
  for (Name local : locals) candidates.push_back(context_.names.text(local));
  Diagnostic& diag =
      context_.diags.report(Diag::unknown_name, name.loc, "`{}` is not defined", text);
  std::vector<std::string_view> close = closest(text, candidates);
  if (!close.empty()) {
    diag.suggest(fmt::format("did you mean `{}`?", close[0]))
        .replace(name.loc, std::string(close[0]));
  } else if (text == "true" || text == "false") {
    diag.suggest(fmt::format("it is written `{}`", text == "true" ? "t" : "f"));
  }
}

void Reports::refused(Loc where, const Definition& definition) {
  context_.diags
      .report(Diag::unknown_name, where, "`{}` of {} cannot be used in NESL: {}",
              context_.names.text(definition.name), context_.sources.file_of(definition.loc)->path,
              definition.refused)
      .note("defined here", definition.loc);
}

void Reports::serial_only(Loc where, const Definition* called) {
  Diagnostic& diag = context_.diags.report(
      Diag::nesl_serial_only, where, "`{}` talks to the world, which an apply-to-each cannot do",
      context_.names.text(called->name));
  while (called->serial != called) {
    const bool is_clock = called->serial->kind == DefinitionKind::Builtin &&
                          called->serial->builtin == Builtin::Clock;
    diag.note(fmt::format("`{}` calls `{}`", context_.names.text(called->name),
                          is_clock ? "time" : context_.names.text(called->serial->name)),
              called->prelude ? Loc{} : called->loc);
    called = called->serial;
  }
  diag.suggest("make the values in the apply-to-each, and write them afterwards, all at once");
}

}  // namespace planish::nesl
