// The rules of `simplify` for arrays.
//
// Note [Looking through arrays]
// A rule may read the operand of an earlier statement in place of its result only if the two share
// memory, as a view does: then the operand cannot have been consumed in between. Of arrays that are
// fresh (iota, replicate, literals) only scalar operands are read.

#include <algorithm>

#include "analysis/only_read.h"
#include "ir/alias.h"
#include "ir/build/builder.h"
#include "ir/facts.h"
#include "ir/scalar_eval.h"
#include "passes/simplify/simplifier.h"

namespace planish::passes {

using namespace ir;

namespace {

// May it consume an array, or something in it?
bool may_consume(const Storage& storage, const Stm& stm) {
  if (stm.op->kind == Kind::Call) return true;
  if (!consumed_operands(storage, stm.op, nullptr).empty()) return true;
  bool found = false;
  const auto look_into = [&](const Body* body) {
    for (const Stm& inner : body->stms) found = found || may_consume(storage, inner);
  };
  for_each_body(stm.op, look_into);
  for_each_lambda(stm.op, [&](const Lambda* lambda) { look_into(lambda->body); });
  return found;
}

// How often it is used in the statement and in what is inside of it.
uint32_t count_uses(const Stm& stm, Var var) {
  uint32_t count = 0;
  for_each_var_use(stm.op, [&](Var used) { count += used == var ? 1 : 0; });
  const auto look_into = [&](const Body* body) {
    for (const Stm& inner : body->stms) count += count_uses(inner, var);
    for (const Atom& result : body->results) count += result == Atom(var) ? 1 : 0;
  };
  for_each_body(stm.op, look_into);
  for_each_lambda(stm.op, [&](const Lambda* lambda) { look_into(lambda->body); });
  return count;
}

}  // namespace

// An array need not be copied if neither it nor the copy is ever consumed: nobody can tell them
// apart then. Putting two classes together that are not consumed gives one that is not consumed, so
// all copies can be judged at once. It need not be copied, either, if the copy is read, all of it,
// before anything is consumed.
bool Simplifier::drop_copy(const Stm& stm, const Copy& op) {
  bool shareable = !consumed_.contains(stm.pattern.front()) && !consumed_.contains(op.array);
  if (!shareable && !is_only_for_copy(op.array) && !is_read_at_once(stm.pattern.front()))
    return false;
  consumed_.share(stm.pattern.front(), op.array);
  bind(stm.pattern.front(), atom(op.array), stm);
  return true;
}

// It was made in this body, by an operation that gives memory of its own, and nothing but the copy
// uses it. If it has been replaced by another array, nothing is known about that one.
bool Simplifier::is_only_for_copy(Var array) {
  auto it = body_of_.find(array);
  return use(array) == array && it != body_of_.end() && it->second == body_ &&
         array.id < use_counts_.size() && use_counts_[array.id] == 1;
}

// Are all uses of the array in few statements behind the one that makes it, which only read it, and
// among which none consumes anything?
bool Simplifier::is_read_at_once(Var array) {
  constexpr size_t kFew = 16;
  if (array.id >= use_counts_.size()) return false;
  const std::span<const Stm> stms = body_->stms;
  const auto made = std::ranges::find_if(
      stms, [&](const Stm& stm) { return !stm.pattern.empty() && stm.pattern.front() == array; });
  if (made == stms.end()) return false;
  uint32_t left = use_counts_[array.id];
  size_t seen = 0;
  for (auto it = made + 1; left > 0 && it != stms.end() && seen < kFew; ++it, seen++) {
    if (may_consume(storage_, *it)) return false;
    const uint32_t count = count_uses(*it, array);
    if (count == 0) continue;
    // Something may be made of it that is used later.
    const bool is_view =
        facts(it->op).memory == Memory::View && storage_.type(it->pattern.front())->is_array();
    if (is_view || !is_only_read(storage_, array, {&*it, 1})) return false;
    left -= std::min(left, count);
  }
  return left == 0;
}

Simplifier::Step Simplifier::read(Stm& stm, const Op* op, const Stm& through) {
  stm.op = op;
  stm.certs = joined(stm.certs, through.certs);
  return Step::Changed;
}

// An array that was put together only to be put together with others, of parts that are still
// there.
Simplifier::Step Simplifier::concat_step(Stm& stm, const Concat& op) {
  std::vector<Var> arrays;
  std::span<const Var> certs = stm.certs;
  for (Var array : op.arrays) {
    const Stm* source = is_only_for_copy(array) ? facts_.statement(array) : nullptr;
    const auto* inner = source == nullptr ? nullptr : as<Concat>(source->op);
    auto is_consumed = [&](Var part) { return consumed_.contains(part); };
    if (inner == nullptr || std::ranges::any_of(inner->arrays, is_consumed)) {
      arrays.push_back(array);
      continue;
    }
    arrays.insert(arrays.end(), inner->arrays.begin(), inner->arrays.end());
    certs = joined(certs, source->certs);
  }
  if (arrays.size() == op.arrays.size()) return Step::None;
  stm.op = make(Concat{{}, storage_.arena.copy(arrays)});
  stm.certs = certs;
  return Step::Changed;
}

Simplifier::Step Simplifier::index_step(Stm& stm, const Index& op) {
  const Stm* source = facts_.statement(op.array);
  if (source == nullptr) return Step::None;
  bool gives_scalar = storage_.type(stm.pattern.front())->is_scalar();
  return match(
      source->op, [&](const Iota& iota) { return index_iota(stm, op, iota); },
      [&](const Replicate& replicate) {
        if (!gives_scalar || op.indices.size() != replicate.dims.size()) return Step::None;
        return be(stm, replicate.value);
      },
      [&](const ArrayLit& literal) {
        if (op.indices.size() != 1 || !op.indices[0].is_const()) return Step::None;
        auto i = static_cast<uint64_t>(as_int64(op.indices[0].constant));
        if (i >= literal.elems.size()) return Step::None;
        // A literal has copies of its rows.
        const Atom& element = literal.elems[i];
        const bool is_shareable = gives_scalar || (!consumed_.contains(stm.pattern.front()) &&
                                                   !consumed_.contains(element.var));
        return is_shareable ? be(stm, element) : Step::None;
      },
      [&](const Index& outer) {
        std::vector<Atom> indices(outer.indices.begin(), outer.indices.end());
        indices.insert(indices.end(), op.indices.begin(), op.indices.end());
        return read(stm, make(Index{{}, outer.array, storage_.arena.copy(indices)}), *source);
      },
      [&](const Rearrange& rearrange) {
        if (!gives_scalar) return Step::None;
        std::vector<Atom> indices(op.indices.size());
        for (size_t i = 0; i < indices.size(); i++) indices[rearrange.order[i]] = op.indices[i];
        return read(stm, make(Index{{}, rearrange.array, storage_.arena.copy(indices)}), *source);
      },
      [&](const Slice& slice) { return index_slice(stm, op, *source, slice); },
      [&](const Update& update) { return index_update(stm, op, update); },
      [&](const Concat& concat) { return index_concat(stm, op, *source, concat); },
      [&](const Coerce& coerce) {
        if (!gives_scalar || makes_sizes_known(*source, coerce)) return Step::None;
        return read(stm, make(Index{{}, coerce.array, op.indices}), *source);
      },
      [](const auto&) { return Step::None; });
}

// Where rows begin is easier to compute with sizes that are constants.
bool Simplifier::makes_sizes_known(const Stm& stm, const Coerce& op) {
  std::span<const Dim> before = storage_.type(op.array)->dims;
  std::span<const Dim> after = new_type(stm.pattern.front())->dims;
  for (size_t d = 1; d < after.size(); d++) {
    if (after[d].kind == DimKind::Const && before[d].kind != DimKind::Const) return true;
  }
  return false;
}

// start + convert i * step
Simplifier::Step Simplifier::index_iota(Stm& stm, const Index& op, const Iota& iota) {
  const Type* type = storage_.type(stm.pattern.front());
  Atom offset = op.indices[0];
  if (type->elem != Prim::I64) {
    offset = offset.is_const() ? Atom(convert(offset.constant, type->elem))
                               : Atom(let("i", type, make(Convert{{}, offset}), stm));
  }
  Atom one = make_int(type->elem, 1);
  if (iota.step != one)
    offset = let("offset", type, make(Binary{{}, BinaryOp::Mul, offset, iota.step}), stm);
  stm.op = make(Binary{{}, BinaryOp::Add, offset, iota.start});
  return Step::Changed;
}

// Element i of the elements start, start + stride, … is element start + i * stride.
Simplifier::Step Simplifier::index_slice(Stm& stm, const Index& op, const Stm& source,
                                         const Slice& slice) {
  if (!storage_.type(stm.pattern.front())->is_scalar()) return Step::None;
  const Type* number = storage_.types.scalar(Prim::I64);
  std::vector<Atom> indices;
  size_t next = 0;  // of op.indices
  for (const SliceDim& dim : slice.dims) {
    if (dim.is_index) {
      indices.push_back(dim.start);
      continue;
    }
    Atom at = op.indices[next++];
    if (dim.stride != Atom::i64(1))
      at = let("offset", number, make(Binary{{}, BinaryOp::Mul, at, dim.stride}), stm);
    if (dim.start != Atom::i64(0))
      at = let("at", number, make(Binary{{}, BinaryOp::Add, at, dim.start}), stm);
    indices.push_back(at);
  }
  indices.insert(indices.end(), op.indices.begin() + static_cast<std::ptrdiff_t>(next),
                 op.indices.end());
  return read(stm, make(Index{{}, slice.array, storage_.arena.copy(indices)}), source);
}

// An element whose place is a constant: of the part in which it is, if the parts before it have sizes
// that are constants.
Simplifier::Step Simplifier::element_of_part(Stm& stm, const Index& op, const Concat& concat) {
  if (!op.indices[0].is_const()) return Step::None;
  int64_t at = as_int64(op.indices[0].constant);
  if (at < 0) return Step::None;
  for (Var part : concat.arrays) {
    const Dim& length = storage_.type(part)->dims[0];
    if (length.kind != DimKind::Const) return Step::None;
    if (at >= length.value) {
      at -= length.value;
      continue;
    }
    if (consumed_.contains(part)) return Step::None;
    std::vector<Atom> indices(op.indices.begin(), op.indices.end());
    indices[0] = Atom::i64(at);
    stm.op = make(Index{{}, part, storage_.arena.copy(indices)});
    return Step::Changed;
  }
  return Step::None;
}

// A row of two slices of one array, one after the other, as a rotated array is: a row of that
// array, if the rows are all that is read. Elements of a vector are left to the copy, since loops
// that choose between elements are not vectorised.
Simplifier::Step Simplifier::index_concat(Stm& stm, const Index& op, const Stm& source,
                                          const Concat& concat) {
  if (storage_.type(stm.pattern.front())->is_scalar()) {
    const Step known = element_of_part(stm, op, concat);
    if (known != Step::None) {
      stm.certs = joined(stm.certs, source.certs);
      return known;
    }
  }
  if (storage_.type(op.array)->rank() < 2 || concat.arrays.size() != 2) return Step::None;
  uint32_t id = op.array.id;
  if (id >= use_counts_.size() || use_counts_[id] != index_counts_[id]) return Step::None;
  const Slice* first = facts_.definition<Slice>(concat.arrays[0]);
  const Slice* second = facts_.definition<Slice>(concat.arrays[1]);
  if (first == nullptr || second == nullptr || first->array != second->array) return Step::None;
  // A concatenation is a copy, so neither may be written to.
  if (consumed_.contains(op.array) || consumed_.contains(first->array)) return Step::None;
  for (const Slice* slice : {first, second}) {
    if (slice->dims.size() != 1 || slice->dims[0].is_index ||
        slice->dims[0].stride != Atom::i64(1)) {
      return Step::None;
    }
  }
  const Type* number = storage_.types.scalar(Prim::I64);
  auto scalar = [&](BinaryOp kind, const Atom& x, const Atom& y, const Type* type) -> Atom {
    return let("at", type, make(Binary{{}, kind, x, y}), stm);
  };
  auto body = [&](const Atom& result) {
    return storage_.arena.make<Body>(Body{{}, storage_.arena.copy({result})});
  };
  Atom i = op.indices[0];
  Atom count = first->dims[0].count;
  Atom in_first = scalar(BinaryOp::Lt, i, count, storage_.types.scalar(Prim::Bool));
  Atom before = scalar(BinaryOp::Add, i, first->dims[0].start, number);
  Atom behind = scalar(BinaryOp::Sub, i, count, number);
  Atom after = scalar(BinaryOp::Add, behind, second->dims[0].start, number);
  std::vector<Atom> indices(op.indices.begin(), op.indices.end());
  indices[0] = let("at", number, make(If{{}, in_first, body(before), body(after)}), stm);
  stm.certs = joined(stm.certs, facts_.statement(concat.arrays[0])->certs);
  stm.certs = joined(stm.certs, facts_.statement(concat.arrays[1])->certs);
  return read(stm, make(Index{{}, first->array, storage_.arena.copy(indices)}), source);
}

// The element that was just written.
Simplifier::Step Simplifier::index_update(Stm& stm, const Index& op, const Update& update) {
  if (!storage_.type(stm.pattern.front())->is_scalar()) return Step::None;
  if (op.indices.size() != update.dims.size()) return Step::None;
  for (size_t i = 0; i < op.indices.size(); i++) {
    if (!update.dims[i].is_index || update.dims[i].start != op.indices[i]) return Step::None;
  }
  return be(stm, update.value);
}

bool Simplifier::is_whole(const SliceDim& slice, const Dim& dim) {
  if (slice.is_index || slice.start != Atom::i64(0) || slice.stride != Atom::i64(1)) return false;
  return dim.kind == DimKind::Var ? slice.count == Atom(dim.var)
                                  : !dim.is_varying() && slice.count == Atom::i64(dim.value);
}

// What was put together with others, and is cut out again; none: it is something else.
Var Simplifier::part_of(const Stm& stm, const Slice& op, const Concat& concat) {
  const SliceDim& slice = op.dims[0];
  if (op.dims.size() != 1 || slice.is_index || slice.stride != Atom::i64(1)) return {};
  Atom start = Atom::i64(0);
  for (Var part : concat.arrays) {
    const Atom length = Builder::atom(storage_.type(part)->dims[0]);
    if (slice.start == start) {
      const bool is_it = slice.count == length &&
                         storage_.type(part) == new_type(stm.pattern.front()) &&
                         !consumed_.contains(stm.pattern.front()) && !consumed_.contains(part);
      return is_it ? part : Var{};
    }
    if (start == Atom::i64(0)) {
      start = length;
      continue;
    }
    // The next one starts at the sum, which the program has computed if it cuts it out.
    const auto* sum = slice.start.var ? facts_.definition<Binary>(slice.start.var) : nullptr;
    const bool is_next =
        sum != nullptr && sum->op == BinaryOp::Add &&
        ((sum->x == start && sum->y == length) || (sum->x == length && sum->y == start));
    if (!is_next) return {};
    start = slice.start;
  }
  return {};
}

// One that shows all of an array is the array; one of indices only is an index.
Simplifier::Step Simplifier::slice_step(Stm& stm, const Slice& op) {
  const Type* type = storage_.type(op.array);
  bool whole = type == new_type(stm.pattern.front());
  bool indices_only = true;
  std::vector<Atom> indices;
  for (size_t i = 0; i < op.dims.size(); i++) {
    whole = whole && is_whole(op.dims[i], type->dims[i]);
    indices_only = indices_only && op.dims[i].is_index;
    indices.push_back(op.dims[i].start);
  }
  if (whole) return be(stm, op.array);
  if (const Concat* concat = facts_.definition<Concat>(op.array)) {
    if (Var part = part_of(stm, op, *concat)) return be(stm, part);
  }
  if (!indices_only) return Step::None;
  stm.op = make(Index{{}, op.array, storage_.arena.copy(indices)});
  return Step::Changed;
}

// A literal of so many rows of constants that they are better one array, which is data of the
// module (Note [Long literals] in analysis/long_literals.h), without a statement for each row.
//
//   let row = array (1, 2)  …          let all = array (1, 2, …)
//   let rows = array (row, …)    ==>   let rows = reshape all [n] [2]
//
// Elements of short ones are rather known where they are read.
Simplifier::Step Simplifier::literal_step(Stm& stm, const ArrayLit& op) {
  constexpr size_t kFewestElements = 256;  // elements
  const Type* type = new_type(stm.pattern.front());
  if (type->rank() < 2 || op.elems.empty()) return Step::None;
  std::vector<Atom> elements;
  for (const Atom& row : op.elems) {
    const Reshape* view = row.var ? facts_.definition<Reshape>(row.var) : nullptr;
    const Var made = view != nullptr ? view->array : row.var;
    const ArrayLit* literal = made ? facts_.definition<ArrayLit>(made) : nullptr;
    if (literal == nullptr || !std::ranges::all_of(literal->elems, &Atom::is_const))
      return Step::None;
    if (literal->elems.size() * op.elems.size() < kFewestElements) return Step::None;
    elements.insert(elements.end(), literal->elems.begin(), literal->elems.end());
  }
  std::vector<Atom> dims;
  for (const Dim& dim : type->dims) {
    if (dim.is_varying()) return Step::None;
    dims.push_back(Builder::atom(dim));
  }
  const Dim count = Dim::constant(static_cast<int64_t>(elements.size()));
  const Type* all = storage_.types.array(type->elem, std::vector<Dim>{count});
  const Op* literal = make(ArrayLit{{}, storage_.arena.copy(elements)});
  const Var made = let("literal", all, literal, stm);
  facts_.define(made, {storage_.arena.copy({made}), literal, stm.certs, {}, stm.place});
  stm.op = make(Reshape{{}, made, storage_.arena.copy(dims)});
  return Step::Changed;
}

Simplifier::Step Simplifier::reshape_step(Stm& stm, const Reshape& op) {
  if (storage_.type(op.array) == new_type(stm.pattern.front())) return be(stm, op.array);
  if (const Reshape* inner = facts_.definition<Reshape>(op.array))
    return read(stm, make(Reshape{{}, inner->array, op.dims}), *facts_.statement(op.array));
  return Step::None;
}

Simplifier::Step Simplifier::rearrange_step(Stm& stm, const Rearrange& op) {
  bool identity = true;
  for (size_t i = 0; i < op.order.size(); i++) identity = identity && op.order[i] == i;
  if (identity) return be(stm, op.array);
  const Rearrange* inner = facts_.definition<Rearrange>(op.array);
  if (inner == nullptr) return Step::None;
  std::vector<uint32_t> order;
  for (uint32_t from : op.order) order.push_back(inner->order[from]);
  return read(stm, make(Rearrange{{}, inner->array, storage_.arena.copy(order)}),
              *facts_.statement(op.array));
}

Simplifier::Step Simplifier::coerce_step(Stm& stm, const Coerce& op) {
  if (storage_.type(op.array) == new_type(stm.pattern.front())) return be(stm, op.array);
  if (const Coerce* inner = facts_.definition<Coerce>(op.array))
    return read(stm, make(Coerce{{}, inner->array}), *facts_.statement(op.array));
  return Step::None;
}

}  // namespace planish::passes
