#include "plan/temporaries.h"

#include "ir/match.h"
#include "plan/plan.h"

namespace planish::plan {
namespace {

ir::Dim dim_of(const ir::Atom& size) {
  return size.is_const() ? ir::Dim::constant(static_cast<int64_t>(size.constant.bits))
                         : ir::Dim::variable(size.var);
}

std::vector<ir::Dim> dims_of(const ir::Storage& storage, ir::Var var) {
  const ir::Type* type = storage.type(var);
  return {type->dims.begin(), type->dims.end()};
}

// One for each point of the space. The size of an irregular level is that of all levels around it.
std::vector<ir::Dim> points_of(const ir::Space& space) {
  std::vector<ir::Dim> dims;
  for (const ir::Level& level : space.levels) {
    if (level.offsets) dims.clear();
    dims.push_back(dim_of(level.bound));
  }
  return dims;
}

std::vector<Temporary> row_starts(const OperatorPlan& plan, const ir::Stm& stm,
                                  const ir::SegFlatMap& op) {
  std::vector<Temporary> out;
  if (plan.lengths == nullptr) return out;
  const size_t groups = op.groups.size();
  for (size_t group = 0; group < groups; group++) {
    if (!plan.lengths->offsets[group])
      out.push_back(
          {TemporaryKind::RowStarts, stm.pattern[groups + group], Prim::I64, points_of(op.space)});
  }
  return out;
}

// Nothing where it is known that there are enough columns.
std::vector<Temporary> scanned_rows(const ir::Storage& storage, const Target& target,
                                    const OperatorPlan& plan, const ir::Stm& stm,
                                    const ir::SegScan& op) {
  std::vector<Temporary> out;
  if (!plan.takes(Strategy::ColumnScan)) return out;
  const ir::Dim columns = dim_of(op.space.levels[0].bound);
  const bool are_enough =
      columns.kind == ir::DimKind::Const && columns.value >= target.strategies.scans.least_columns;
  for (ir::Var var : stm.pattern) {
    std::vector<ir::Dim> dims = dims_of(storage, var);
    dims[0] = are_enough ? ir::Dim::constant(0) : columns;
    out.push_back({TemporaryKind::Rows, var, storage.type(var)->elem, std::move(dims)});
  }
  return out;
}

}  // namespace

std::vector<Temporary> temporaries_of_strips(const ir::Storage& storage, const OperatorPlan& plan) {
  std::vector<Temporary> out;
  if (plan.strips == nullptr) return out;
  for (ir::Var var : plan.strips->made) {
    if (plan.strips->rows.contains(var.id)) continue;
    std::vector<ir::Dim> dims = dims_of(storage, var);
    dims.push_back(ir::Dim::constant(plan.strips->lanes));
    out.push_back({TemporaryKind::Lanes, var, storage.type(var)->elem, std::move(dims)});
  }
  return out;
}

std::vector<Temporary> temporaries_of(const ir::Storage& storage, const Target& target,
                                      const Layouts& layouts, const OperatorPlan& plan,
                                      const ir::Stm& stm) {
  using Temporaries = std::vector<Temporary>;
  return ir::match(
      stm.op, [&](const ir::SegFlatMap& op) { return row_starts(plan, stm, op); },
      [&](const ir::SegScan& op) { return scanned_rows(storage, target, plan, stm, op); },
      [&](const ir::EqualStep& op) {
        if (layouts.is_row_major(op.array)) return Temporaries{};
        return Temporaries{
            {TemporaryKind::DenseOffsets, stm.pattern[0], Prim::I64, dims_of(storage, op.array)}};
      },
      [](const auto&) { return Temporaries{}; });
}

}  // namespace planish::plan
