#include "passes/calls/inline_calls.h"

#include <unordered_map>

#include "analysis/cost.h"
#include "analysis/effects.h"
#include "analysis/inner_bodies.h"
#include "ir/call_graph.h"
#include "ir/match.h"
#include "passes/common/call_body.h"
#include "passes/common/forward.h"

namespace planish::passes {

using namespace ir;

namespace {

// Note [What is inlined]
// Sizes are in statements. A call with its arguments is about as large as a tiny function, which is
// always inlined. Beyond that it is worth more in the function of an operator, where a call hides
// parallel work and keeps the loop from being vectorised, and for functions with operators, which
// can be fused with what is around the call. Together they may make the program larger by a factor,
// but not more: a chain of functions that call the next one twice ends there.
constexpr size_t kTinySize = 8;
constexpr size_t kTinyConstantSize = 2;
constexpr size_t kSmallSize = 24;
constexpr size_t kSmallSizeInLambda = 120;
constexpr size_t kOperatorsSize = 120;
constexpr size_t kOperatorsSizeInLambda = 600;
constexpr size_t kGrowthFactor = 1;
constexpr size_t kFreeGrowth = 4000;

// It has an operator over arrays, in which elements are computed by a lambda.
bool has_operators(const Body* body) {
  bool found = false;
  for (const Stm& stm : body->stms) {
    for_each_lambda(stm.op, [&](const Lambda*) { found = true; });
    for_each_inner_body(stm.op, [&](const Body* inner) { found = found || has_operators(inner); });
    if (found) return true;
  }
  return false;
}

class InlineCalls : public ForwardRewriter {
 public:
  explicit InlineCalls(const Program& program)
      : ForwardRewriter(*program.storage),
        graph_(program),
        effects_(program),
        growth_left_(kGrowthFactor * statement_count(program) + kFreeGrowth) {}

  // Note [Order of inlining]
  // A function that is called in several places is worked on before it is copied to them. One that
  // is called in one place is copied there as it was, and worked on there: each level of a chain of
  // such functions is then copied once. It needs work of its own only if its call could not be
  // replaced.
  Program inline_all(const Program& program) {
    auto order = graph_.callees_first();
    for (const Function* fn : order) {
      if (is_called_once(fn)) {
        callees_[fn->name] = {fn, 0, false};
      } else {
        work_on(fn);
      }
    }
    for (auto fn = order.rbegin(); fn != order.rend(); ++fn) {
      if (is_called_once(*fn) && !gone_.contains((*fn)->name)) work_on(*fn);
    }
    Program result = program;
    for (const Function*& fn : result.functions) fn = callees_.at(fn->name).fn;
    return result;
  }

  const Lambda* lambda(const Lambda* lambda) override {
    lambdas_around_++;
    const Lambda* now = ForwardRewriter::lambda(lambda);
    lambdas_around_--;
    return now;
  }

 protected:
  bool rewrite_early(const Stm& stm) override {
    const Call* call = as<Call>(stm.op);
    if (call == nullptr || has_attribute(stm.attrs, AttributeKind::Noinline)) return false;
    auto it = callees_.find(call->fn);
    if (it == callees_.end() || !may_inline(it->second.fn)) return false;
    if (!has_attribute(stm.attrs, AttributeKind::Inline) && !is_worth_it(it->second)) return false;
    gone_.insert(call->fn);
    if (!is_called_once(it->second.fn)) growth_left_ -= std::min(growth_left_, it->second.size);
    put_body(stm, *call, it->second.fn);
    return true;
  }

 private:
  struct Callee {
    const Function* fn = nullptr;
    size_t size = 0;
    bool has_operators = false;
  };

  void work_on(const Function* fn) {
    const Function* now = function_children(fn);
    callees_[fn->name] = {now, statement_count(now->body), has_operators(now->body)};
  }

  bool may_inline(const Function* fn) const {
    return !graph_.is_recursive(fn->name) && !has_attribute(fn->attrs, AttributeKind::Noinline);
  }
  bool is_called_once(const Function* fn) const {
    return fn->entry == nullptr && !fn->constant && graph_.call_count(fn->name) == 1 &&
           may_inline(fn);
  }
  bool is_worth_it(const Callee& callee) const {
    if (callee.fn->constant) return is_tiny_constant(callee);
    if (has_attribute(callee.fn->attrs, AttributeKind::Inline) || is_called_once(callee.fn))
      return true;
    return callee.size <= kTinySize || is_small_enough(callee);
  }
  // Note [What is inlined]
  bool is_small_enough(const Callee& callee) const {
    bool in_lambda = lambdas_around_ > 0;
    size_t small = in_lambda ? kSmallSizeInLambda : kSmallSize;
    size_t operators = in_lambda ? kOperatorsSizeInLambda : kOperatorsSize;
    return callee.size <= std::min(growth_left_, callee.has_operators ? operators : small);
  }
  bool is_tiny_constant(const Callee& callee) const {
    if (callee.size > kTinyConstantSize || effects_.call_has_effect(callee.fn->name)) return false;
    for (const Stm& stm : callee.fn->body->stms) {
      if (as<Call>(stm.op) != nullptr) return false;
      for (Var var : stm.pattern) {
        if (!storage_.type(var)->is_scalar()) return false;
      }
    }
    return true;
  }

  void put_body(const Stm& stm, const Call& call, const Function* fn) {
    CallBody copy(storage_, stm.place);
    for (size_t i = 0; i < call.args.size(); i++)
      copy.replace(fn->params[i].var, atom(call.args[i]));
    Stm instead_of = stm;
    instead_of.attrs = without_attribute(storage_.arena, stm.attrs, AttributeKind::Inline);
    std::vector<Atom> results = splice(copy.body(fn->body), instead_of);
    bind(stm.pattern, results, stm);
  }

  CallGraph graph_;
  Effects effects_;
  size_t growth_left_;         // in statements
  size_t lambdas_around_ = 0;  // the current statement
  std::unordered_map<Name, Callee> callees_;
  std::unordered_set<Name> gone_;  // functions that were copied somewhere
};

}  // namespace

Program inline_calls(const Program& program) { return InlineCalls(program).inline_all(program); }

}  // namespace planish::passes
