#include "sema/sizes/size_solutions.h"

#include <algorithm>

#include "sema/sizes/sizes.h"
#include "syntax/ast_children.h"

namespace planish {

using namespace ast;

void SizeSolutions::finish(ValDecl& decl) {
  if (!state_.failed) check_determined();
  if (state_.failed) return;
  for (Pattern* p : decl.params) pattern(p);
  expr(decl.body);
}

void SizeSolutions::check_determined() {
  for (SizeMeta* meta : state_.metas) {
    if (meta->solution != nullptr || meta->canonical != nullptr || meta->existential) continue;
    if (meta->any_length) {
      meta->solution = types_.constant(0);
      continue;
    }
    state_.failed = true;
    auto& diag = meta->name ? cx_.diags.report(Diag::ambiguous_size, meta->loc,
                                               "the size `{}` is not known: nothing determines it",
                                               cx_.text(meta->name))
                            : cx_.diags.report(Diag::ambiguous_size, meta->loc,
                                               "a size in {} is not known: nothing determines it",
                                               meta->what);
    diag.suggest(meta->what == kOfRecursiveCall
                     ? "declare the type of the result of this recursive function, such as `: []t`"
                     : "add a type annotation that says it");
    break;
  }
}

void SizeSolutions::expr(Expr* e) {
  type(e->type, e->loc);
  match(
      e,
      [&](Var& x) {
        symbol(x.symbol);
        instance(x.instance);
      },
      [&](BinOp& x) {
        instance(x.instance);
        type(x.op_type, x.loc);
      },
      [&](OpSection& x) { instance(x.instance); },
      [&](OpSectionLeft& x) {
        instance(x.instance);
        type(x.op_type, x.loc);
      },
      [&](OpSectionRight& x) {
        instance(x.instance);
        type(x.op_type, x.loc);
      },
      [&](LetFun& x) { symbol(x.symbol); }, [&](LetWith& x) { symbol(x.symbol); },
      [&](Loop& x) { symbol(x.index_symbol); }, [](auto&) {});
  for_each_child(
      *e, [&](Expr* part) { expr(part); }, [&](Pattern* part) { pattern(part); }, [](TypeExpr*) {});
}

void SizeSolutions::pattern(Pattern* p) {
  type(p->type, p->loc);
  match(
      p, [&](NamePat& x) { symbol(x.symbol); }, [&](ParensPat& x) { pattern(x.inner); },
      [&](AttrPat& x) { pattern(x.inner); }, [&](AscribePat& x) { pattern(x.inner); },
      [&](TuplePat& x) { std::ranges::for_each(x.elems, [&](Pattern* e) { pattern(e); }); },
      [&](RecordPat& x) {
        std::ranges::for_each(x.fields, [&](FieldPat& f) { pattern(f.pattern); });
      },
      [&](ConstrPat& x) { std::ranges::for_each(x.args, [&](Pattern* e) { pattern(e); }); },
      [&](LiteralPat& x) { type(x.literal->type, x.loc); }, [](WildcardPat&) {});
}

void SizeSolutions::type(const Type*& t, Loc loc) {
  if (t == nullptr || (t->flags & (kHasMeta | kHasSizeMeta | kHasSizeVar)) == 0) return;
  t = norm(t);
  if ((t->flags & kHasSizeMeta) == 0) return;
  std::vector<ValueSymbol*> created;
  t = all_.borders.bind_pending(t, loc, {}, created);
}

void SizeSolutions::symbol(ValueSymbol* s) {
  if (s != nullptr && s->type != nullptr && s->level > 0) type(s->type, s->loc);
}

void SizeSolutions::instance(const Instance* i) {
  if (i == nullptr) return;
  for (InstanceArg& arg : i->args) {
    if (arg.type != nullptr) type(arg.type, {});
    if (arg.size != nullptr) arg.size = norm(arg.size);
  }
}

}  // namespace planish
