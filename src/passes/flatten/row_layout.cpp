#include "passes/flatten/row_layout.h"

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

RowLayout::RowLayout(Flattening& all)
    : storage_(all.storage),
      known_offsets_(all.known_offsets),
      builder_(all.builder),
      arrays_(all.arrays),
      points_(all.points),
      offsets_(all.offsets) {}

// ---- Points

Atom RowLayout::point_count(const Nest& nest) {
  Atom count = Atom::i64(1);
  for (const Dim& dim : nest.dims()) {
    Atom bound = Builder::atom(dim);
    count = count == Atom::i64(1) ? bound : builder_.binary(BinaryOp::Mul, count, bound, "points");
  }
  return count;
}

Atom RowLayout::number(Nest& nest) {
  std::vector<Atom> at = nest.indices();
  std::vector<Dim> dims = nest.dims();
  Atom number = at[0];
  for (size_t i = 1; i < at.size(); i++) {
    Var start = compute(nest, "start", Binary{{}, BinaryOp::Mul, number, Builder::atom(dims[i])});
    number = compute(nest, "number", Binary{{}, BinaryOp::Add, start, at[i]});
  }
  return number;
}

Atom RowLayout::product(Nest& nest, std::span<const Atom> sizes) {
  Atom size = sizes[0];
  for (const Atom& next : sizes.subspan(1))
    size = compute(nest, "size", Binary{{}, BinaryOp::Mul, size, next});
  return size;
}

// ---- Rows

std::vector<Atom> RowLayout::row_sizes(const Nest& nest, const Type* type) {
  std::span<const Atom> all = arrays_.sizes(type->dims.first(nest.varying_dims(type)));
  return {all.begin(), all.end()};
}

void RowLayout::leave_scope(const Body* body) {
  for (const Stm& stm : body->stms) {
    for (Var var : stm.pattern) in_scope_.erase(var);
  }
}

const Type* RowLayout::rows_type(const Nest& nest, const Type* type, const Atom& total) {
  return rows_type(type, nest.varying_dims(type), total);
}

const Type* RowLayout::rows_type(const Type* type, size_t varying, const Atom& total) {
  std::vector<Dim> dims{Builder::dim(total)};
  std::span<const Dim> rest = type->dims.subspan(varying);
  dims.insert(dims.end(), rest.begin(), rest.end());
  return storage_.types.array(type->elem, dims);
}

Segments RowLayout::segments(Nest& nest, std::span<const Atom> sizes) {
  auto key = std::pair(nest.levels.size(), Nest::key(sizes));
  if (auto it = nest.segments.find(key); it != nest.segments.end()) return it->second;
  builder_.place = nest.place;
  Var known = sizes.size() == 1 ? known_offsets_.of(nest, sizes[0]) : Var{};
  Segments made;
  if (known && in_scope_.contains(known)) {
    made.offsets = known;
    made.total = known_total(nest, known);
  } else {
    made = segments_of(nest, lengths_at_points(nest, sizes));
  }
  nest.segments.emplace(key, made);
  return made;
}

Atom RowLayout::known_total(const Nest& nest, Var offsets) {
  if (const std::optional<Atom> size = known_offsets_.total(offsets)) return *size;
  return builder_.let(
      "total", storage_.types.scalar(Prim::I64),
      builder_.make(Index{{}, offsets, builder_.list<Atom>({nest.levels[0].bound})}), nest.certs);
}

Var RowLayout::lengths_at_points(const Nest& nest, std::span<const Atom> sizes) {
  Var lengths = sizes.size() == 1 ? nest.holder(sizes[0]) : Var{};
  if (!lengths) {
    Nest inside = nest;
    Body body{{}, builder_.list<Atom>({product(inside, sizes)})};
    lengths = builder_.new_var("lengths", storage_.types.array(Prim::I64, nest.dims()));
    points_.add_segmap(inside, &body, {&lengths, 1});
  }
  return with_one_dim(nest, {lengths, {}}, storage_.types.scalar(Prim::I64)).array;
}

Segments RowLayout::segments_of(const Nest& nest, Var lengths) {
  builder_.place = nest.place;
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Atom points = point_count(nest);
  Atom ends = builder_.binary(BinaryOp::Add, points, Atom::i64(1), "ends");
  lengths = with_one_dim(nest, {lengths, {}}, i64).array;
  Dim ends_dim = Builder::dim(ends);
  Var total = builder_.new_var("total", i64);
  Var offsets = builder_.new_var("offsets", storage_.types.array(Prim::I64, {&ends_dim, 1}));
  std::vector<Var> pattern{total, offsets};
  std::span<const Atom> args = builder_.list<Atom>({points, ends, lengths});
  arrays_.add(pattern, builder_.make(Call{{}, offsets_.name(), args}), nest);
  return {offsets, total};
}

Lifted RowLayout::with_one_dim(const Nest& nest, const Lifted& lifted, const Type* type) {
  if (lifted.rows || storage_.type(lifted.array)->rank() == type->rank() + 1) return lifted;
  Dim points = Builder::dim(point_count(nest));
  const Type* wanted = storage_.types.with_outer({&points, 1}, type);
  return {builder_.let("flat", wanted, arrays_.reshape(lifted.array, wanted)), {}};
}

}  // namespace planish::passes
