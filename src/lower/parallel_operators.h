// Built-in functions that take functions: the parallel operators.
#pragma once

#include <utility>
#include <vector>

#include "lower/arrays.h"
#include "lower/shapes.h"

namespace planish::lower {

class Calls;

class ParallelOperators {
 public:
  explicit ParallelOperators(Lowering& lowering);

  // `elem` is the shape of the elements of an array, or null if that is not known.
  const AtomTree* map(const AtomTree* fn, const AtomTree* array, const Shape* elem,
                      const Shape* result_elem);
  enum class Order : uint8_t { Kept, Any };
  const AtomTree* reduce(const AtomTree* op, const AtomTree* neutral, const AtomTree* array,
                         Order order);
  const AtomTree* scan(const AtomTree* op, const AtomTree* neutral, const AtomTree* array);
  const AtomTree* filter(const AtomTree* predicate, const AtomTree* array, const Shape* elem);
  const AtomTree* partition(const AtomTree* predicate, const AtomTree* array, const Shape* elem);
  const AtomTree* flatmap(const AtomTree* fn, const AtomTree* array, const Shape* elem,
                          const Shape* other);
  const AtomTree* scatter(const std::vector<Atom>& dims, const AtomTree* dest,
                          const AtomTree* indices, const AtomTree* values);
  // The arguments are those of the intrinsic function.
  const AtomTree* hist(const std::vector<Atom>& dims, const Trees& args);
  // An accumulator of dest is given to fn with every element of an array. Without an operator the
  // last value that is written stays.
  const AtomTree* stream(const AtomTree* dest, const AtomTree* op, const AtomTree* neutral,
                         const AtomTree* fn, const AtomTree* array, const Shape* elem);
  const AtomTree* acc_write(const Trees& args);

 private:
  // The operands of an operator, and the parameters of its function.
  struct Input {
    std::vector<Var> arrays;
    std::vector<ir::Param> params;
  };
  enum class Consumed : uint8_t { No, Yes };
  const AtomTree* add_input(const AtomTree* array, const Shape* elem, Input& input,
                            Consumed consumed = Consumed::No);
  static Consumed consumes_next(const AtomTree* fn);
  std::vector<const ir::Type*> gathered_types(Atom width, const Shape* elem,
                                              const std::vector<Atom>& results, Var first_inside);
  const ir::Lambda* operator_lambda(const AtomTree* op, const AtomTree* neutral);
  const AtomTree* filter(const AtomTree* array, const Input& input, const ir::Body* keep);
  std::pair<const AtomTree*, const AtomTree*> segment_starts(const AtomTree* lengths, Atom total,
                                                             const ir::Type* i64);
  std::vector<Var> written_arrays(const AtomTree* indices, const AtomTree* values);

  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  Shapes& shapes_;
  TreeMaker& trees_;
  Indexing& indexing_;
  ArrayFunctions& arrays_;
  Calls& calls_;
};

}  // namespace planish::lower
