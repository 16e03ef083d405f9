#include "passes/calls/host_foreign.h"

#include <unordered_set>
#include <utility>

#include "ir/call_graph.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

// Where a statement stands.
enum class Level : uint8_t {
  Host,
  Map,     // in maps at host level, and in nothing else
  Thread,  // in other operators
};

Level level_inside(const Stm& stm, Level around) {
  bool has_lambda = false;
  for_each_lambda(stm.op, [&](const Lambda*) { has_lambda = true; });
  if (!has_lambda) return around;
  const bool stays_taken_apart = stm.op->kind == Kind::Map && stm.attrs.empty();
  return stays_taken_apart && around != Level::Thread ? Level::Map : Level::Thread;
}

// Functions that are called in operators, directly or through others.
class CalledInOperators {
 public:
  explicit CalledInOperators(const Program& program) : graph_(program) {
    for (const Function* fn : program.functions) find(*fn->body, Level::Host);
  }
  bool contains(Name fn) const { return found_.contains(fn); }

 private:
  void find(const Body& body, Level level) {
    for (const Stm& stm : body.stms) {
      const auto* call = as<Call>(stm.op);
      if (call != nullptr && level != Level::Host) add(call->fn);
      const Level inside = level_inside(stm, level);
      for_each_inner_body(stm.op, [&](const Body* inner) { find(*inner, inside); });
    }
  }
  void add(Name fn) {
    found_.insert(fn);
    for (const Function* reached : graph_.reached_from(fn)) found_.insert(reached->name);
  }

  const CallGraph graph_;
  std::unordered_set<Name> found_;
};

class HostCalls : public Rebuild {
 public:
  HostCalls(Storage& storage, const std::unordered_map<Name, HostVersion>& versions, Level level)
      : Rebuild(storage), versions_(versions), level_(level) {}

  Stm stm(const Stm& old) override {
    const Level around = std::exchange(level_, level_inside(old, level_));
    Stm now = stm_children(old);
    level_ = around;
    const auto* call = as<Call>(now.op);
    const auto version = call == nullptr ? versions_.end() : versions_.find(call->fn);
    if (version == versions_.end() || level_ == Level::Thread ||
        (level_ == Level::Map && !version->second.is_lifted))
      return now;
    Call other = *call;
    other.fn = version->second.name;
    now.op = storage_.arena.make<Call>(other);
    return now;
  }

 private:
  const std::unordered_map<Name, HostVersion>& versions_;
  Level level_;
};

}  // namespace

Program call_host_versions(const Program& program,
                           const std::unordered_map<Name, HostVersion>& versions) {
  if (versions.empty()) return program;
  const CalledInOperators called(program);
  Program made = program;
  for (const Function*& fn : made.functions) {
    const Level level = called.contains(fn->name) ? Level::Thread : Level::Host;
    fn = HostCalls(*program.storage, versions, level).function_children(fn);
  }
  return made;
}

}  // namespace planish::passes
