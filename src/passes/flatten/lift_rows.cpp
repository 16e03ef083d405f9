// Rows of different lengths at the points of a nest: where they lie, and reading them.
#include <algorithm>

#include "ir/match.h"
#include "passes/flatten/flattener.h"

namespace planish::passes {

using namespace ir;

Var Flattener::let_host(std::string_view name, const Type* type, const Op* op, const Nest& nest) {
  Var var = builder_.new_var(name, type);
  add({&var, 1}, op, nest);
  return var;
}

Var Flattener::as_type(Var array, const Type* type) {
  if (storage_.type(array) == type) return array;
  return builder_.let("", type, builder_.make(Coerce{{}, array}));
}

Var Flattener::in_shape(Var array, const Type* type) {
  if (storage_.type(array)->rank() == type->rank()) return as_type(array, type);
  return builder_.let("", type, reshape(array, type));
}

void Flattener::bind_array(Var var, Var array) {
  bool same = storage_.type(var) == storage_.type(array);
  builder_.add({&var, 1}, same ? static_cast<const Op*>(builder_.make(Same{{}, array}))
                               : builder_.make(Coerce{{}, array}));
}

std::span<const Atom> Flattener::sizes(std::span<const Dim> dims) {
  std::vector<Atom> atoms;
  for (const Dim& dim : dims) atoms.push_back(Builder::atom(dim));
  return builder_.list(atoms);
}

Var Flattener::zeros(std::string_view name, const Type* type) {
  return builder_.let(name, type,
                      builder_.make(Replicate{{}, sizes(type->dims), Const{type->elem, 0}}));
}

const Op* Flattener::reshape(Var array, const Type* type) {
  return builder_.make(Reshape{{}, array, sizes(type->dims)});
}

// ---- Points

Atom Flattener::point_count(const Nest& nest) {
  Atom count = Atom::i64(1);
  for (const Dim& dim : nest.dims()) {
    Atom bound = Builder::atom(dim);
    count = count == Atom::i64(1) ? bound : builder_.binary(BinaryOp::Mul, count, bound, "points");
  }
  return count;
}

Atom Flattener::number(Nest& nest) {
  std::vector<Atom> at = nest.indices();
  std::vector<Dim> dims = nest.dims();
  Atom number = at[0];
  for (size_t i = 1; i < at.size(); i++) {
    Var start = compute(nest, "start", Binary{{}, BinaryOp::Mul, number, Builder::atom(dims[i])});
    number = compute(nest, "number", Binary{{}, BinaryOp::Add, start, at[i]});
  }
  return number;
}

Atom Flattener::product(Nest& nest, std::span<const Atom> sizes) {
  Atom size = sizes[0];
  for (const Atom& next : sizes.subspan(1))
    size = compute(nest, "size", Binary{{}, BinaryOp::Mul, size, next});
  return size;
}

// ---- Where rows lie

std::vector<Atom> Flattener::row_sizes(const Nest& nest, const Type* type) {
  std::span<const Atom> all = sizes(type->dims.first(nest.varying_dims(type)));
  return {all.begin(), all.end()};
}

const Type* Flattener::rows_type(const Nest& nest, const Type* type, const Atom& total) {
  std::vector<Dim> dims{Builder::dim(total)};
  std::span<const Dim> rest = type->dims.subspan(nest.varying_dims(type));
  dims.insert(dims.end(), rest.begin(), rest.end());
  return storage_.types.array(type->elem, dims);
}

Segments Flattener::segments(Nest& nest, std::span<const Atom> sizes) {
  auto key = std::pair(nest.levels.size(), Nest::key(sizes));
  if (auto it = nest.segments.find(key); it != nest.segments.end()) return it->second;
  builder_.place = nest.place;
  Var known = sizes.size() == 1 ? known_offsets_.of(nest, sizes[0]) : Var{};
  Segments made;
  if (known && host_scope_.contains(known)) {
    made.offsets = known;
    made.total = builder_.let(
        "total", storage_.types.scalar(Prim::I64),
        builder_.make(Index{{}, known, builder_.list<Atom>({nest.levels[0].bound})}), nest.certs);
  } else {
    made = segments_of(nest, lengths_at_points(nest, sizes));
  }
  nest.segments.emplace(key, made);
  return made;
}

Var Flattener::lengths_at_points(const Nest& nest, std::span<const Atom> sizes) {
  Var lengths = sizes.size() == 1 ? nest.holder(sizes[0]) : Var{};
  if (!lengths) {
    Nest inside = nest;
    Body body{{}, builder_.list<Atom>({product(inside, sizes)})};
    lengths = builder_.new_var("lengths", storage_.types.array(Prim::I64, nest.dims()));
    segmap_of(inside, &body, {&lengths, 1});
  }
  return with_one_dim(nest, {lengths, {}}, storage_.types.scalar(Prim::I64)).array;
}

Segments Flattener::segments_of(const Nest& nest, Var lengths) {
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
  add(pattern, builder_.make(Call{{}, offsets_function(), args}), nest);
  return {offsets, total};
}

Name Flattener::offsets_function() {
  if (offsets_function_ == nullptr) offsets_function_ = make_offsets_function();
  return offsets_function_->name;
}

// Sums of the lengths before each point, and one more. It is a function, since it is needed in many
// places:
//   segscan (p < points + 1) {0} + of { if p == 0 { 0 } else { lengths[p - 1] } }
const Function* Flattener::make_offsets_function() {
  const Type* i64 = storage_.types.scalar(Prim::I64);
  Function made{};
  std::string text = "offsets";
  while (functions_.find(storage_.names.intern(text)) != nullptr) text += "'";
  made.name = storage_.names.intern(text);
  Var points = builder_.new_var("points", i64);
  Var ends = builder_.new_var("ends", i64);
  Dim points_dim = Dim::variable(points);
  Dim ends_dim = Dim::variable(ends);
  Var lengths = builder_.new_var("lengths", storage_.types.array(Prim::I64, {&points_dim, 1}));
  const Type* offsets_type = storage_.types.array(Prim::I64, {&ends_dim, 1});
  made.params = builder_.list<Param>({{points}, {ends}, {lengths}});
  made.results = builder_.list<Param>(
      {{builder_.new_var("total", i64)}, {builder_.new_var("offsets", offsets_type), true}});
  PlaceId around = std::exchange(builder_.place, PlaceId{});
  made.body = builder_.body([&] {
    Var index = builder_.new_var("p", i64);
    auto read = [&](Var array, const Atom& at) {
      return builder_.let("length", i64,
                          builder_.make(Index{{}, array, builder_.list<Atom>({at})}));
    };
    const Body* element = builder_.body([&] {
      Atom first = builder_.binary(BinaryOp::Eq, index, Atom::i64(0), "first");
      const Body* zero = builder_.body([] { return std::vector<Atom>{Atom::i64(0)}; });
      const Body* before = builder_.body([&] {
        Atom at = builder_.binary(BinaryOp::Sub, index, Atom::i64(1), "before");
        return std::vector<Atom>{read(lengths, at)};
      });
      return std::vector<Atom>{
          builder_.let("length", i64, builder_.make(If{{}, first, zero, before}))};
    });
    std::vector<Param> params{{builder_.new_var("a", i64)}, {builder_.new_var("b", i64)}};
    const Body* sum = builder_.body([&] {
      return std::vector<Atom>{builder_.binary(BinaryOp::Add, params[0].var, params[1].var, "sum")};
    });
    const auto* add = storage_.arena.make<Lambda>(Lambda{builder_.list(params), sum, {}});
    Space space{builder_.list<Level>({{index, ends, {}}})};
    Var offsets =
        builder_.let("offsets", offsets_type,
                     builder_.make(SegScan{
                         {}, space, add, builder_.list<Atom>({Atom::i64(0)}), element, nullptr}));
    return std::vector<Atom>{read(offsets, points), offsets};
  });
  builder_.place = around;
  return storage_.arena.make<Function>(made);
}

// ---- Reading

void Flattener::hold(Nest& nest, Var var, const Lifted& given) {
  const Lifted lifted = fitted(nest, given, var);
  read_lifted(nest, var, lifted);
  nest.holders[var] = {lifted.array, nest.levels.size(), true, lifted.rows};
  if (!lifted.rows) return;
  std::vector<Atom> sizes = row_sizes(nest, storage_.type(var));
  nest.segments.emplace(std::pair(nest.levels.size(), Nest::key(sizes)), *lifted.rows);
}

void Flattener::read_lifted(Nest& nest, Var var, const Lifted& lifted) {
  const Type* type = storage_.type(var);
  if (!lifted.rows) return read(nest, var, lifted.array, nest.indices(), is_consumed(var));
  auto stm = [&](Var bound, const Op* op) {
    nest.add({builder_.list<Var>({bound}), op, {}, {}, nest.place});
  };
  std::vector<Atom> sizes = row_sizes(nest, type);
  Atom size = product(nest, sizes);
  Atom point = number(nest);
  Var start = compute(nest, "start", Index{{}, lifted.rows->offsets, builder_.list<Atom>({point})});
  const Op* slice = builder_.make(
      Slice{{}, lifted.array, builder_.list<SliceDim>({{false, start, size, Atom::i64(1)}})});
  bool copies = type->is_array() && is_consumed(var);
  if (sizes.size() == 1 && !copies) return stm(var, slice);
  Var row = builder_.new_var("row", rows_type(nest, type, size));
  stm(row, slice);
  if (sizes.size() > 1) {
    Var shaped = copies ? builder_.new_var("row", type) : var;
    stm(shaped, reshape(row, type));
    row = shaped;
  }
  if (copies) stm(var, builder_.make(Copy{{}, row}));
}

// ---- Other forms

Lifted Flattener::with_one_dim(const Nest& nest, const Lifted& lifted, const Type* type) {
  if (lifted.rows || storage_.type(lifted.array)->rank() == type->rank() + 1) return lifted;
  Dim points = Builder::dim(point_count(nest));
  const Type* wanted = storage_.types.with_outer({&points, 1}, type);
  return {builder_.let("flat", wanted, reshape(lifted.array, wanted)), {}};
}

// What is regular as rows of equal lengths; `varying` dimensions of the type are one then.
Lifted Flattener::as_rows(Nest& nest, const Lifted& lifted, const Type* type, size_t varying) {
  if (lifted.rows && nest.varying_dims(type) == varying) return lifted;
  Segments rows = segments(nest, sizes(type->dims.first(varying)));
  std::vector<Dim> dims{Builder::dim(rows.total)};
  dims.insert(dims.end(), type->dims.begin() + ptrdiff_t(varying), type->dims.end());
  const Type* wanted = storage_.types.array(type->elem, dims);
  return {builder_.let("rows", wanted, reshape(lifted.array, wanted)), rows};
}

// Note [Equal sizes with different names]
// Sizes that are equal need not be one variable: an operator may go over n elements, and its result
// be an array of m. Then one of them may be known to be the same at all points, and the other not.
// What an operator makes has the form that its own sizes say, and is given the form of the variable
// that it is bound to when the nest is to hold it. Rows become a regular array only where that has
// to be; a regular array may stay one.
Lifted Flattener::fitted(Nest& nest, const Lifted& lifted, Var var) {
  return fitted(nest, lifted, storage_.type(var));
}

Lifted Flattener::fitted(Nest& nest, const Lifted& lifted, const Type* type) {
  size_t varying = nest.varying_dims(type);
  if (!lifted.rows) return lifted;
  if (varying > 0 && storage_.type(lifted.array)->rank() == type->rank() - varying + 1)
    return lifted;
  Lifted made;
  if (varying > 0) made.rows = segments(nest, row_sizes(nest, type));
  const Type* wanted = made.rows ? rows_type(nest, type, made.rows->total)
                                 : storage_.types.with_outer(nest.dims(), type);
  made.array = builder_.let("result", wanted, reshape(lifted.array, wanted));
  return made;
}

}  // namespace planish::passes
