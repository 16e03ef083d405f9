#include "passes/calls/unfold_recursion.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "ir/call_graph.h"
#include "ir/match.h"
#include "ir/scalar_eval.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

constexpr size_t kMostUnfolded = 512;  // statements of a level

size_t calls_of(const Body* body, Name fn) {
  size_t found = 0;
  for (const Stm& stm : body->stms) {
    const auto* call = as<Call>(stm.op);
    found += call != nullptr && call->fn == fn ? 1 : 0;
    for_each_body(stm.op, [&](const Body* inner) { found += calls_of(inner, fn); });
    for_each_lambda(stm.op, [&](const Lambda* inner) { found += calls_of(inner->body, fn); });
  }
  return found;
}

// The levels of one function, by a parameter that is the size of arrays.
class Unfolder {
 public:
  Unfolder(Storage& storage, const Function& fn, size_t size)
      : storage_(storage), fn_(fn), size_(size) {}

  // The body of the function for a size; null: it is not written out.
  const Body* level(int64_t size, std::span<const Atom> arguments) {
    std::vector<Stm> stms;
    Substitution by;
    for (size_t k = 0; k < fn_.params.size(); k++) {
      const Var param = fn_.params[k].var;
      const Type* type = substitute(storage_, storage_.type(param), by);
      by[param] = k == size_ ? Atom::i64(size) : typed(stms, arguments[k], type);
    }
    const Body* copy = clone_body(storage_, fn_.body, by);
    const Body* whole = without_calls(copy, size);
    if (whole == nullptr) return nullptr;
    stms.insert(stms.end(), whole->stms.begin(), whole->stms.end());
    return with_results(std::move(stms), whole->results, arguments);
  }

  // How many calls have been replaced.
  size_t replaced() const { return replaced_; }

 private:
  template <class T>
  const T* make(T node) {
    node.kind = T::K;
    return storage_.arena.make<T>(node);
  }

  // The same with this type: dimensions that are equal may have other names.
  Atom typed(std::vector<Stm>& stms, const Atom& atom, const Type* type) {
    if (!type->is_array() || storage_.type(atom) == type) return atom;
    const Var named = storage_.new_var({}, type);
    stms.push_back({storage_.arena.copy({named}), make(Coerce{{}, atom.var}), {}, {}, {}});
    return named;
  }

  // The results have the types that a call with these arguments gives.
  const Body* with_results(std::vector<Stm> stms, std::span<const Atom> given,
                           std::span<const Atom> arguments) {
    Substitution by;
    for (size_t k = 0; k < fn_.params.size(); k++) by[fn_.params[k].var] = arguments[k];
    std::vector<Atom> results;
    for (size_t k = 0; k < fn_.results.size(); k++) {
      const Var result = fn_.results[k].var;
      results.push_back(typed(stms, given[k], substitute(storage_, storage_.type(result), by)));
      by[result] = results.back();
    }
    return make_body(stms, results);
  }

  const Body* make_body(const std::vector<Stm>& stms, const std::vector<Atom>& results) {
    return storage_.arena.make<Body>(Body{storage_.arena.copy(std::span<const Stm>(stms)),
                                          storage_.arena.copy(std::span<const Atom>(results))});
  }

  // The body with a smaller level in place of each call; null: the size of one does not follow from
  // that of this level, or is not smaller.
  const Body* without_calls(const Body* body, int64_t size) {
    std::vector<Stm> stms;
    for (const Stm& stm : body->stms) {
      std::optional<Stm> now = without_calls(stm, size);
      statements_++;
      if (!now || statements_ > kMostUnfolded) return nullptr;
      stms.push_back(*now);
    }
    return storage_.arena.make<Body>(
        Body{storage_.arena.copy(std::span<const Stm>(stms)), body->results});
  }

  std::optional<Stm> without_calls(const Stm& stm, int64_t size) {
    if (const auto* op = as<Binary>(stm.op)) {
      const std::optional<Const> x = value(op->x);
      const std::optional<Const> y = value(op->y);
      if (x && y) known_.emplace(stm.pattern[0], eval(op->op, *x, *y));
      return stm;
    }
    if (const auto* op = as<Check>(stm.op)) {
      const std::optional<Const> holds = value(op->condition);
      return holds && *holds == make_bool(false) ? std::nullopt : std::optional(stm);
    }
    if (const auto* op = as<If>(stm.op)) return branch(stm, *op, size);
    const auto* call = as<Call>(stm.op);
    if (call == nullptr || !(call->fn == fn_.name))
      return calls_inside(stm) ? std::nullopt : std::optional(stm);
    const std::optional<Const> smaller = value(call->args[size_]);
    if (!smaller || as_int64(*smaller) < 0 || as_int64(*smaller) >= size) return {};
    replaced_++;
    const Body* inner = level(as_int64(*smaller), call->args);
    if (inner == nullptr) return {};
    know(stm, inner);
    return always(stm, inner);
  }

  std::optional<Const> value(const Atom& atom) const {
    if (atom.is_const()) return atom.constant;
    const auto found = known_.find(atom.var);
    return found == known_.end() ? std::nullopt : std::optional(found->second);
  }

  // The statement gives what the body does.
  void know(const Stm& stm, const Body* body) {
    for (size_t k = 0; k < stm.pattern.size(); k++) {
      if (!storage_.type(body->results[k])->is_scalar()) continue;
      if (const std::optional<Const> known = value(body->results[k]))
        known_.emplace(stm.pattern[k], *known);
    }
  }

  bool calls_inside(const Stm& stm) const {
    bool found = false;
    for_each_body(stm.op, [&](const Body* b) { found = found || calls_of(b, fn_.name) > 0; });
    for_each_lambda(stm.op,
                    [&](const Lambda* l) { found = found || calls_of(l->body, fn_.name) > 0; });
    return found;
  }

  // Of a branch that is decided, the other side is as it was.
  std::optional<Stm> branch(const Stm& stm, const If& op, int64_t size) {
    const std::optional<Const> condition = value(op.condition);
    If now = op;
    for (const bool when : {true, false}) {
      if (condition && *condition != make_bool(when)) continue;
      const Body*& body = when ? now.then_body : now.else_body;
      body = without_calls(body, size);
      if (body == nullptr) return {};
      if (condition) know(stm, body);
    }
    Stm out = stm;
    out.op = make(now);
    return out;
  }

  Stm always(const Stm& call, const Body* body) {
    std::vector<Var> results;
    Substitution by;
    for (Var var : call.pattern) {
      const Var own = storage_.new_var({}, substitute(storage_, storage_.type(var), by));
      by[var] = own;
      results.push_back(own);
    }
    Stm again = call;
    again.pattern = storage_.arena.copy(std::span<const Var>(results));
    const std::vector<Atom> given(results.begin(), results.end());
    Stm out = call;
    out.op = make(If{{}, Atom::boolean(true), body, make_body({again}, given)});
    return out;
  }

  Storage& storage_;
  const Function& fn_;
  const size_t size_;
  std::unordered_map<Var, Const> known_;  // scalars of the levels that are written out
  size_t replaced_ = 0;
  size_t statements_ = 0;
};

class UnfoldRecursion {
 public:
  explicit UnfoldRecursion(const Program& program)
      : program_(program), storage_(*program.storage), calls_(program) {}

  Program run() {
    Program result = program_;
    result.functions.clear();
    for (const Function* fn : program_.functions)
      result.functions.push_back(may_be_unfolded(*fn) ? unfolded(*fn) : fn);
    return result;
  }

 private:
  bool may_be_unfolded(const Function& fn) const {
    return has_attribute(fn.attrs, AttributeKind::Sequential) && calls_.calls_itself(fn.name) &&
           std::ranges::none_of(fn.params, &Param::unique);
  }

  const Function* unfolded(const Function& fn) {
    for (size_t k = 0; k < fn.params.size(); k++) {
      if (!is_size(fn, fn.params[k].var)) continue;
      const std::vector<MatchCase> levels = levels_of(fn, k);
      if (levels.empty()) continue;
      Function copy = fn;
      copy.body = with_levels(fn, fn.body, fn.params[k].var, levels, result_vars(fn.results));
      return storage_.arena.make<Function>(copy);
    }
    return &fn;
  }

  bool is_size(const Function& fn, Var size) const {
    return std::ranges::any_of(fn.params, [&](const Param& param) {
      return std::ranges::any_of(storage_.type(param.var)->dims,
                                 [&](const Dim& dim) { return dim.var == size; });
    });
  }

  static std::vector<Var> result_vars(std::span<const Param> results) {
    std::vector<Var> out;
    for (const Param& result : results) out.push_back(result.var);
    return out;
  }

  std::vector<MatchCase> levels_of(const Function& fn, size_t size) {
    std::vector<Atom> params;
    for (const Param& param : fn.params) params.emplace_back(param.var);
    std::vector<MatchCase> levels;
    // Is that a size that the function can have?
    const auto add = [&](int64_t n) {
      Unfolder unfolder(storage_, fn, size);
      const Body* level = unfolder.level(n, params);
      if (level != nullptr && unfolder.replaced() > 0)
        levels.push_back({make_int(Prim::I64, n), level});
      return level != nullptr;
    };
    add(2);
    const bool has_three = add(3);
    const bool has_four = add(4);
    // If sizes are powers of two, there is one more that is as likely as 4; otherwise there would be
    // four.
    if (!has_three && has_four) add(8);
    return levels;
  }

  // The part of the function that calls itself is that for other sizes. `given`: what a body with the
  // same results is bound to.
  const Body* with_levels(const Function& fn, const Body* body, Var size,
                          const std::vector<MatchCase>& levels, const std::vector<Var>& given) {
    if (const Stm* last = body->stms.empty() ? nullptr : &body->stms.back();
        last != nullptr && as<If>(last->op) != nullptr && gives_pattern(*body, *last)) {
      If branch = *as<If>(last->op);
      const bool in_then = calls_of(branch.then_body, fn.name) > 0;
      const bool in_else = calls_of(branch.else_body, fn.name) > 0;
      const size_t inside =
          calls_of(branch.then_body, fn.name) + calls_of(branch.else_body, fn.name);
      if (in_then != in_else && inside == calls_of(body, fn.name)) {
        const Body*& rest = in_then ? branch.then_body : branch.else_body;
        rest = with_levels(fn, rest, size, levels,
                           std::vector<Var>(last->pattern.begin(), last->pattern.end()));
        std::vector<Stm> stms(body->stms.begin(), body->stms.end());
        stms.back().op = storage_.arena.make<If>(branch);
        return storage_.arena.make<Body>(
            Body{storage_.arena.copy(std::span<const Stm>(stms)), body->results});
      }
    }
    std::vector<Var> vars;
    Substitution by;
    for (Var var : given) {
      vars.push_back(storage_.new_var({}, substitute(storage_, storage_.type(var), by)));
      by[var] = vars.back();
    }
    Match choice{{}, size, storage_.arena.copy(std::span<const MatchCase>(levels)), body};
    choice.kind = Match::K;
    Stm stm;
    stm.pattern = storage_.arena.copy(std::span<const Var>(vars));
    stm.op = storage_.arena.make<Match>(choice);
    stm.place = body->stms.empty() ? PlaceId{} : body->stms.back().place;
    const std::vector<Atom> results(vars.begin(), vars.end());
    return storage_.arena.make<Body>(
        Body{storage_.arena.copy({stm}), storage_.arena.copy(std::span<const Atom>(results))});
  }

  static bool gives_pattern(const Body& body, const Stm& stm) {
    return std::ranges::equal(body.results, stm.pattern,
                              [](const Atom& result, Var var) { return result.var == var; });
  }

  const Program& program_;
  Storage& storage_;
  const CallGraph calls_;
};

}  // namespace

Program unfold_recursion(const Program& program) { return UnfoldRecursion(program).run(); }

}  // namespace planish::passes
