#include "plan/partition.h"

#include <algorithm>
#include <unordered_set>

#include "ir/walk.h"

namespace planish::plan {
namespace {

// The code for counts in registers is written for so many.
constexpr int64_t kRegisterClasses = 2;

enum class Checks : uint8_t { Keep, Drop };

// The statements that some of the body's results need, and its checks where they are asked for.
void keep_needed(const ir::Storage& storage, const Effects& effects, const ir::Body& body,
                 std::span<const ir::Atom> results, Checks checks, PartOfBody& part) {
  std::unordered_set<uint32_t> needed;
  const auto need = [&](ir::Var var) { needed.insert(var.id); };
  for (const ir::Atom& result : results) {
    if (!result.var) continue;
    need(result.var);
    ir::for_each_var_in(storage.type(result.var), need);
  }
  for (size_t k = body.stms.size(); k-- > 0;) {
    const ir::Stm& stm = body.stms[k];
    const bool kept_anyway = checks == Checks::Keep && effects.has_effect(stm.op);
    const bool used =
        std::ranges::any_of(stm.pattern, [&](ir::Var var) { return needed.contains(var.id); });
    if (!kept_anyway && !used) continue;
    for (ir::Var var : stm.pattern) ir::for_each_var_in(storage.type(var), need);
    ir::for_each_var_use(stm.op, need);
    ir::for_each_body(stm.op, [&](const ir::Body* inner) {
      std::ranges::for_each(ir::free_variables(storage, inner), need);
    });
    ir::for_each_lambda(stm.op, [&](const ir::Lambda* inner) {
      std::ranges::for_each(ir::free_variables(storage, inner), need);
    });
    part.stms.push_back(stm);
  }
  std::ranges::reverse(part.stms);
  part.body = {part.stms, results};
}

}  // namespace

std::unique_ptr<const PartitionPlan> plan_partition(const Context& cx, const Effects& effects,
                                                    const ir::SegPartition& op) {
  auto plan = std::make_unique<PartitionPlan>();
  const std::span<const ir::Atom> results = op.body->results;
  keep_needed(cx.storage, effects, *op.body, results.first(1), Checks::Keep, plan->classify);
  keep_needed(cx.storage, effects, *op.body, results.subspan(1), Checks::Drop, plan->place);
  const int64_t classes =
      op.classes.is_const() ? static_cast<int64_t>(op.classes.constant.bits) : INT64_MAX;
  // There is one more: points that are left out.
  plan->class_prim = classes <= UINT8_MAX    ? Prim::U8
                     : classes <= UINT16_MAX ? Prim::U16
                     : classes <= UINT32_MAX ? Prim::U32
                                             : Prim::U64;
  if (!op.classes.is_const()) {
    plan->why_no_registers = "the number of classes is not known";
  } else if (classes > kRegisterClasses) {
    plan->why_no_registers = "there are too many classes";
  }
  return plan;
}

}  // namespace planish::plan
