// A size that comes into existence when an expression is evaluated must not be needed by anything
// evaluated before.
//
// The order is that of the evaluation: arguments from the last to the first and then the function,
// the bound value before the body of a let. Elsewhere the parts of an expression do not see each
// other's sizes.
#include <algorithm>
#include <vector>

#include "sema/types/terms.h"
#include "sema/types/type_print.h"
#include "sema/types/type_walk.h"
#include "syntax/ast_children.h"

namespace planish {

using namespace ast;

namespace {

class Causality {
 public:
  explicit Causality(SemaContext& cx) : cx_(cx) {}

  void expr(Expr* e) {
    if (failed_) return;
    match(
        e, [&](Var& x) { needs(x.type, x.loc, "this"); },
        [&](OpSection& x) { needs(x.type, x.loc, "this operator"); },
        [&](OpSectionLeft& x) {
          needs(x.type, x.loc, "this section");
          expr(x.operand);
        },
        [&](OpSectionRight& x) {
          needs(x.type, x.loc, "this section");
          expr(x.operand);
        },
        [&](ProjectSection& x) { needs(x.type, x.loc, "this section"); },
        [&](Hole& x) { needs(x.type, x.loc, "this hole"); },
        [&](ArrayLit& x) {
          if (x.elems.empty())
            needs(x.type, x.loc, "this empty array");
          else
            parts(x);
        },
        [&](Constr& x) {
          for (Expr* arg : x.args) expr(arg);
          needs(x.type, x.loc, "this constructor");
        },
        [&](Lambda& x) {
          size_t mark = known_.size();
          for (Pattern* p : x.params) needs(p->type, p->loc, "this parameter");
          expr(x.body);
          known_.resize(mark);
        },
        [&](Apply& x) {
          for (size_t i = x.args.size(); i-- > 0;) expr(x.args[i]);
          expr(x.fn);
          learn(x.new_sizes);
        },
        [&](BinOp& x) {
          expr(x.left);
          expr(x.right);
          if (x.op_type != nullptr) needs(x.op_type, x.op.loc, "this operator");
          learn(x.new_sizes);
        },
        [&](Let& x) {
          expr(x.value);
          expr(x.body);
          learn(x.new_sizes);
        },
        [&](LetFun& x) {
          size_t mark = known_.size();
          expr(x.value);
          known_.resize(mark);
          expr(x.body);
          learn(x.new_sizes);
        },
        [&](LetWith& x) {
          parts(x);
          learn(x.new_sizes);
        },
        [&](Match& x) {
          expr(x.scrutinee);
          size_t mark = known_.size();
          for (Case& c : x.cases) {
            expr(c.body);
            known_.resize(mark);
          }
          learn(x.new_sizes);
        },
        [&](Loop& x) {
          expr(x.init != nullptr ? x.init : x.implicit_init);
          size_t mark = known_.size();
          learn(x.loop_sizes);
          expr(x.bound);
          expr(x.body);
          known_.resize(mark);
          learn(x.new_sizes);
        },
        [&](Index& x) {
          parts(x);
          learn(x.new_sizes);
        },
        [&](Range& x) {
          parts(x);
          learn(x.new_sizes);
        },
        [&](If& x) {
          parts(x);
          learn(x.new_sizes);
        },
        [&](auto& x) { parts(x); });
  }

 private:
  // The parts of the expression, none of which sees what the others compute.
  void parts(Expr& e) {
    std::vector<ValueSymbol*> computed;
    size_t mark = known_.size();
    for_each_child(
        e,
        [&](Expr* part) {
          expr(part);
          computed.insert(computed.end(), known_.begin() + static_cast<std::ptrdiff_t>(mark),
                          known_.end());
          known_.resize(mark);
        },
        [](Pattern*) {}, [](TypeExpr*) {});
    known_.insert(known_.end(), computed.begin(), computed.end());
  }

  void learn(const SizeList* sizes) {
    if (sizes != nullptr) known_.insert(known_.end(), sizes->symbols.begin(), sizes->symbols.end());
  }

  void needs(const Type* type, Loc loc, std::string_view what) {
    if (failed_ || (type->flags & kHasSizeVar) == 0) return;
    ValueSymbol* missing = nullptr;
    for_each_size(type, InFunctions::Visit, [&](const Size* size) {
      for_each_part(size, [&](const Size* s) {
        if (s->kind == SizeKind::Var && s->var->kind == ValueKind::UnknownSize &&
            s->var->level > 0 && s->var->reason != UnknownReason::Row &&
            std::ranges::find(known_, s->var) == known_.end()) {
          missing = s->var;
        }
      });
    });
    if (missing == nullptr) return;
    failed_ = true;
    cx_.diags.report(Diag::causality, loc, "a size in the type of {} is computed only later", what)
        .primary_label(show(cx_, type))
        .label(missing->loc, "its size is computed here")
        .suggest("bind the expression that computes the size with `let` before");
  }

  SemaContext& cx_;
  std::vector<ValueSymbol*> known_;
  bool failed_ = false;
};

}  // namespace

void check_causality(SemaContext& cx, ValDecl& decl) { Causality(cx).expr(decl.body); }

}  // namespace planish
