#include "passes/flatten/joined_calls.h"

#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

JoinedCalls::JoinedCalls(Flattening& all, const Nest& nest, size_t count)
    : storage_(all.storage),
      builder_(all.builder),
      arrays_(all.arrays),
      layout_(all.layout),
      nest_(nest),
      calls_(static_cast<int64_t>(count)) {
  each_ = layout_.point_count(nest_);
  points_ =
      calls_ == 1 ? each_ : builder_.binary(BinaryOp::Mul, each_, Atom::i64(calls_), "points");
  each_ends_ = builder_.binary(BinaryOp::Add, each_, Atom::i64(1), "ends");
  ends_ = calls_ == 1 ? each_ends_ : builder_.binary(BinaryOp::Add, points_, Atom::i64(1), "ends");
  Dim dim = Builder::dim(ends_);
  offsets_type_ = storage_.types.array(Prim::I64, {&dim, 1});
}

Var JoinedCalls::concat(std::string_view name, const std::vector<Var>& arrays, const Atom& count) {
  const Type* type = storage_.type(arrays[0]);
  std::vector<Dim> dims(type->dims.begin(), type->dims.end());
  dims[0] = Builder::dim(count);
  return arrays_.let(name, storage_.types.array(type->elem, dims),
                     builder_.make(Concat{{}, builder_.list(arrays)}), nest_);
}

Var JoinedCalls::slice(Var array, const Atom& start, const Atom& count) {
  const Type* type = storage_.type(array);
  std::vector<Dim> dims(type->dims.begin(), type->dims.end());
  dims[0] = Builder::dim(count);
  return builder_.let(
      "part", storage_.types.array(type->elem, dims),
      builder_.make(
          Slice{{}, array, builder_.list<SliceDim>({{false, start, count, Atom::i64(1)}})}));
}

Var JoinedCalls::shifted(Var offsets, const Atom& by) {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Var index = builder_.new_var("p", i64);
  const Body* body = builder_.body([&] {
    Var offset = builder_.let("offset", i64,
                              builder_.make(Index{{}, offsets, builder_.list<Atom>({index})}));
    return std::vector<Atom>{builder_.binary(BinaryOp::Add, offset, by, "offset")};
  });
  const Type* type = storage_.type(offsets);
  Space space{builder_.list<Level>({{index, Builder::atom(type->dims[0]), {}}})};
  return arrays_.let("offsets", type, builder_.make(SegMap{{}, space, body}), nest_);
}

Lifted JoinedCalls::join(const std::vector<Lifted>& values) {
  if (values.size() == 1) return values[0];
  std::vector<Var> arrays;
  for (const Lifted& value : values) arrays.push_back(value.array);
  if (!values[0].rows) return {concat("arguments", arrays, points_), {}};
  std::vector<Var> offsets;
  Atom total = Atom::i64(0);
  for (const Lifted& value : values) {
    Var moved = offsets.empty() ? value.rows->offsets : shifted(value.rows->offsets, total);
    offsets.push_back(&value == &values.back() ? moved : slice(moved, Atom::i64(0), each_));
    total = offsets.size() == 1 ? value.rows->total
                                : builder_.binary(BinaryOp::Add, total, value.rows->total, "total");
  }
  return {concat("rows", arrays, total), Segments{concat("offsets", offsets, ends_), total}};
}

Lifted JoinedCalls::part(size_t call, const Lifted& joined, const Type* type) {
  Lifted one = joined;
  if (calls_ > 1) {
    Atom number = Atom::i64(static_cast<int64_t>(call));
    Atom start = builder_.binary(BinaryOp::Mul, each_, number, "start");
    if (!joined.rows) {
      one.array = slice(joined.array, start, each_);
    } else {
      one = part_of_rows(call, joined, start);
    }
  }
  // As the nest has it.
  if (one.rows || nest_.dims().size() == 1) return one;
  const Type* wanted = storage_.types.with_outer(nest_.dims(), type);
  one.array = builder_.let("result", wanted, arrays_.reshape(one.array, wanted));
  return one;
}

Lifted JoinedCalls::part_of_rows(size_t call, const Lifted& joined, const Atom& start) {
  auto offset = [&](const Atom& at) {
    return builder_.let("offset", storage_.types.scalar(Prim::I64),
                        builder_.make(Index{{}, joined.rows->offsets, builder_.list<Atom>({at})}));
  };
  Atom first = offset(start);
  Atom last = offset(builder_.binary(BinaryOp::Add, start, each_, "end"));
  Atom total = builder_.binary(BinaryOp::Sub, last, first, "total");
  Var offsets = slice(joined.rows->offsets, start, each_ends_);
  if (call > 0) {
    Atom back = builder_.binary(BinaryOp::Sub, Atom::i64(0), first, "back");
    offsets = shifted(offsets, back);
  }
  return {slice(joined.array, first, total), Segments{offsets, total}};
}

}  // namespace planish::passes
