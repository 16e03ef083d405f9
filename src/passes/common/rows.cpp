#include "passes/common/rows.h"

#include "passes/common/flat_map_builder.h"

namespace planish::passes {

using namespace ir;

Levels::Levels(std::span<const Dim> dims) {
  for (size_t i = 0; i < dims.size(); i++) {
    if (dims[i].is_varying()) at_.push_back(i);
  }
}

size_t Levels::from(size_t dim) const {
  size_t level = 0;
  while (level < at_.size() && at_[level] < dim) level++;
  return level;
}

// ---- Statements

void RowsBuilder::add(std::span<const Var> pattern, const Op* op,
                      std::span<const Attribute> attrs) {
  Stm stm{storage_.arena.copy(pattern), op, {}, attrs, builder.place};
  // Statements inside of others wait with them.
  if (builder.depth() == depth_) stm.certs = certs_;
  builder.add(stm);
}

Var RowsBuilder::let(std::string_view name, const Type* type, const Op* op) {
  Var var = builder.new_var(name, type);
  bind(var, op);
  return var;
}

// ---- Numbers

Atom RowsBuilder::scalar(BinaryOp op, const Atom& x, const Atom& y) {
  if (x.is_const() && y.is_const()) return builder.binary(op, x, y);
  return let("", storage_.types.scalar(result_of(op, type(x)->elem)), make(Binary{{}, op, x, y}));
}

Atom RowsBuilder::plus(const Atom& x, const Atom& y) {
  if (x == Atom::i64(0)) return y;
  if (y == Atom::i64(0)) return x;
  return scalar(BinaryOp::Add, x, y);
}

Atom RowsBuilder::minus(const Atom& x, const Atom& y) {
  if (y == Atom::i64(0)) return x;
  return scalar(BinaryOp::Sub, x, y);
}

Atom RowsBuilder::times(const Atom& x, const Atom& y) {
  if (x == Atom::i64(1)) return y;
  if (y == Atom::i64(1)) return x;
  return scalar(BinaryOp::Mul, x, y);
}

Atom RowsBuilder::product(std::span<const Dim> dims) {
  Atom result = Atom::i64(1);
  for (const Dim& dim : dims) result = times(result, Builder::atom(dim));
  return result;
}

// ---- Regular arrays

const Type* RowsBuilder::array_type(Prim elem, const Atom& count, std::span<const Dim> inner) {
  std::vector<Dim> dims{Builder::dim(count)};
  dims.insert(dims.end(), inner.begin(), inner.end());
  return storage_.types.array(elem, dims);
}

Atom RowsBuilder::index(Var numbers, const Atom& at) {
  return let("", i64(), make(Index{{}, numbers, builder.list({at})}));
}

Var RowsBuilder::slice(Var array, const Atom& start, const Atom& count) {
  const Type* of = storage_.type(array);
  if (start == Atom::i64(0) && Builder::dim(count) == of->dims[0]) return array;
  return let("part", array_type(of->elem, count, of->dims.subspan(1)),
             make(Slice{{}, array, builder.list({SliceDim{false, start, count, Atom::i64(1)}})}));
}

Var RowsBuilder::iota(const Atom& count, const Atom& step) {
  return let("numbers", numbers(count), make(Iota{{}, count, Atom::i64(0), step}));
}

Var RowsBuilder::reshape(Var array, std::span<const Dim> dims) {
  const Type* to = storage_.types.array(storage_.type(array)->elem, dims);
  if (to == storage_.type(array)) return array;
  std::vector<Atom> sizes;
  for (const Dim& dim : dims) sizes.push_back(Builder::atom(dim));
  return let("data", to, make(Reshape{{}, array, builder.list(sizes)}));
}

Var RowsBuilder::copy(Var array) {
  return let("data", storage_.type(array), make(Copy{{}, array}));
}

Var RowsBuilder::concat(std::string_view name, const std::vector<Var>& arrays, const Atom& count) {
  const Type* first = storage_.type(arrays[0]);
  return let(name, array_type(first->elem, count, first->dims.subspan(1)),
             make(Concat{{}, builder.list(arrays)}));
}

Var RowsBuilder::blank(const Type* type) {
  std::vector<Atom> dims;
  for (const Dim& dim : type->dims) dims.push_back(Builder::atom(dim));
  return let("blank", type, make(Replicate{{}, builder.list(dims), Const{type->elem, 0}}));
}

// ---- Offsets

namespace {

// The operator of two i64.
const Lambda* operation(Builder& builder, BinaryOp op) {
  const Type* i64 = builder.types().scalar(Prim::I64);
  std::vector<Param> params{{builder.new_var("", i64)}, {builder.new_var("", i64)}};
  const Body* body = builder.body(
      [&] { return std::vector<Atom>{builder.binary(op, params[0].var, params[1].var)}; });
  return builder.arena().make<Lambda>(Lambda{builder.list(params), body, builder.place});
}

}  // namespace

Var RowsBuilder::offsets_of(Var lengths, Lengths are) {
  Atom count = size(lengths);
  const Lambda* add = operation(builder, BinaryOp::Add);
  Var ends = let("ends", numbers(count),
                 make(Scan{{},
                           count,
                           add,
                           builder.list({Atom::i64(0)}),
                           nullptr,
                           builder.list({lengths}),
                           nullptr}));
  Var zero = let("zero", numbers(Atom::i64(1)), make(ArrayLit{{}, builder.list({Atom::i64(0)})}));
  Var offsets = concat("offsets", {zero, ends}, plus(count, Atom::i64(1)));
  // Flattening uses them again: passes/flatten/known_offsets.h.
  builder.annotate_last(AttributeKind::Offsets);
  if (are == Lengths::Kept) lengths_[offsets] = lengths;
  return offsets;
}

Var RowsBuilder::lengths_of(Var offsets, const Atom& count) {
  auto known = lengths_.find(offsets);
  if (known != lengths_.end() && storage_.type(known->second) == numbers(count))
    return known->second;
  Var starts = slice(offsets, Atom::i64(0), count);
  Var ends = slice(offsets, Atom::i64(1), count);
  return map("lengths", count, {starts, ends},
             [&](const std::vector<Atom>& at) { return minus(at[1], at[0]); });
}

// ---- Irregular arrays

Atom RowsBuilder::group(std::span<const Dim> dims, size_t level) {
  Levels levels(dims);
  size_t begin = level == 0 ? 0 : levels.dim(level - 1) + 1;
  return product(dims.subspan(begin, levels.dim(level) - begin));
}

Atom RowsBuilder::row_count(const Rows& rows, size_t level) {
  return minus(size(rows.offsets[level]), Atom::i64(1));
}

RowsValue RowsBuilder::part(const Rows& rows, std::span<const Dim> dims, const Units& units) {
  Levels levels(dims);
  size_t level = levels.from(units.depth);
  if (level == levels.count()) return {slice(rows.data, units.start, units.count), {}};
  Atom each = product(dims.subspan(units.depth, levels.dim(level) - units.depth));
  Rows result;
  result.offsets.push_back(slice(rows.offsets[level], times(units.start, each),
                                 plus(times(units.count, each), Atom::i64(1))));
  result.offsets.insert(result.offsets.end(),
                        rows.offsets.begin() + static_cast<ptrdiff_t>(level) + 1,
                        rows.offsets.end());
  result.data = rows.data;
  return {{}, result};
}

RowsValue RowsBuilder::gather(const Rows& rows, std::span<const Dim> dims, size_t depth,
                              Var numbers) {
  Levels levels(dims);
  Atom count = size(numbers);
  size_t level = levels.from(depth);
  if (level == levels.count()) {
    const Type* data = storage_.type(rows.data);
    const Type* elem = storage_.types.without_outer(data, 1);
    Var number = builder.new_var("", i64());
    const Body* body = builder.body([&] {
      Var found = let("", elem, make(Index{{}, rows.data, builder.list({Atom(number)})}));
      return std::vector<Atom>{found};
    });
    const Lambda* fn =
        builder.arena().make<Lambda>(Lambda{builder.list({Param{number}}), body, builder.place});
    Dim outer = Builder::dim(count);
    return {let("data", storage_.types.with_outer({&outer, 1}, elem),
                make(Map{{}, count, fn, builder.list({numbers})})),
            {}};
  }
  std::vector<Dim> outer{Builder::dim(count)};
  outer.insert(outer.end(), dims.begin() + static_cast<ptrdiff_t>(depth), dims.end());
  const Type* result = storage_.types.array(storage_.type(rows.data)->elem, outer);
  FlatMapBuilder map(*this, count);
  Var number = builder.new_var("", i64());
  const Body* body = builder.body([&] {
    std::vector<Dim> inner(outer.begin() + 1, outer.end());
    Units units{depth, number, Atom::i64(1)};
    if (inner[0].is_varying()) {
      Atom start = index(rows.offsets[level], number);
      Atom end = index(rows.offsets[level], plus(number, Atom::i64(1)));
      units = {depth + 1, start, minus(end, start)};
      inner[0] = Builder::dim(units.count);
    }
    map.give(result, part(rows, dims, units), inner);
    return map.given();
  });
  map.add(builder.arena().make<Lambda>(Lambda{builder.list({Param{number}}), body, builder.place}),
          {numbers});
  return {{}, map.rows(0)};
}

// Level by level: the offsets of each range are moved to where its elements come to lie.
Rows RowsBuilder::joined_levels(std::vector<RowRange> ranges, std::span<const Dim> dims,
                                size_t level, std::vector<Var>& data) {
  Levels levels(dims);
  Rows result;
  result.packed = true;
  for (; level < levels.count(); level++) {
    std::vector<Var> pieces;
    std::vector<Atom> single;  // offsets of ranges of one row each, not in an array yet
    Atom rows = Atom::i64(0);
    Atom total = Atom::i64(0);
    auto put_single = [&] {
      if (single.empty()) return;
      Atom count = Atom::i64(static_cast<int64_t>(single.size()));
      pieces.push_back(let("offsets", numbers(count), make(ArrayLit{{}, builder.list(single)})));
      single.clear();
    };
    bool is_last = level + 1 == levels.count();
    for (RowRange& range : ranges) {
      Var offsets = range.rows.offsets[level];
      Atom base = range.all ? Atom::i64(0) : index(offsets, range.start);
      Atom end = range.all && is_last ? size(range.rows.data)
                                      : index(offsets, plus(range.start, range.count));
      if (range.count == Atom::i64(1)) {
        single.push_back(total);
      } else {
        put_single();
        Atom moved = minus(total, base);
        Var part = slice(offsets, range.start, range.count);
        pieces.push_back(map("offsets", range.count, {part},
                             [&](const std::vector<Atom>& at) { return plus(at[0], moved); }));
      }
      rows = plus(rows, range.count);
      Atom elements = minus(end, base);
      total = plus(total, elements);
      if (is_last) {
        data.push_back(slice(range.rows.data, base, elements));
        range.count = elements;
      } else {
        Atom each = group(dims, level + 1);
        range.start = times(base, each);
        range.count = times(elements, each);
      }
    }
    single.push_back(total);
    put_single();
    Atom count = plus(rows, Atom::i64(1));
    result.offsets.push_back(pieces.size() == 1 ? pieces[0] : concat("offsets", pieces, count));
    if (is_last && data.size() > 1) data = {concat("data", data, total)};
  }
  return result;
}

Rows RowsBuilder::join(const std::vector<RowRange>& ranges, std::span<const Dim> dims,
                       size_t level) {
  std::vector<Var> data;
  Rows result = joined_levels(ranges, dims, level, data);
  result.data = ranges.size() == 1 ? copy(data[0]) : data[0];
  return result;
}

Rows RowsBuilder::pack(const Rows& rows, std::span<const Dim> dims) {
  if (rows.packed) return rows;
  std::vector<Var> data;
  Rows result = joined_levels({all_rows(rows)}, dims, 0, data);
  result.data = data[0];
  return result;
}

Rows RowsBuilder::copy(const Rows& rows, std::span<const Dim> dims) {
  Rows result = pack(rows, dims);
  result.data = copy(result.data);
  return result;
}

std::optional<Atom> RowsBuilder::length_of_all(Var offsets) const {
  auto known = length_of_all_.find(offsets);
  return known == length_of_all_.end() ? std::nullopt : std::optional(known->second);
}

// In a packed array the rows of a level have the same numbers whatever levels there are before it.
RowsValue RowsBuilder::convert(const RowsValue& value, std::span<const Dim> from, const Type* to) {
  Levels old_levels(from);
  Levels new_levels(to->dims);
  if (old_levels == new_levels) return value;
  Rows old;
  if (value.rows) {
    old = pack(*value.rows, from);
  } else {
    old.data = value.atom.var;
  }
  if (new_levels.count() == 0) return {reshape(old.data, to->dims), {}};
  Rows result;
  result.packed = true;
  // How many units the dimensions so far lead to.
  Atom units = Atom::i64(1);
  for (size_t i = 0; i <= new_levels.last_dim(); i++) {
    if (!to->dims[i].is_varying()) {
      units = times(units, Builder::atom(to->dims[i]));
    } else if (from[i].is_varying()) {
      Var offsets = old.offsets[old_levels.from(i)];
      result.offsets.push_back(offsets);
      units = index(offsets, units);
    } else {
      Atom length = Builder::atom(from[i]);
      result.offsets.push_back(iota(plus(units, Atom::i64(1)), length));
      length_of_all_.emplace(result.offsets.back(), length);
      units = times(units, length);
    }
  }
  std::vector<Dim> dims{Builder::dim(units)};
  dims.insert(dims.end(), to->dims.begin() + static_cast<ptrdiff_t>(new_levels.last_dim()) + 1,
              to->dims.end());
  result.data = reshape(old.data, dims);
  return {{}, result};
}

}  // namespace planish::passes
