#include "passes/fusion/memory_classes.h"

#include "analysis/inner_bodies.h"
#include "ir/alias.h"
#include "ir/facts.h"

namespace planish::passes {

using namespace ir;

MemoryClasses::MemoryClasses(const Program& program) : storage_(*program.storage) {
  functions_ = program.functions;
  for (const Function* fn : program.functions) add(fn->body);
}

bool MemoryClasses::has_memory(const Atom& atom) const {
  return atom.var && is_memory(storage_.type(atom.var));
}

uint32_t MemoryClasses::find(uint32_t id) {
  if (id >= parent_.size()) {
    const size_t known = parent_.size();
    parent_.resize(std::max<size_t>(storage_.vars.size(), id + 1));
    for (size_t i = known; i < parent_.size(); i++) parent_[i] = static_cast<uint32_t>(i);
    consumed_.resize(parent_.size());
  }
  while (parent_[id] != id) {
    parent_[id] = parent_[parent_[id]];
    id = parent_[id];
  }
  return id;
}

uint32_t MemoryClasses::class_of(Var var) { return find(var.id); }

bool MemoryClasses::is_consumed(Var var) {
  const uint32_t root = find(var.id);
  return consumed_[root];
}

void MemoryClasses::unite(const Atom& a, const Atom& b) {
  if (!has_memory(a) || !has_memory(b)) return;
  const uint32_t root = find(a.var.id);
  const uint32_t other = find(b.var.id);
  if (root == other) return;
  parent_[other] = root;
  if (consumed_[other]) consumed_[root] = true;
}

void MemoryClasses::unite(std::span<const Var> vars, std::span<const Atom> results) {
  for (size_t i = 0; i < vars.size() && i < results.size(); i++) unite(vars[i], results[i]);
}

void MemoryClasses::add(const Body* body) {
  for (const Stm& stm : body->stms) add(stm);
}

// A parameter that gets elements of an array is a view of it.
void MemoryClasses::add_lambdas(const Op* op) {
  const std::optional<OperatorParts> parts = operator_parts(op);
  if (!parts || parts->map == nullptr) return;
  for (size_t i = 0; i < parts->arrays.size(); i++)
    unite(parts->map->params[parts->first + i].var, parts->arrays[i]);
}

void MemoryClasses::add(const Stm& stm) {
  if (std::optional<Atom> operand = viewed(stm.op)) unite(stm.pattern.front(), *operand);
  match(
      stm.op,
      [&](const If& n) {
        unite(stm.pattern, n.then_body->results);
        unite(stm.pattern, n.else_body->results);
      },
      [&](const Match& n) {
        for_each_body(&n, [&](const Body* body) { unite(stm.pattern, body->results); });
      },
      [&](const Loop& n) {
        unite(stm.pattern, n.body->results);
        for (size_t i = 0; i < n.params.size(); i++) {
          unite(stm.pattern[i], n.params[i].init);
          unite(stm.pattern[i], n.params[i].param.var);
        }
      },
      [&](const Call& n) {
        for (Var result : stm.pattern) {
          for (const Atom& argument : n.args) unite(result, argument);
        }
      },
      [&](const WithAcc& n) {
        for (size_t i = 0; i < stm.pattern.size(); i++) {
          if (i < n.arrays.size()) {
            unite(stm.pattern[i], n.arrays[i]);
          } else {
            unite(stm.pattern[i], n.fn->body->results[i - n.arrays.size() + 1]);
          }
        }
      },
      [&]<class T>(const T&)
        requires(kFacts<T>.memory != Memory::Passed)
      { add_lambdas(stm.op); });
  const Call* call = as<Call>(stm.op);
  const Function* callee = call == nullptr ? nullptr : functions_.find(call->fn);
  for (Var var : consumed_operands(storage_, stm.op, callee)) {
    const uint32_t root = find(var.id);
    consumed_[root] = true;
  }
  for_each_inner_body(stm.op, [&](const Body* body) { add(body); });
}

void MemoryClasses::collect_consumed(const Op* op, std::vector<Var>& vars) const {
  const Call* call = as<Call>(op);
  const Function* callee = call == nullptr ? nullptr : functions_.find(call->fn);
  std::vector<Var> consumed = consumed_operands(storage_, op, callee);
  vars.insert(vars.end(), consumed.begin(), consumed.end());
  for_each_inner_body(op, [&](const Body* body) {
    for (const Stm& stm : body->stms) collect_consumed(stm.op, vars);
  });
}

std::vector<Var> MemoryClasses::consumed_in(const Op* op) const {
  std::vector<Var> vars;
  collect_consumed(op, vars);
  return vars;
}

}  // namespace planish::passes
