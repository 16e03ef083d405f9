#include "passes/simplify/cse.h"

#include <unordered_map>

#include "analysis/consumed.h"
#include "analysis/effects.h"
#include "ir/facts.h"
#include "passes/common/forward.h"
#include "passes/common/operation_key.h"

namespace planish::passes {

using namespace ir;

namespace {

class Cse : public ForwardRewriter {
 public:
  explicit Cse(const Program& program)
      : ForwardRewriter(*program.storage), consumed_(program), effects_(program) {
    for (const Function* fn : program.functions) {
      for (const Param& param : fn->params) {
        if (param.unique) consuming_.insert(fn->name);
      }
    }
  }

  const Body* body(const Body* body) override {
    size_t outside = scope_.size();
    const Body* result = ForwardRewriter::body(body);
    while (scope_.size() > outside) {
      known_.erase(scope_.back());
      scope_.pop_back();
    }
    return result;
  }

 protected:
  void rewrite(const Stm& stm) override {
    std::optional<OperationKey> key = key_of(stm);
    if (!key) return emit(stm);
    auto it = known_.find(*key);
    if (it != known_.end()) {
      for (size_t i = 0; i < stm.pattern.size(); i++) replace(stm.pattern[i], it->second[i]);
      return;
    }
    emit(stm);
    std::vector<Var> results;
    for (Var var : stm.pattern) results.push_back(use(var));
    known_.emplace(*key, std::move(results));
    scope_.push_back(std::move(*key));
  }

 private:
  std::optional<OperationKey> key_of(const Stm& stm) {
    if (!may_share_result(stm.op) || stm.pattern.empty()) return std::nullopt;
    std::vector<const Type*> types;
    for (Var var : stm.pattern) {
      if (consumed_.contains(var)) return std::nullopt;
      types.push_back(new_type(var));
    }
    return operation_key(storage_, stm.op, stm.pattern, types);
  }

  // The result depends on nothing but the operands, and doing it once is as good as twice.
  bool may_share_result(const Op* op) const {
    if (const Call* call = as<Call>(op)) return !call_matters(call->fn);
    // What writes consumes an operand, and so cannot be done twice.
    const OperationFacts does = facts(op);
    if (does.memory == Memory::Written || does.effect == Effect::Shows) return false;
    // An array that is made twice may become a part of two operators, and then it is not made at
    // all.
    return as<Opaque>(op) == nullptr && as<Map>(op) == nullptr;
  }
  bool call_matters(Name fn) const {
    return effects_.call_has_effect(fn) || consuming_.contains(fn);
  }

  ConsumedArrays consumed_;
  Effects effects_;
  std::unordered_set<Name> consuming_;  // functions
  std::unordered_map<OperationKey, std::vector<Var>, OperationKeyHash> known_;
  std::vector<OperationKey> scope_;  // the keys of known_, those of inner bodies last
};

}  // namespace

Program cse(const Program& program) { return Cse(program).program(program); }

}  // namespace planish::passes
