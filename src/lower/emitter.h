// Writes small pieces of CORE: nested bodies and their functions, arithmetic that folds the easy
// cases, reductions of numbers.
#pragma once

#include <string_view>
#include <vector>

#include "lower/known_sizes.h"

namespace planish::lower {

class Lowering;

class Emitter {
 public:
  explicit Emitter(Lowering& lowering);

  // Makes a nested body; what was learnt about sizes inside is forgotten.
  template <class Fill>
  const ir::Body* body(Fill fill) {
    const size_t mark = known_.mark();
    builder_.begin();
    std::vector<Atom> results = fill();
    known_.forget_since(mark);
    return builder_.end(results);
  }
  const ir::Lambda* lambda(const std::vector<ir::Param>& params, const ir::Body* body);
  // \x y -> x op y
  const ir::Lambda* scalar_lambda(const ir::Type* type, ir::BinaryOp op);

  Atom to_i64(Atom atom);
  Atom plus(Atom x, Atom y);
  Atom minus(Atom x, Atom y);
  Atom times(Atom x, Atom y);
  Atom both(Atom x, Atom y);
  // 0 <= at < size
  Atom inside(Atom at, Atom size);

  // Of an array of numbers. `name` is that of the result.
  Atom reduce_numbers(Var numbers, ir::BinaryOp op, std::string_view name);
  Atom sum_of(Var numbers);
  Atom none_negative(Var numbers);

  // A variable that has the value of the atom.
  Var as_var(Atom atom);
  // The atom, and no pass knows that it is the same.
  Atom opaque(Atom atom);
  // The type with other outer dimensions.
  const ir::Type* with_dims(const ir::Type* type, size_t drop, std::vector<Dim> outer);
  // Variables made from now on have this number or a higher one.
  Var next_var() const { return {static_cast<uint32_t>(storage_.vars.size())}; }

 private:
  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  KnownSizes& known_;
};

}  // namespace planish::lower
