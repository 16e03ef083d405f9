#include "analysis/cost.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "analysis/iteration.h"
#include "ir/match.h"
#include "ir/scalar_eval.h"

namespace planish {

using namespace ir;

namespace {

// Nanoseconds. Loops over arrays of simple operations are vectorised, so an element costs less than a statement.
constexpr double kSimple = 0.3;
constexpr double kFloat = 0.5;
constexpr double kDivision = 4;
constexpr double kRoot = 4;
constexpr double kTranscendental = 10;
constexpr double kMemory = 1;
constexpr double kElement = 0.3;  // of an array that is filled or copied
constexpr double kAllocation = 30;
constexpr double kCall = 2;
constexpr double kCheck = 0.3;
constexpr double kTrace = 1000;
constexpr double kTuning = 50;  // a name is looked up

double of_unary(UnaryOp op) {
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
    case UnaryOp::ToBits: return kSimple;
    case UnaryOp::Ceil:
    case UnaryOp::Floor:
    case UnaryOp::Trunc:
    case UnaryOp::Round: return kFloat;
    case UnaryOp::Sqrt:
    case UnaryOp::Rsqrt: return kRoot;
    default: return kTranscendental;
  }
}

double of_binary(BinaryOp op, Prim operands) {
  switch (op) {
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::Quot:
    case BinaryOp::Rem: return kDivision;
    case BinaryOp::Pow:
    case BinaryOp::Atan2:
    case BinaryOp::Hypot: return kTranscendental;
    default: return is_float(operands) ? kFloat : kSimple;
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

CostModel::CostModel(const Program& program) : storage_(*program.storage) {
  for (const Function* fn : program.functions) functions_.emplace(fn->name, fn);
}

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
    cost.nanoseconds += kAllocation;
    cost.allocates = true;
  }
  return cost;
}

// A function that calls itself is taken for one that calls itself once.
Cost CostModel::call(Name fn) {
  auto [it, is_new] = calls_.try_emplace(fn, scalar(kCall));
  if (!is_new) return it->second;
  Cost cost = of(functions_.at(fn)->body);
  cost.nanoseconds += kCall;
  return calls_[fn] = cost;
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
      [](const Unary& node) { return scalar(of_unary(node.op)); },
      [&](const Binary& node) { return scalar(of_binary(node.op, storage_.type(node.x)->elem)); },
      [](const Ternary&) { return scalar(kFloat); }, [](const Convert&) { return scalar(kSimple); },
      [](const FromBits&) { return scalar(kSimple); }, [](const Check&) { return scalar(kCheck); },
      [](const Trace&) { return scalar(kTrace); }, [](const Tuning&) { return scalar(kTuning); },
      // Views, or one element.
      [](const Index&) { return scalar(kMemory); }, [](const Slice&) { return scalar(kMemory); },
      [](const FlatSlice&) { return scalar(kMemory); },
      [](const Reshape&) { return scalar(kMemory); },
      [](const Rearrange&) { return scalar(kMemory); },
      [](const RowLength&) { return scalar(kMemory); },
      [&](const Update& node) {
        const Type* type = storage_.type(node.value);
        return type->is_array() ? elements(type, kElement) : scalar(kMemory);
      },
      [&](const FlatUpdate& node) { return elements(storage_.type(node.value), kElement); },
      [&](const UpdateAcc& node) {
        Cost cost;
        for (const Atom& value : node.values) cost += elements(storage_.type(value), 2 * kMemory);
        return cost;
      },
      [&](const If& node) {
        Cost cost = of(node.then_body).either(of(node.else_body));
        cost.nanoseconds += kSimple;
        return cost;
      },
      [&](const Match& node) {
        Cost cost;
        for_each_body(&node, [&](const Body* body) { cost = cost.either(of(body)); });
        cost.nanoseconds += kSimple;
        return cost;
      },
      [&](const Loop& node) {
        Cost cost = inner(&node);
        cost.nanoseconds += kSimple;
        return cost.times(node.condition == nullptr ? constant(node.bound) : std::nullopt);
      },
      [&](const Call& node) { return call(node.fn); },
      [&](const WithAcc& node) { return inner(&node); },
      [&]<class Node>(const Node& node) {
        // What is left makes arrays: by bodies that run for each element, or element by element.
        Cost cost = inner(&node);
        if constexpr (requires { node.width; }) {
          cost.nanoseconds += kElement;
          cost = cost.times(constant(node.width));
        } else if constexpr (requires { node.space; }) {
          cost.nanoseconds += kElement;
          for (const Atom& count : iteration_of(&node, node.body).counts)
            cost = cost.times(constant(count));
        }
        // Operators that write to a consumed array allocate nothing.
        if constexpr (!requires { node.dests; }) cost += fresh(pattern, kElement);
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
