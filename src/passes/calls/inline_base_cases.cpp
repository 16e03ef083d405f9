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

constexpr size_t kMostInFirstCase = 8;   // of the first case
constexpr size_t kMostInLaterCase = 16;  // of each further one
constexpr size_t kMostBaseCases = 3;

// Nothing but scalars, views and literals, which cannot fail.
bool is_trivial(std::span<const Stm> stms, size_t most) {
  return stms.size() <= most && std::ranges::all_of(stms, [](const Stm& stm) {
           return stm.certs.empty() &&
                  match(
                      stm.op, [](const Unary&) { return true; }, [](const Binary&) { return true; },
                      [](const Ternary&) { return true; }, [](const Convert&) { return true; },
                      [](const Same&) { return true; }, [](const Index&) { return true; },
                      [](const Slice&) { return true; }, [](const Coerce&) { return true; },
                      [](const ArrayLit&) { return true; }, [](const auto&) { return false; });
         });
}

// A condition, and the branch that ends the recursion.
struct RecursionEnd {
  std::span<const Stm> before;  // the condition
  const Stm* branch = nullptr;
  bool is_then = false;
  std::span<const Atom> results;  // of the body that has it

  const Body* rest() const {
    const auto& op = *as<If>(branch->op);
    return is_then ? op.else_body : op.then_body;
  }
};

struct BaseCases {
  const Function* fn = nullptr;
  std::vector<RecursionEnd> ends;  // each in the rest of the one before
};

std::optional<RecursionEnd> end_of_recursion(const Body& body, size_t most) {
  if (body.stms.empty()) return {};
  const Stm& last = body.stms.back();
  const auto* branch = as<If>(last.op);
  const std::span<const Stm> before = body.stms.first(body.stms.size() - 1);
  if (branch == nullptr || !last.certs.empty() || !is_trivial(before, kMostInFirstCase)) return {};
  const bool gives_results = std::ranges::equal(
      body.results, last.pattern, [](const Atom& result, Var var) { return result.var == var; });
  if (!gives_results) return {};
  for (const Body* end : {branch->then_body, branch->else_body}) {
    if (is_trivial(end->stms, most))
      return RecursionEnd{before, &last, end == branch->then_body, body.results};
  }
  return {};
}

std::optional<BaseCases> base_cases(const Storage& storage, const CallGraph& calls,
                                    const Function& fn) {
  const bool is_sequential = has_attribute(fn.attrs, AttributeKind::Sequential);
  if (!is_sequential || !calls.calls_itself(fn.name)) return {};
  // The sizes of results are those of arguments.
  const bool has_sizes = std::ranges::all_of(fn.results, [&](const Param& result) {
    return std::ranges::all_of(storage.type(result.var)->dims, [&](const Dim& dim) {
      return dim.kind == DimKind::Const || std::ranges::count(fn.params, dim.var, &Param::var) > 0;
    });
  });
  const bool is_consuming =
      std::ranges::any_of(fn.params, [](const Param& param) { return param.unique; });
  if (!has_sizes || is_consuming) return {};
  BaseCases found{&fn, {}};
  for (const Body* body = fn.body; found.ends.size() < kMostBaseCases;) {
    const bool is_first = found.ends.empty();
    const auto end = end_of_recursion(*body, is_first ? kMostInFirstCase : kMostInLaterCase);
    if (!end) break;
    found.ends.push_back(*end);
    body = end->rest();
  }
  return found.ends.empty() ? std::nullopt : std::optional(std::move(found));
}

class InlineBaseCases : public Rebuild {
 public:
  explicit InlineBaseCases(const Program& program) : Rebuild(*program.storage) {
    const CallGraph calls(program);
    for (const Function* fn : program.functions) {
      if (auto found = base_cases(storage_, calls, *fn)) cases_.emplace(fn->name, *found);
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
  void add_call(std::vector<Stm>& stms, const Stm& stm, const Call& call, const BaseCases& cases) {
    Substitution arguments;
    for (size_t k = 0; k < call.args.size(); k++)
      arguments.emplace(cases.fn->params[k].var, call.args[k]);
    const Body* copy = clone_body(storage_, ends_and_call(cases, stm, call), arguments);
    stms.insert(stms.end(), copy->stms.begin(), copy->stms.end());
    stms.back().pattern = stm.pattern;
    stms.back().certs = stm.certs;
    stms.back().place = stm.place;
  }

  // The function as it is, but instead of what is left at last it calls itself.
  const Body* ends_and_call(const BaseCases& cases, const Stm& stm, const Call& call) {
    const Body* rest = call_again(*cases.fn, stm, call);
    for (size_t i = cases.ends.size(); i-- > 0;) {
      const RecursionEnd& end = cases.ends[i];
      If branch = *as<If>(end.branch->op);
      (end.is_then ? branch.else_body : branch.then_body) = rest;
      std::vector<Stm> all(end.before.begin(), end.before.end());
      all.push_back(*end.branch);
      all.back().op = storage_.arena.make<If>(branch);
      rest = storage_.arena.make<Body>(
          Body{storage_.arena.copy(std::span<const Stm>(all)), end.results});
    }
    return rest;
  }

  const Body* call_again(const Function& fn, const Stm& stm, const Call& call) {
    std::vector<Var> results;
    for (const Param& result : fn.results)
      results.push_back(storage_.new_var({}, storage_.type(result.var)));
    std::vector<Atom> params;
    for (const Param& param : fn.params) params.emplace_back(param.var);
    Call again = call;
    again.args = storage_.arena.copy(std::span<const Atom>(params));
    Stm inner = stm;
    inner.pattern = storage_.arena.copy(std::span<const Var>(results));
    inner.op = storage_.arena.make<Call>(again);
    const std::vector<Atom> given(results.begin(), results.end());
    return storage_.arena.make<Body>(
        Body{storage_.arena.copy({inner}), storage_.arena.copy(std::span<const Atom>(given))});
  }

  std::unordered_map<Name, BaseCases> cases_;
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
