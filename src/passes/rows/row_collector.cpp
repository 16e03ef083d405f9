#include "passes/rows/row_collector.h"

namespace planish::passes {

using namespace ir;

CarriedLoop::Index CarriedLoop::carry(std::string_view name, const Type* type, const Atom& initial,
                                      Owned owned) {
  Carried carried;
  carried.param = {make_.builder.new_var(name, type), owned == Owned::Yes};
  carried.initial = initial;
  carried.result = make_.builder.new_var(name, substitute(make_.builder.storage(), type, results_));
  carried.next = carried.param.var;
  results_[carried.param.var] = carried.result;
  carried_.push_back(carried);
  return carried_.size() - 1;
}

void CarriedLoop::add(const Atom& bound, Var index, std::span<const Attribute> attrs) {
  std::vector<LoopParam> params;
  std::vector<Atom> next;
  std::vector<Var> results;
  for (const Carried& carried : carried_) {
    params.push_back({carried.param, carried.initial});
    next.push_back(carried.next);
    results.push_back(carried.result);
  }
  const Body* body = make_.builder.end(next);
  make_.add(results, make_.make(Loop{{}, make_.builder.list(params), index, bound, nullptr, body}),
            attrs);
}

// ---- Collecting

RowCollector::RowCollector(RowsBuilder& make, CarriedLoop& loop, const Type* type,
                           const RowCollector* like)
    : make_(make), loop_(loop), type_(type), levels_(type->dims), like_(like) {
  using enum CarriedLoop::Owned;
  if (levels_.count() == 0) {
    whole_ = loop.carry("gathered", type, make.blank(type), Yes);
    return;
  }
  Atom width = Builder::atom(type->dims[0]);
  if (like_ == nullptr) {
    Atom rows = make.group(type->dims, 0);
    Var offsets = make.blank(make.numbers(make.plus(rows, Atom::i64(1))));
    whole_ = loop.carry("offsets", make.builder.type(offsets), offsets, Yes);
    for (size_t i = 0; i < levels_.count(); i++)
      elements_.push_back(loop.carry("used", make.i64(), Atom::i64(0), No));
    for (size_t i = 1; i < levels_.count(); i++)
      offsets_.push_back(new_buffer(make.plus(width, Atom::i64(1)), Prim::I64, {}));
  }
  data_ = new_buffer(width, type->elem, type->dims.subspan(levels_.last_dim() + 1));
}

RowCollector::Buffer RowCollector::new_buffer(const Atom& capacity, Prim elem,
                                              std::span<const Dim> inner) {
  using enum CarriedLoop::Owned;
  Buffer buffer;
  Var empty = make_.blank(make_.array_type(elem, capacity, inner));
  buffer.capacity = loop_.carry("capacity", make_.i64(), capacity, No);
  const Type* type = make_.array_type(elem, loop_.now(buffer.capacity), inner);
  buffer.array = loop_.carry("buffer", type, empty, Yes);
  return buffer;
}

Var RowCollector::write(Var array, const Atom& at, Var block) {
  SliceDim part{false, at, make_.size(block), Atom::i64(1)};
  return make_.let("", make_.builder.type(array),
                   make_.make(Update{{}, array, make_.builder.list({part}), block}));
}

void RowCollector::append_to(const Buffer& buffer, const Atom& used, Var block) {
  Var capacity = loop_.now(buffer.capacity);
  Var array = loop_.now(buffer.array);
  const Type* type = make_.builder.type(array);
  Atom needed = make_.plus(used, make_.size(block));
  Atom fits = make_.scalar(BinaryOp::Le, needed, capacity);
  const Body* as_it_is = make_.builder.body([&] { return std::vector<Atom>{capacity, array}; });
  const Body* larger = make_.builder.body([&] {
    Atom twice = make_.times(capacity, Atom::i64(2));
    Atom size = make_.scalar(BinaryOp::Max, needed, twice);
    Var empty = make_.blank(make_.array_type(type->elem, size, type->dims.subspan(1)));
    Var filled = write(empty, Atom::i64(0), make_.slice(array, Atom::i64(0), used));
    return std::vector<Atom>{size, filled};
  });
  Var new_capacity = make_.builder.new_var("capacity", make_.i64());
  Var roomy = make_.builder.new_var(
      "buffer", make_.array_type(type->elem, new_capacity, type->dims.subspan(1)));
  std::vector<Var> pattern{new_capacity, roomy};
  make_.add(pattern, make_.make(If{{}, fits, as_it_is, larger}));
  loop_.set_next(buffer.capacity, new_capacity);
  loop_.set_next(buffer.array, write(roomy, used, block));
}

// The ends of rows, as they are behind other rows.
Var RowCollector::moved(Var offsets, const Atom& by) {
  Atom count = make_.minus(make_.size(offsets), Atom::i64(1));
  Var ends = make_.slice(offsets, Atom::i64(1), count);
  return make_.map("ends", count, {ends},
                   [&](const std::vector<Atom>& at) { return make_.plus(at[0], by); });
}

void RowCollector::append(const Atom& index, const RowsValue& element, std::span<const Dim> dims) {
  if (levels_.count() == 0) {
    SliceDim at{true, index, {}, {}};
    Var array = loop_.now(whole_);
    loop_.set_next(
        whole_, make_.let("", make_.builder.type(array),
                          make_.make(Update{{}, array, make_.builder.list({at}), element.atom})));
    return;
  }
  Rows rows;
  if (element.rows) {
    rows = make_.pack(*element.rows, dims);
  } else {
    rows.data = element.atom.var;
  }
  const std::vector<CarriedLoop::Index>& counts = like_ != nullptr ? like_->elements_ : elements_;
  std::vector<Atom> before;  // how many elements there are, by level
  for (CarriedLoop::Index count : counts) before.emplace_back(loop_.now(count));

  size_t level = 0;
  if (like_ == nullptr && levels_.dim(0) == 1) {
    // The element is a row itself.
    Atom end = make_.plus(before[0], Builder::atom(dims[0]));
    SliceDim at{true, make_.plus(index, Atom::i64(1)), {}, {}};
    Var array = loop_.now(whole_);
    loop_.set_next(whole_, make_.let("", make_.builder.type(array),
                                     make_.make(Update{{}, array, make_.builder.list({at}), end})));
    loop_.set_next(elements_[0], end);
    level = 1;
  }
  for (size_t i = 0; i < rows.offsets.size(); i++, level++) {
    Var ends = moved(rows.offsets[i], before[level]);
    Atom added = make_.index(rows.offsets[i], make_.size(ends));
    if (level == 0) {
      Atom at = make_.plus(make_.times(index, make_.size(ends)), Atom::i64(1));
      loop_.set_next(whole_, write(loop_.now(whole_), at, ends));
    } else {
      Atom used = make_.times(before[level - 1], make_.group(type_->dims, level));
      append_to(offsets_[level - 1], make_.plus(used, Atom::i64(1)), ends);
    }
    loop_.set_next(elements_[level], make_.plus(before[level], added));
  }
  append_to(*data_, before.back(), rows.data);
}

RowsValue RowCollector::result() {
  if (levels_.count() == 0) return {loop_.last(whole_), {}};
  const RowCollector& shape = like_ != nullptr ? *like_ : *this;
  Rows rows;
  rows.packed = true;
  rows.offsets.push_back(loop_.last(shape.whole_));
  for (size_t level = 1; level < levels_.count(); level++) {
    Atom used =
        make_.times(loop_.last(shape.elements_[level - 1]), make_.group(type_->dims, level));
    rows.offsets.push_back(make_.slice(loop_.last(offsets_[level - 1].array), Atom::i64(0),
                                       make_.plus(used, Atom::i64(1))));
  }
  rows.data =
      make_.slice(loop_.last(data_->array), Atom::i64(0), loop_.last(shape.elements_.back()));
  return {{}, rows};
}

}  // namespace planish::passes
