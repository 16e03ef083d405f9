// Indexing, slicing and updating. An array of records is a record of arrays, so a path such as
// `[i].x[j]` becomes the indices i and j of the leaves below x.
#include "lower/lowering.h"

namespace planish::lower {

using ir::BinaryOp;
using ir::SliceDim;

Atom Lowering::to_i64(Atom atom) { return builder_->convert(Prim::I64, atom); }

Atom Lowering::plus(Atom x, Atom y) {
  if (x == Atom::i64(0)) return y;
  if (y == Atom::i64(0)) return x;
  return builder_->binary(BinaryOp::Add, x, y);
}
Atom Lowering::minus(Atom x, Atom y) {
  return y == Atom::i64(0) ? x : builder_->binary(BinaryOp::Sub, x, y);
}
Atom Lowering::times(Atom x, Atom y) {
  if (x == Atom::i64(1)) return y;
  if (y == Atom::i64(1)) return x;
  return builder_->binary(BinaryOp::Mul, x, y);
}
Atom Lowering::both(Atom x, Atom y) {
  if (x == Atom::boolean(true)) return y;
  if (y == Atom::boolean(true)) return x;
  return builder_->binary(BinaryOp::And, x, y);
}

// 0 <= at < size. Code is made in the order of statements: that of arguments differs between C++
// compilers.
Atom Lowering::inside(Atom at, Atom size) {
  Atom from_zero = builder_->binary(BinaryOp::Le, Atom::i64(0), at);
  return both(from_zero, builder_->binary(BinaryOp::Lt, at, size));
}

// The size of the dimension that the next index is about.
Atom Lowering::next_size(const IndexList& list, size_t axis, const Value* array) {
  Dim dim = leaf_dim(array, axis);
  if (!dim.is_varying()) return Builder::atom(dim);
  std::vector<Atom> indices;
  for (const SliceDim& given : list.dims) indices.push_back(given.start);
  return row_length(array, indices, list.certs);
}

Atom Lowering::row_length(const Value* array, const std::vector<Atom>& indices,
                          std::span<const Var> certs) {
  Var leaf = as_var(first_leaf(array)->atom);
  return builder_->let("length", storage_.types.scalar(Prim::I64),
                       builder_->make(ir::RowLength{{}, leaf, arena_.copy(indices)}), certs);
}

// One part of an index expression, as the message about it says.
void Lowering::describe(const SliceParts& parts, Message& out) {
  if (!parts.is_slice) return out.push_back(part(parts.from));
  if (parts.has_from) out.push_back(part(parts.from));
  out.push_back(text(":"));
  if (parts.has_to) out.push_back(part(parts.to));
  if (!parts.has_stride) return;
  out.push_back(text(":"));
  out.push_back(part(parts.stride));
}

// `from:to:stride`. See Note [Valid slices].
//
// Note [Valid slices]
// A slice with n elements is valid if it is empty, or if its first and last elements are inside of
// the array and it runs in the direction of its stride. n is (to - from) / stride, rounded up; a
// stride of zero is never valid.
SliceDim Lowering::slice_dim(const SliceParts& parts, Atom size, Atom& valid) {
  Atom zero = Atom::i64(0);
  Atom one = Atom::i64(1);
  Builder& b = *builder_;
  if (!parts.has_from && !parts.has_to && parts.stride == one) return {false, zero, size, one};
  if (!parts.has_from && !parts.has_to && parts.stride == Atom::i64(-1))
    return {false, minus(size, one), size, Atom::i64(-1)};
  Atom stride = parts.stride;
  Atom backwards = b.binary(BinaryOp::Lt, stride, zero);
  auto choose = [&](auto if_backwards, auto otherwise) -> Atom {
    if (backwards.is_const()) return backwards.constant.bits != 0 ? if_backwards() : otherwise();
    const ir::Type* type = nullptr;
    auto give = [&](Atom atom) {
      type = b.type(atom);
      return std::vector<Atom>{atom};
    };
    const ir::Body* then_body = b.body([&] { return give(if_backwards()); });
    const ir::Body* else_body = b.body([&] { return give(otherwise()); });
    return b.let("", type, b.make(ir::If{{}, backwards, then_body, else_body}));
  };
  Atom from =
      parts.has_from ? parts.from : choose([&] { return minus(size, one); }, [&] { return zero; });
  Atom to = parts.has_to ? parts.to : choose([&] { return Atom::i64(-1); }, [&] { return size; });
  Atom distance = minus(to, from);
  Atom count = distance;
  if (stride == Atom::i64(-1)) {
    count = minus(from, to);
  } else if (stride != one) {
    // Rounded up: -(distance / -stride) rounds the other way.
    Atom divisor = b.binary(BinaryOp::Sub, zero, stride);
    count = b.binary(BinaryOp::Sub, zero, b.binary(BinaryOp::Div, distance, divisor));
  }
  if (!unsafe_) {
    Atom last = plus(from, times(minus(count, one), stride));
    Atom direction = choose([&] { return b.binary(BinaryOp::Le, to, from); },
                            [&] { return b.binary(BinaryOp::Le, from, to); });
    Atom first_inside = inside(from, size);
    Atom fits = both(direction, both(first_inside, inside(last, size)));
    Atom empty = b.binary(BinaryOp::Eq, count, zero);
    Atom ok = b.binary(BinaryOp::Or, empty, fits);
    valid = both(valid, both(b.binary(BinaryOp::Ne, stride, zero), ok));
  }
  return {false, from, count, stride};
}

void Lowering::extend(IndexList& list, const std::vector<SliceParts>& indices, const Value* array) {
  // Dimensions of the list that are slices come first among those that are left of the array.
  std::vector<size_t> open;
  for (size_t i = 0; i < list.dims.size(); i++) {
    if (!list.dims[i].is_index) open.push_back(i);
  }
  size_t rank = storage_.type(first_leaf(array)->atom)->rank();
  Atom valid = Atom::boolean(true);
  Message message{text("Index [")};
  Message shape_text;
  size_t number = 0;
  for (const SliceParts& parts : indices) {
    bool again = number < open.size();
    Atom size = again ? list.dims[open[number]].count : next_size(list, list.dims.size(), array);
    shape_text.push_back(text("["));
    shape_text.push_back(part(size));
    shape_text.push_back(text("]"));
    if (number > 0) message.push_back(text(", "));
    describe(parts, message);
    SliceDim dim;
    if (parts.is_slice) {
      dim = slice_dim(parts, size, valid);
    } else {
      dim = {true, parts.from, {}, {}};
      if (!unsafe_) {
        valid = both(valid, inside(parts.from, size));
      }
    }
    if (again) {
      SliceDim& outer = list.dims[open[number]];
      dim.start = plus(outer.start, times(dim.start, outer.stride));
      if (!dim.is_index) dim.stride = times(outer.stride, dim.stride);
      outer = dim;
    } else {
      list.dims.push_back(dim);
    }
    number++;
    // Later indices may need the length of a row, which this one leads to.
    bool more = !again && list.dims.size() < rank && leaf_dim(array, list.dims.size()).is_varying();
    if (more && number < indices.size()) {
      add_certs(list, check(valid, ir::CheckKind::Bounds,
                            bounds_message(message, shape_text, array, list)));
      valid = Atom::boolean(true);
    }
  }
  add_certs(list,
            check(valid, ir::CheckKind::Bounds, bounds_message(message, shape_text, array, list)));
}

void Lowering::add_certs(IndexList& list, const std::vector<Var>& certs) {
  list.certs.insert(list.certs.end(), certs.begin(), certs.end());
}

Lowering::Message Lowering::bounds_message(const Message& index, const Message& shape_text,
                                           const Value* array, const IndexList& list) {
  Message all = index;
  all.push_back(text("] out of bounds for array of shape "));
  all.insert(all.end(), shape_text.begin(), shape_text.end());
  const ir::Type* type = storage_.type(first_leaf(array)->atom);
  add_dims(all, type->dims.subspan(list.dims.size()));
  all.push_back(text("."));
  return all;
}

Lowering::SliceParts Lowering::slice_parts(const ast::DimIndex& given, Scope& scope) {
  SliceParts parts;
  parts.is_slice = given.slice;
  auto number = [&](const ast::Expr* e) { return to_i64(scalar(e, scope)); };
  if (!given.slice) {
    parts.from = number(given.index);
    return parts;
  }
  parts.has_from = given.from != nullptr;
  parts.has_to = given.to != nullptr;
  parts.has_stride = given.stride != nullptr;
  if (parts.has_from) parts.from = number(given.from);
  if (parts.has_to) parts.to = number(given.to);
  parts.stride = parts.has_stride ? number(given.stride) : Atom::i64(1);
  return parts;
}

void Lowering::add_row_lengths(const Value* array, const Shape* elem, size_t depth,
                               const LengthOfRow& length_of, RowLengths& out) {
  if (array->kind == ValueKind::Record && (elem == nullptr || elem->kind == ShapeKind::Record)) {
    for (size_t i = 0; i < array->parts.size(); i++)
      add_row_lengths(array->parts[i], elem != nullptr ? elem->parts[i] : nullptr, depth, length_of,
                      out);
    return;
  }
  if (array->kind == ValueKind::Sum && elem != nullptr && elem->kind == ShapeKind::Sum) {
    for (const ConstructorLayout& layout : elem->constructors) {
      std::vector<Atom> payload;
      for (uint32_t slot : layout.slots) payload.push_back(array->parts[slot + 1]->atom);
      std::span<const Atom> rest(payload);
      for (const Shape* arg : layout.args)
        add_row_lengths(build(arg, rest), arg, depth, length_of, out);
    }
    return;
  }
  if (array->kind == ValueKind::Sum && elem == nullptr) {
    for (const Value* part : array->parts) add_row_lengths(part, nullptr, depth, length_of, out);
    return;
  }
  const ir::Type* type = storage_.type(first_leaf(array)->atom);
  if (type->rank() <= depth || !type->dims[depth].is_varying()) return;
  Dim length = length_of(array);
  for (Atom atom : flatten(array)) out.emplace(as_var(atom), length);
}

const Shape* Lowering::structure(const Type* type, Scope& scope) {
  return shape(type, scope, [](const Size*, Scope&) { return Dim::constant(kSizeOfElement); });
}

const Value* Lowering::index(const Value* array, const IndexList& list, const Shape* result) {
  bool all_indices = true;
  std::vector<Atom> indices;
  std::vector<Dim> outer;
  for (const SliceDim& dim : list.dims) {
    all_indices = all_indices && dim.is_index;
    indices.push_back(dim.start);
    if (!dim.is_index) outer.push_back(Builder::dim(dim.count));
  }
  RowLengths lengths;
  if (all_indices) {
    auto length_of = [&](const Value* rows) {
      return Builder::dim(row_length(rows, indices, list.certs));
    };
    add_row_lengths(array, result, list.dims.size(), length_of, lengths);
  }
  return map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = storage_.types.without_outer(storage_.type(atom), list.dims.size());
    std::vector<Dim> dims = outer;
    dims.insert(dims.end(), type->dims.begin(), type->dims.end());
    if (auto length = lengths.find(as_var(atom)); length != lengths.end()) dims[0] = length->second;
    const ir::Type* of = storage_.types.array(type->elem, dims);
    const ir::Op* op = all_indices
                           ? static_cast<const ir::Op*>(
                                 builder_->make(ir::Index{{}, as_var(atom), arena_.copy(indices)}))
                           : builder_->make(ir::Slice{{}, as_var(atom), arena_.copy(list.dims)});
    return builder_->let("", of, op, list.certs);
  });
}

const Value* Lowering::element(const Value* array, Atom at, const Shape* elem,
                               std::span<const Var> certs) {
  IndexList list;
  list.dims.push_back({true, to_i64(at), {}, {}});
  list.certs.assign(certs.begin(), certs.end());
  return index(array, list, elem);
}

std::vector<Lowering::SliceParts> Lowering::slice_parts(std::span<const ast::DimIndex> indices,
                                                        Scope& scope) {
  std::vector<SliceParts> all;
  for (const ast::DimIndex& given : indices) all.push_back(slice_parts(given, scope));
  return all;
}

Lowering::Path Lowering::evaluate(std::span<const ast::PathStep> steps, Scope& scope) {
  Path path;
  for (const ast::PathStep& step : steps)
    path.push_back({step.is_index, step.field.name, slice_parts(step.indices, scope)});
  return path;
}

const Value* Lowering::follow(const Value* value, const Path& path) {
  for (const Step& step : path) {
    if (step.is_index) {
      IndexList list;
      extend(list, step.indices, value);
      value = index(value, list, nullptr);
    } else {
      value = field(value, step.field);
    }
  }
  return value;
}

const Value* Lowering::update(const Value* source, std::span<const Step> path, const Value* value) {
  IndexList list;
  return update(source, path, value, list);
}

const Value* Lowering::update(const Value* source, std::span<const Step> path, const Value* value,
                              IndexList& list) {
  if (path.empty()) return list.dims.empty() ? value : update_array(source, list, value);
  const Step& step = path.front();
  if (step.is_index) {
    extend(list, step.indices, source);
    return update(source, path.subspan(1), value, list);
  }
  Values parts(source->parts.begin(), source->parts.end());
  for (size_t i = 0; i < parts.size(); i++) {
    if (source->names[i] == step.field) parts[i] = update(parts[i], path.subspan(1), value, list);
  }
  return record(source->names, parts);
}

const Value* Lowering::update_array(const Value* array, const IndexList& list, const Value* value) {
  std::vector<Atom> values = flatten(value);
  size_t next = 0;
  std::vector<Var> certs = list.certs;
  // The value must be as large as what it replaces.
  if (!values.empty()) {
    const ir::Type* given = storage_.type(values[0]);
    const ir::Type* target = storage_.type(first_leaf(array)->atom);
    std::vector<Dim> dims;
    for (const SliceDim& dim : list.dims) {
      if (!dim.is_index) dims.push_back(Builder::dim(dim.count));
    }
    dims.insert(dims.end(), target->dims.begin() + static_cast<long>(list.dims.size()),
                target->dims.end());
    Atom same = Atom::boolean(true);
    Message message{text("Value of shape ")};
    add_dims(message, given->dims);
    message.push_back(text(" cannot match shape "));
    add_dims(message, dims);
    message.push_back(text(" of what it replaces"));
    for (size_t i = 0; i < dims.size() && i < given->rank(); i++) {
      if (dims[i] == given->dims[i] || dims[i].is_varying() || given->dims[i].is_varying())
        continue;
      same = both(same, builder_->binary(BinaryOp::Eq, Builder::atom(dims[i]),
                                         Builder::atom(given->dims[i])));
    }
    for (Var cert : check(same, ir::CheckKind::Size, message)) certs.push_back(cert);
  }
  return map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Op* op =
        builder_->make(ir::Update{{}, as_var(atom), arena_.copy(list.dims), values[next++]});
    return builder_->let("", storage_.type(atom), op, certs);
  });
}

}  // namespace planish::lower
