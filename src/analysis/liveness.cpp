#include "analysis/liveness.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/match.h"

namespace planish {

using namespace ir;

Liveness::Liveness(const Program& program)
    : storage_(*program.storage), effects_(program), needs_(storage_.vars.size()) {
  for (const Function* fn : program.functions) functions_.emplace(fn->name, new_node());
  for (const Function* fn : program.functions) add_function(fn);
  live_.resize(needs_.size());
  for (const Function* fn : program.functions) {
    if (fn->entry != nullptr) mark(functions_.at(fn->name));
  }
}

Liveness::Node Liveness::new_node() {
  needs_.emplace_back();
  return static_cast<Node>(needs_.size() - 1);
}

void Liveness::needs_sizes(Node a, Var of) {
  for_each_var_in(storage_.type(of), [&](Var size) { needs(a, size); });
}

void Liveness::add_function(const Function* fn) {
  Node node = functions_.at(fn->name);
  for (const Atom& result : fn->body->results) needs(node, result);
  add_body(fn->body, node, node);
}

void Liveness::add_body(const Body* body, Node around, Node function) {
  for (const Stm& stm : body->stms) {
    Node node = new_node();
    stms_.emplace(&stm, node);
    needs(node, around);
    for (Var cert : stm.certs) needs(node, cert);
    for (Var var : stm.pattern) {
      needs(var.id, node);
      needs_sizes(var.id, var);
    }
    add_stm(stm, node);
    bool has_bodies = false;
    for_each_inner_body(stm.op, [&](const Body* inner) {
      has_bodies = true;
      add_body(inner, node, function);
    });
    // An effect in an inner body has an arrow of its own.
    if (!has_bodies && effects_.has_effect(stm.op)) needs(function, node);
  }
}

void Liveness::add_stm(const Stm& stm, Node node) {
  auto add_results = [&](const Body* body) {
    for (size_t i = 0; i < stm.pattern.size(); i++) needs(stm.pattern[i], body->results[i]);
  };
  match(
      stm.op,
      [&](const If& op) {
        needs(node, op.condition);
        add_results(op.then_body);
        add_results(op.else_body);
      },
      [&](const Match& op) {
        needs(node, op.value);
        for_each_body(&op, add_results);
      },
      [&](const Map& op) {
        needs(node, op.width);
        add_results(op.fn->body);
        for (size_t i = 0; i < op.arrays.size(); i++) {
          Var param = op.fn->params[i].var;
          needs(param, op.arrays[i]);
          needs_sizes(param.id, param);
        }
      },
      [&](const SegMap& op) { add_points(stm, op.body, 0, node); },
      [&](const SegFlatMap& op) { add_points(stm, op.body, op.groups.size(), node); },
      [&](const SegFilter& op) { add_points(stm, op.body, kNeededOfFilter, node); },
      [&](const Loop& op) { add_loop(stm, op, node); },
      [&](const Call& op) {
        needs(node, functions_.at(op.fn));
        add_other(stm, node);
      },
      [&](const auto&) {
        if (mapped_function(stm.op).lambda != nullptr) {
          add_mapped_function(stm, node);
        } else {
          add_other(stm, node);
        }
      });
}

// What the operation reads is needed if its parameter is.
void Liveness::add_mapped_function(const Stm& stm, Node node) {
  const MappedFunction element = mapped_function(stm.op);
  std::vector<Var> direct;
  for_each_var_use(stm.op, [&](Var var) { direct.push_back(var); });
  for (Var array : element.arrays) direct.erase(std::ranges::find(direct, array));
  for (Var var : direct) needs(node, var);
  for (size_t i = 0; i < element.arrays.size(); i++) {
    Var param = element.lambda->params[i].var;
    needs(param, element.arrays[i]);
    needs_sizes(param.id, param);
  }
  std::span<const Atom> results = element.lambda->body->results;
  for (size_t i = 0; i < results.size(); i++) {
    if (i < element.needed) {
      needs(node, results[i]);
    } else {
      needs(stm.pattern[i + element.shift], results[i]);
    }
  }
  for_each_lambda(stm.op, [&](const Lambda* lambda) {
    if (lambda == element.lambda) return;
    for (const Param& param : lambda->params) needs_sizes(node, param.var);
    for (const Atom& result : lambda->body->results) needs(node, result);
  });
  const size_t gathered = results.size() - std::min(element.needed, results.size());
  for (size_t i = 0; i < stm.pattern.size() - std::min(gathered, stm.pattern.size()); i++)
    needs_sizes(node, stm.pattern[i]);
}

// What the body gives last are elements of what is bound last. So many of its first results are
// needed always: lengths of groups of rows, or whether to keep a point.
void Liveness::add_points(const Stm& stm, const Body* body, size_t needed, Node node) {
  for_each_var_use(stm.op, [&](Var var) { needs(node, var); });
  const size_t results = body->results.size();
  needed = std::min(needed, results);
  const size_t bound = stm.pattern.size() - (results - needed);
  for (size_t i = 0; i < results; i++) {
    if (i < needed) {
      needs(node, body->results[i]);
    } else {
      needs(stm.pattern[i - needed + bound], body->results[i]);
    }
  }
  for (Var var : stm.pattern.first(bound)) needs_sizes(node, var);
}

void Liveness::add_loop(const Stm& stm, const Loop& loop, Node node) {
  needs(node, loop.bound);
  if (loop.condition != nullptr) {
    for (const Atom& result : loop.condition->results) needs(node, result);
  }
  for (size_t i = 0; i < loop.params.size(); i++) {
    Var param = loop.params[i].param.var;
    needs_sizes(param.id, param);
    needs(param, loop.params[i].init);
    needs(param, loop.body->results[i]);
    // A parameter and its result stay or go together.
    needs(param, stm.pattern[i]);
    needs(stm.pattern[i], param);
  }
}

// All or nothing.
void Liveness::add_other(const Stm& stm, Node node) {
  for (Var var : stm.pattern) needs_sizes(node, var);
  for_each_var_use(stm.op, [&](Var var) { needs(node, var); });
  for_each_lambda(stm.op, [&](const Lambda* lambda) {
    for (const Param& param : lambda->params) needs_sizes(node, param.var);
  });
  for_each_inner_body(stm.op, [&](const Body* body) {
    for (const Atom& result : body->results) needs(node, result);
  });
}

void Liveness::mark(Node from) {
  std::vector<Node> open{from};
  while (!open.empty()) {
    Node node = open.back();
    open.pop_back();
    if (live_[node]) continue;
    live_[node] = true;
    for (Node next : needs_[node]) open.push_back(next);
  }
}

}  // namespace planish
