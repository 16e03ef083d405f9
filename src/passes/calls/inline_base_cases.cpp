#include "passes/calls/inline_base_cases.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "ir/call_graph.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

constexpr size_t kMostStatements = 8;

// Nothing but scalars and views, which cannot fail.
bool is_trivial(std::span<const Stm> stms) {
  return stms.size() <= kMostStatements && std::ranges::all_of(stms, [](const Stm& stm) {
           return stm.certs.empty() &&
                  match(
                      stm.op, [](const Unary&) { return true; }, [](const Binary&) { return true; },
                      [](const Ternary&) { return true; }, [](const Convert&) { return true; },
                      [](const Same&) { return true; }, [](const Index&) { return true; },
                      [](const Slice&) { return true; }, [](const Coerce&) { return true; },
                      [](const auto&) { return false; });
         });
}

struct BaseCase {
  const Function* fn = nullptr;
  std::span<const Stm> before;  // the branch
  const Stm* branch = nullptr;
  bool is_then = false;
};

std::optional<BaseCase> base_case(const Storage& storage, const CallGraph& calls,
                                  const Function& fn) {
  const bool is_sequential = has_attribute(fn.attrs, AttributeKind::Sequential);
  if (!is_sequential || fn.body->stms.empty() || !calls.calls_itself(fn.name)) return {};
  const Stm& last = fn.body->stms.back();
  const auto* branch = as<If>(last.op);
  const std::span<const Stm> before = fn.body->stms.first(fn.body->stms.size() - 1);
  if (branch == nullptr || !last.certs.empty() || !is_trivial(before)) return {};
  const bool gives_results =
      std::ranges::equal(fn.body->results, last.pattern,
                         [](const Atom& result, Var var) { return result.var == var; });
  // The sizes of results are those of arguments.
  const bool has_sizes = std::ranges::all_of(fn.results, [&](const Param& result) {
    return std::ranges::all_of(storage.type(result.var)->dims, [&](const Dim& dim) {
      return dim.kind == DimKind::Const || std::ranges::count(fn.params, dim.var, &Param::var) > 0;
    });
  });
  const bool is_consuming =
      std::ranges::any_of(fn.params, [](const Param& param) { return param.unique; });
  if (!gives_results || !has_sizes || is_consuming) return {};
  if (is_trivial(branch->then_body->stms)) return BaseCase{&fn, before, &last, true};
  if (is_trivial(branch->else_body->stms)) return BaseCase{&fn, before, &last, false};
  return {};
}

class InlineBaseCases : public Rebuild {
 public:
  explicit InlineBaseCases(const Program& program) : Rebuild(*program.storage) {
    const CallGraph calls(program);
    for (const Function* fn : program.functions) {
      if (auto found = base_case(storage_, calls, *fn)) cases_.emplace(fn->name, *found);
    }
  }

  const Body* body(const Body* old) override {
    const Body* inside = body_children(old);
    std::vector<Stm> stms;
    bool changed = false;
    for (const Stm& stm : inside->stms) {
      const auto* call = as<Call>(stm.op);
      auto found = call == nullptr ? cases_.end() : cases_.find(call->fn);
      if (found == cases_.end()) {
        stms.push_back(stm);
      } else {
        add_call(stms, stm, *call, found->second);
        changed = true;
      }
    }
    if (!changed) return inside;
    return storage_.arena.make<Body>(
        Body{storage_.arena.copy(std::span<const Stm>(stms)), inside->results});
  }

 private:
  void add_call(std::vector<Stm>& stms, const Stm& stm, const Call& call, const BaseCase& base) {
    // The function as it is, but instead of its other branch it calls itself.
    std::vector<Var> results;
    for (const Param& result : base.fn->results)
      results.push_back(storage_.new_var({}, storage_.type(result.var)));
    std::vector<Atom> params;
    for (const Param& param : base.fn->params) params.emplace_back(param.var);
    Call again = call;
    again.args = storage_.arena.copy(std::span<const Atom>(params));
    Stm inner = stm;
    inner.pattern = storage_.arena.copy(std::span<const Var>(results));
    inner.op = storage_.arena.make<Call>(again);
    std::vector<Atom> given(results.begin(), results.end());
    const Body* rest = storage_.arena.make<Body>(
        Body{storage_.arena.copy({inner}), storage_.arena.copy(std::span<const Atom>(given))});
    If branch = *as<If>(base.branch->op);
    (base.is_then ? branch.else_body : branch.then_body) = rest;
    std::vector<Stm> all(base.before.begin(), base.before.end());
    all.push_back(*base.branch);
    all.back().op = storage_.arena.make<If>(branch);
    Substitution arguments;
    for (size_t k = 0; k < call.args.size(); k++)
      arguments.emplace(base.fn->params[k].var, call.args[k]);
    const Body whole{all, base.fn->body->results};
    const Body* copy = clone_body(storage_, &whole, arguments);
    stms.insert(stms.end(), copy->stms.begin(), copy->stms.end());
    stms.back().pattern = stm.pattern;
    stms.back().certs = stm.certs;
    stms.back().place = stm.place;
  }

  std::unordered_map<Name, BaseCase> cases_;
};

}  // namespace

Program inline_base_cases(const Program& program) {
  InlineBaseCases inliner(program);
  Program result = program;
  result.functions.clear();
  for (const Function* fn : program.functions)
    result.functions.push_back(inliner.function_children(fn));
  return result;
}

}  // namespace planish::passes
