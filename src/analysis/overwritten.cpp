#include "analysis/overwritten.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "analysis/inner_bodies.h"
#include "ir/alias.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish {

using namespace ir;

namespace {

struct Source {
  Var var;
  bool written = false;
};

// Goes back from a variable to the array that it lies in, if that is the same in all branches and
// iterations.
class SourceFinder {
 public:
  explicit SourceFinder(const Body& body) { bind(body); }

  // None: it is new, or a part, or not the same in all cases.
  Source source(const Atom& atom) {
    if (!atom.var) return {};
    const auto found = definitions_.find(atom.var);
    if (found == definitions_.end()) return {atom.var, false};
    const auto [stm, k] = found->second;
    auto written = [&](Var array) {
      const Source before = source(array);
      return Source{before.var, true};
    };
    return match(
        stm->op, [&](const Same& n) { return source(n.value); },
        [&](const Coerce& n) { return source(n.array); },
        [&](const Update& n) { return written(n.array); },
        [&](const FlatUpdate& n) { return written(n.array); },
        [&](const Scatter& n) { return written(n.dests[k]); },
        [&](const Hist& n) { return written(n.dests[k]); },
        [&](const Foreign& n) { return k < n.dests.size() ? written(n.dests[k]) : Source{}; },
        [&](const WithAcc& n) { return k < n.arrays.size() ? written(n.arrays[k]) : Source{}; },
        [&](const If& n) {
          return both(source(n.then_body->results[k]), source(n.else_body->results[k]));
        },
        [&](const Match& n) {
          std::optional<Source> all;
          for_each_body(&n, [&](const Body* inner) {
            const Source one = source(inner->results[k]);
            all = all ? both(*all, one) : one;
          });
          return *all;
        },
        [&](const Loop& n) {
          // A loop without an iteration gives what it began with.
          const Source inside = source(n.body->results[k]);
          if (inside.var != n.params[k].param.var) return Source{};
          const Source before = source(n.params[k].init);
          return Source{before.var, before.written || n.params[k].param.unique};
        },
        [](const auto&) { return Source{}; });
  }

 private:
  void bind(const Body& body) {
    for (const Stm& stm : body.stms) {
      for (size_t k = 0; k < stm.pattern.size(); k++) definitions_[stm.pattern[k]] = {&stm, k};
      for_each_inner_body(stm.op, [&](const Body* inner) { bind(*inner); });
    }
  }

  // Where one branch writes, the result owns the array.
  static Source both(const Source& a, const Source& b) {
    return a.var == b.var ? Source{a.var, a.written || b.written} : Source{};
  }

  std::unordered_map<Var, std::pair<const Stm*, size_t>> definitions_;
};

// Is it bound somewhere inside, other than by a statement?
bool is_parameter_inside(const Body& body, Var var) {
  bool found = false;
  for (const Stm& stm : body.stms) {
    for_each_binder(stm.op, [&](Var bound) { found |= bound == var; });
    for_each_lambda(stm.op, [&](const Lambda* lambda) {
      found |= std::ranges::count(lambda->params, var, &Param::var) > 0;
    });
    for_each_inner_body(
        stm.op, [&](const Body* inner) { found = found || is_parameter_inside(*inner, var); });
  }
  return found;
}

// Variables of a body that may share memory, as classes.
class SharedMemory {
 public:
  explicit SharedMemory(const Program& program) : program_(program), storage_(*program.storage) {}

  void body(const Body& body) {
    for (const Stm& stm : body.stms) {
      this->stm(stm);
      for_each_inner_body(stm.op, [&](const Body* inner) { this->body(*inner); });
    }
  }
  bool is_consumed(Var var) { return consumed_.contains(find(var)); }

 private:
  void stm(const Stm& stm) {
    const auto* call = as<Call>(stm.op);
    const Function* callee = call == nullptr ? nullptr : program_.find(call->fn);
    for (Var var : consumed_operands(storage_, stm.op, callee)) {
      if (is_memory(storage_.type(var))) consumed_.insert(find(var));
    }
    if (const std::optional<Atom> operand = viewed(stm.op)) share(stm.pattern.front(), *operand);
    match(
        stm.op,
        [&](const Call& n) {
          for (Var result : stm.pattern) {
            for (const Atom& argument : n.args) share(result, argument);
          }
        },
        [&](const Loop& n) {
          for (size_t k = 0; k < n.params.size(); k++) {
            share(n.params[k].param.var, n.params[k].init);
            share(n.params[k].param.var, n.body->results[k]);
            share(n.params[k].param.var, stm.pattern[k]);
          }
        },
        [&](const If& n) {
          share_all(stm.pattern, n.then_body->results);
          share_all(stm.pattern, n.else_body->results);
        },
        [&](const Match& n) {
          for_each_body(&n, [&](const Body* inner) { share_all(stm.pattern, inner->results); });
        },
        [&](const WithAcc& n) {
          // The function gives the accumulator first.
          share_all(stm.pattern.subspan(n.arrays.size()), n.fn->body->results.subspan(1));
        },
        [](const auto&) {});
  }

  void share_all(std::span<const Var> vars, std::span<const Atom> results) {
    for (size_t k = 0; k < vars.size(); k++) share(vars[k], results[k]);
  }

  void share(Var a, const Atom& b) {
    if (!b.var || !is_memory(storage_.type(a)) || !is_memory(storage_.type(b.var))) return;
    const Var from = find(a);
    const Var to = find(b.var);
    if (from == to) return;
    parent_[from] = to;
    if (consumed_.contains(from)) consumed_.insert(to);
  }

  Var find(Var var) {
    for (auto up = parent_.find(var); up != parent_.end(); up = parent_.find(var)) var = up->second;
    return var;
  }

  const Program& program_;
  const Storage& storage_;
  std::unordered_map<Var, Var> parent_;
  std::unordered_set<Var> consumed_;  // the classes, by their root
};

}  // namespace

std::vector<Var> consumed_from_outside(const Program& program, const Body& body) {
  SharedMemory memory(program);
  memory.body(body);
  std::vector<Var> out;
  for (Var var : free_variables(*program.storage, &body)) {
    if (program.storage->type(var)->is_array() && memory.is_consumed(var)) out.push_back(var);
  }
  return out;
}

Var overwritten(const Body& body, size_t result) {
  const Source found = SourceFinder(body).source(body.results[result]);
  if (!found.written || !found.var || is_parameter_inside(body, found.var)) return {};
  return found.var;
}

}  // namespace planish
