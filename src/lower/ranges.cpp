// Ranges and size coercions.
#include "lower/lowering.h"

namespace planish::lower {

using ir::BinaryOp;

// Note [Valid ranges]
// A range runs upwards (..<), downwards (..>) or in the direction of its step (...). It is invalid
// if the step is zero or points the other way, or if the end lies before the start.
const Value* Lowering::range(Atom start, std::optional<Atom> second, Atom end, ast::RangeEnd kind) {
  Builder& b = *builder_;
  Prim prim = b.prim(start);
  Atom zero = ir::Const{prim, 0};
  bool down = kind == ast::RangeEnd::DownTo;
  Atom step =
      second
          ? (start == zero ? *second : b.binary(BinaryOp::Sub, *second, start))
          : Atom(down ? ir::Const{prim, is_signed(prim) ? ~uint64_t{0}
                                                        : (~uint64_t{0} >> (64 - bit_size(prim)))}
                      : ir::Const{prim, 1});
  // Distances are computed in 64 bits.
  Atom first = to_i64(start);
  Atom last = to_i64(end);
  Atom stride = second ? minus(to_i64(*second), first) : Atom::i64(down ? -1 : 1);
  Atom one = Atom::i64(1);
  Atom none = Atom::i64(0);
  auto upwards = [&] { return std::pair(minus(last, first), stride); };
  auto downwards = [&] {
    Atom distance = minus(first, last);
    return std::pair(distance, b.binary(BinaryOp::Sub, none, stride));
  };
  Atom forward = b.binary(BinaryOp::Gt, stride, none);
  std::pair<Atom, Atom> way;
  Atom direction = Atom::boolean(true);
  if (kind == ast::RangeEnd::UpTo) {
    way = upwards();
    direction = forward;
  } else if (down) {
    way = downwards();
    direction = b.binary(BinaryOp::Lt, stride, none);
  } else if (forward.is_const()) {
    way = forward.constant.bits != 0 ? upwards() : downwards();
    direction = b.binary(BinaryOp::Ne, stride, none);
  } else {
    const ir::Type* i64 = storage_.types.scalar(Prim::I64);
    Var distance = b.new_var("distance", i64);
    Var size = b.new_var("step", i64);
    auto give = [&](std::pair<Atom, Atom> p) { return std::vector<Atom>{p.first, p.second}; };
    const ir::Body* then_body = b.body([&] { return give(upwards()); });
    const ir::Body* else_body = b.body([&] { return give(downwards()); });
    std::vector<Var> pattern{distance, size};
    b.add(pattern, b.make(ir::If{{}, forward, then_body, else_body}));
    way = {distance, size};
    direction = b.binary(BinaryOp::Ne, stride, none);
  }
  auto [distance, size] = way;
  Message message{text("Range "), part(start)};
  if (second) message.insert(message.end(), {text(".."), part(*second)});
  message.push_back(text(kind == ast::RangeEnd::UpTo ? "..<" : down ? "..>" : "..."));
  message.insert(message.end(), {part(end), text(" is invalid.")});
  Atom ordered = b.binary(BinaryOp::Ge, distance, none);
  std::vector<Var> certs = check(both(direction, ordered), ir::CheckKind::Range, message);
  Atom count = distance;
  if (kind == ast::RangeEnd::Inclusive) {
    count = plus(size == one ? distance : b.binary(BinaryOp::Div, distance, size), one);
  } else if (size != one) {
    count = b.binary(BinaryOp::Div, plus(distance, minus(size, one)), size);
  }
  Dim dim = Builder::dim(count);
  return leaf(b.let("", storage_.types.array(prim, {&dim, 1}),
                    b.make(ir::Iota{{}, count, start, step}), certs));
}

// ---- value :> type

const Value* Lowering::coerce(const Value* value, const Type* type, Scope& scope) {
  std::vector<const ir::Type*> asked = leaf_types(shape(type, scope, [&](const Size* s, Scope& in) {
    if (s->kind == SizeKind::Varying) return Dim::varying();
    auto atom = try_size(s, in);
    return atom ? Builder::dim(*atom) : Dim::varying();
  }));
  size_t next = 0;
  return map_leaves(value, [&](Atom atom) -> Atom {
    const ir::Type* want = asked[next++];
    const ir::Type* have = storage_.type(atom);
    if (!have->is_array()) return atom;
    return coerce_leaf(atom, have, want, type);
  });
}

Atom Lowering::coerce_leaf(Atom atom, const ir::Type* have, const ir::Type* want,
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
        rows = join_rows(leaf(rows))->atom.var;
        joined++;
      }
      same = both(same, all_rows_have(rows, Builder::atom(asked)));
    } else {
      same =
          both(same, builder_->binary(BinaryOp::Eq, Builder::atom(dims[i]), Builder::atom(asked)));
    }
    dims[i] = asked;
  }
  Message message{text("Value of shape ")};
  add_dims(message, have->dims);
  message.push_back(text(" cannot match shape of type \""));
  add_dims(message, dims);
  message.push_back(text(std::string(prim_name(have->elem)) + "\"."));
  std::vector<Var> certs = check(same, ir::CheckKind::Coerce, message);
  const ir::Type* to = storage_.types.array(have->elem, dims);
  if (to == have) return atom;
  return builder_->let("", to, builder_->make(ir::Coerce{{}, atom.var}), certs);
}

Atom Lowering::opaque(Atom atom) {
  return builder_->let("", storage_.type(atom), builder_->make(ir::Opaque{{}, atom}));
}

// Have all rows of an irregular array this length?
Atom Lowering::all_rows_have(Var array, Atom length) {
  const ir::Type* i64 = storage_.types.scalar(Prim::I64);
  const ir::Type* boolean = storage_.types.scalar(Prim::Bool);
  const Value* lengths = row_lengths(leaf(array));
  Var x = builder_->new_var("length", i64);
  const ir::Lambda* test =
      lambda({{x, false}},
             body([&] { return std::vector<Atom>{builder_->binary(BinaryOp::Eq, x, length)}; }));
  const ir::Lambda* every = scalar_lambda(boolean, BinaryOp::And);
  std::vector<Atom> neutral{Atom::boolean(true)};
  return builder_->let("same", boolean,
                       builder_->make(ir::Reduce{{},
                                                 outer_size(lengths),
                                                 true,
                                                 every,
                                                 arena_.copy(neutral),
                                                 test,
                                                 arena_.copy(array_leaves(lengths))}));
}

}  // namespace planish::lower
