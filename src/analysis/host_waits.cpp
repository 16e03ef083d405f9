#include "analysis/host_waits.h"

#include <algorithm>

#include "ir/match.h"

namespace planish {

HostWait host_wait(const ir::Storage& storage, const ir::Stm& stm) {
  const auto is_scalar = [&](ir::Var var) { return storage.type(var)->is_scalar(); };
  return ir::match(
      stm.op,
      [&](const ir::Index&) {
        return is_scalar(stm.pattern[0]) ? HostWait::Element : HostWait::No;
      },
      [&](const ir::SegRed&) {
        return std::ranges::any_of(stm.pattern, is_scalar) ? HostWait::Combined : HostWait::No;
      },
      [](const ir::SegFilter&) { return HostWait::Count; },
      [](const ir::SegPartition&) { return HostWait::Count; },
      [](const ir::SegFlatMap&) { return HostWait::Count; },
      [](const ir::Foreign& op) {
        return op.use == ir::ForeignUse::Performs ? HostWait::Shown : HostWait::Called;
      },
      [&](const ir::Trace&) { return is_scalar(stm.pattern[0]) ? HostWait::No : HostWait::Shown; },
      [](const auto&) { return HostWait::No; });
}

}  // namespace planish
