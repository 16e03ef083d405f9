// The parts of lowering, put together for one program.
#pragma once

#include "nesl/lower/builtins.h"
#include "nesl/lower/expressions.h"
#include "nesl/lower/frame.h"
#include "nesl/lower/instances.h"
#include "nesl/lower/joins.h"
#include "nesl/lower/layouts.h"
#include "nesl/lower/lower.h"
#include "nesl/lower/objects.h"
#include "nesl/lower/random.h"
#include "nesl/lower/sorting.h"
#include "nesl/lower/tail_loops.h"
#include "nesl/lower/tree_walk.h"
#include "nesl/lower/vectors.h"
#include "nesl/lower/world.h"
#include "values/value_builder.h"

namespace planish::nesl {

// Thrown when a program cannot be lowered: the diagnostic was made.
struct Unsupported {};

class Lowering {
 public:
  explicit Lowering(const LowerInput& given);
  ir::Program run(std::span<const LoweredEntry> entries);

  ir::PlaceId place(Loc loc);
  [[noreturn]] void unsupported(Loc loc, std::string_view what);

  const LowerInput& input;
  TypeTable& types;
  ir::Program program;
  ir::Storage& storage;
  ir::Builder builder;
  values::ValueBuilder values;
  Frame* frame = nullptr;  // of the function being made

  Layouts layouts;
  Joins joins;
  Vectors vectors;
  Sorting sorting;
  Random random;
  Objects objects;
  WorldCalls world;
  Builtins builtins;
  Expressions expressions;
  TailLoops loops;
  Instances instances;

 private:
  // What a pattern that is only a name binds; empty: it is none, or null.
  std::string_view name_of(const Pattern* pattern);
  std::span<const ir::EntryValue> entry_values(const Type* type, const Pattern* pattern,
                                               std::span<const ir::Param> params, size_t first);
  const ir::Function* entry(const LoweredEntry& entry);
};

}  // namespace planish::nesl
