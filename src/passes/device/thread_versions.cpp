#include "passes/device/thread_versions.h"

#include <deque>
#include <unordered_map>

#include "analysis/host_code.h"
#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "passes/common/function_version.h"

namespace planish::passes {

using namespace ir;

namespace {

// Goes through code of the host; in kernels, and in functions for threads, calls go to versions for
// threads.
class ThreadVersions : public Rebuild {
 public:
  ThreadVersions(const Program& before, const Program& now, const std::unordered_set<Name>& host)
      : Rebuild(*now.storage), before_(before), now_(now), host_(host), code_(now) {}

  Program run() {
    Program result = now_;
    for (const Function*& fn : result.functions) {
      in_thread_ = !host_.contains(fn->name);
      fn = function_children(fn);
    }
    for (; !wanted_.empty(); wanted_.pop_front())
      result.functions.push_back(version(before_.find(wanted_.front())));
    return result;
  }

  Stm stm(const Stm& old) override {
    const bool around = in_thread_;
    in_thread_ = around || !is_control(old.op);
    Stm now = stm_children(old);
    in_thread_ = around;
    const auto* call = as<Call>(now.op);
    if (call == nullptr || !in_thread_ || code_.is_constant(call->fn)) return now;
    // What has no kernels is the same for both.
    if (!host_.contains(call->fn) || !code_.of_function(call->fn).launches) return now;
    auto [it, is_new] = versions_.try_emplace(call->fn, Name{});
    if (is_new) {
      it->second = version_name(storage_, now_.functions, call->fn, ".thread");
      wanted_.push_back(call->fn);
    }
    Call other = *call;
    other.fn = it->second;
    now.op = storage_.arena.make<Call>(other);
    return now;
  }

 private:
  const Function* version(const Function* fn) {
    in_thread_ = true;
    return storage_.arena.make<Function>(
        function_version(storage_, *fn, versions_.at(fn->name), [&] { return body(fn->body); }));
  }

  const Program& before_;
  const Program& now_;
  const std::unordered_set<Name>& host_;
  const HostCode code_;
  bool in_thread_ = false;
  std::unordered_map<Name, Name> versions_;
  std::deque<Name> wanted_;
};

}  // namespace

Program with_thread_versions(const Program& before, const Program& now,
                             const std::unordered_set<Name>& host) {
  return ThreadVersions(before, now, host).run();
}

}  // namespace planish::passes
