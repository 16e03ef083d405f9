#include "syntax/tree_walk.h"

#include <algorithm>
#include <vector>

#include "syntax/ast_match.h"

namespace planish {
namespace {

using namespace ast;

class Walk {
 public:
  explicit Walk(const std::function<void(const TreeNode&)>& visit) : visit_(visit) {}

  void run(TreeNode root) {
    open_.push_back(root);
    while (!open_.empty()) {
      here_ = open_.back();
      open_.pop_back();
      visit_(here_);
      std::visit([&](auto* node) { match(node, [&](auto& n) { children(n); }); }, here_.node);
    }
  }

 private:
  // A child of the node in hand; null is none.
  template <class T>
  void push(const T* node) {
    if (node != nullptr) open_.push_back({node, node->loc, here_.loc, here_.depth + 1});
  }
  template <class T, size_t N>
  void push(std::span<T*, N> nodes) {
    for (T* node : nodes) push(static_cast<const T*>(node));
  }
  void push(const Dim& dim) { push(static_cast<const Expr*>(dim.expr)); }
  void push(std::span<const DimIndex> indices) {
    for (const DimIndex& i : indices) all(i.index, i.from, i.to, i.stride);
  }
  void push(std::span<const PathStep> steps) {
    for (const PathStep& step : steps) push(step.indices);
  }
  template <class... Ts>
  void all(const Ts&... parts) {
    (push(parts), ...);
  }

  // Expressions
  void children(const IntLit&) {}
  void children(const FloatLit&) {}
  void children(const BoolLit&) {}
  void children(const StringLit&) {}
  void children(const Var&) {}
  void children(const Hole&) {}
  void children(const ErrorExpr&) {}
  void children(const OpSection&) {}
  void children(const Parens& e) { push(e.inner); }
  void children(const Tuple& e) { push(e.elems); }
  void children(const Record& e) {
    for (const RecordField& field : e.fields) push(field.value);
  }
  void children(const ArrayLit& e) { push(e.elems); }
  void children(const Constr& e) { push(e.args); }
  void children(const Project& e) { push(e.from); }
  void children(const LocalOpen& e) { push(e.body); }
  void children(const Index& e) { all(e.array, e.indices); }
  void children(const Range& e) { all(e.start, e.second, e.end); }
  void children(const Ascribe& e) { all(e.value, e.ascribed); }
  void children(const Coerce& e) { all(e.value, e.target); }
  void children(const Apply& e) { all(e.fn, e.args); }
  void children(const BinOp& e) { all(e.left, e.right); }
  void children(const Negate& e) { push(e.operand); }
  void children(const Not& e) { push(e.operand); }
  void children(const Lambda& e) { all(e.params, e.result, e.body); }
  void children(const OpSectionLeft& e) { push(e.operand); }
  void children(const OpSectionRight& e) { push(e.operand); }
  void children(const ProjectSection& e) { push(e.steps); }
  void children(const Let& e) { all(e.pattern, e.value, e.body); }
  void children(const LetFun& e) { all(e.params, e.result, e.value, e.body); }
  void children(const LetWith& e) { all(e.steps, e.value, e.body); }
  void children(const Update& e) { all(e.source, e.steps, e.value); }
  void children(const If& e) { all(e.condition, e.then_branch, e.else_branch); }
  void children(const Match& e) {
    push(e.scrutinee);
    for (const Case& arm : e.cases) all(arm.pattern, arm.body);
  }
  void children(const Loop& e) { all(e.pattern, e.init, e.element, e.bound, e.body); }
  void children(const Assert& e) { all(e.condition, e.body); }
  void children(const AttrExpr& e) { push(e.body); }

  // Patterns
  void children(const NamePat&) {}
  void children(const WildcardPat&) {}
  void children(const TuplePat& p) { push(p.elems); }
  void children(const RecordPat& p) {
    for (const FieldPat& field : p.fields) push(field.pattern);
  }
  void children(const ParensPat& p) { push(p.inner); }
  void children(const AscribePat& p) { all(p.inner, p.ascribed); }
  void children(const LiteralPat& p) { push(p.literal); }
  void children(const ConstrPat& p) { push(p.args); }
  void children(const AttrPat& p) { push(p.inner); }

  // Types
  void children(const NameType&) {}
  void children(const ParensType& t) { push(t.inner); }
  void children(const TupleType& t) { push(t.elems); }
  void children(const RecordType& t) {
    for (const FieldType& field : t.fields) push(field.type_expr);
  }
  void children(const SumType& t) {
    for (const ConstrType& constr : t.constrs) push(constr.args);
  }
  void children(const ArrayType& t) { all(t.dim, t.elem); }
  void children(const ArrowType& t) { all(t.param, t.result); }
  void children(const UniqueType& t) { push(t.inner); }
  void children(const ApplyType& t) { all(t.fn, t.type_arg, t.dim_arg); }
  void children(const ExistsType& t) { push(t.inner); }

  // Declarations
  void children(const ValDecl& d) { all(d.params, d.result, d.body); }
  void children(const TypeDecl& d) { push(d.value); }
  void children(const ModDecl& d) {
    for (const ModParam& param : d.params) push(param.type_expr);
    all(d.ascribed, d.value);
  }
  void children(const ModTypeDecl& d) { push(d.value); }
  void children(const OpenDecl& d) { push(d.value); }
  void children(const ImportDecl&) {}
  void children(const LocalDecl& d) { push(d.inner); }
  void children(const ValSpec& s) { push(s.type_expr); }
  void children(const TypeAbbrSpec& s) { push(s.value); }
  void children(const TypeSpec&) {}
  void children(const ModSpec& s) { push(s.type_expr); }
  void children(const IncludeSpec& s) { push(s.type_expr); }

  // Modules
  void children(const ModVar&) {}
  void children(const ModImport&) {}
  void children(const ModParens& m) { push(m.inner); }
  void children(const ModBody& m) { push(m.decls); }
  void children(const ModApply& m) { all(m.fn, m.arg); }
  void children(const ModAscribe& m) { all(m.value, m.type_expr); }
  void children(const ModLambda& m) { all(m.param.type_expr, m.result, m.body); }
  void children(const ModTypeVar&) {}
  void children(const ModTypeParens& m) { push(m.inner); }
  void children(const ModTypeBody& m) { push(m.specs); }
  void children(const ModTypeWith& m) { all(m.base, m.value); }
  void children(const ModTypeArrow& m) { all(m.param, m.result); }

  const std::function<void(const TreeNode&)>& visit_;
  std::vector<TreeNode> open_;
  TreeNode here_;
};

}  // namespace

void walk_tree(const AnyNode& root, const std::function<void(const TreeNode&)>& visit) {
  Loc loc = std::visit([](auto* node) { return node->loc; }, root);
  Walk(visit).run({root, loc, loc, 1});
}

int tree_depth(const AnyNode& root) {
  int deepest = 0;
  walk_tree(root, [&](const TreeNode& node) { deepest = std::max(deepest, node.depth); });
  return deepest;
}

}  // namespace planish
