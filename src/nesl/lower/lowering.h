// The parts of lowering, put together for one program.
#pragma once

#include "nesl/lower/builtins.h"
#include "nesl/lower/client_types.h"
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
#include "values/program_builder.h"

namespace planish::nesl {

class Lowering {
 public:
  Lowering(const LowerInput& given, values::ProgramBuilder& into);
  void add_entries(std::span<const LoweredEntry> entries);
  // For code of another language: see ProgramLowering.
  std::vector<Atom> call(const Definition& definition, std::span<const Type* const> types,
                         std::vector<Atom> argument);
  // A function or value of another language, at types.
  const AtomTree* call_outside(const Definition& definition, std::span<const Type* const> types,
                               const AtomTree* argument);

  ir::PlaceId place(Loc loc);
  [[noreturn]] void unsupported(Loc loc, std::string_view what);
  // For values::TooManyParts: says which expression was being lowered.
  [[noreturn]] void too_many_parts();

  const LowerInput input;
  TypeTable& types;
  values::ProgramBuilder& whole;
  ir::Program& program;  // these are parts of it
  ir::Storage& storage;
  ir::Builder& builder;
  values::ValueBuilder& values;
  Frame* frame = nullptr;  // of the function being made

  Layouts layouts;
  Joins joins;
  ClientTypes client_types;
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
  std::vector<Atom> even_sizes(const Shape* structure, std::vector<Atom> leaves);
};

}  // namespace planish::nesl
