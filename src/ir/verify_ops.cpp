// Operations on scalars and arrays, and control.
#include <algorithm>
#include <unordered_set>

#include "ir/builder.h"
#include "ir/match.h"
#include "ir/verifier.h"

namespace planish::ir {

namespace {

constexpr unsigned kStages[] = {
#define NODE(T, text, stages) stages,
#include "ir/node.def"
};

}  // namespace

void Verifier::op(const Op* op) {
  unsigned here = program_.stage == Stage::Core ? kCore : kFlat;
  if ((kStages[static_cast<size_t>(op->kind)] & here) == 0) {
    error(Rule::Stage,
          word() + " must not stand in " + (program_.stage == Stage::Core ? "CORE" : "FLAT"));
  }
  match(op, [&](const auto& node) { check(node); });
}

std::vector<Dim> Verifier::dims_of(std::span<const Atom> atoms) {
  std::vector<Dim> dims;
  for (const Atom& atom : atoms) dims.push_back(Builder::dim(atom));
  return dims;
}

// ---- Scalars

void Verifier::check(const Same& n) { same_as(n.value); }
void Verifier::check(const Opaque& n) { same_as(n.value); }
void Verifier::check(const Trace& n) { same_as(n.value); }

void Verifier::check(const Tuning& n) {
  same_as(n.value);
  gives_one(Prim::I64);
}

void Verifier::check(const Unary& n) {
  const Type* x = type(n.x);
  if (!x->is_scalar() || !takes(n.op, x->elem)) {
    return error(Rule::Types, word() + " does not work on " + text(n.x) + " of type " + text(x));
  }
  gives_one(result_of(n.op, x->elem));
}

void Verifier::check(const Binary& n) {
  const Type* x = type(n.x);
  if (!x->is_scalar() || !takes(n.op, x->elem)) {
    return error(Rule::Types, word() + " does not work on " + text(n.x) + " of type " + text(x));
  }
  is_scalar(n.y, n.op == BinaryOp::Ldexp ? Prim::I32 : x->elem, "second operand");
  gives_one(result_of(n.op, x->elem));
}

void Verifier::check(const Ternary& n) {
  const Type* x = type(n.x);
  if (!x->is_scalar() || !takes(n.op, x->elem)) {
    return error(Rule::Types, word() + " does not work on " + text(n.x) + " of type " + text(x));
  }
  is_scalar(n.y, x->elem, "second operand");
  is_scalar(n.z, x->elem, "third operand");
  gives_one(result_of(n.op, x->elem));
}

void Verifier::check(const Convert& n) {
  if (!binds(1)) return;
  for (const Type* t : {type(n.value), storage_.type(pattern_[0])}) {
    if (!t->is_scalar() || t->elem == Prim::Unit) {
      error(Rule::Types, "convert does not work on type " + text(t));
    }
  }
}

void Verifier::check(const FromBits& n) {
  is_scalar(n.bits, Prim::U64, "operand");
  if (!binds(1)) return;
  const Type* t = storage_.type(pattern_[0]);
  if (!t->is_scalar() || !is_float(t->elem)) {
    error(Rule::Types, "from_bits does not give type " + text(t));
  }
}

// ---- Arrays

void Verifier::check(const ArrayLit& n) {
  if (!binds(1) || !is_array(pattern_[0])) return;
  Shape whole = storage_.type(pattern_[0]);
  Shape elem = whole.inside(1);
  for (const Atom& atom : n.elems) fits(elem, type(atom), "element", atom, 0);
  gives(0, elem.within(Dim::constant(static_cast<int64_t>(n.elems.size()))));
}

void Verifier::check(const Index& n) {
  is_i64(n.indices, "index");
  if (is_array(n.array, n.indices.size())) {
    gives_one(Shape(storage_.type(n.array)).inside(n.indices.size()), 0);
  }
}

std::optional<Shape> Verifier::slice_shape(Var array, std::span<const SliceDim> dims) {
  for (const SliceDim& dim : dims) {
    is_i64(dim.start, dim.is_index ? "index" : "start");
    if (dim.is_index) continue;
    is_i64(dim.count, "count");
    is_i64(dim.stride, "stride");
  }
  if (!is_array(array, dims.size())) return std::nullopt;
  Shape rest = Shape(storage_.type(array)).inside(dims.size());
  std::vector<Dim> outer;
  for (const SliceDim& dim : dims) {
    if (!dim.is_index) outer.push_back(Builder::dim(dim.count));
  }
  return rest.within(outer);
}

void Verifier::check(const Slice& n) {
  if (auto shape = slice_shape(n.array, n.dims)) gives_one(*shape, 0);
}

void Verifier::check(const Update& n) {
  if (auto shape = slice_shape(n.array, n.dims)) {
    fits(*shape, type(n.value), "value", n.value, 0);
    gives_one(storage_.type(n.array));
  }
}

std::optional<Shape> Verifier::flat_shape(Var array, const Atom& offset,
                                          std::span<const FlatDim> dims) {
  is_i64(offset, "offset");
  std::vector<Dim> outer;
  for (const FlatDim& dim : dims) {
    is_i64(dim.count, "count");
    is_i64(dim.stride, "stride");
    outer.push_back(Builder::dim(dim.count));
  }
  if (!is_array(array)) return std::nullopt;
  return Shape(storage_.type(array)).inside(1).within(outer);
}

void Verifier::check(const FlatSlice& n) {
  if (auto shape = flat_shape(n.array, n.offset, n.dims)) gives_one(*shape);
}

void Verifier::check(const FlatUpdate& n) {
  if (auto shape = flat_shape(n.array, n.offset, n.dims)) {
    fits(*shape, storage_.type(n.value), "value", n.value);
    gives_one(storage_.type(n.array));
  }
}

void Verifier::check(const Iota& n) {
  is_i64(n.count, "count");
  const Type* start = type(n.start);
  if (!start->is_scalar() || !takes(BinaryOp::Add, start->elem)) {
    return error(Rule::Types, "iota does not count in " + text(start));
  }
  is_scalar(n.step, start->elem, "step");
  gives_one(Shape(start).within(Builder::dim(n.count)));
}

void Verifier::check(const Replicate& n) {
  is_i64(n.dims, "dimension");
  if (type(n.value)->is_acc()) return error(Rule::Types, "replicate does not work on accumulators");
  gives_one(Shape(type(n.value)).within(dims_of(n.dims)));
}

void Verifier::check(const Concat& n) {
  if (n.arrays.empty()) return error(Rule::Counts, "concat needs an array");
  for (Var array : n.arrays) {
    if (!is_array(array)) return;
  }
  Shape rows = Shape(storage_.type(n.arrays[0])).inside(1);
  int64_t sum = 0;
  bool all_known = true;
  for (Var array : n.arrays) {
    Shape shape = storage_.type(array);
    fits(rows.within(shape.dims[0]), shape, "operand", array);
    all_known &= shape.dims[0].kind == DimKind::Const;
    sum += shape.dims[0].value;
  }
  if (!binds(1) || !is_array(pattern_[0])) return;
  Dim given = storage_.type(pattern_[0])->dims[0];
  gives(0, rows.within(all_known ? Dim::constant(sum) : given));
}

void Verifier::check(const Reshape& n) {
  is_i64(n.dims, "dimension");
  const Type* from = storage_.type(n.array);
  if (from->is_acc() || from->is_irregular()) {
    return error(Rule::Types, "reshape does not work on type " + text(from));
  }
  std::vector<Dim> dims = dims_of(n.dims);
  // The product of the dimensions, if all are known and it is a number that arrays can have.
  auto size = [](std::span<const Dim> all) -> std::optional<int64_t> {
    int64_t product = 1;
    for (const Dim& dim : all) {
      if (dim.kind != DimKind::Const) return std::nullopt;
      if (__builtin_mul_overflow(product, dim.value, &product)) return std::nullopt;
    }
    return product;
  };
  auto before = size(from->dims);
  auto after = size(dims);
  if (before && after && *before != *after) {
    error(Rule::Shapes, "reshape changes the number of elements of " + text(n.array));
  }
  gives_one(Shape(from->elem, dims));
}

void Verifier::check(const Rearrange& n) {
  const Type* from = storage_.type(n.array);
  if (from->is_acc() || from->is_irregular()) {
    return error(Rule::Types, "rearrange does not work on type " + text(from));
  }
  if (!count(from->rank(), n.order.size(), "dimensions in the order")) return;
  Shape shape(from->elem);
  std::vector<bool> seen(from->rank());
  for (uint32_t dim : n.order) {
    if (dim >= from->rank() || seen[dim]) {
      return error(Rule::Structure, "rearrange needs each dimension once");
    }
    seen[dim] = true;
    shape.dims.push_back(from->dims[dim]);
  }
  gives_one(shape);
}

void Verifier::check(const Copy& n) {
  if (is_array(n.array)) gives_one(storage_.type(n.array));
}

void Verifier::check(const Coerce& n) {
  if (!is_array(n.array)) return;
  Shape shape(storage_.type(n.array));
  // The numbers may differ where a check before is there to find out.
  if (guarded_ && pattern_.size() == 1 && is_array(pattern_[0])) {
    std::span<const Dim> given = storage_.type(pattern_[0])->dims;
    for (size_t i = 0; i < shape.dims.size() && i < given.size(); i++) {
      if (shape.dims[i].kind == DimKind::Const && given[i].kind == DimKind::Const)
        shape.dims[i] = given[i];
    }
  }
  gives_one(shape, 0);
}

void Verifier::check(const RowLengths& n) {
  if (is_array(n.array, 2)) gives_one(Shape(Prim::I64, {storage_.type(n.array)->dims[0]}));
}

void Verifier::check(const RowLength& n) {
  is_i64(n.indices, "index");
  if (is_array(n.array, n.indices.size() + 1)) gives_one(Prim::I64);
}

void Verifier::check(const EqualRowLength& n) {
  if (!is_array(n.array)) return;
  const auto varies = [](const Dim& dim) { return dim.is_varying(); };
  const Type* type = storage_.type(n.array);
  if (std::cmp_less_equal(std::ranges::count_if(type->dims, varies), n.level))
    return error(Rule::Types, word() + ": " + text(n.array) + " must have " +
                                  std::to_string(n.level + 1) +
                                  " or more dimensions that vary, but is of type " + text(type));
  gives_one(Prim::I64);
}

void Verifier::check(const EqualStep& n) {
  if (!is_array(n.array)) return;
  const Type* type = storage_.type(n.array);
  fits(Shape(Prim::I64, {type->dims[0]}), type, "numbers", n.array);
  gives_one(Prim::I64);
}

void Verifier::check(const JoinRows& n) {
  if (!is_array(n.array, 2) || !binds(1) || !is_array(pattern_[0])) return;
  Dim given = storage_.type(pattern_[0])->dims[0];
  gives(0, Shape(storage_.type(n.array)).inside(2).within(given));
}

void Verifier::check(const SplitRows& n) {
  if (!is_array(n.lengths) || !is_array(n.array)) return;
  const Type* lengths = storage_.type(n.lengths);
  fits(Shape(Prim::I64, {lengths->dims[0]}), lengths, "lengths", n.lengths);
  Shape rows = Shape(storage_.type(n.array)).inside(1).within(Dim::varying());
  gives_one(rows.within(lengths->dims[0]));
}

// ---- Control

void Verifier::branch(const Body* body) {
  Scope scope(*this);
  if (!this->body(body) || !count(pattern_.size(), body->results.size(), "results")) return;
  for (size_t i = 0; i < pattern_.size(); i++) {
    const Atom& result = body->results[i];
    fits(storage_.type(pattern_[i]), type(result), "result", result);
    know(pattern_[i], result);
  }
  known_.clear();
}

void Verifier::check(const If& n) {
  is_scalar(n.condition, Prim::Bool, "condition");
  branch(n.then_body);
  branch(n.else_body);
}

void Verifier::check(const Match& n) {
  const Type* value = type(n.value);
  if (!value->is_scalar() || !(is_integer(value->elem) || value->elem == Prim::Bool)) {
    return error(Rule::Types, "match does not work on type " + text(value));
  }
  std::unordered_set<uint64_t> seen;
  for (const MatchCase& one : n.cases) {
    use(Atom(one.value));
    is_scalar(one.value, value->elem, "case");
    if (!seen.insert(one.value.bits).second) {
      error(Rule::Structure, "match has the case " + constant_text(one.value) + " twice");
    }
    branch(one.body);
  }
  if (n.otherwise != nullptr) {
    branch(n.otherwise);
  } else if (n.cases.empty()) {
    error(Rule::Structure, "match has no cases");
  }
}

void Verifier::check(const Loop& n) {
  Scope scope(*this);
  bool sound = true;
  for (const LoopParam& p : n.params) sound &= bind(p.param.var);
  if (n.index) sound &= bind(n.index);
  if (!sound) return;
  for (const LoopParam& p : n.params) {
    fits(storage_.type(p.param.var), type(p.init), "initial value", p.init);
    know(p.param.var, p.init);
  }
  known_.clear();

  if (n.index) {
    const Type* index = storage_.type(n.index);
    if (!index->is_scalar() || !is_integer(index->elem)) {
      error(Rule::Types, "loop does not count in " + text(index));
    }
    is_scalar(n.bound, index->elem, "bound");
    if (n.condition != nullptr) error(Rule::Structure, "loop has an index and a condition");
  } else {
    Scope condition(*this);
    if (body(n.condition) && count(1, n.condition->results.size(), "results of the condition")) {
      is_scalar(n.condition->results[0], Prim::Bool, "condition");
    }
  }

  if (!body(n.body) || !count(n.params.size(), n.body->results.size(), "results")) return;
  for (size_t i = 0; i < n.params.size(); i++) {
    const Atom& result = n.body->results[i];
    fits(storage_.type(n.params[i].param.var), type(result), "result", result);
    know(n.params[i].param.var, result);
  }
  known_.clear();
  if (!binds(n.params.size())) return;
  for (size_t i = 0; i < n.params.size(); i++) gives(i, storage_.type(n.params[i].param.var));
}

void Verifier::check(const Call& n) {
  const Function* callee = program_.find(n.fn);
  if (callee == nullptr) {
    return error(Rule::Calls,
                 "there is no function " + name_text(storage_.text(n.fn)) + " to call");
  }
  const Function& fn = *callee;
  if (!count(fn.params.size(), n.args.size(), "arguments") || !binds(fn.results.size())) return;
  for (const auto& list : {fn.params, fn.results}) {
    for (const Param& param : list) {
      bool exists = param.var.id < flags_.size() && storage_.type(param.var) != nullptr;
      if (!exists) return;  // reported with the function
    }
  }
  for (size_t i = 0; i < n.args.size(); i++) {
    fits(storage_.type(fn.params[i].var), type(n.args[i]), "argument", n.args[i]);
    know(fn.params[i].var, n.args[i]);
  }
  for (size_t i = 0; i < fn.results.size(); i++) gives(i, storage_.type(fn.results[i].var));
}

void Verifier::check(const Check& n) {
  is_scalar(n.condition, Prim::Bool, "condition");
  gives_one(Prim::Unit);
}

}  // namespace planish::ir
