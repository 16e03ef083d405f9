// Patterns: binding names, and choosing among cases.
#include "lower/decision_tree.h"
#include "lower/lowering.h"
#include "syntax/ast_match.h"

namespace planish::lower {

// A name that the user gave is kept. Names of the prelude, and those that lowering makes up, only
// stand where there is none.
void Lowering::name_leaves(const Value* value, const ast::NamePat& pattern) {
  if (value->kind != ValueKind::Leaf || value->atom.is_const()) return;
  const Var var = value->atom.var;
  ir::VarInfo& info = storage_.vars[var.id];
  const SourceFile* file = cx_.sources.file_of(pattern.loc);
  const bool by_user = file != nullptr && !file->path.starts_with("/prelude/");
  if (by_user ? !named_by_user_.insert(var).second : static_cast<bool>(info.name)) return;
  info.name = storage_.names.intern(cx_.text(pattern.name));
}

void Lowering::bind(const ast::Pattern* pattern, const Value* value, Scope& scope) {
  if (pattern->type != nullptr) {
    value = conform(value, pattern->type, scope);
    learn_sizes(pattern->type, value, scope);
  }
  bind_parts(pattern, value, scope);
}

void Lowering::bind_parts(const ast::Pattern* pattern, const Value* value, Scope& scope) {
  ast::match(
      pattern,
      [&](const ast::NamePat& p) {
        name_leaves(value, p);
        scope.values[p.symbol] = value;
        // A row has a size of its own as soon as it has a name.
        if (p.symbol->type != nullptr) learn_sizes(p.symbol->type, value, scope);
      },
      [&](const ast::WildcardPat&) {},
      [&](const ast::TuplePat& p) {
        for (size_t i = 0; i < p.elems.size(); i++)
          bind_parts(p.elems[i], field(value, cx_.names.number(static_cast<uint32_t>(i))), scope);
      },
      [&](const ast::RecordPat& p) {
        for (const ast::FieldPat& f : p.fields)
          bind_parts(f.pattern, field(value, f.name.name), scope);
      },
      [&](const ast::ParensPat& p) { bind_parts(p.inner, value, scope); },
      [&](const ast::AscribePat& p) { bind(p.inner, value, scope); },
      [&](const ast::LiteralPat&) {},
      [&](const ast::ConstrPat& p) {
        const Shape* sum = open_shape(p.type, scope);
        for (const ConstructorLayout& layout : sum->constructors) {
          if (layout.name != p.name.name) continue;
          Values args = payload(layout, value);
          for (size_t i = 0; i < args.size(); i++) bind_parts(p.args[i], args[i], scope);
        }
      },
      [&](const ast::AttrPat& p) { bind_parts(p.inner, value, scope); });
}

const Value* Lowering::lower_match(const ast::Match& e, Scope& scope) {
  const Value* scrutinee = expr(e.scrutinee, scope);
  DecisionTree tree(*this, e, scrutinee, scope);
  return tree.emit();
}

}  // namespace planish::lower
