#include "lower/coercions.h"

#include "lower/lowering.h"

namespace planish::lower {

using ir::BinaryOp;

Coercions::Coercions(Lowering& lowering)
    : storage_(lowering.storage),
      arena_(lowering.arena),
      builder_(lowering.builder),
      emit_(lowering.emit),
      checks_(lowering.checks),
      shapes_(lowering.shapes),
      trees_(lowering.trees),
      sizes_(lowering.sizes),
      arrays_(lowering.arrays) {}

bool asks_for_varying(const Type* type, size_t number) {
  while (auto* array = as<ArrayType>(type)) {
    if (number == 0) return array->dim->kind == SizeKind::Varying;
    number--;
    type = array->elem;
  }
  return false;
}

const AtomTree* Coercions::conform(const AtomTree* value, const Type* type, Scope& scope) {
  // A type parameter may stand for an irregular array.
  if ((type->flags & (kHasVarying | kHasNamed)) == 0 || (type->flags & kHasArrow) != 0)
    return value;
  // Only where the type has a `?` does it ask for something.
  const Shape* shape = shapes_.shape(type, scope, [](const Size* s, Scope&) {
    return s->kind == SizeKind::Varying ? Dim::varying() : Dim::constant(0);
  });
  const std::vector<const ir::Type*> asked = shapes_.leaf_types(shape);
  size_t next = 0;
  return trees_.map_leaves(value, [&](Atom atom) -> Atom {
    const ir::Type* want = asked[next++];
    const ir::Type* have = storage_.type(atom);
    if (!want->is_irregular() || want->rank() != have->rank()) return atom;
    std::vector<Dim> dims(have->dims.begin(), have->dims.end());
    for (size_t i = 1; i < dims.size(); i++) {
      if (want->dims[i].is_varying()) dims[i] = Dim::varying();
    }
    const ir::Type* to = storage_.types.array(have->elem, dims);
    if (to == have) return atom;
    return builder_.let("rows", to, builder_.make(ir::Coerce{{}, emit_.as_var(atom)}));
  });
}

const AtomTree* Coercions::coerce(const AtomTree* value, const Type* type, Scope& scope) {
  std::vector<const ir::Type*> asked =
      shapes_.leaf_types(sizes_.shape_or(type, scope, Dim::varying()));
  size_t next = 0;
  return trees_.map_leaves(value, [&](Atom atom) -> Atom {
    const ir::Type* want = asked[next++];
    const ir::Type* have = storage_.type(atom);
    if (!have->is_array()) return atom;
    return coerce_leaf(atom, have, want, type);
  });
}

Atom Coercions::coerce_leaf(Atom atom, const ir::Type* have, const ir::Type* want,
                            const Type* type) {
  std::vector<Dim> dims(have->dims.begin(), have->dims.end());
  Atom same = Atom::boolean(true);
  Var rows = atom.var;  // the level whose rows are looked at
  size_t joined = 0;    // how many levels were joined for that
  for (size_t i = 0; i < dims.size(); i++) {
    Dim asked = want->dims[i];
    if (asked == dims[i]) continue;
    if (asked.is_varying()) {
      // Either `?` was written, or the size is one that nobody knows: then it stays what it is.
      if (i > 0 && asks_for_varying(type, i)) dims[i] = Dim::varying();
      continue;
    }
    if (dims[i].is_varying()) {
      // Rows of rows are looked at after joining those around them.
      while (joined + 1 < i) {
        rows = arrays_.join_rows(trees_.leaf(rows))->atom.var;
        joined++;
      }
      same = emit_.both(same, all_rows_have(rows, Builder::atom(asked)));
    } else {
      same = emit_.both(
          same, builder_.binary(BinaryOp::Eq, Builder::atom(dims[i]), Builder::atom(asked)));
    }
    dims[i] = asked;
  }
  Message message{checks_.text("Value of shape ")};
  checks_.add_dims(message, have->dims);
  message.push_back(checks_.text(" cannot match shape of type \""));
  checks_.add_dims(message, dims);
  message.push_back(checks_.text(std::string(prim_name(have->elem)) + "\"."));
  std::vector<Var> certs = checks_.check(same, ir::CheckKind::Coerce, message);
  const ir::Type* to = storage_.types.array(have->elem, dims);
  if (to == have) return atom;
  return builder_.let("", to, builder_.make(ir::Coerce{{}, atom.var}), certs);
}

Atom Coercions::all_rows_have(Var array, Atom length) {
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  const ir::Type* boolean = storage_.types.scalar(Prim::Bool);
  const AtomTree* lengths = arrays_.row_lengths(trees_.leaf(array));
  Var x = builder_.new_var("length", i64);
  const ir::Lambda* test = emit_.lambda({{x, false}}, emit_.body([&] {
    return std::vector<Atom>{builder_.binary(BinaryOp::Eq, x, length)};
  }));
  const ir::Lambda* every = emit_.scalar_lambda(boolean, BinaryOp::And);
  std::vector<Atom> neutral{Atom::boolean(true)};
  return builder_.let("same", boolean,
                      builder_.make(ir::Reduce{{},
                                               trees_.outer_size(lengths),
                                               true,
                                               every,
                                               arena_.copy(neutral),
                                               test,
                                               arena_.copy(trees_.array_leaves(lengths))}));
}

}  // namespace planish::lower
