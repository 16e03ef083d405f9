// Built-in functions that take functions: the parallel operators.
#pragma once

#include <utility>
#include <vector>

#include "support/function_ref.h"
#include "values/arrays.h"
#include "values/shape_maker.h"

namespace planish::values {

// What is applied to elements, and what combines two of them. Each is called once, with parameters.
using ElementFunction = FunctionRef<const AtomTree*(const AtomTree* element)>;
using ElementOperator = FunctionRef<const AtomTree*(const AtomTree* a, const AtomTree* b)>;

// Does a function consume the elements that it is given?
enum class Consumed : uint8_t { No, Yes };

struct HistogramParts {
  const AtomTree* dest;
  ElementOperator op;
  const AtomTree* neutral;
  const AtomTree* indices;
  const AtomTree* values;
};

class ParallelOperators {
 public:
  explicit ParallelOperators(ValueBuilder& values);

  // `elem` is the shape of the elements of an array, or null if that is not known.
  const AtomTree* map(ElementFunction fn, const AtomTree* array, const Shape* elem,
                      const Shape* result_elem, Consumed consumed = Consumed::No);
  // What combines two values like the neutral one.
  const ir::Lambda* operator_lambda(ElementOperator op, const AtomTree* neutral);
  enum class Order : uint8_t { Kept, Any };
  const AtomTree* reduce(ElementOperator op, const AtomTree* neutral, const AtomTree* array,
                         Order order);
  const AtomTree* scan(ElementOperator op, const AtomTree* neutral, const AtomTree* array);
  const AtomTree* filter(ElementFunction predicate, const AtomTree* array, const Shape* elem);
  const AtomTree* partition(ElementFunction predicate, const AtomTree* array, const Shape* elem);
  const AtomTree* flatmap(ElementFunction fn, const AtomTree* array, const Shape* elem,
                          const Shape* other);
  const AtomTree* scatter(const std::vector<Atom>& dims, const AtomTree* dest,
                          const AtomTree* indices, const AtomTree* values);
  const AtomTree* hist(const std::vector<Atom>& dims, const HistogramParts& parts);
  // An accumulator of dest is given to fn with every element of an array. Without an operator the
  // last value that is written stays.
  const AtomTree* stream(const AtomTree* dest, const ElementOperator* op, const AtomTree* neutral,
                         ElementOperator fn, const AtomTree* array, const Shape* elem);
  const AtomTree* acc_write(const AtomTree* acc, const AtomTree* index, const AtomTree* value);

 private:
  // The operands of an operator, and the parameters of its function.
  struct Input {
    std::vector<Var> arrays;
    std::vector<ir::Param> params;
  };
  const AtomTree* add_input(const AtomTree* array, const Shape* elem, Input& input,
                            Consumed consumed = Consumed::No);
  std::vector<const ir::Type*> gathered_types(Atom width, const Shape* elem,
                                              const std::vector<Atom>& results, Var first_inside);
  const AtomTree* filter(const AtomTree* array, const Input& input, const ir::Body* keep);
  std::pair<const AtomTree*, const AtomTree*> segment_starts(const AtomTree* lengths, Atom total,
                                                             const ir::Type* i64);
  std::vector<Var> written_arrays(const AtomTree* indices, const AtomTree* values);

  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Emitter& emit_;
  ShapeMaker& shapes_;
  TreeMaker& trees_;
  Indexing& indexing_;
  ArrayFunctions& arrays_;
};

}  // namespace planish::values
