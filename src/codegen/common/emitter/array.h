// What variables of the program are in generated code.
//
// Note [Arrays in generated code]
// An array is a pointer to its first element and, unless it is row-major, a stride for each
// dimension; its sizes are those of its type, which are constants or variables in scope. So slices,
// transposes and rows are new pointers and strides, and cost nothing. Where control flow joins
// (results of if, match and calls, parameters of loops) arrays are row-major: what is not is copied
// there.
//
// Where arrays are made, who owns them and when they are released is what the plan says: Note
// [Ownership] in plan/roots.h, Note [Destinations] in plan/memory.h. Here is only kept which
// references there are while code is emitted.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ir/program.h"

namespace planish::codegen {

struct Array {
  llvm::Value* data = nullptr;
  std::vector<llvm::Value*> strides;  // in elements; empty: row-major
  llvm::Value* owner = nullptr;       // the block that the root holds; null: borrowed
  // How many of the parallel loops around the place where it was made were open: what was made
  // outside of a parallel loop is accessed independently by its iterations.
  size_t made_in = 0;
  // Nothing writes to it while the function runs: it is free in the body of an operator.
  bool is_fixed = false;
};

// An accumulator while `with_acc` runs.
struct Accumulator {
  const ir::WithAcc* op = nullptr;
  std::vector<Array> arrays;
};

// An array that is not made, because only its elements are used: element i is start + i * step, or
// start if there is no step.
struct Progression {
  llvm::Value* start = nullptr;
  llvm::Value* step = nullptr;
};

// A part of an array that is not made for the same reason: one of those that are concatenated.
struct Piece {
  Array array;
  llvm::Value* start = nullptr;  // the index of its first element
};

struct Binding {
  llvm::Value* scalar = nullptr;
  Array array;
  ir::Var root;  // of an array: the variable that holds the reference
  std::shared_ptr<const Accumulator> accumulator;
  Progression progression = {};
  std::vector<Piece> pieces = {};  // of one dimension
};

// One result of a function of the program, or of a body that is handed on.
struct Result {
  llvm::Value* scalar = nullptr;
  Array array;  // with a reference, if it has an owner
  std::shared_ptr<const Accumulator> accumulator;
};

using Destinations = std::vector<std::optional<Array>>;  // by result
// Gives a place with room for an array of these sizes. It is called once at most.
using LateDestination = std::function<Array(Prim elem, llvm::ArrayRef<llvm::Value*> sizes)>;
using LateDestinations = std::vector<LateDestination>;  // by result; none where it is empty

}  // namespace planish::codegen
