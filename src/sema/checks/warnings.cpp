// warn_unused: names that are bound but never used, attributes that mean nothing, intrinsics
// outside of the prelude.
//
// The checker marks a symbol as used when it looks the name up, so the walk only has to find the
// places that bind.
#include <algorithm>
#include <vector>

#include "sema/checks/foreign.h"
#include "sema/types/attributes.h"
#include "sema/types/terms.h"
#include "syntax/ast_children.h"

namespace planish {

namespace {

enum class Binder : uint8_t { Name, Field, Function, Update };

struct UnusedName {
  Name name;
  Loc loc;
  Binder binder;
  Loc shadowed_by;  // invalid: nothing
};

class UnusedNames {
 public:
  explicit UnusedNames(SemaContext& cx) : cx_(cx) {}

  void run(ast::ValDecl& decl) {
    check_attributes(cx_, decl.attrs, AttrPlace::Decl);
    const bool is_entry =
        decl.val_kind == ast::ValKind::Entry || cx_.text(decl.name.name) == "main";
    for (ast::Pattern* param : decl.params) {
      if (is_entry) find_inputs(param);
      bind(param);
    }
    visit(decl.body);
    leave(0);
    if (incomplete_ || has_error(decl.loc)) return;
    check_foreign(cx_, decl);
    std::ranges::sort(found_, {}, [](const UnusedName& unused) { return unused.loc.begin; });
    for (const UnusedName& unused : found_) report(unused);
  }

 private:
  // Errors come first: what is unused may be so because of them. Those of this definition are the
  // latest.
  bool has_error(Loc loc) const {
    if (!cx_.diags.has_errors()) return false;
    auto all = cx_.diags.all();
    auto latest = all.last(std::min(all.size(), kLookBack));
    return std::ranges::any_of(latest, [&](const Diagnostic& diagnostic) {
      uint32_t at = diagnostic.labels.front().loc.begin;
      return diagnostic.severity == Severity::Error && at >= loc.begin && at < loc.end;
    });
  }

  // ---- Scopes

  void bind(Name name, Loc loc, const ValueSymbol* symbol, Binder binder) {
    // Few names are unused, so looking through those in scope is cheap; the limit is for odd
    // programs.
    size_t first = open_.size() > kLookBack ? open_.size() - kLookBack : 0;
    for (size_t i = first; i < open_.size(); i++) {
      if (open_[i].name == name && !open_[i].shadowed_by.valid()) open_[i].shadowed_by = loc;
    }
    if (symbol == nullptr || symbol->used || cx_.text(name).starts_with('_')) return;
    open_.push_back({name, loc, binder, {}});
  }

  void bind(ast::Pattern* pattern) {
    if (pattern == nullptr) return;
    if (auto* name = ast::as<ast::NamePat>(pattern)) {
      bind(name->name, name->loc, name->symbol, Binder::Name);
    } else if (auto* record = ast::as<ast::RecordPat>(pattern)) {
      for (ast::FieldPat& field : record->fields) {
        if (field.implicit) {
          bind_field(field);
        } else {
          bind(field.pattern);
        }
      }
    } else {
      ast::for_each_child(
          *pattern, [](ast::Expr*) {}, [this](ast::Pattern* part) { bind(part); },
          [](ast::TypeExpr*) {});
    }
  }

  // `{x}` and `{x: t}`.
  void bind_field(ast::FieldPat& field) {
    ast::Pattern* pattern = field.pattern;
    if (auto* ascribed = ast::as<ast::AscribePat>(pattern)) pattern = ascribed->inner;
    if (auto* name = ast::as<ast::NamePat>(pattern)) {
      bind(name->name, field.name.loc, name->symbol, Binder::Field);
    }
  }

  void leave(size_t mark) {
    found_.insert(found_.end(), open_.begin() + static_cast<ptrdiff_t>(mark), open_.end());
    open_.resize(mark);
  }

  // ---- The walk

  void visit(ast::Expr* expr) {
    if (expr == nullptr) return;
    size_t mark = open_.size();
    ast::match(
        expr,
        [&](ast::Var& e) {
          if (e.symbol == nullptr) {
            incomplete_ = true;
          } else if (e.symbol->kind == ValueKind::Intrinsic && !e.name.quals.empty()) {
            check_intrinsic(e);
          }
        },
        [&](ast::ErrorExpr&) { incomplete_ = true; },
        [&](ast::AttrExpr& e) {
          check_attribute(cx_, e.attr, AttrPlace::Expr);
          check_use(e);
          visit(e.body);
        },
        [&](ast::Lambda& e) {
          for (ast::Pattern* param : e.params) bind(param);
          visit(e.body);
        },
        [&](ast::Let& e) {
          visit(e.value);
          bind(e.pattern);
          visit(e.body);
        },
        [&](ast::LetFun& e) {
          for (ast::Pattern* param : e.params) bind(param);
          visit(e.value);
          leave(mark);
          bind(e.name.name, e.name.loc, e.symbol, Binder::Function);
          visit(e.body);
        },
        [&](ast::LetWith& e) {
          ast::for_each_path_index(e.steps, on_expr_);
          visit(e.value);
          bind(e.name.name, e.name.loc, e.symbol, Binder::Update);
          visit(e.body);
        },
        [&](ast::Match& e) {
          visit(e.scrutinee);
          for (ast::Case& c : e.cases) {
            bind(c.pattern);
            visit(c.body);
            leave(mark);
          }
        },
        [&](ast::Loop& e) {
          visit(e.init);
          if (e.form != ast::LoopForm::While) visit(e.bound);
          bind(e.pattern);
          if (e.form == ast::LoopForm::While) visit(e.bound);
          if (e.form == ast::LoopForm::For)
            bind(e.index.name, e.index.loc, e.index_symbol, Binder::Name);
          bind(e.element);
          visit(e.body);
        },
        [&](auto& e) {
          ast::for_each_child(e, on_expr_, [](ast::Pattern*) {}, [](ast::TypeExpr*) {});
        });
    if (open_.size() != mark) leave(mark);
  }

  // What attributes ask of the expressions that they stand before.
  void check_use(const ast::AttrExpr& e) {
    if (e.attr.kind == AttributeKind::Unroll) check_unrolled(e);
    if (e.attr.kind == AttributeKind::Param) check_param(e);
    if (e.attr.kind == AttributeKind::Warn && is_about(e.attr, AttributeKind::WarnSafetyChecks))
      cx_.checks_unwanted.push_back(e.body->loc);
  }

  bool is_about(const ast::Attr& attr, AttributeKind word) const {
    return std::ranges::any_of(attr.args, [&](const ast::Attr& arg) {
      return arg.name.name &&
             attribute_word(cx_.text(attr.name.name), cx_.text(arg.name.name)) == word;
    });
  }

  void check_param(const ast::AttrExpr& e) {
    if (e.attr.args.size() != 1 || !e.attr.args[0].name.name) {
      cx_.diags
          .report(Diag::unknown_attribute, e.attr.loc, "`#[param]` has no effect without a name")
          .suggest("write `#[param(NAME)]`: the name under which the number can be set");
    } else if (const auto* prim = as<PrimType>(e.body->type);
               prim == nullptr || prim->prim != Prim::I64) {
      cx_.diags
          .report(Diag::unknown_attribute, e.attr.loc,
                  "`#[param]` has no effect: tuning parameters are numbers of type i64")
          .suggest("put it before an expression of type i64");
    }
  }

  // A loop that runs as often as the input says cannot be written out.
  void check_unrolled(const ast::AttrExpr& e) {
    const auto* loop = ast::as<ast::Loop>(e.body);
    if (loop == nullptr) return;
    auto* bound = loop->form == ast::LoopForm::For ? ast::as<ast::Var>(loop->bound) : nullptr;
    std::string_view reason;
    if (loop->form == ast::LoopForm::While) {
      reason = "nobody knows how often the loop runs";
    } else if (bound != nullptr && std::ranges::find(inputs_, bound->symbol) != inputs_.end()) {
      reason = "how often the loop runs is an input of the program";
    }
    if (reason.empty()) return;
    cx_.diags.report(Diag::unknown_attribute, e.attr.loc, "`#[unroll]` has no effect: {}", reason)
        .suggest("remove it, or give the loop a number of iterations that is a constant");
  }

  // What the parameters of an entry point bind.
  void find_inputs(ast::Pattern* pattern) {
    if (auto* name = ast::as<ast::NamePat>(pattern)) return inputs_.push_back(name->symbol);
    ast::for_each_child(
        *pattern, [](ast::Expr*) {}, [this](ast::Pattern* part) { find_inputs(part); },
        [](ast::TypeExpr*) {});
  }

  void check_intrinsic(const ast::Var& e) {
    if (cx_.text(e.name.quals.front().name) != "intrinsics") return;
    cx_.diags
        .report(Diag::direct_intrinsic, e.name.loc, "`intrinsics.{}` is for the prelude only",
                cx_.text(e.name.name.name))
        .suggest(
            "use the function of the prelude that is made of it: misuse of an intrinsic is not "
            "detected");
  }

  void report(const UnusedName& unused) {
    std::string_view name = cx_.text(unused.name);
    if (unused.shadowed_by.valid()) {
      cx_.diags
          .report(Diag::shadowed_name, unused.shadowed_by,
                  "this `{}` hides another `{}` that was never used", name, name)
          .label(unused.loc, "never used")
          .suggest("was the first one to be used here? if not, remove it or give it another name");
      return;
    }
    switch (unused.binder) {
      case Binder::Name:
        cx_.diags.report(Diag::unused_name, unused.loc, "`{}` is never used", name)
            .suggest(fmt::format("write `_{}` if this is intended", name))
            .replace(unused.loc, fmt::format("_{}", name));
        return;
      case Binder::Field:
        cx_.diags.report(Diag::unused_name, unused.loc, "the field `{}` is never used", name)
            .suggest(fmt::format("write `{} = _` if this is intended", name));
        return;
      case Binder::Function:
        cx_.diags
            .report(Diag::unused_name, unused.loc, "the local function `{}` is never used", name)
            .suggest(fmt::format("remove it, or write `_{}`", name));
        return;
      case Binder::Update:
        cx_.diags.report(Diag::unused_name, unused.loc, "the updated `{}` is never used", name)
            .suggest("use it in what follows the `in`, or remove the update");
        return;
    }
  }

  struct OnExpr {
    UnusedNames* self;
    void operator()(ast::Expr* expr) const { self->visit(expr); }
  };

  static constexpr size_t kLookBack = 32;

  SemaContext& cx_;
  OnExpr on_expr_{this};
  std::vector<const ValueSymbol*> inputs_;  // of an entry point
  std::vector<UnusedName> open_;            // in scope, the innermost last
  std::vector<UnusedName> found_;
  bool incomplete_ =
      false;  // parts of the definition were not checked, so nothing is known of uses
};

}  // namespace

void warn_unused(SemaContext& cx, ast::ValDecl& decl) { UnusedNames(cx).run(decl); }

}  // namespace planish
