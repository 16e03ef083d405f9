// The parts of each operation, said once: what walks over operations, rebuilds or compares them
// reads this table.
//
//   kParts<Index> is (&Index::array, &Index::indices)
//   for_each_part(op, f) calls f for each of them: an Atom, a Var, a Body*, a Lambda*, a span, …
//
// Parts stand in the order in which they are printed. A variable that the operation itself binds is
// given as a Binder.
#pragma once

#include <tuple>

#include "ir/match.h"
#include "ir/node.h"

namespace planish::ir {

// Wraps a member that binds the variable rather than using it.
template <class Member>
struct Binder {
  Member member;
};
template <class Member>
Binder(Member) -> Binder<Member>;

// A use of the template with a kind that has no entry here does not compile.
template <class T>
inline constexpr auto kParts = std::false_type{};

#define PARTS(T, ...)                            \
  template <>                                    \
  inline constexpr auto kParts<T> = std::tuple { \
    __VA_ARGS__                                  \
  }

PARTS(Same, &Same::value);
PARTS(Unary, &Unary::op, &Unary::x);
PARTS(Binary, &Binary::op, &Binary::x, &Binary::y);
PARTS(Ternary, &Ternary::op, &Ternary::x, &Ternary::y, &Ternary::z);
PARTS(Convert, &Convert::value);
PARTS(FromBits, &FromBits::bits);

PARTS(ArrayLit, &ArrayLit::elems);
PARTS(Index, &Index::array, &Index::indices);
PARTS(Slice, &Slice::array, &Slice::dims);
PARTS(Update, &Update::array, &Update::dims, &Update::value);
PARTS(FlatSlice, &FlatSlice::array, &FlatSlice::offset, &FlatSlice::dims);
PARTS(FlatUpdate, &FlatUpdate::array, &FlatUpdate::offset, &FlatUpdate::dims, &FlatUpdate::value);
PARTS(Iota, &Iota::count, &Iota::start, &Iota::step);
PARTS(Replicate, &Replicate::dims, &Replicate::value);
PARTS(Concat, &Concat::arrays);
PARTS(Reshape, &Reshape::array, &Reshape::dims);
PARTS(Rearrange, &Rearrange::array, &Rearrange::order);
PARTS(Copy, &Copy::array);
PARTS(Coerce, &Coerce::array);
PARTS(RowLengths, &RowLengths::array);
PARTS(RowLength, &RowLength::array, &RowLength::indices);
PARTS(JoinRows, &JoinRows::array);
PARTS(SplitRows, &SplitRows::lengths, &SplitRows::array);
PARTS(EqualRowLength, &EqualRowLength::level, &EqualRowLength::array);
PARTS(EqualStep, &EqualStep::array);

PARTS(If, &If::condition, &If::then_body, &If::else_body);
PARTS(Match, &Match::value, &Match::cases, &Match::otherwise);
PARTS(Loop, &Loop::params, Binder{&Loop::index}, &Loop::bound, &Loop::condition, &Loop::body);
PARTS(Call, &Call::fn, &Call::args);
PARTS(Check, &Check::check, &Check::condition, &Check::message);
PARTS(Trace, &Trace::tag, &Trace::value);
PARTS(Opaque, &Opaque::value);
PARTS(Tuning, &Tuning::name, &Tuning::value, &Tuning::compared);
PARTS(Foreign, &Foreign::symbol, &Foreign::lifted, &Foreign::use, &Foreign::cost, &Foreign::args,
      &Foreign::dests);

PARTS(Map, &Map::width, &Map::arrays, &Map::fn);
PARTS(Reduce, &Reduce::commutative, &Reduce::width, &Reduce::arrays, &Reduce::neutral, &Reduce::op,
      &Reduce::map);
PARTS(Scan, &Scan::width, &Scan::arrays, &Scan::neutral, &Scan::op, &Scan::map, &Scan::post);
PARTS(Hist, &Hist::width, &Hist::shape, &Hist::dests, &Hist::arrays, &Hist::neutral, &Hist::op,
      &Hist::map);
PARTS(Scatter, &Scatter::last, &Scatter::width, &Scatter::shape, &Scatter::dests, &Scatter::arrays,
      &Scatter::map);
PARTS(Filter, &Filter::width, &Filter::arrays, &Filter::predicate);
PARTS(FlatMap, &FlatMap::width, &FlatMap::groups, &FlatMap::arrays, &FlatMap::fn);
PARTS(StreamMap, &StreamMap::width, &StreamMap::arrays, &StreamMap::fn);
PARTS(StreamRed, &StreamRed::commutative, &StreamRed::width, &StreamRed::arrays,
      &StreamRed::neutral, &StreamRed::op, &StreamRed::fn);
PARTS(StreamSeq, &StreamSeq::width, &StreamSeq::arrays, &StreamSeq::init, &StreamSeq::fn);
PARTS(WithAcc, &WithAcc::shape, &WithAcc::arrays, &WithAcc::neutral, &WithAcc::op, &WithAcc::fn);
PARTS(UpdateAcc, &UpdateAcc::acc, &UpdateAcc::indices, &UpdateAcc::values);

PARTS(SegMap, &SegMap::space, &SegMap::body);
PARTS(SegRed, &SegRed::commutative, &SegRed::space, &SegRed::neutral, &SegRed::op, &SegRed::body);
PARTS(SegScan, &SegScan::space, &SegScan::neutral, &SegScan::op, &SegScan::body, &SegScan::post);
PARTS(SegHist, &SegHist::space, &SegHist::shape, &SegHist::dests, &SegHist::neutral, &SegHist::op,
      &SegHist::body);
PARTS(SegScatter, &SegScatter::last, &SegScatter::space, &SegScatter::shape, &SegScatter::dests,
      &SegScatter::body);
PARTS(SegFilter, &SegFilter::space, &SegFilter::body);
PARTS(SegPartition, &SegPartition::space, &SegPartition::classes, &SegPartition::body);
PARTS(SegFlatMap, &SegFlatMap::space, &SegFlatMap::groups, &SegFlatMap::body);

#undef PARTS

// Calls f(part) for each part of a node (const or not), and f(var, kBinds) for a binder.
struct Binds {};
inline constexpr Binds kBinds;

template <class Node, class F>
void for_each_part_of(Node& node, F&& f) {
  auto one = [&](auto member) {
    if constexpr (requires { member.member; }) {
      f(node.*(member.member), kBinds);
    } else {
      f(node.*member);
    }
  };
  std::apply([&](auto... members) { (one(members), ...); }, kParts<std::remove_const_t<Node>>);
}

template <class F>
void for_each_part(const Op* op, F&& f) {
  match(op, [&](const auto& node) { for_each_part_of(node, f); });
}

}  // namespace planish::ir
