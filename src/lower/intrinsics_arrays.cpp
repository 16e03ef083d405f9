// Built-in functions that make and rearrange arrays.
#include "lower/lowering.h"

namespace planish::lower {

using ir::BinaryOp;

const ir::Type* Lowering::with_dims(const ir::Type* type, size_t drop, std::vector<Dim> outer) {
  const ir::Type* inner = storage_.types.without_outer(type, drop);
  outer.insert(outer.end(), inner->dims.begin(), inner->dims.end());
  return storage_.types.array(inner->elem, outer);
}

const Value* Lowering::reshape(const Value* array, size_t drop, const std::vector<Atom>& outer,
                               std::span<const Var> certs) {
  return map_leaves(array, [&](Atom atom) -> Atom {
    std::vector<Dim> dims;
    for (const Atom& size : outer) dims.push_back(Builder::dim(size));
    const ir::Type* type = with_dims(storage_.type(atom), drop, dims);
    std::vector<Atom> all;
    for (const Dim& d : type->dims) all.push_back(Builder::atom(d));
    return builder_->let("", type, builder_->make(ir::Reshape{{}, as_var(atom), arena_.copy(all)}),
                         certs);
  });
}

bool Lowering::any_irregular(const Value* value) {
  for (Atom atom : flatten(value)) {
    if (storage_.type(atom)->is_irregular()) return true;
  }
  return false;
}

// The same array with its second dimension varying or of a given size.
const Value* Lowering::with_second_dim(const Value* array, Dim dim) {
  return map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = storage_.type(atom);
    std::vector<Dim> dims(type->dims.begin(), type->dims.end());
    if (dims[1] == dim) return atom;
    dims[1] = dim;
    return builder_->let("", storage_.types.array(type->elem, dims),
                         builder_->make(ir::Coerce{{}, as_var(atom)}));
  });
}

// [n][m]t to [n * m]t. Rows of an irregular array are joined as they are.
const Value* Lowering::flatten_outer(const Value* array) {
  if (any_irregular(array)) return join_rows(with_second_dim(array, Dim::varying()));
  Atom size = times(outer_size(array), Builder::atom(leaf_dim(array, 1)));
  return reshape(array, 2, {size});
}

const Value* Lowering::replicate(Atom count, const Value* value) {
  Atom fine = builder_->binary(BinaryOp::Ge, count, Atom::i64(0));
  std::vector<Var> certs =
      check(fine, ir::CheckKind::Range, {text("Range 0..1..<"), part(count), text(" is invalid.")});
  std::vector<Atom> dims{count};
  return map_leaves(value, [&](Atom atom) -> Atom {
    const ir::Type* type = with_dims(storage_.type(atom), 0, {Builder::dim(count)});
    return builder_->let("", type, builder_->make(ir::Replicate{{}, arena_.copy(dims), atom}),
                         certs);
  });
}

const Value* Lowering::concat(const Value* first, const Value* second) {
  Atom size = plus(outer_size(first), outer_size(second));
  std::vector<Atom> others = flatten(second);
  size_t next = 0;
  return map_leaves(first, [&](Atom atom) -> Atom {
    const ir::Type* type = with_dims(storage_.type(atom), 1, {Builder::dim(size)});
    std::vector<Var> arrays{as_var(atom), as_var(others[next++])};
    return builder_->let("", type, builder_->make(ir::Concat{{}, arena_.copy(arrays)}));
  });
}

const Value* Lowering::unflatten(Atom n, Atom m, const Value* array) {
  Atom zero = Atom::i64(0);
  Atom size = outer_size(array);
  Atom fine = builder_->binary(BinaryOp::Ge, n, zero);
  fine = both(fine, builder_->binary(BinaryOp::Ge, m, zero));
  fine = both(fine, builder_->binary(BinaryOp::Eq, times(n, m), size));
  std::vector<Var> certs =
      check(fine, ir::CheckKind::Size,
            {text("Cannot unflatten array of shape ["), part(size), text("] to array of shape ["),
             part(n), text("]["), part(m), text("]: cannot match shape")});
  if (any_irregular(array))
    return with_second_dim(split_rows(replicate(n, leaf(m)), array), Builder::dim(m));
  return reshape(array, 1, {n, m}, certs);
}

// Rows of an irregular array are copied one by one to their new places.
const Value* Lowering::transpose_irregular(const Value* array) {
  Atom n = outer_size(array);
  Atom m = Builder::atom(leaf_dim(array, 1));
  auto over = [&](Atom width, auto give) -> const Value* {
    const ir::Type* i64 = storage_.types.scalar(Prim::I64);
    Dim dim = Builder::dim(width);
    Var numbers = builder_->let("numbers", storage_.types.array(Prim::I64, {&dim, 1}),
                                builder_->make(ir::Iota{{}, width, Atom::i64(0), Atom::i64(1)}));
    Var i = builder_->new_var("i", i64);
    const Value* given = nullptr;
    const ir::Body* made = body([&] {
      given = give(i);
      return flatten(given);
    });
    std::vector<Var> pattern;
    for (Atom atom : flatten(given)) {
      const ir::Type* type = with_dims(storage_.type(atom), 0, {dim});
      std::vector<Dim> dims(type->dims.begin(), type->dims.end());
      if (dims.size() > 1 && dims[1].kind == ir::DimKind::Var && dims[1].var.id >= i.id)
        dims[1] = Dim::varying();
      pattern.push_back(storage_.new_var({}, storage_.types.array(type->elem, dims)));
    }
    std::vector<Var> arrays{numbers};
    builder_->add(pattern, builder_->make(ir::Map{
                               {}, width, lambda({{i, false}}, made), arena_.copy(arrays)}));
    return replace_leaves(given, {pattern.begin(), pattern.end()});
  };
  return over(m, [&](Var j) {
    return over(n, [&](Var i) {
      IndexList list;
      list.dims = {{true, i, {}, {}}, {true, j, {}, {}}};
      return index(array, list, nullptr);
    });
  });
}

const Value* Lowering::transpose(const Value* array) {
  if (any_irregular(array)) return transpose_irregular(array);
  return map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = storage_.type(atom);
    std::vector<Dim> dims(type->dims.begin(), type->dims.end());
    std::swap(dims[0], dims[1]);
    std::vector<uint32_t> order(dims.size());
    for (size_t i = 0; i < order.size(); i++) order[i] = static_cast<uint32_t>(i);
    std::swap(order[0], order[1]);
    return builder_->let("", storage_.types.array(type->elem, dims),
                         builder_->make(ir::Rearrange{{}, as_var(atom), arena_.copy(order)}));
  });
}

// ---- Positions offset + i * stride + …

std::vector<Var> Lowering::check_flat(Atom size, Atom offset,
                                      const std::vector<ir::FlatDim>& dims) {
  // The least and the greatest position, if there is any.
  Atom least = offset;
  Atom greatest = offset;
  Atom zero = Atom::i64(0);
  Atom empty = Atom::boolean(false);
  Atom counts = Atom::boolean(true);
  for (const ir::FlatDim& dim : dims) {
    Atom reach = times(minus(dim.count, Atom::i64(1)), dim.stride);
    least = plus(least, builder_->binary(BinaryOp::Min, zero, reach));
    greatest = plus(greatest, builder_->binary(BinaryOp::Max, zero, reach));
    empty = builder_->binary(BinaryOp::Or, empty, builder_->binary(BinaryOp::Eq, dim.count, zero));
    counts = both(counts, builder_->binary(BinaryOp::Ge, dim.count, zero));
  }
  Atom fits = builder_->binary(BinaryOp::Ge, least, zero);
  fits = both(fits, builder_->binary(BinaryOp::Lt, greatest, size));
  Atom fine = both(counts, builder_->binary(BinaryOp::Or, empty, fits));
  Message message{text("Index ["), part(offset)};
  for (const ir::FlatDim& dim : dims) {
    message.insert(message.end(),
                   {text(" + {"), part(dim.count), text(" : "), part(dim.stride), text("}")});
  }
  message.insert(message.end(),
                 {text("] out of bounds for array of shape ["), part(size), text("].")});
  return check(fine, ir::CheckKind::Bounds, message);
}

const Value* Lowering::flat_index(const Values& args) {
  Atom offset = args[1]->atom;
  std::vector<ir::FlatDim> dims;
  std::vector<Dim> outer;
  for (size_t i = 2; i + 1 < args.size(); i += 2) {
    dims.push_back({args[i]->atom, args[i + 1]->atom});
    outer.push_back(Builder::dim(args[i]->atom));
  }
  std::vector<Var> certs = check_flat(outer_size(args[0]), offset, dims);
  return map_leaves(args[0], [&](Atom atom) -> Atom {
    return builder_->let("", with_dims(storage_.type(atom), 1, outer),
                         builder_->make(ir::FlatSlice{{}, as_var(atom), offset, arena_.copy(dims)}),
                         certs);
  });
}

const Value* Lowering::flat_update(const Values& args) {
  Atom offset = args[1]->atom;
  const Value* value = args.back();
  std::vector<ir::FlatDim> dims;
  for (size_t i = 2; i + 1 < args.size(); i++)
    dims.push_back({Builder::atom(leaf_dim(value, i - 2)), args[i]->atom});
  std::vector<Var> certs = check_flat(outer_size(args[0]), offset, dims);
  std::vector<Atom> values = flatten(value);
  size_t next = 0;
  return map_leaves(args[0], [&](Atom atom) -> Atom {
    Var with = as_var(values[next++]);
    return builder_->let(
        "", storage_.type(atom),
        builder_->make(ir::FlatUpdate{{}, as_var(atom), offset, arena_.copy(dims), with}), certs);
  });
}

// ---- Irregular arrays

const Value* Lowering::row_lengths(const Value* array) {
  Var leaf_var = as_var(first_leaf(array)->atom);
  const ir::Type* type = storage_.types.with_outer(storage_.type(leaf_var)->dims.first(1),
                                                   storage_.types.scalar(Prim::I64));
  return leaf(builder_->let("lengths", type, builder_->make(ir::RowLengths{{}, leaf_var})));
}

const Value* Lowering::join_rows(const Value* array) {
  Atom total = sum_of(row_lengths(array)->atom.var);
  return map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = with_dims(storage_.type(atom), 2, {Builder::dim(total)});
    return builder_->let("", type, builder_->make(ir::JoinRows{{}, as_var(atom)}));
  });
}

const Value* Lowering::split_rows(const Value* lengths, const Value* array) {
  Atom size = outer_size(array);
  Atom total = sum_of(lengths->atom.var);
  Atom fine = builder_->binary(BinaryOp::Eq, total, size);
  fine = both(fine, none_negative(lengths->atom.var));
  std::vector<Var> certs =
      check(fine, ir::CheckKind::Size,
            {text("rows of these lengths cannot be made of an array of length "), part(size),
             text(": they add up to "), part(total), text(", and none may be negative")});
  Dim outer = leaf_dim(lengths, 0);
  return map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = with_dims(storage_.type(atom), 1, {outer, Dim::varying()});
    return builder_->let(
        "", type, builder_->make(ir::SplitRows{{}, as_var(lengths->atom), as_var(atom)}), certs);
  });
}

}  // namespace planish::lower
