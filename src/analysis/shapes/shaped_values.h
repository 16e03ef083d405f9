// What is known of variables while a program is walked, and what all parts of the walk do with it.
#pragma once

#include <deque>
#include <unordered_map>

#include "analysis/shapes/facts.h"
#include "analysis/shapes/shapes.h"
#include "ir/match.h"

namespace planish::shapes {

struct Known {
  ShapedValue raw;              // what the operation gives, whatever has been checked
  ShapedValue value;            // with what is known at this point
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

// Where in the program the walk is. Its parts share one.
struct Walk {
  explicit Walk(ShapeState& state) : facts(state.terms) {}

  Facts facts;
  const Nest* nest = nullptr;
  ir::PlaceId place;
  std::unordered_map<ir::Var, const ir::Op*> conditions;  // operations that give a bool
};

struct Analyser;

class ShapedValues {
 public:
  ShapedValues(ShapeState& state, Walk& walk, Analyser& all)
      : state_(state),
        storage_(state.storage),
        terms_(state.terms),
        walk_(walk),
        facts_(walk.facts),
        all_(all) {}

 protected:
  using Gives = FunctionInfo::Gives;

  ShapedValue value(const ir::Atom& atom);
  Term number(const ir::Atom& atom) { return value(atom).element; }
  Term constant(const ir::Const& constant);
  void bind(ir::Var var, ShapedValue value);
  // The dimensions that the type says; those that vary are the given ones.
  ShapedValue typed(ir::Var var, const ShapedValue& found);
  // Unknown, but depends on these indices only.
  void bind_unknown(ir::Var var, Source source, std::span<const Index> needs);
  void bind_all_unknown(const ir::Stm& stm, Source source);
  ShapedValue unknown(ir::Var var, Source source, std::span<const Index> needs);
  Term unknown_dim(ir::Var var, size_t dim, Source source, std::span<const Index> needs);
  Term unknown_element(ir::Var var, Source source, std::span<const Index> needs);
  std::vector<Term> places_and(size_t count, std::span<const Index> needs);
  // The indices that a value, or all operands of an operation, depend on.
  void add_needs(std::vector<Index>& needs, const ShapedValue& value);
  void add_needs(std::vector<Index>& needs, Term term);
  std::vector<Index> needs_of(const ir::Op* op);
  // The part that the first indices lead to. They may mention places of the result, of which `kept`
  // are for them.
  ShapedValue part(const ShapedValue& array, std::span<const Term> indices, size_t kept = 0);
  // An array of the given length, whose elements are this value, in which the index is that of the
  // element.
  ShapedValue array_of(Term length, const ShapedValue& value, Index index);
  // An array of elements that do not depend on an index. The type says how many.
  ShapedValue array_of_same(const ShapedValue& value);
  ShapedValue normal(const ShapedValue& value, std::vector<ir::Var>* checks);
  bool has_nothing_yet(const ShapedValue& value);

  ShapeState& state_;
  const ir::Storage& storage_;
  Terms& terms_;
  Walk& walk_;
  Facts& facts_;
  Analyser& all_;  // the other parts
};

}  // namespace planish::shapes
