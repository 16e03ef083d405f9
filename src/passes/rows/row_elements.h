// How the functions of parallel operators find their elements, which may be rows.
#pragma once

#include <vector>

#include "passes/rows/represented_values.h"

namespace planish::passes {

class RowRepresenter;

class RowElements {
 public:
  RowElements(ir::Storage& storage, RowsBuilder& make, RepresentedValues& values,
              RowRepresenter& representer)
      : storage_(storage), make_(make), values_(values), representer_(representer) {}

  // What a function is given in place of its elements.
  struct Inputs {
    std::vector<ir::Var> arrays;
    std::vector<ir::Param> params;
    // By operand: the parameter from which its row is found, if it is no operand any more.
    std::vector<ir::Var> found_by;
  };
  Inputs inputs(const ir::Atom& width, std::span<const ir::Var> arrays,
                std::span<const ir::Param> params);
  // The function with such parameters; `results` makes the results after the statements of the
  // body.
  template <class Results>
  const ir::Lambda* lambda_of(const ir::Lambda* fn, std::span<const ir::Var> arrays,
                              const Inputs& inputs, Results results);
  // In an iteration of a loop.
  void bind_element(ir::Var array, const ir::Param& param, const ir::Atom& index);

 private:
  // Binds what is found, and adds the statements of the body.
  void add_body(const ir::Lambda* fn, std::span<const ir::Var> arrays, const Inputs& inputs);
  // `at` is the row itself in a regular array. Otherwise it is where its elements begin, if they
  // are a row of a level, or the index of the element.
  void bind_row(ir::Var array, const ir::Param& param, const ir::Atom& at);

  ir::Storage& storage_;
  RowsBuilder& make_;
  RepresentedValues& values_;
  RowRepresenter& representer_;
};

template <class Results>
const ir::Lambda* RowElements::lambda_of(const ir::Lambda* fn, std::span<const ir::Var> arrays,
                                         const Inputs& inputs, Results results) {
  const ir::Body* body = make_.builder.body([&] {
    add_body(fn, arrays, inputs);
    return results(fn->body->results);
  });
  return storage_.arena.make<ir::Lambda>(ir::Lambda{make_.list(inputs.params), body, fn->place});
}

}  // namespace planish::passes
