#include "driver/explain/device_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_set>

#include "analysis/inner_bodies.h"
#include "driver/explain/summary.h"
#include "ir/call_graph.h"
#include "ir/one_point.h"
#include "runtime/device/ways.h"
#include "runtime/device_abi.h"

namespace planish::explain {

using namespace ir;

KernelFacts::KernelFacts(const std::vector<codegen::KernelInfo>& kernels, int64_t threads) {
  std::unordered_map<const Stm*, std::vector<const codegen::KernelInfo*>> by_stm;
  for (const codegen::KernelInfo& kernel : kernels) {
    if (kernel.stm != nullptr) by_stm[kernel.stm].push_back(&kernel);
  }
  for (const auto& [stm, of_stm] : by_stm) {
    std::vector<device::KernelForm> forms;
    for (const codegen::KernelInfo* kernel : of_stm)
      forms.push_back({kernel->body, kernel->constants});
    for (size_t k = 0; k < forms.size(); k++) {
      device::Way way = device::way_of(forms, k, threads);
      const int32_t flags = of_stm[k]->flags;
      kernels_[stm].push_back({of_stm[k]->name, of_stm[k]->body, std::move(way.how),
                               std::move(way.when), (flags & PLANISH_KERNEL_ALLOCATES) != 0,
                               (flags & PLANISH_KERNEL_RECURSES) != 0});
    }
  }
}

const std::vector<Kernel>& KernelFacts::of(const Stm& stm) const {
  static const std::vector<Kernel> kNone;
  auto found = kernels_.find(&stm);
  return found == kernels_.end() ? kNone : found->second;
}

namespace {

class Collector {
 public:
  explicit Collector(const Context& cx) : cx_(cx), graph_(cx.flat) {}

  DeviceFacts run(const Function& entry) {
    function(entry);
    return std::move(found_);
  }

 private:
  void function(const Function& fn) {
    if (!seen_.insert(fn.name).second) return;
    const std::string outer = loop_;
    if (graph_.calls_itself(fn.name)) loop_ = loop_text(cx_, {nullptr, &fn, {}, 0, 0});
    body(fn.body);
    loop_ = outer;
  }

  void body(const Body* stms) {
    for (const Stm& one : stms->stms) stm(one);
  }

  void stm(const Stm& stm) {
    const HostWait wait = host_wait(cx_.storage, stm);
    if (wait != HostWait::No) found_.waits.push_back({wait, place(stm), loop_});
    for (const Attribute& attribute : stm.attrs) {
      if (attribute_text(cx_.storage.names, attribute) != "coalesced") continue;
      found_.copies.push_back({place(stm), copied(stm), cx_.sizes.memory(stm), loop_});
    }
    if (space_of(stm.op) != nullptr) {
      const Threads threads = has_one_point(stm.op) ? Threads::One : Threads::Many;
      for (const Kernel& kernel : cx_.kernels.of(stm))
        found_.kernels.push_back({kernel, &stm, place(stm), loop_, threads});
      return;  // threads do the rest
    }
    if (const auto* call = as<ir::Call>(stm.op)) {
      if (const Function* callee = cx_.flat.find(call->fn)) function(*callee);
      return;
    }
    const std::string outer = loop_;
    if (as<Loop>(stm.op) != nullptr) loop_ = loop_text(cx_, {&stm, nullptr, {}, 0, 0});
    for_each_inner_body(stm.op, [&](const Body* inner) { body(inner); });
    loop_ = outer;
  }

  Place place(const Stm& stm) const { return cx_.source.users_place(stm.place); }

  // "`m`", or "an array".
  std::string copied(const Stm& stm) const {
    const auto* copy = as<Copy>(stm.op);
    if (copy == nullptr) return "an array";
    const Op* view = cx_.sizes.definition(copy->array);
    const auto* turned = view == nullptr ? nullptr : as<Rearrange>(view);
    return array_text(cx_, turned == nullptr ? copy->array : turned->array);
  }

  const Context& cx_;
  const CallGraph graph_;
  std::unordered_set<Name> seen_;
  std::string loop_;  // the innermost one around; empty: there is none
  DeviceFacts found_;
};

// Each text once, with how often it was there.
class Counted {
 public:
  void add(const std::string& text) {
    auto known = std::ranges::find(texts_, text, &std::pair<std::string, size_t>::first);
    if (known == texts_.end()) {
      texts_.emplace_back(text, 1);
    } else {
      known->second++;
    }
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> out;
    for (const auto& [text, count] : texts_)
      out.push_back(count == 1 ? text : fmt::format("{} ({} times)", text, count));
    return out;
  }

 private:
  std::vector<std::pair<std::string, size_t>> texts_;
};

std::string kernels_text(const DeviceFacts& device) {
  const auto of_one =
      static_cast<size_t>(std::ranges::count(device.kernels, Threads::One, &KernelAt::threads));
  if (device.kernels.empty()) return "none: the host does all of it";
  std::string text = std::to_string(device.kernels.size());
  if (of_one == device.kernels.size()) return text + ", with one thread";
  if (of_one > 0) text += fmt::format(", {} of them with one thread", of_one);
  return text;
}

std::string waits_text(const Context& cx, const DeviceFacts& device) {
  Counted parts;
  for (const Wait& wait : device.waits) {
    parts.add(
        fmt::format("{}for {} at {}",
                    wait.loop.empty() ? "" : fmt::format("in each iteration of {} ", wait.loop),
                    wait_words(wait.kind), cx.source.position(wait.place)));
  }
  const std::vector<std::string> all = parts.texts();
  if (all.empty()) return "the host waits for the results only";
  return fmt::format("the host waits {}; and for the results", fmt::join(all, "; "));
}

std::string copies_text(const Context& cx, const DeviceFacts& device) {
  Counted parts;
  for (const DeviceCopy& copy : device.copies) {
    parts.add(
        fmt::format("{} at {}{}", copy.array, cx.source.position(copy.place),
                    copy.loop.empty() ? "" : fmt::format(" in each iteration of {}", copy.loop)));
  }
  const std::vector<std::string> all = parts.texts();
  if (all.empty()) return "";
  return fmt::format("{}: transposed first, so that threads side by side read side by side",
                     fmt::join(all, ", "));
}

// The statement of a kernel of one thread that has most of the work.
const Stm* largest(const Context& cx, WorkCost& cost, const Stm& kernel) {
  const Stm* most = nullptr;
  for_each_inner_body(kernel.op, [&](const Body* body) {
    for (const Stm& stm : body->stms) {
      if (!cx.source.is_users(cx.source.users_place(stm.place))) continue;
      if (most == nullptr || cost.of(stm) > cost.of(*most)) most = &stm;
    }
  });
  return most;
}

void find_one_thread(const Context& cx, const DeviceFacts& device, std::vector<Cause>& causes) {
  // Less is done before anybody notices, in nanoseconds of a CPU.
  constexpr double kShort = 200;
  WorkCost cost(cx);
  for (const KernelAt& at : device.kernels) {
    if (at.threads != Threads::One || cost.of(*at.stm) < kShort) continue;
    const Stm* most = largest(cx, cost, *at.stm);
    const Place place = most == nullptr ? at.place : cx.source.users_place(most->place);
    causes.push_back({CauseKind::OneThread, place,
                      "this runs in one thread of the GPU, element after element, while all others "
                      "have nothing to do",
                      advice_text(cx, place,
                                  {"write what it does as `map`, `reduce`, `scan` or "
                                   "`scatter`; what cannot be written so is faster on a CPU",
                                   "write what it does as an apply-to-each, a sum or a scan; "
                                   "what cannot be written so is faster on a CPU"}),
                      std::nullopt});
  }
}

}  // namespace

std::string_view wait_words(HostWait wait) {
  switch (wait) {
    case HostWait::No: return "nothing";
    case HostWait::Element: return "an element";
    case HostWait::Combined: return "the result of a reduction";
    case HostWait::Count: return "the number of elements";
    case HostWait::Shown: return "an array that is shown";
    case HostWait::Called: return "what a foreign function works on";
  }
  __builtin_unreachable();
}

DeviceFacts device_facts(const Context& cx, const Function& flat) {
  return Collector(cx).run(flat);
}

void add_to_summary(const Context& cx, const DeviceFacts& device, Summary& summary) {
  summary.kernels = kernels_text(device);
  summary.copies = copies_text(cx, device);
  summary.waits = waits_text(cx, device);
}

void find_device_causes(const Context& cx, const DeviceFacts& device, std::vector<Cause>& causes) {
  find_one_thread(cx, device, causes);
  for (const Wait& wait : device.waits) {
    if (wait.loop.empty() || !cx.source.is_users(wait.place)) continue;
    causes.push_back(
        {CauseKind::WaitInLoop, wait.place,
         fmt::format(
             "the host waits for {} here in each iteration of {}: the GPU is idle meanwhile",
             wait_words(wait.kind), wait.loop),
         "let the loop do as many iterations as there can be, or ask only every few of them; what "
         "only decides about elements can be an `if` inside of a `map`",
         std::nullopt});
  }
}

}  // namespace planish::explain
