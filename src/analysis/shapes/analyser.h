// The walk over a program that finds the shapes. What it finds is in State.
#pragma once

#include <deque>

#include "analysis/shapes/shapes.h"
#include "ir/call_graph.h"
#include "ir/match.h"

namespace planish::shapes {

struct Known {
  Value raw;                    // what the operation gives, whatever has been checked
  Value value;                  // with what is known at this point
  std::vector<ir::Var> checks;  // that the value relies on, but not what it is made of
  const Nest* nest = nullptr;
  Rule rule = Rule::None;
};

struct ShapeState {
  explicit ShapeState(const ir::Program& analysed) : program(analysed), storage(*program.storage) {}
  ir::Program program;
  const ir::Storage& storage;
  Terms terms;
  std::unordered_map<ir::Var, Known> known;
  std::deque<Nest> nests;  // stable addresses
  std::unordered_map<Name, Signature> signatures;
  std::unordered_map<Name, std::vector<ParameterFunctions>> parameters;
};

// What a fact relies on that no check certifies.
inline constexpr ir::Var kNoCertificate[] = {{}};

class Analyser {
 public:
  explicit Analyser(ShapeState& state)
      : state_(state), storage_(state.storage), terms_(state.terms), facts_(state.terms) {}

  void program();

 private:
  using Gives = FunctionInfo::Gives;

  // ---- Values (analyser.cpp)
  Value value(const ir::Atom& atom);
  Term number(const ir::Atom& atom) { return value(atom).element; }
  Term constant(const ir::Const& constant);
  void bind(ir::Var var, Value value);
  // The dimensions that the type says; those that vary are the given ones.
  Value typed(ir::Var var, const Value& found);
  // Unknown, but depends on these indices only.
  void bind_unknown(ir::Var var, Source source, std::span<const Index> needs);
  Value unknown(ir::Var var, Source source, std::span<const Index> needs);
  Term unknown_dim(ir::Var var, size_t dim, Source source, std::span<const Index> needs);
  Term unknown_element(ir::Var var, Source source, std::span<const Index> needs);
  std::vector<Term> places_and(size_t count, std::span<const Index> needs);
  // The indices that a value, or all operands of an operation, depend on.
  void add_needs(std::vector<Index>& needs, const Value& value);
  void add_needs(std::vector<Index>& needs, Term term);
  std::vector<Index> needs_of(const ir::Op* op);
  // The part that the first indices lead to. They may mention places of the result, of which `kept`
  // are for them.
  Value part(const Value& array, std::span<const Term> indices, size_t kept = 0);
  // An array of the given length, whose elements are this value, in which the index is that of the
  // element.
  Value array_of(Term length, const Value& value, Index index);
  Value normal(const Value& value, std::vector<ir::Var>* checks);
  bool has_nothing_yet(const Value& value);

  // ---- Statements (operations.cpp)
  void body(const ir::Body* body);
  void statement(const ir::Stm& stm);
  Term unary(const ir::Unary& op);
  Term binary(const ir::Binary& op);
  Term compare(ir::BinaryOp op, Prim prim, Term x, Term y);
  Term operation(ir::Kind kind, auto op, std::string_view name, Prim prim,
                 std::span<const Term> args, Prim result);
  void bind_all_unknown(const ir::Stm& stm, Source source);
  void views(const ir::Stm& stm, const ir::Slice& slice);
  void update(const ir::Stm& stm, const ir::Update& op);
  void concat(const ir::Stm& stm, const ir::Concat& op);
  void array_literal(const ir::Stm& stm, const ir::ArrayLit& op);
  void coerce(const ir::Stm& stm, const ir::Coerce& op);
  void learn(const ir::Atom& condition, std::span<const ir::Var> checks);
  void learn_not(const ir::Atom& condition);

  // ---- Parallel operators (operators.cpp)
  void other_bodies(const ir::Stm& stm);
  // Runs the function for the element with an index of its own. What it learnt holds for all
  // afterwards.
  struct Elements {
    Index index;
    std::vector<Value> results;  // for the index
  };
  Elements elements(const ir::Stm& stm, const ir::Lambda* fn, std::span<const ir::Var> arrays);
  void unknown_lambda(const ir::Stm& stm, const ir::Lambda* fn);
  void map(const ir::Stm& stm, const ir::Map& op);
  void reduce(const ir::Stm& stm, const ir::Reduce& op);
  void scan(const ir::Stm& stm, const ir::Scan& op);
  void filter(const ir::Stm& stm, const ir::Filter& op);
  void write(const ir::Stm& stm, std::span<const ir::Var> dests);

  // ---- Control (control.cpp)
  struct Branch {
    std::vector<Value> results;
    std::vector<Fact> facts;
  };
  void branches(const ir::Stm& stm, const ir::Atom& condition, const std::vector<Branch>& all);
  Value join(const ir::Stm& stm, size_t result, Term condition, const std::vector<Branch>& all);
  Branch branch_end(const ir::Body* body);
  void if_then_else(const ir::Stm& stm, const ir::If& op);
  void match_cases(const ir::Stm& stm, const ir::Match& op);
  void loop(const ir::Stm& stm, const ir::Loop& op);
  void call(const ir::Stm& stm, const ir::Call& op);

  // ---- Functions (functions.cpp)
  void add_parameters(const ir::Function& fn);
  Signature analyse(const ir::Function& fn);
  void recursive_group(std::span<const ir::Function* const> group);
  bool widen(const ir::Function& fn, Signature& now, const Signature& found);
  bool widen(Term& now, Term found, const FunctionInfo& info, size_t places);
  Value instantiate(const Value& value, const std::vector<ParameterFunctions>& parameters,
                    std::span<const Value> args, const ir::Stm& stm,
                    std::unordered_map<uint32_t, Function>& unknowns);

  ShapeState& state_;
  const ir::Storage& storage_;
  Terms& terms_;
  Facts facts_;
  const Nest* nest_ = nullptr;
  ir::PlaceId place_;
  size_t loop_depth_ = 0;
  std::unordered_map<ir::Var, const ir::Op*> conditions_;  // operations that give a bool
  Rule joined_by_ = Rule::None;
  std::vector<Term> given_up_;  // results of functions that are not known
};

}  // namespace planish::shapes
