// Shapes of all arrays of a program in CORE, and what is regular in nested maps.
//
// For every variable it is known what its dimensions are as terms (Note [Shape terms] in term.h),
// and, if it is a number, what number. So these questions have answers:
//   * do two arrays have the same shape, whatever that is? (Then one array of offsets does for
//     both.)
//   * does something inside of maps depend on the iteration, or at least its shape? (Note
//     [Regularity])
//   * what sizes has the result of a function, in terms of its parameters?
// "No" means: not proven.
//
// Note [Regularity]
// A value inside of a map, or of several, can be kept out of flattening if it is the same in all
// iterations (avoid); if its shape is the same it is regular, and otherwise irregular. All of this
// is in the terms: it is irregular if a dimension mentions the index of the map, and avoided if
// nothing does. An `if` whose branches give equal shapes gives that shape; otherwise the shape is a
// function of the condition and of both shapes, and depends on the indices that these do. A loop is
// first assumed to keep shapes; what it changes becomes an unknown function of the indices that the
// first value, the change, and the number of iterations depend on.
//
// Note [Signatures]
// The sizes of a function's results are terms over its parameters where that is possible (for all
// …), and unknown numbers otherwise (there are …). Recursive calls give nothing at first, so a
// branch that ends with one agrees with any other; then what was found is put in for the calls and
// must come out again. What does not becomes unknown.
//
// The program is taken to be correct: behind a check, what was checked holds. Who changes code
// because of that has to wait for checks(var).
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "analysis/shapes/facts.h"
#include "ir/program.h"

namespace planish::shapes {

struct ShapedValue {
  std::vector<Term> dims;  // those after the first may mention places
  Term element;            // of an array: mentions places; otherwise the value
};

enum class Regularity : uint8_t { Avoid, Regular, Irregular };

// By which rule the shape of a result was found, where there is a choice.
enum class Rule : uint8_t {
  None,
  BranchesAgree,      // all branches give the same shape
  BranchIndependent,  // they do not, but all iterations take the same branch
  BranchIrregular,
  LoopKeepsShape,   // the body of the loop does
  LoopIndependent,  // it does not, but all iterations of the map do the same
  LoopIrregular,
};

// An iteration that code stands in.
struct Nest {
  const Nest* outer = nullptr;  // null: none
  Index index;
  ir::PlaceId place;
  enum class Kind : uint8_t { Map, Loop } kind = Kind::Map;
};

// What a function takes and gives, as terms over its parameters. What else they mention is unknown.
struct Signature {
  // What parameters have to be like for the function to come to its end without a failure: if it
  // adds the rows of two arrays to each other, these have the same lengths.
  std::vector<ShapedValue> parameters;
  std::vector<ShapedValue> results;
};

// The unknown functions that stand for a parameter, and one of its lengths for each dimension that
// varies.
struct ParameterFunctions {
  std::vector<std::optional<Function>> dims;
  Function element;
};

struct ShapeState;  // analyser.h

class ShapeAnalysis {
 public:
  explicit ShapeAnalysis(const ir::Program& program);
  ~ShapeAnalysis();
  ShapeAnalysis(ShapeAnalysis&&) noexcept;

  // Null: the variable is not one of the program that was analysed.
  const ShapedValue* find(ir::Var var) const;
  Term number(const ir::Atom& atom) const;
  // Certificates of the checks that what is known of the variable relies on, in scope or not. No
  // variable stands for a branch that was taken, or a call that came back.
  std::span<const ir::Var> checks(ir::Var var) const;
  const Nest* nest(ir::Var var) const;
  Rule rule(ir::Var var) const;
  const Signature& signature(Name fn) const;
  Terms& terms() const;

  // With respect to all maps around it; with respect to one of them.
  Regularity regularity(ir::Var var) const;
  Regularity regularity(ir::Var var, const Nest& map) const;

  // ---- For people
  // "n", "2*n + 1", "len xss(i)"
  std::string text(Term term) const;
  // "[n][len xss(i)]f32"
  std::string shape_text(ir::Var var) const;
  // Why the variable is regular or not: "the row lengths come from the parameter `xss`"; empty:
  // nothing to say.
  std::string reason(ir::Var var) const;

 private:
  std::unique_ptr<ShapeState> state_;
};

}  // namespace planish::shapes
