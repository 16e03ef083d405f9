// Writes small pieces of CORE: nested bodies and their functions, arithmetic that folds the easy
// cases, reductions of numbers.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "values/atom_tree.h"

namespace planish::values {

class ValueBuilder;

// Is told when nested bodies begin and end: what it learnt inside is out of scope then.
class BodyObserver {
 public:
  virtual size_t mark() const = 0;
  virtual void forget_since(size_t mark) = 0;

 protected:
  ~BodyObserver() = default;
};

class Emitter {
 public:
  explicit Emitter(ValueBuilder& values);

  // Null: nobody is told. Gives the one until now.
  BodyObserver* exchange_observer(BodyObserver* observer) {
    return std::exchange(observer_, observer);
  }

  // Makes a nested body; the observer forgets what was learnt inside.
  template <class Fill>
  const ir::Body* body(Fill fill) {
    const size_t mark = observer_ == nullptr ? 0 : observer_->mark();
    builder_.begin();
    std::vector<Atom> results = fill();
    if (observer_ != nullptr) observer_->forget_since(mark);
    return builder_.end(results);
  }
  // One of two atoms of a type, by a condition.
  template <class Then, class Else>
  Atom choose(Atom condition, const ir::Type* type, Then then_atom, Else else_atom) {
    if (condition.is_const()) return condition.constant.bits != 0 ? then_atom() : else_atom();
    Var made = builder_.new_var(type->is_array() ? "xs" : "x", type);
    const ir::Body* then_body = body([&] { return std::vector<Atom>{then_atom()}; });
    const ir::Body* else_body = body([&] { return std::vector<Atom>{else_atom()}; });
    builder_.add({&made, 1}, builder_.make(ir::If{{}, condition, then_body, else_body}));
    return made;
  }
  const ir::Lambda* lambda(const std::vector<ir::Param>& params, const ir::Body* body);
  // \x y -> x op y
  const ir::Lambda* scalar_lambda(const ir::Type* type, ir::BinaryOp op);

  Atom to_i64(Atom atom);
  Atom plus(Atom x, Atom y);
  Atom minus(Atom x, Atom y);
  Atom times(Atom x, Atom y);
  // The product of two i64 is one, with room to add a few such products. False for some that just fit.
  Atom has_product(Atom x, Atom y);
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
  BodyObserver* observer_ = nullptr;
};

}  // namespace planish::values
