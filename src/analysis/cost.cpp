#include "analysis/cost.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "analysis/iteration.h"
#include "ir/facts.h"
#include "ir/scalar_eval.h"

namespace planish {

using namespace ir;

namespace {

double of_unary(const OperationCosts& costs, UnaryOp op) {
  switch (op) {
    case UnaryOp::Neg:
    case UnaryOp::Not:
    case UnaryOp::Abs:
    case UnaryOp::Sgn:
    case UnaryOp::Popc:
    case UnaryOp::Clz:
    case UnaryOp::Ctz:
    case UnaryOp::IsInf:
    case UnaryOp::IsNan:
    case UnaryOp::ToBits: return costs.simple;
    case UnaryOp::Ceil:
    case UnaryOp::Floor:
    case UnaryOp::Trunc:
    case UnaryOp::Round: return costs.floating;
    case UnaryOp::Sqrt:
    case UnaryOp::Rsqrt: return costs.root;
    default: return costs.transcendental;
  }
}

double of_binary(const OperationCosts& costs, BinaryOp op, Prim operands) {
  switch (op) {
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::Quot:
    case BinaryOp::Rem: return costs.division;
    case BinaryOp::Pow:
    case BinaryOp::Atan2:
    case BinaryOp::Hypot: return costs.transcendental;
    default: return is_float(operands) ? costs.floating : costs.simple;
  }
}

std::optional<int64_t> constant(const Atom& count) {
  return count.is_const() ? std::optional(as_int64(count.constant)) : std::nullopt;
}

Cost scalar(double nanoseconds) { return {.nanoseconds = nanoseconds}; }

}  // namespace

Cost& Cost::operator+=(const Cost& more) {
  nanoseconds += more.nanoseconds;
  repeats |= more.repeats;
  unknown_count |= more.unknown_count;
  allocates |= more.allocates;
  return *this;
}

Cost Cost::times(std::optional<int64_t> count) const {
  Cost result = *this;
  result.nanoseconds *= count ? static_cast<double>(std::max<int64_t>(*count, 0)) : kUnknownCount;
  result.repeats = true;
  result.unknown_count |= !count;
  return result;
}

Cost Cost::either(const Cost& other) const {
  Cost result = *this;
  result += other;
  result.nanoseconds = std::max(nanoseconds, other.nanoseconds);
  return result;
}

CostModel::CostModel(const Program& program, const OperationCosts& costs)
    : storage_(*program.storage), costs_(costs), functions_(program.functions) {}

// All elements of an array.
Cost CostModel::elements(const Type* type, double each) const {
  Cost cost = scalar(each);
  for (const Dim& dim : type->dims) {
    cost = cost.times(dim.kind == DimKind::Const ? std::optional(dim.value) : std::nullopt);
  }
  return cost;
}

Cost CostModel::fresh(std::span<const Var> pattern, double each) const {
  Cost cost;
  for (Var var : pattern) {
    const Type* type = storage_.type(var);
    if (!type->is_array()) continue;
    cost += elements(type, each);
    cost.nanoseconds += costs_.allocation;
    cost.allocates = true;
  }
  return cost;
}

// A function that calls itself is taken for one that calls itself once.
Cost CostModel::call(Name fn) {
  auto [it, is_new] = calls_.try_emplace(fn, scalar(costs_.call));
  if (!is_new) return it->second;
  Cost cost = of(functions_.find(fn)->body);
  cost.nanoseconds += costs_.call;
  return calls_[fn] = cost;
}

// If nobody said what it costs: a call, and a look at every element that it takes or gives.
Cost CostModel::foreign(const Foreign& node, std::span<const Var> pattern) {
  Cost cost = scalar(node.cost != 0 ? node.cost : costs_.call);
  if (node.cost == 0) {
    for_each_atom(&node, [&](const Atom& operand) {
      if (storage_.type(operand)->is_array())
        cost += elements(storage_.type(operand), costs_.element);
    });
  }
  return cost += fresh(pattern.subspan(node.dests.size()), costs_.element);
}

Cost CostModel::of(const Body* body) {
  auto it = bodies_.find(body);
  if (it != bodies_.end()) return it->second;
  Cost cost;
  for (const Stm& stm : body->stms) cost += of(stm);
  return bodies_[body] = cost;
}

Cost CostModel::of(const Op* op, std::span<const Var> pattern) {
  auto inner = [&](const Op* outer) {
    Cost cost;
    for_each_inner_body(outer, [&](const Body* body) { cost += of(body); });
    return cost;
  };
  return match(
      op, [](const Same&) { return Cost{}; }, [](const Opaque&) { return Cost{}; },
      [](const Coerce&) { return Cost{}; },
      [&](const Unary& node) { return scalar(of_unary(costs_, node.op)); },
      [&](const Binary& node) {
        return scalar(of_binary(costs_, node.op, storage_.type(node.x)->elem));
      },
      [&](const Ternary&) { return scalar(costs_.floating); },
      [&](const Convert&) { return scalar(costs_.simple); },
      [&](const FromBits&) { return scalar(costs_.simple); },
      [&](const Check&) { return scalar(costs_.check); },
      [&](const Trace&) { return scalar(costs_.trace); },
      [&](const Tuning&) { return scalar(costs_.tuning); },
      // Views, or one element.
      [&](const Index&) { return scalar(costs_.memory); },
      [&](const Slice&) { return scalar(costs_.memory); },
      [&](const FlatSlice&) { return scalar(costs_.memory); },
      [&](const Reshape&) { return scalar(costs_.memory); },
      [&](const Rearrange&) { return scalar(costs_.memory); },
      [&](const RowLength&) { return scalar(costs_.memory); },
      [&](const EqualRowLength& node) {
        return elements(storage_.type(node.array), costs_.element);
      },
      [&](const EqualStep& node) { return elements(storage_.type(node.array), costs_.element); },
      [&](const Update& node) {
        const Type* type = storage_.type(node.value);
        return type->is_array() ? elements(type, costs_.element) : scalar(costs_.memory);
      },
      [&](const FlatUpdate& node) { return elements(storage_.type(node.value), costs_.element); },
      [&](const UpdateAcc& node) {
        Cost cost;
        for (const Atom& value : node.values)
          cost += elements(storage_.type(value), 2 * costs_.memory);
        return cost;
      },
      [&](const If& node) {
        Cost cost = of(node.then_body).either(of(node.else_body));
        cost.nanoseconds += costs_.simple;
        return cost;
      },
      [&](const Match& node) {
        Cost cost;
        for_each_body(&node, [&](const Body* body) { cost = cost.either(of(body)); });
        cost.nanoseconds += costs_.simple;
        return cost;
      },
      [&](const Loop& node) {
        Cost cost = inner(&node);
        cost.nanoseconds += costs_.simple;
        return cost.times(node.condition == nullptr ? constant(node.bound) : std::nullopt);
      },
      [&](const Call& node) { return call(node.fn); },
      [&](const Foreign& node) { return foreign(node, pattern); },
      [&](const WithAcc& node) { return inner(&node); },
      [&]<class Node>(const Node& node)
        requires(kFacts<Node>.memory == Memory::Fresh || kFacts<Node>.memory == Memory::Written)
      {
        // What is left makes arrays: by bodies that run for each element, or element by element.
        Cost cost = inner(&node);
        if constexpr (requires { node.width; }) {
          cost.nanoseconds += costs_.element;
          cost = cost.times(constant(node.width));
        } else if constexpr (requires { node.space; }) {
          cost.nanoseconds += costs_.element;
          for (const Atom& count : iteration_of(&node, node.body).counts)
            cost = cost.times(constant(count));
        }
        // Operators that write to a consumed array allocate nothing.
        if constexpr (!requires { node.dests; }) cost += fresh(pattern, costs_.element);
        return cost;
      });
}

size_t statement_count(const Body* body) {
  size_t count = body->stms.size();
  for (const Stm& stm : body->stms) {
    for_each_inner_body(stm.op, [&](const Body* inner) { count += statement_count(inner); });
  }
  return count;
}

size_t statement_count(const Program& program) {
  size_t count = 0;
  for (const Function* fn : program.functions) count += statement_count(fn->body);
  return count;
}

}  // namespace planish
