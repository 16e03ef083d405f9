// Sizes of values where control comes together: results of branches, loops and functions.
//
// There each level of a value is one of three: a size that is known around, a further result that
// the others mention, or one that varies. Levels whose sizes are the same on all ways share a result.
#pragma once

#include <string_view>
#include <vector>

#include "nesl/lower/layouts.h"
#include "support/function_ref.h"

namespace planish::nesl {

enum class LevelKind : uint8_t { Known, Sized, Varying };

struct JoinedLevel {
  LevelKind kind = LevelKind::Varying;
  Dim known;        // Known; it may be one that varies
  size_t size = 0;  // Sized: which of the sizes
};

struct Join {
  const Shape* structure = nullptr;
  std::vector<JoinedLevel> levels;
  size_t sizes = 0;
};

// Variables that stand for a value: its sizes, then its leaves.
struct JoinedValue {
  std::vector<Var> variables;
  const AtomTree* value = nullptr;
};

using MakeValue = FunctionRef<const AtomTree*()>;
using IsKnown = FunctionRef<bool(Var size)>;

class Joins {
 public:
  Joins(values::ValueBuilder& values, Layouts& layouts) : values_(values), layouts_(layouts) {}

  // Of values of one structure that are given in turn. `is_known`: can the size be mentioned?
  Join of(const Shape* structure, std::span<const std::vector<Level>> ways, IsKnown is_known);
  // Nothing is known: the outermost sizes are results of their own, and those inside vary.
  Join open(const Shape* structure);

  JoinedValue variables(const Join& join, std::string_view name);
  // What a body gives for these variables.
  std::vector<Atom> results(const Join& join, const AtomTree* value);
  std::vector<Dim> dims(const Join& join, std::span<const Var> sizes);

  // One of two values, by a condition.
  const AtomTree* branch(Atom condition, const Shape* structure, MakeValue then_value,
                         MakeValue else_value);

 private:
  const ir::Body* finished(const Join& join, const ir::Body* body, const AtomTree* value);

  values::ValueBuilder& values_;
  Layouts& layouts_;
};

}  // namespace planish::nesl
