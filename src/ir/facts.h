// What each operation does, said once. An operation that has no line here does not compile.
//
//   facts(op).memory         is what it gives memory of its own, a view, …?
//   facts(op).effect         does it stop the program, or show something?
//   operator_parts(op)       the parts that parallel operators have in common
//   is_commutative(op, t)    and other facts of operations on primitive values
#pragma once

#include <optional>

#include "ir/match.h"
#include "ir/node.h"

namespace planish::ir {

// Where the arrays lie that an operation gives.
enum class Memory : uint8_t {
  None,     // it gives scalars
  View,     // in the memory of its operand: viewed()
  Fresh,    // in memory of its own
  Written,  // in that of operands that it writes to, and so consumes
  Passed,   // where its bodies, or the function that it calls, give them
};

// What it does beside giving its results. What is in its bodies comes to that, and what the
// function does that it calls.
enum class Effect : uint8_t { None, Stops, Shows };

// Does it give something for all operands that there can be, without a check before it, and has it
// an end?
enum class Total : uint8_t { Always, IfBodiesAre, ByOperands, Never };

struct OperationFacts {
  Memory memory{};
  Effect effect{};
  Total total{};
};

template <class T>
inline constexpr auto kFacts = std::false_type{};

#define FACTS(T, memory, effect, total) \
  template <>                           \
  inline constexpr OperationFacts kFacts<T> = {Memory::memory, Effect::effect, Total::total}

FACTS(Same, View, None, Always);
FACTS(Unary, None, None, Always);
FACTS(Binary, None, None, ByOperands);
FACTS(Ternary, None, None, Always);
FACTS(Convert, None, None, Always);
FACTS(FromBits, None, None, Always);

// What allocates may fail for sizes that a check before it excludes.
FACTS(ArrayLit, Fresh, None, Never);
FACTS(Index, View, None, Never);
FACTS(Slice, View, None, Never);
FACTS(Update, Written, None, Never);
FACTS(FlatSlice, View, None, Never);
FACTS(FlatUpdate, Written, None, Never);
FACTS(Iota, Fresh, None, Never);
FACTS(Replicate, Fresh, None, Never);
FACTS(Concat, Fresh, None, Never);
FACTS(Reshape, View, None, Never);
FACTS(Rearrange, View, None, Always);
FACTS(Copy, Fresh, None, Never);
FACTS(Coerce, View, None, Never);

FACTS(RowLengths, Fresh, None, Never);
FACTS(RowLength, None, None, Never);
FACTS(JoinRows, Fresh, None, Never);
FACTS(SplitRows, Fresh, None, Never);
FACTS(EqualRowLength, None, None, Always);
FACTS(EqualStep, None, None, Always);

FACTS(If, Passed, None, IfBodiesAre);
FACTS(Match, Passed, None, IfBodiesAre);
FACTS(Loop, Passed, None, ByOperands);
FACTS(Call, Passed, None, Never);
FACTS(Check, None, Stops, Never);
FACTS(Trace, View, Shows, Never);
FACTS(Opaque, View, None, Never);
FACTS(Tuning, None, None, Never);
FACTS(Foreign, Written, Shows, Never);  // at most: foreign_facts

FACTS(Map, Fresh, None, IfBodiesAre);
FACTS(Reduce, Fresh, None, IfBodiesAre);
FACTS(Scan, Fresh, None, IfBodiesAre);
FACTS(Hist, Written, None, Never);
FACTS(Scatter, Written, None, Never);
FACTS(Filter, Fresh, None, IfBodiesAre);
FACTS(FlatMap, Fresh, None, IfBodiesAre);
FACTS(StreamMap, Fresh, None, Never);
FACTS(StreamRed, Fresh, None, Never);
FACTS(StreamSeq, Fresh, None, Never);
FACTS(WithAcc, Written, None, Never);  // its further results are passed
FACTS(UpdateAcc, Written, None, Never);

FACTS(SegMap, Fresh, None, IfBodiesAre);
FACTS(SegRed, Fresh, None, IfBodiesAre);
FACTS(SegScan, Fresh, None, IfBodiesAre);
FACTS(SegHist, Written, None, Never);
FACTS(SegScatter, Written, None, Never);
FACTS(SegFilter, Fresh, None, Never);
FACTS(SegPartition, Fresh, None, Never);
FACTS(SegFlatMap, Fresh, None, Never);

#undef FACTS

// Of a foreign function it depends on the node.
constexpr OperationFacts foreign_facts(const Foreign& n) {
  return {n.dests.empty() ? Memory::Fresh : Memory::Written,
          n.use == ForeignUse::Performs ? Effect::Shows : Effect::None, Total::Never};
}

inline OperationFacts facts(const Op* op) {
  return match(
      op, [](const Foreign& n) { return foreign_facts(n); },
      []<class T>(const T&) -> OperationFacts { return kFacts<T>; });
}

// ---- Parallel operators of CORE

// The parts that they have in common. Parameter number `first` + i of `map` takes what operand i of
// the arrays consists of: an element, or for streams a chunk.
struct OperatorParts {
  Atom width;
  const Lambda* op = nullptr;   // combines
  const Lambda* map = nullptr;  // takes the elements; null: they are taken as they are
  std::span<const Atom> neutral;
  std::span<const Atom> shape;
  std::span<const Var> dests;
  std::span<const Var> arrays;
  size_t first = 0;
};

// None: the operation is not one of them.
std::optional<OperatorParts> operator_parts(const Op* op);

// ---- Operations on primitive values

// x op y is y op x, in all cases: a sum or a product of floats does not depend on the order of its
// two operands, but which zero `min` of two zeros gives may.
bool is_commutative(BinaryOp op, Prim prim);
// (x op y) op z is x op (y op z), of integers; of floats as far as programs may rely on it.
bool is_associative(BinaryOp op);
// Fails for a second operand that is the integer 0.
bool is_division(BinaryOp op);

}  // namespace planish::ir
