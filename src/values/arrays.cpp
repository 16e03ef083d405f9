#include "values/arrays.h"

#include "ir/scalar_eval.h"
#include "values/value_builder.h"

namespace planish::values {

using ir::BinaryOp;

ArrayFunctions::ArrayFunctions(ValueBuilder& values)
    : storage_(values.storage()),
      arena_(values.arena()),
      builder_(values.builder),
      emit_(values.emit),
      checks_(values.checks),
      trees_(values.trees),
      indexing_(values.indexing) {}

const AtomTree* ArrayFunctions::range(const RangeBounds& bounds) {
  Builder& b = builder_;
  const auto& [start, second, end, kind] = bounds;
  const Prim prim = b.prim(start);
  const bool is_down = kind == RangeEnd::DownTo;
  Atom step = is_down ? ir::convert(ir::Const{Prim::I64, ~uint64_t{0}}, prim) : ir::Const{prim, 1};
  if (second)
    step = start == ir::Const{prim, 0} ? *second : b.binary(BinaryOp::Sub, *second, start);
  const RangeSize size = RangeSizes(builder_, emit_).size(bounds);
  Message message{checks_.text("Range "), Checks::part(start)};
  if (second) message.insert(message.end(), {checks_.text(".."), Checks::part(*second)});
  message.push_back(checks_.text(kind == RangeEnd::UpTo ? "..<" : is_down ? "..>" : "..."));
  message.insert(message.end(), {Checks::part(end), checks_.text(" is invalid.")});
  const std::vector<Var> certs = checks_.check(size.valid, ir::CheckKind::Range, message);
  const Dim dim = Builder::dim(size.count);
  return trees_.leaf(b.let("", storage_.types.array(prim, {&dim, 1}),
                           b.make(ir::Iota{{}, size.count, start, step}), certs));
}

const AtomTree* ArrayFunctions::reshape(const AtomTree* array, size_t drop,
                                        const std::vector<Atom>& outer,
                                        std::span<const Var> certs) {
  return trees_.map_leaves(array, [&](Atom atom) -> Atom {
    std::vector<Dim> dims;
    for (const Atom& size : outer) dims.push_back(Builder::dim(size));
    const ir::Type* type = emit_.with_dims(storage_.type(atom), drop, dims);
    std::vector<Atom> all;
    for (const Dim& d : type->dims) all.push_back(Builder::atom(d));
    return builder_.let(
        "", type, builder_.make(ir::Reshape{{}, emit_.as_var(atom), arena_.copy(all)}), certs);
  });
}

bool ArrayFunctions::any_irregular(const AtomTree* value) {
  for (Atom atom : flatten(value)) {
    if (storage_.type(atom)->is_irregular()) return true;
  }
  return false;
}

// The same array with its second dimension varying or of a given size.
const AtomTree* ArrayFunctions::with_second_dim(const AtomTree* array, Dim dim) {
  return trees_.map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = storage_.type(atom);
    std::vector<Dim> dims(type->dims.begin(), type->dims.end());
    if (dims[1] == dim) return atom;
    dims[1] = dim;
    return builder_.let("", storage_.types.array(type->elem, dims),
                        builder_.make(ir::Coerce{{}, emit_.as_var(atom)}));
  });
}

const AtomTree* ArrayFunctions::flatten_outer(const AtomTree* array) {
  if (any_irregular(array)) return join_rows(with_second_dim(array, Dim::varying()));
  Atom size = emit_.times(trees_.outer_size(array), Builder::atom(trees_.leaf_dim(array, 1)));
  return reshape(array, 2, {size});
}

const AtomTree* ArrayFunctions::replicate(Atom count, const AtomTree* value) {
  Atom fine = builder_.binary(BinaryOp::Ge, count, Atom::i64(0));
  std::vector<Var> certs = checks_.check(
      fine, ir::CheckKind::Range,
      {checks_.text("Range 0..1..<"), Checks::part(count), checks_.text(" is invalid.")});
  std::vector<Atom> dims{count};
  return trees_.map_leaves(value, [&](Atom atom) -> Atom {
    const ir::Type* type = emit_.with_dims(storage_.type(atom), 0, {Builder::dim(count)});
    return builder_.let("", type, builder_.make(ir::Replicate{{}, arena_.copy(dims), atom}), certs);
  });
}

const AtomTree* ArrayFunctions::concat(const AtomTree* first, const AtomTree* second) {
  Atom size = emit_.plus(trees_.outer_size(first), trees_.outer_size(second));
  std::vector<Atom> others = flatten(second);
  size_t next = 0;
  return trees_.map_leaves(first, [&](Atom atom) -> Atom {
    const ir::Type* type = emit_.with_dims(storage_.type(atom), 1, {Builder::dim(size)});
    std::vector<Var> arrays{emit_.as_var(atom), emit_.as_var(others[next++])};
    return builder_.let("", type, builder_.make(ir::Concat{{}, arena_.copy(arrays)}));
  });
}

const AtomTree* ArrayFunctions::unflatten(Atom n, Atom m, const AtomTree* array) {
  Atom zero = Atom::i64(0);
  Atom size = trees_.outer_size(array);
  Atom fine = builder_.binary(BinaryOp::Ge, n, zero);
  fine = emit_.both(fine, builder_.binary(BinaryOp::Ge, m, zero));
  fine = emit_.both(fine, builder_.binary(BinaryOp::Eq, emit_.times(n, m), size));
  fine = emit_.both(fine, emit_.has_product(n, m));
  std::vector<Var> certs =
      checks_.check(fine, ir::CheckKind::Size,
                    {checks_.text("Cannot unflatten array of shape ["), Checks::part(size),
                     checks_.text("] to array of shape ["), Checks::part(n), checks_.text("]["),
                     Checks::part(m), checks_.text("]: cannot match shape")});
  if (any_irregular(array))
    return with_second_dim(split_rows(replicate(n, trees_.leaf(m)), array), Builder::dim(m));
  return reshape(array, 1, {n, m}, certs);
}

// Rows of an irregular array are copied one by one to where they belong.
const AtomTree* ArrayFunctions::transpose_irregular(const AtomTree* array) {
  Atom n = trees_.outer_size(array);
  Atom m = Builder::atom(trees_.leaf_dim(array, 1));
  auto over = [&](Atom width, auto give) -> const AtomTree* {
    const ir::Type* i64 = storage_.types.scalar(Prim::I64);
    Dim dim = Builder::dim(width);
    Var numbers = builder_.let("numbers", storage_.types.array(Prim::I64, {&dim, 1}),
                               builder_.make(ir::Iota{{}, width, Atom::i64(0), Atom::i64(1)}));
    Var i = builder_.new_var("i", i64);
    const AtomTree* given = nullptr;
    const ir::Body* made = emit_.body([&] {
      given = give(i);
      return flatten(given);
    });
    std::vector<Var> pattern;
    for (Atom atom : flatten(given)) {
      const ir::Type* type = emit_.with_dims(storage_.type(atom), 0, {dim});
      std::vector<Dim> dims(type->dims.begin(), type->dims.end());
      if (dims.size() > 1 && dims[1].kind == ir::DimKind::Var && dims[1].var.id >= i.id)
        dims[1] = Dim::varying();
      pattern.push_back(storage_.new_var({}, storage_.types.array(type->elem, dims)));
    }
    std::vector<Var> arrays{numbers};
    builder_.add(pattern, builder_.make(ir::Map{
                              {}, width, emit_.lambda({{i, false}}, made), arena_.copy(arrays)}));
    return trees_.replace_leaves(given, {pattern.begin(), pattern.end()});
  };
  return over(m, [&](Var j) {
    return over(n, [&](Var i) {
      IndexList list;
      list.dims = {{true, i, {}, {}}, {true, j, {}, {}}};
      return indexing_.index(array, list, nullptr);
    });
  });
}

const AtomTree* ArrayFunctions::transpose(const AtomTree* array) {
  if (any_irregular(array)) return transpose_irregular(array);
  return trees_.map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = storage_.type(atom);
    std::vector<Dim> dims(type->dims.begin(), type->dims.end());
    std::swap(dims[0], dims[1]);
    std::vector<uint32_t> order(dims.size());
    for (size_t i = 0; i < order.size(); i++) order[i] = static_cast<uint32_t>(i);
    std::swap(order[0], order[1]);
    return builder_.let("", storage_.types.array(type->elem, dims),
                        builder_.make(ir::Rearrange{{}, emit_.as_var(atom), arena_.copy(order)}));
  });
}

std::vector<Var> ArrayFunctions::check_flat(Atom size, Atom offset,
                                            const std::vector<ir::FlatDim>& dims) {
  // The least and the greatest position, if there is any.
  Atom least = offset;
  Atom greatest = offset;
  Atom zero = Atom::i64(0);
  Atom empty = Atom::boolean(false);
  Atom counts = Atom::boolean(true);
  Atom fits = emit_.inside(offset, size);
  for (const ir::FlatDim& dim : dims) {
    Atom steps = emit_.minus(dim.count, Atom::i64(1));
    Atom reach = emit_.times(steps, dim.stride);
    fits = emit_.both(fits, emit_.has_product(steps, dim.stride));
    least = emit_.plus(least, builder_.binary(BinaryOp::Min, zero, reach));
    greatest = emit_.plus(greatest, builder_.binary(BinaryOp::Max, zero, reach));
    empty = builder_.binary(BinaryOp::Or, empty, builder_.binary(BinaryOp::Eq, dim.count, zero));
    counts = emit_.both(counts, builder_.binary(BinaryOp::Ge, dim.count, zero));
  }
  fits = emit_.both(fits, builder_.binary(BinaryOp::Ge, least, zero));
  fits = emit_.both(fits, builder_.binary(BinaryOp::Lt, greatest, size));
  Atom fine = emit_.both(counts, builder_.binary(BinaryOp::Or, empty, fits));
  Message message{checks_.text("Index ["), Checks::part(offset)};
  for (const ir::FlatDim& dim : dims) {
    message.insert(message.end(),
                   {checks_.text(" + {"), Checks::part(dim.count), checks_.text(" : "),
                    Checks::part(dim.stride), checks_.text("}")});
  }
  message.insert(message.end(), {checks_.text("] out of bounds for array of shape ["),
                                 Checks::part(size), checks_.text("].")});
  return checks_.check(fine, ir::CheckKind::Bounds, message);
}

const AtomTree* ArrayFunctions::flat_index(const Trees& args) {
  Atom offset = args[1]->atom;
  std::vector<ir::FlatDim> dims;
  std::vector<Dim> outer;
  for (size_t i = 2; i + 1 < args.size(); i += 2) {
    dims.push_back({args[i]->atom, args[i + 1]->atom});
    outer.push_back(Builder::dim(args[i]->atom));
  }
  std::vector<Var> certs = check_flat(trees_.outer_size(args[0]), offset, dims);
  return trees_.map_leaves(args[0], [&](Atom atom) -> Atom {
    return builder_.let(
        "", emit_.with_dims(storage_.type(atom), 1, outer),
        builder_.make(ir::FlatSlice{{}, emit_.as_var(atom), offset, arena_.copy(dims)}), certs);
  });
}

const AtomTree* ArrayFunctions::flat_update(const Trees& args) {
  Atom offset = args[1]->atom;
  const AtomTree* value = args.back();
  std::vector<ir::FlatDim> dims;
  for (size_t i = 2; i + 1 < args.size(); i++)
    dims.push_back({Builder::atom(trees_.leaf_dim(value, i - 2)), args[i]->atom});
  std::vector<Var> certs = check_flat(trees_.outer_size(args[0]), offset, dims);
  std::vector<Atom> values = flatten(value);
  size_t next = 0;
  return trees_.map_leaves(args[0], [&](Atom atom) -> Atom {
    Var with = emit_.as_var(values[next++]);
    return builder_.let(
        "", storage_.type(atom),
        builder_.make(ir::FlatUpdate{{}, emit_.as_var(atom), offset, arena_.copy(dims), with}),
        certs);
  });
}

const AtomTree* ArrayFunctions::row_lengths(const AtomTree* array) {
  Var leaf_var = emit_.as_var(first_leaf(array)->atom);
  const ir::Type* type = storage_.types.with_outer(storage_.type(leaf_var)->dims.first(1),
                                                   storage_.types.scalar(Prim::I64));
  return trees_.leaf(builder_.let("lengths", type, builder_.make(ir::RowLengths{{}, leaf_var})));
}

const AtomTree* ArrayFunctions::join_rows(const AtomTree* array) {
  Atom total = emit_.sum_of(row_lengths(array)->atom.var);
  return trees_.map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = emit_.with_dims(storage_.type(atom), 2, {Builder::dim(total)});
    return builder_.let("", type, builder_.make(ir::JoinRows{{}, emit_.as_var(atom)}));
  });
}

const AtomTree* ArrayFunctions::split_rows(const AtomTree* lengths, const AtomTree* array) {
  Atom size = trees_.outer_size(array);
  Atom total = emit_.sum_of(lengths->atom.var);
  Atom fine = builder_.binary(BinaryOp::Eq, total, size);
  fine = emit_.both(fine, emit_.none_negative(lengths->atom.var));
  std::vector<Var> certs =
      checks_.check(fine, ir::CheckKind::Size,
                    {checks_.text("rows of these lengths cannot be made of an array of length "),
                     Checks::part(size), checks_.text(": they add up to "), Checks::part(total),
                     checks_.text(", and none may be negative")});
  Dim outer = trees_.leaf_dim(lengths, 0);
  return trees_.map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = emit_.with_dims(storage_.type(atom), 1, {outer, Dim::varying()});
    return builder_.let(
        "", type, builder_.make(ir::SplitRows{{}, emit_.as_var(lengths->atom), emit_.as_var(atom)}),
        certs);
  });
}

}  // namespace planish::values
