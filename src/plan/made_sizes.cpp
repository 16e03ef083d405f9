#include "plan/made_sizes.h"

#include <algorithm>

#include "ir/match.h"

namespace planish::plan {
namespace {

// The statement of the body that binds the variable; as many as there are if none does.
size_t bound_at(const ir::Body& code, ir::Var var) {
  const auto binds = [&](const ir::Stm& stm) { return std::ranges::count(stm.pattern, var) > 0; };
  return static_cast<size_t>(std::ranges::find_if(code.stms, binds) - code.stms.begin());
}

// The statement before which memory for the array is there: a concatenation is made with the
// first of its pieces.
size_t made_at(const ir::Body& code, const BodyMemory& memory, ir::Var var) {
  size_t position = bound_at(code, var);
  const size_t concat = position;
  for (const InConcat& one : memory.in_concats) {
    if (one.statement == concat) position = std::min(position, bound_at(code, one.piece));
  }
  return position;
}

ir::Dim sum_of_sizes(const ir::Storage& storage, std::span<const ir::Var> arrays) {
  if (arrays.size() == 1) return storage.type(arrays[0])->dims[0];
  int64_t sum = 0;
  for (ir::Var array : arrays) {
    const ir::Dim& dim = storage.type(array)->dims[0];
    if (dim.kind != ir::DimKind::Const) return ir::Dim::varying();
    sum += dim.value;
  }
  return ir::Dim::constant(sum);
}

}  // namespace

std::vector<ir::Dim> dims_made(const ir::Storage& storage, const ir::Body& code,
                               const BodyMemory& memory, ir::Var var) {
  const ir::Type* type = storage.type(var);
  std::vector<ir::Dim> dims(type->dims.begin(), type->dims.end());
  const size_t position = bound_at(code, var);
  if (position == code.stms.size()) return dims;
  const ir::Op* op = code.stms[position].op;
  if (const auto* filter = ir::as<ir::Filter>(op)) {
    dims[0] = filter->width.is_const()
                  ? ir::Dim::constant(static_cast<int64_t>(filter->width.constant.bits))
                  : ir::Dim::variable(filter->width.var);
  }
  const auto* concat = ir::as<ir::Concat>(op);
  const bool is_made_before =
      std::ranges::count(memory.in_concats, position, &InConcat::statement) > 0;
  if (concat != nullptr && is_made_before) dims[0] = sum_of_sizes(storage, concat->arrays);
  return dims;
}

Fit fit(const ir::Storage& storage, const ir::Body& code, const BodyMemory& memory, ir::Var made,
        const ir::Type* wanted) {
  const size_t position = made_at(code, memory, made);
  const bool is_known = std::ranges::all_of(wanted->dims, [&](const ir::Dim& dim) {
    if (dim.kind != ir::DimKind::Var) return true;
    const size_t bound = bound_at(code, dim.var);
    return bound == code.stms.size() || bound < position;
  });
  if (!is_known) return Fit::Unknown;
  return std::ranges::equal(wanted->dims, dims_made(storage, code, memory, made)) ? Fit::Always
                                                                                  : Fit::IfEqual;
}

bool has_size_before(const ir::Storage& storage, const ir::Stm& stm, ir::Var var) {
  return std::ranges::none_of(storage.type(var)->dims, [&](const ir::Dim& dim) {
    return dim.kind == ir::DimKind::Var && std::ranges::count(stm.pattern, dim.var) > 0;
  });
}

}  // namespace planish::plan
