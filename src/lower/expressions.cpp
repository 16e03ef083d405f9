#include "lower/expressions.h"

#include "lower/lowering.h"
#include "syntax/ast_match.h"

namespace planish::lower {

Expressions::Expressions(Lowering& lowering)
    : cx_(lowering.cx),
      storage_(lowering.storage),
      arena_(lowering.arena),
      builder_(lowering.builder),
      places_(lowering.places),
      emit_(lowering.emit),
      checks_(lowering.checks),
      trees_(lowering.trees),
      reader_(lowering.reader),
      coercions_(lowering.coercions),
      names_(lowering.names),
      attributes_(lowering.attributes),
      data_(lowering.data),
      paths_(lowering.paths),
      functions_(lowering.functions),
      control_(lowering.control) {}

const AtomTree* Expressions::expr(const ast::Expr* e, Scope& scope) {
  const ir::PlaceId outer = places_.enter(e->loc);
  const AtomTree* value = ast::match(e, [&](const auto& node) {
    if constexpr (requires { data_.lower(node, scope); })
      return data_.lower(node, scope);
    else if constexpr (requires { paths_.lower(node, scope); })
      return paths_.lower(node, scope);
    else if constexpr (requires { functions_.lower(node, scope); })
      return functions_.lower(node, scope);
    else if constexpr (requires { control_.lower(node, scope); })
      return control_.lower(node, scope);
    else
      return lower(node, scope);
  });
  places_.leave(outer);
  return value;
}

Atom Expressions::scalar(const ast::Expr* e, Scope& scope) {
  const AtomTree* value = expr(e, scope);
  if (value->kind != TreeKind::Leaf) places_.bug("a scalar was expected");
  return value->atom;
}

const AtomTree* Expressions::argument(const ast::Expr* e, Scope& scope) {
  const AtomTree* value = expr(e, scope);
  reader_.learn_sizes(e->type, value, scope);
  return value;
}

const AtomTree* Expressions::lower(const ast::Var& e, Scope& scope) {
  // The type of the whole name before its fields are taken is only needed where it is generic.
  const Type* type = e.fields.empty() ? e.type : nullptr;
  const AtomTree* value = names_.variable({e.symbol, e.instance, type, scope});
  for (const ast::Ident& name : e.fields) value = trees_.field(value, name.name);
  return value;
}

const AtomTree* Expressions::lower(const ast::Parens& e, Scope& scope) {
  return expr(e.inner, scope);
}

const AtomTree* Expressions::lower(const ast::Project& e, Scope& scope) {
  return trees_.field(expr(e.from, scope), e.field.name);
}

const AtomTree* Expressions::lower(const ast::LocalOpen& e, Scope& scope) {
  return expr(e.body, scope);
}

const AtomTree* Expressions::lower(const ast::Ascribe& e, Scope& scope) {
  const AtomTree* value = expr(e.value, scope);
  if (e.ascribed->type == nullptr) return value;
  value = coercions_.conform(value, e.ascribed->type, scope);
  reader_.learn_sizes(e.ascribed->type, value, scope);
  return value;
}

const AtomTree* Expressions::lower(const ast::Coerce& e, Scope& scope) {
  const AtomTree* value = expr(e.value, scope);
  value = coercions_.coerce(value, e.target->type, scope);
  reader_.learn_sizes(e.type, value, scope);
  return value;
}

const AtomTree* Expressions::lower(const ast::AttrExpr& e, Scope& scope) {
  if (e.attr.kind == AttributeKind::Unsafe) {
    const Checks::Mode outer = checks_.exchange(Checks::Mode::Off);
    const AtomTree* value = expr(e.body, scope);
    checks_.exchange(outer);
    return value;
  }
  std::vector<Attribute> outer = attributes_.call;
  attributes_.add(attributes_.call, e.attr);
  const AtomTree* value = expr(e.body, scope);
  attributes_.call = std::move(outer);
  return with_attribute(value, e);
}

// What an attribute asks for once the value of its expression is there.
const AtomTree* Expressions::with_attribute(const AtomTree* value, const ast::AttrExpr& e) {
  if (e.attr.kind == AttributeKind::Trace) {
    std::string tag = e.attr.args.empty() ? std::string(cx_.sources.text(e.body->loc))
                                          : std::string(cx_.text(e.attr.args[0].name.name));
    return trees_.map_leaves(value, [&](Atom atom) -> Atom {
      return builder_.let("", storage_.type(atom),
                          builder_.make(ir::Trace{{}, atom, arena_.copy(tag)}));
    });
  }
  if (e.attr.kind == AttributeKind::Param && !e.attr.args.empty()) {
    const std::string parameter(cx_.sources.text(e.attr.args[0].loc));
    const ir::Type* i64 = storage_.types.scalar(Prim::I64);
    if (value->kind != TreeKind::Leaf || storage_.type(value->atom) != i64) return value;
    return trees_.leaf(builder_.let(
        "", i64, builder_.make(ir::Tuning{{}, value->atom, arena_.copy(parameter), {}})));
  }
  if (e.attr.kind == AttributeKind::Opaque) {
    return trees_.map_leaves(value, [&](Atom atom) { return emit_.opaque(atom); });
  }
  for (Attribute attribute : attributes_.of({&e.attr, 1})) builder_.annotate_last(attribute);
  return value;
}

const AtomTree* Expressions::lower(const ast::ErrorExpr&, Scope&) {
  places_.bug("an erroneous expression");
}

}  // namespace planish::lower
