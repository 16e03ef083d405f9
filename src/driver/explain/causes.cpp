#include "driver/explain/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "driver/explain/device_facts.h"

namespace planish::explain {

using namespace ir;

std::string_view code_of(CauseKind kind) {
  switch (kind) {
    case CauseKind::OneThread: return "one-thread";
    case CauseKind::WaitInLoop: return "wait-in-loop";
    case CauseKind::AppendInLoop: return "append-in-loop";
    case CauseKind::CopyInLoop: return "copy-in-loop";
    case CauseKind::HeavyElement: return "heavy-element";
    case CauseKind::SequentialLoop: return "sequential-loop";
    case CauseKind::FewElements: return "few-elements";
    case CauseKind::Gather: return "gather";
  }
  return "";
}

std::string advice_text(const Context& cx, const Place& place, const Advice& advice) {
  return std::string(cx.source.language(place) == Language::Nesl ? advice.nesl : advice.futhark);
}

std::string array_text(const Context& cx, Var array) {
  std::string_view name = cx.names.name(array);
  return name.empty() ? "an array" : fmt::format("`{}`", name);
}

std::vector<Cause> causes_of(const Context& cx, const Function& core, const WorkEstimate& work,
                             const DeviceFacts* device) {
  std::vector<Cause> causes;
  for (const Function* fn : reachable(cx.core, core)) {
    find_appends(cx, *fn, causes);
    find_copies(cx, *fn, causes);
    find_heavy_elements(cx, *fn, causes);
    find_gathers(cx, *fn, causes);
  }
  if (device != nullptr) find_device_causes(cx, *device, causes);
  find_sequential(cx, work, causes);
  auto key = [](const Cause& cause) {
    return std::tuple(cause.kind, cause.place.line, cause.place.column);
  };
  std::ranges::stable_sort(causes, {}, key);
  // A function that is inlined in several places is in the source once.
  // One line of the source has one array to speak of.
  std::vector<Cause> said;
  for (Cause& cause : causes) {
    auto is_known = [&](const Cause& known) {
      return known.kind == cause.kind &&
             (is_same_range(known.place, cause.place) ||
              (known.place.file == cause.place.file && known.place.line == cause.place.line &&
               known.message == cause.message));
    };
    if (std::ranges::none_of(said, is_known)) said.push_back(std::move(cause));
  }
  return said;
}

}  // namespace planish::explain
