#include "lower/data_expressions.h"

#include "ir/scalar_eval.h"
#include "lower/lowering.h"
#include "sema/types/type_print.h"
#include "syntax/ast_match.h"

namespace planish::lower {

DataExpressions::DataExpressions(Lowering& lowering)
    : cx_(lowering.cx),
      storage_(lowering.storage),
      arena_(lowering.arena),
      builder_(lowering.builder),
      places_(lowering.places),
      checks_(lowering.checks),
      shapes_(lowering.shapes),
      trees_(lowering.trees),
      sizes_(lowering.sizes),
      reader_(lowering.reader),
      coercions_(lowering.coercions),
      expressions_(lowering.expressions) {}

Prim DataExpressions::prim_of(const Type* type, Scope& scope) {
  const Shape* found = sizes_.shape(type, scope);
  if (found->kind != ShapeKind::Prim) places_.bug("a primitive type was expected");
  return found->prim;
}

ir::Const DataExpressions::literal(const ast::Expr* e, Prim prim) {
  if (auto* lit = ast::as<ast::IntLit>(e)) {
    if (is_float(prim)) return ir::make_float(prim, lit->approximate);
    return ir::make_int(prim, static_cast<int64_t>(lit->value));
  }
  if (auto* lit = ast::as<ast::FloatLit>(e)) return ir::make_float(prim, lit->value);
  if (auto* lit = ast::as<ast::BoolLit>(e)) return ir::make_bool(lit->value);
  if (auto* negate = ast::as<ast::Negate>(e))
    return ir::eval(ir::UnaryOp::Neg, literal(negate->operand, prim));
  if (auto* parens = ast::as<ast::Parens>(e)) return literal(parens->inner, prim);
  places_.bug("a literal was expected");
}

const AtomTree* DataExpressions::lower(const ast::IntLit& e, Scope& scope) {
  return trees_.leaf(literal(&e, prim_of(e.type, scope)));
}

const AtomTree* DataExpressions::lower(const ast::FloatLit& e, Scope& scope) {
  return trees_.leaf(literal(&e, prim_of(e.type, scope)));
}

const AtomTree* DataExpressions::lower(const ast::BoolLit& e, Scope&) {
  return trees_.leaf(Atom::boolean(e.value));
}

const AtomTree* DataExpressions::lower(const ast::StringLit& e, Scope&) {
  std::vector<Atom> elems;
  for (char c : e.bytes) elems.push_back(ir::make_int(Prim::U8, static_cast<unsigned char>(c)));
  Dim dim = Dim::constant(static_cast<int64_t>(elems.size()));
  const ir::Type* type = storage_.types.array(Prim::U8, {&dim, 1});
  return trees_.leaf(builder_.let("", type, builder_.make(ir::ArrayLit{{}, arena_.copy(elems)})));
}

const AtomTree* DataExpressions::lower(const ast::Hole& e, Scope& scope) {
  checks_.check(Atom::boolean(false), ir::CheckKind::Other,
                {checks_.text("Reached hole of type: " + show(cx_, e.type))});
  return any_value(e.type, scope);
}

const AtomTree* DataExpressions::any_value(const Type* type, Scope& scope) {
  if (type->kind == TypeKind::Arrow) {
    return trees_.function(Closure{CodeKind::Unreachable, 1, type, &scope});
  }
  if (auto* record_type = as<RecordType>(type);
      record_type != nullptr && !record_type->fields.empty()) {
    std::vector<Name> names;
    Trees parts;
    for (const Field& f : record_type->fields) {
      names.push_back(f.name);
      parts.push_back(any_value(f.type, scope));
    }
    return trees_.record(arena_.copy(names), parts);
  }
  const Shape* made = sizes_.shape_or(type, scope, Dim::constant(0));
  std::vector<Atom> leaves;
  for (const ir::Type* leaf_type : shapes_.leaf_types(made))
    leaves.push_back(trees_.blank(leaf_type));
  return trees_.build_all(made, leaves);
}

const AtomTree* DataExpressions::lower(const ast::Tuple& e, Scope& scope) {
  Trees parts;
  for (const ast::Expr* elem : e.elems) parts.push_back(expressions_.expr(elem, scope));
  return trees_.tuple(parts);
}

const AtomTree* DataExpressions::lower(const ast::Record& e, Scope& scope) {
  std::unordered_map<Name, const AtomTree*> values;
  for (const ast::RecordField& f : e.fields)
    values[f.name.name] = expressions_.expr(f.value, scope);
  std::vector<Name> names;
  for (const ast::RecordField& f : e.fields) names.push_back(f.name.name);
  std::sort(names.begin(), names.end(), [&](Name a, Name b) { return cx_.types.field_less(a, b); });
  Trees parts;
  for (Name name : names) parts.push_back(values.at(name));
  return trees_.record(arena_.copy(names), parts);
}

const AtomTree* DataExpressions::lower(const ast::ArrayLit& e, Scope& scope) {
  Trees elems;
  for (const ast::Expr* elem : e.elems) elems.push_back(expressions_.expr(elem, scope));
  if (elems.empty()) return any_value(e.type, scope);
  return array_of(elems, e.type, scope);
}

const AtomTree* DataExpressions::array_of(const Trees& elems, const Type* type, Scope& scope) {
  std::vector<const ir::Type*> open = shapes_.leaf_types(shapes_.open_shape(type, scope));
  Dim count = Dim::constant(static_cast<int64_t>(elems.size()));
  std::vector<std::vector<Atom>> columns(open.size());
  for (const AtomTree* elem : elems) {
    std::vector<Atom> leaves = flatten(elem);
    for (size_t i = 0; i < leaves.size(); i++) columns[i].push_back(leaves[i]);
  }
  std::vector<Atom> leaves;
  for (size_t i = 0; i < columns.size(); i++) {
    const ir::Type* elem = storage_.type(columns[i][0]);
    std::vector<Dim> dims{count};
    dims.insert(dims.end(), elem->dims.begin(), elem->dims.end());
    for (size_t d = 1; d < dims.size(); d++) {
      if (asks_for_varying(type, d)) dims[d] = Dim::varying();
    }
    std::vector<Var> certs = check_equal_rows(columns[i], dims);
    leaves.push_back(builder_.let("", storage_.types.array(elem->elem, dims),
                                  builder_.make(ir::ArrayLit{{}, arena_.copy(columns[i])}), certs));
  }
  return trees_.replace_leaves(elems[0], leaves);
}

// Rows whose sizes are only known while the program runs.
std::vector<Var> DataExpressions::check_equal_rows(const std::vector<Atom>& rows,
                                                   const std::vector<Dim>& dims) {
  std::vector<Var> certs;
  for (size_t d = 1; d < dims.size(); d++) {
    if (dims[d].is_varying()) continue;
    for (const Atom& row : rows) {
      Dim other = storage_.type(row)->dims[d - 1];
      if (other == dims[d] || other.is_varying()) continue;
      Atom first = Builder::atom(dims[d]);
      Atom size = Builder::atom(other);
      for (Var cert :
           checks_.check(builder_.binary(ir::BinaryOp::Eq, size, first), ir::CheckKind::Size,
                         {checks_.text("the rows of an array differ in shape: one has size "),
                          Checks::part(first), checks_.text(", another "), Checks::part(size)}))
        certs.push_back(cert);
    }
  }
  return certs;
}

const AtomTree* DataExpressions::lower(const ast::Constr& e, Scope& scope) {
  Trees args;
  for (const ast::Expr* arg : e.args) args.push_back(expressions_.expr(arg, scope));
  auto* type = as<SumType>(e.type);
  if (type != nullptr) {
    for (const Constructor& c : type->constructors) {
      if (c.name != e.name.name) continue;
      for (size_t i = 0; i < args.size(); i++) {
        args[i] = coercions_.conform(args[i], c.args[i], scope);
        reader_.learn_sizes(c.args[i], args[i], scope);
      }
    }
  }
  if ((e.type->flags & kHasArrow) != 0) return trees_.constructed(e.name.name, args);
  // Sizes that only other constructors mention may be anything.
  const Shape* sum = sizes_.shape_or(e.type, scope, Dim::constant(0));
  return trees_.constructor(sum, e.name.name, args);
}

}  // namespace planish::lower
