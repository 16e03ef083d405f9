#include "nesl/lower/objects.h"

#include "nesl/lower/lowering.h"

namespace planish::nesl {

const Type* Objects::chars() const { return l_.types.vector(l_.types.char_type()); }

const AtomTree* Objects::value(const Type* type, const AtomTree* text) {
  switch (type->kind) {
    case TypeKind::Int: return l_.instances.call_in_prelude("parse_int", chars(), text);
    case TypeKind::Float: return l_.instances.call_in_prelude("parse_float", chars(), text);
    case TypeKind::Char: return l_.instances.call_in_prelude("prim_parse_char", chars(), text);
    case TypeKind::Bool: return l_.instances.call_in_prelude("prim_parse_bool", chars(), text);
    case TypeKind::Data: {
      const Type* content = l_.types.content(type);
      const AtomTree* name = l_.vectors.text(l_.input.names.text(type->datatype->name));
      const bool has_parens = content->kind == TypeKind::Pair;
      const AtomTree* inner = l_.instances.call_in_prelude(
          has_parens ? "prim_content" : "prim_single_content", l_.types.pair(chars(), chars()),
          l_.values.trees.tuple({name, text}));
      return value(content, inner);
    }
    case TypeKind::Pair: return value_of_pair(type, text);
    case TypeKind::Vector:
      return type->first->kind == TypeKind::Char
                 ? l_.instances.call_in_prelude("prim_parse_string", chars(), text)
                 : value_of_vector(type, text);
    default: l_.unsupported({}, "reading a function");
  }
}

const AtomTree* Objects::value_of_pair(const Type* type, const AtomTree* text) {
  const Type* list = l_.types.vector(chars());
  values::TreeMaker& trees = l_.values.trees;
  const AtomTree* items = l_.instances.call_in_prelude("prim_tuple_items", chars(), text);
  std::vector<const AtomTree*> values;
  Atom right = Atom::boolean(true);
  const auto add = [&](const Type* part) {
    const AtomTree* index = trees.i64(static_cast<int64_t>(values.size()));
    const AtomTree* own = l_.instances.call_in_prelude(
        "prim_item", l_.types.pair(list, l_.types.int_type()), trees.tuple({items, index}));
    const AtomTree* made = value(part, own);
    values.push_back(made->parts[0]);
    right = l_.builder.binary(ir::BinaryOp::And, right, made->parts[1]->atom);
  };
  for (; type->kind == TypeKind::Pair; type = type->second) add(type->first);
  add(type);
  const Atom all = l_.builder.binary(ir::BinaryOp::Eq, trees.outer_size(items),
                                     Atom::i64(static_cast<int64_t>(values.size())));
  right = l_.builder.binary(ir::BinaryOp::And, right, all);
  const AtomTree* made = values.back();
  for (size_t i = values.size() - 1; i-- > 0;) made = trees.tuple({values[i], made});
  return trees.tuple({made, trees.leaf(right)});
}

const AtomTree* Objects::value_of_vector(const Type* type, const AtomTree* text) {
  const Type* list = l_.types.vector(chars());
  const AtomTree* found = l_.instances.call_in_prelude("prim_vector_items", chars(), text);
  const AtomTree* items = found->parts[0];
  const AtomTree* each = l_.vectors.tabulate(l_.values.trees.outer_size(items), [&](Atom index) {
    return value(type->first, l_.values.indexing.element(items, index, l_.layouts.element(list)));
  });
  const AtomTree* all = l_.instances.call_in_prelude(
      "prim_all", l_.types.vector(l_.types.bool_type()), each->parts[1]);
  const Atom right = l_.builder.binary(ir::BinaryOp::And, found->parts[1]->atom, all->atom);
  return l_.values.trees.tuple({each->parts[0], l_.values.trees.leaf(right)});
}

}  // namespace planish::nesl
