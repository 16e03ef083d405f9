#include "values/indexing.h"

#include "values/value_builder.h"

namespace planish::values {

using ir::BinaryOp;
using ir::SliceDim;

Indexing::Indexing(ValueBuilder& values)
    : storage_(values.storage()),
      arena_(values.arena()),
      builder_(values.builder),
      emit_(values.emit),
      checks_(values.checks),
      trees_(values.trees) {}

// The size of the dimension that the next index is about.
Atom Indexing::next_size(const IndexList& list, size_t axis, const AtomTree* array) {
  Dim dim = trees_.leaf_dim(array, axis);
  if (!dim.is_varying()) return Builder::atom(dim);
  std::vector<Atom> indices;
  for (const SliceDim& given : list.dims) indices.push_back(given.start);
  return row_length(array, indices, list.certs);
}

Atom Indexing::row_length(const AtomTree* array, const std::vector<Atom>& indices,
                          std::span<const Var> certs) {
  Var leaf = emit_.as_var(first_leaf(array)->atom);
  return builder_.let("length", storage_.types.scalar(Prim::I64),
                      builder_.make(ir::RowLength{{}, leaf, arena_.copy(indices)}), certs);
}

// One part of an index expression, as the message about it says.
void Indexing::describe(const SliceParts& parts, Message& out) {
  if (!parts.is_slice) return out.push_back(Checks::part(parts.from));
  if (parts.has_from) out.push_back(Checks::part(parts.from));
  out.push_back(checks_.text(":"));
  if (parts.has_to) out.push_back(Checks::part(parts.to));
  if (!parts.has_stride) return;
  out.push_back(checks_.text(":"));
  out.push_back(Checks::part(parts.stride));
}

// `from:to:stride`. See Note [Valid slices].
//
// Note [Valid slices]
// A slice with n elements is valid if it is empty, or if its first and last elements are inside of
// the array and it runs in the direction of its stride. n is (to - from) / stride, rounded up; a
// stride of zero is never valid.
//
// Any of the three may be the lowest or the highest number. If to - from does not fit into an i64,
// no slice is valid: n is neither 0, since the distance is longer than any stride, nor are both ends
// inside. What is computed then must not look valid. n comes from a division of which no part
// overflows for slices that are valid, and one that comes out as 0 is of an empty slice only if `to`
// is not on the side to which the stride points.
SliceDim Indexing::slice_dim(const SliceParts& parts, Atom size, Atom& valid) {
  Atom zero = Atom::i64(0);
  Atom one = Atom::i64(1);
  Builder& b = builder_;
  if (!parts.has_from && !parts.has_to && parts.stride == one) return {false, zero, size, one};
  if (!parts.has_from && !parts.has_to && parts.stride == Atom::i64(-1))
    return {false, emit_.minus(size, one), size, Atom::i64(-1)};
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
  Atom from = parts.has_from ? parts.from
                             : choose([&] { return emit_.minus(size, one); }, [&] { return zero; });
  Atom to = parts.has_to ? parts.to : choose([&] { return Atom::i64(-1); }, [&] { return size; });
  Atom distance = emit_.minus(to, from);
  const bool is_unit = stride == one || stride == Atom::i64(-1);
  Atom count = distance;
  if (stride == Atom::i64(-1)) {
    count = emit_.minus(from, to);
  } else if (stride != one) {
    // The last element is a step before `to`, or less.
    Atom sign = b.binary(BinaryOp::Or, b.binary(BinaryOp::Ashr, stride, Atom::i64(63)), one);
    Atom before = b.binary(BinaryOp::Sub, distance, sign);
    count = emit_.plus(b.binary(BinaryOp::Div, before, stride), one);
  }
  if (checks_.are_on()) {
    Atom last = emit_.plus(from, emit_.times(emit_.minus(count, one), stride));
    Atom direction = choose([&] { return b.binary(BinaryOp::Le, to, from); },
                            [&] { return b.binary(BinaryOp::Le, from, to); });
    Atom first_inside = emit_.inside(from, size);
    Atom fits = emit_.both(direction, emit_.both(first_inside, emit_.inside(last, size)));
    Atom empty = b.binary(BinaryOp::Eq, count, zero);
    if (!is_unit)
      empty = emit_.both(empty, choose([&] { return b.binary(BinaryOp::Le, from, to); },
                                       [&] { return b.binary(BinaryOp::Le, to, from); }));
    Atom ok = b.binary(BinaryOp::Or, empty, fits);
    valid = emit_.both(valid, emit_.both(b.binary(BinaryOp::Ne, stride, zero), ok));
  }
  return {false, from, count, stride};
}

void Indexing::extend(IndexList& list, const std::vector<SliceParts>& indices,
                      const AtomTree* array) {
  // Dimensions of the list that are slices come first among those that are left of the array.
  std::vector<size_t> open;
  for (size_t i = 0; i < list.dims.size(); i++) {
    if (!list.dims[i].is_index) open.push_back(i);
  }
  size_t rank = storage_.type(first_leaf(array)->atom)->rank();
  Atom valid = Atom::boolean(true);
  Message message{checks_.text("Index [")};
  Message shape_text;
  size_t number = 0;
  for (const SliceParts& parts : indices) {
    bool again = number < open.size();
    Atom size = again ? list.dims[open[number]].count : next_size(list, list.dims.size(), array);
    shape_text.push_back(checks_.text("["));
    shape_text.push_back(Checks::part(size));
    shape_text.push_back(checks_.text("]"));
    if (number > 0) message.push_back(checks_.text(", "));
    describe(parts, message);
    SliceDim dim;
    if (parts.is_slice) {
      dim = slice_dim(parts, size, valid);
    } else {
      dim = {true, parts.from, {}, {}};
      if (checks_.are_on()) {
        valid = emit_.both(valid, emit_.inside(parts.from, size));
      }
    }
    if (again) {
      SliceDim& outer = list.dims[open[number]];
      dim.start = emit_.plus(outer.start, emit_.times(dim.start, outer.stride));
      if (!dim.is_index) dim.stride = emit_.times(outer.stride, dim.stride);
      outer = dim;
    } else {
      list.dims.push_back(dim);
    }
    number++;
    // Later indices may need the length of a row, which this one leads to.
    bool more =
        !again && list.dims.size() < rank && trees_.leaf_dim(array, list.dims.size()).is_varying();
    if (more && number < indices.size()) {
      add_certs(list, checks_.check(valid, ir::CheckKind::Bounds,
                                    bounds_message(message, shape_text, array, list)));
      valid = Atom::boolean(true);
    }
  }
  add_certs(list, checks_.check(valid, ir::CheckKind::Bounds,
                                bounds_message(message, shape_text, array, list)));
}

void Indexing::add_certs(IndexList& list, const std::vector<Var>& certs) {
  list.certs.insert(list.certs.end(), certs.begin(), certs.end());
}

Message Indexing::bounds_message(const Message& index, const Message& shape_text,
                                 const AtomTree* array, const IndexList& list) {
  Message all = index;
  all.push_back(checks_.text("] out of bounds for array of shape "));
  all.insert(all.end(), shape_text.begin(), shape_text.end());
  const ir::Type* type = storage_.type(first_leaf(array)->atom);
  checks_.add_dims(all, type->dims.subspan(list.dims.size()));
  all.push_back(checks_.text("."));
  return all;
}

void Indexing::add_row_lengths(const AtomTree* array, const Shape* elem, size_t depth,
                               const LengthOfRow& length_of, RowLengths& out) {
  if (array->kind == TreeKind::Record && (elem == nullptr || elem->kind == ShapeKind::Record)) {
    for (size_t i = 0; i < array->parts.size(); i++)
      add_row_lengths(array->parts[i], elem != nullptr ? elem->parts[i] : nullptr, depth, length_of,
                      out);
    return;
  }
  if (array->kind == TreeKind::Sum && elem != nullptr && elem->kind == ShapeKind::Sum) {
    for (const ConstructorLayout& layout : elem->constructors) {
      std::vector<Atom> payload;
      for (uint32_t slot : layout.slots) payload.push_back(array->parts[slot + 1]->atom);
      std::span<const Atom> rest(payload);
      for (const Shape* arg : layout.args)
        add_row_lengths(trees_.build(arg, rest), arg, depth, length_of, out);
    }
    return;
  }
  if (array->kind == TreeKind::Sum && elem == nullptr) {
    for (const AtomTree* part : array->parts) add_row_lengths(part, nullptr, depth, length_of, out);
    return;
  }
  const ir::Type* type = storage_.type(first_leaf(array)->atom);
  if (type->rank() <= depth || !type->dims[depth].is_varying()) return;
  Dim length = length_of(array);
  for (Atom atom : flatten(array)) out.emplace(emit_.as_var(atom), length);
}

const AtomTree* Indexing::index(const AtomTree* array, const IndexList& list, const Shape* result) {
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
    auto length_of = [&](const AtomTree* rows) {
      return Builder::dim(row_length(rows, indices, list.certs));
    };
    add_row_lengths(array, result, list.dims.size(), length_of, lengths);
  }
  return trees_.map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Type* type = storage_.types.without_outer(storage_.type(atom), list.dims.size());
    std::vector<Dim> dims = outer;
    dims.insert(dims.end(), type->dims.begin(), type->dims.end());
    if (auto length = lengths.find(emit_.as_var(atom)); length != lengths.end())
      dims[0] = length->second;
    const ir::Type* of = storage_.types.array(type->elem, dims);
    const ir::Op* op =
        all_indices ? static_cast<const ir::Op*>(
                          builder_.make(ir::Index{{}, emit_.as_var(atom), arena_.copy(indices)}))
                    : builder_.make(ir::Slice{{}, emit_.as_var(atom), arena_.copy(list.dims)});
    return builder_.let("", of, op, list.certs);
  });
}

const AtomTree* Indexing::element(const AtomTree* array, Atom at, const Shape* elem,
                                  std::span<const Var> certs) {
  IndexList list;
  list.dims.push_back({true, emit_.to_i64(at), {}, {}});
  list.certs.assign(certs.begin(), certs.end());
  return index(array, list, elem);
}

const AtomTree* Indexing::follow(const AtomTree* value, const Path& path) {
  for (const Step& step : path) {
    if (step.is_index) {
      IndexList list;
      extend(list, step.indices, value);
      value = index(value, list, nullptr);
    } else {
      value = trees_.field(value, step.field);
    }
  }
  return value;
}

const AtomTree* Indexing::update(const AtomTree* source, std::span<const Step> path,
                                 const AtomTree* value) {
  IndexList list;
  return update(source, path, value, list);
}

const AtomTree* Indexing::update(const AtomTree* source, std::span<const Step> path,
                                 const AtomTree* value, IndexList& list) {
  if (path.empty()) return list.dims.empty() ? value : update_array(source, list, value);
  const Step& step = path.front();
  if (step.is_index) {
    extend(list, step.indices, source);
    return update(source, path.subspan(1), value, list);
  }
  Trees parts(source->parts.begin(), source->parts.end());
  for (size_t i = 0; i < parts.size(); i++) {
    if (source->names[i] == step.field) parts[i] = update(parts[i], path.subspan(1), value, list);
  }
  return trees_.record(source->names, parts);
}

const AtomTree* Indexing::update_array(const AtomTree* array, const IndexList& list,
                                       const AtomTree* value) {
  std::vector<Atom> values = flatten(value);
  size_t next = 0;
  std::vector<Var> certs = list.certs;
  if (!values.empty()) {
    const ir::Type* target = storage_.type(first_leaf(array)->atom);
    for (Var cert : check_replaced(target, list, storage_.type(values[0]))) certs.push_back(cert);
  }
  return trees_.map_leaves(array, [&](Atom atom) -> Atom {
    const ir::Op* op =
        builder_.make(ir::Update{{}, emit_.as_var(atom), arena_.copy(list.dims), values[next++]});
    return builder_.let("", storage_.type(atom), op, certs);
  });
}

// A value must be as large as what it replaces.
std::vector<Var> Indexing::check_replaced(const ir::Type* target, const IndexList& list,
                                          const ir::Type* given) {
  std::vector<Dim> dims;
  for (const SliceDim& dim : list.dims) {
    if (!dim.is_index) dims.push_back(Builder::dim(dim.count));
  }
  dims.insert(dims.end(), target->dims.begin() + static_cast<long>(list.dims.size()),
              target->dims.end());
  Message message{checks_.text("Value of shape ")};
  checks_.add_dims(message, given->dims);
  message.push_back(checks_.text(" cannot match shape "));
  checks_.add_dims(message, dims);
  message.push_back(checks_.text(" of what it replaces"));
  Atom same = Atom::boolean(true);
  for (size_t i = 0; i < dims.size() && i < given->rank(); i++) {
    if (dims[i] == given->dims[i] || dims[i].is_varying() || given->dims[i].is_varying()) continue;
    same = emit_.both(
        same, builder_.binary(BinaryOp::Eq, Builder::atom(dims[i]), Builder::atom(given->dims[i])));
  }
  return checks_.check(same, ir::CheckKind::Size, message);
}

}  // namespace planish::values
