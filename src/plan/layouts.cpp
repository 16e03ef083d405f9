#include "plan/layouts.h"

#include "ir/match.h"

namespace planish::plan {
namespace {

ir::Dim known_value(const ir::Atom& atom) {
  return atom.is_const() ? ir::Dim::constant(static_cast<int64_t>(atom.constant.bits))
                         : ir::Dim::variable(atom.var);
}
bool is_one(const ir::Dim& dim) { return dim == ir::Dim::constant(1); }

// As far as it is a number that is known, or one of the factors.
ir::Dim product(const ir::Dim& one, const ir::Dim& other) {
  if (is_one(one)) return other;
  if (is_one(other)) return one;
  if (one.kind == ir::DimKind::Const && other.kind == ir::DimKind::Const)
    return ir::Dim::constant(one.value * other.value);
  return ir::Dim::varying();
}

std::vector<ir::Dim> row_major(const ir::Type* type) {
  std::vector<ir::Dim> out(type->rank());
  ir::Dim stride = ir::Dim::constant(1);
  for (size_t k = type->rank(); k-- > 0;) {
    out[k] = stride;
    if (k > 0) stride = product(stride, type->dims[k]);
  }
  return out;
}

}  // namespace

bool Layouts::is_dense_along(ir::Var array, size_t dim) const {
  auto found = strides_.find(array.id);
  if (found == strides_.end()) return dim + 1 == storage_.type(array)->rank();
  return is_one(found->second.strides[dim]);
}

Elements Layouts::elements(ir::Var array) const {
  auto found = elements_.find(array.id);
  return found == elements_.end() ? Elements::InMemory : found->second;
}

const ir::Iota* Layouts::progression(ir::Var array) const {
  auto found = progressions_.find(array.id);
  return found == progressions_.end() ? nullptr : found->second;
}

bool Layouts::is_counted(ir::Var array) const {
  const ir::Iota* iota = progression(array);
  return iota != nullptr && storage_.type(array)->elem == Prim::I64 &&
         iota->step == ir::Atom::i64(1);
}

ir::Var Layouts::first_name(ir::Var var) const {
  for (auto found = names_.find(var.id); found != names_.end(); found = names_.find(var.id))
    var = found->second;
  return var;
}

bool Layouts::are_same(ir::Var one, ir::Var other) const {
  return first_name(one) == first_name(other);
}

std::vector<ir::Dim> Layouts::strides(ir::Var array) const {
  auto found = strides_.find(array.id);
  if (found == strides_.end()) return row_major(storage_.type(array));
  Strides known = found->second.strides;
  if (found->second.where == where_) return known;
  for (ir::Dim& stride : known) {
    if (stride.kind == ir::DimKind::Var) stride = ir::Dim::varying();
  }
  return known;
}

void Layouts::not_made(ir::Var array, Elements elements, const ir::Iota* progression) {
  elements_[array.id] = elements;
  if (progression != nullptr) progressions_[array.id] = progression;
}

void Layouts::element_of(ir::Var param, ir::Var array) {
  if (!storage_.type(param)->is_array() || is_row_major(array)) return;
  const Strides whole = strides(array);
  const size_t rank = storage_.type(param)->rank();
  set(param, Strides(whole.end() - static_cast<ptrdiff_t>(rank), whole.end()));
}

void Layouts::same_as(ir::Var var, ir::Var array) {
  if (!storage_.type(var)->is_array()) return;
  names_[var.id] = array;
  if (!is_row_major(array)) set(var, strides(array));
}

void Layouts::by_columns(ir::Var matrix) {
  set(matrix, {ir::Dim::constant(1), storage_.type(matrix)->dims[0]});
}

void Layouts::strided(ir::Var array) {
  set(array, Strides(storage_.type(array)->rank(), ir::Dim::varying()));
}

void Layouts::bind(const ir::Stm& stm) {
  const auto views = [&](std::span<const ir::Var> of) {
    for (size_t k = 0; k < of.size(); k++) same_as(stm.pattern[k], of[k]);
  };
  ir::match(
      stm.op, [&](const ir::Index& op) { element_of(stm.pattern[0], op.array); },
      [&](const ir::Slice& op) { slice(stm.pattern[0], op); },
      [&](const ir::FlatSlice& op) { flat_slice(stm.pattern[0], op); },
      [&](const ir::Rearrange& op) { rearrange(stm.pattern[0], op); },
      [&](const ir::Coerce& op) { same_as(stm.pattern[0], op.array); },
      [&](const ir::Same& op) {
        if (op.value.var) same_as(stm.pattern[0], op.value.var);
      },
      [&](const ir::Opaque& op) {
        if (op.value.var) same_as(stm.pattern[0], op.value.var);
      },
      [&](const ir::Trace& op) {
        if (op.value.var) same_as(stm.pattern[0], op.value.var);
      },
      [&](const ir::Update& op) { same_as(stm.pattern[0], op.array); },
      [&](const ir::FlatUpdate& op) { same_as(stm.pattern[0], op.array); },
      [&](const ir::Scatter& op) { views(op.dests); },
      [&](const ir::SegScatter& op) { views(op.dests); },
      [&](const ir::Foreign& op) { views(op.dests); }, [&](const ir::Hist& op) { views(op.dests); },
      [&](const ir::WithAcc& op) { views(op.arrays); },
      // All others make row-major arrays, or copy what they are given if it is not row-major.
      [](const auto&) {});
}

// It stays row-major if it is one block of rows: indices, then one range without steps, then whole
// dimensions.
void Layouts::slice(ir::Var var, const ir::Slice& op) {
  const ir::Type* type = storage_.type(op.array);
  const Strides old = strides(op.array);
  Strides made;
  bool is_block = is_row_major(op.array);
  bool ranged = false;
  for (size_t k = 0; k < type->rank(); k++) {
    if (k >= op.dims.size()) {
      made.push_back(old[k]);
      continue;
    }
    const ir::SliceDim& dim = op.dims[k];
    if (dim.is_index) {
      is_block &= !ranged;
      continue;
    }
    const ir::Dim stride = known_value(dim.stride);
    const bool whole =
        dim.start == ir::Atom::i64(0) && is_one(stride) && known_value(dim.count) == type->dims[k];
    is_block &= is_one(stride) && (!ranged || whole);
    ranged = true;
    made.push_back(product(old[k], stride));
  }
  if (!is_block) set(var, std::move(made));
}

void Layouts::flat_slice(ir::Var var, const ir::FlatSlice& op) {
  const Strides old = strides(op.array);
  Strides made;
  for (const ir::FlatDim& dim : op.dims) {
    const ir::Dim stride = product(known_value(dim.stride), old[0]);
    made.push_back(stride.kind == ir::DimKind::Const ? stride : ir::Dim::varying());
  }
  made.insert(made.end(), old.begin() + 1, old.end());
  set(var, std::move(made));
}

void Layouts::rearrange(ir::Var var, const ir::Rearrange& op) {
  const Strides old = strides(op.array);
  Strides made;
  bool same_order = true;
  for (size_t k = 0; k < op.order.size(); k++) {
    made.push_back(old[op.order[k]]);
    same_order &= op.order[k] == k;
  }
  names_[var.id] = op.array;
  if (same_order && is_row_major(op.array)) return;
  // A matrix that was laid out by columns: plan/column_scan.h.
  const bool is_back =
      op.order.size() == 2 && made == row_major(storage_.type(var)) && !made[0].is_varying();
  if (!is_back) set(var, std::move(made));
}

}  // namespace planish::plan
