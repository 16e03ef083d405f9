// Loops in which irregular arrays come into existence row after row.
#pragma once

#include <optional>
#include <vector>

#include "ir/walk.h"
#include "passes/common/rows.h"

namespace planish::passes {

// A loop over 0 … bound-1 that is being made, and what it carries from iteration to iteration.
class CarriedLoop {
 public:
  explicit CarriedLoop(RowsBuilder& make) : make_(make) {}

  enum class Owned : uint8_t { No, Yes };  // Yes: an iteration may overwrite it
  using Index = size_t;
  // The type may mention what is carried already.
  Index carry(std::string_view name, const ir::Type* type, const ir::Atom& initial, Owned owned);
  // Inside of the loop: the value at the beginning of an iteration; after it: the last one.
  ir::Var now(Index index) const { return carried_[index].param.var; }
  ir::Var last(Index index) const { return carried_[index].result; }
  void set_next(Index index, const ir::Atom& value) { carried_[index].next = value; }

  // Adds the loop. `iteration` makes the code of one, given the index, and sets what comes next.
  template <class Iteration>
  void run(const ir::Atom& bound, std::span<const Attribute> attrs, Iteration iteration) {
    ir::Var index = make_.builder.new_var("i", make_.i64());
    make_.builder.begin();
    iteration(index);
    add(bound, index, attrs);
  }

 private:
  struct Carried {
    ir::Param param;
    ir::Atom initial;
    ir::Var result;
    ir::Atom next;
  };
  void add(const ir::Atom& bound, ir::Var index, std::span<const Attribute> attrs);

  RowsBuilder& make_;
  std::vector<Carried> carried_;
  ir::Substitution results_;  // of the parameters
};

// Gathers one element in each iteration of a loop to an array, regular or not. The parts of an
// irregular one whose size is not known before are buffers, which are replaced by larger ones when
// they are full: twice as large, so that the cost of all copies together is in proportion to the
// result.
class RowCollector {
 public:
  // `like` is a collector of rows that have the same lengths as those of this one, and has its
  // offsets.
  RowCollector(RowsBuilder& make, CarriedLoop& loop, const ir::Type* type,
               const RowCollector* like = nullptr);

  // In an iteration. `dims` are those of the element; it has as many levels as the array has for
  // it.
  void append(const ir::Atom& index, const RowsValue& element, std::span<const ir::Dim> dims);
  // After the loop.
  RowsValue result();

 private:
  struct Buffer {
    CarriedLoop::Index capacity;
    CarriedLoop::Index array;
  };
  Buffer new_buffer(const ir::Atom& capacity, Prim elem, std::span<const ir::Dim> inner);
  void append_to(const Buffer& buffer, const ir::Atom& used, ir::Var block);
  ir::Var write(ir::Var array, const ir::Atom& at, ir::Var block);
  ir::Var moved(ir::Var offsets, const ir::Atom& by);

  RowsBuilder& make_;
  CarriedLoop& loop_;
  const ir::Type* type_;
  Levels levels_;
  const RowCollector* like_;
  CarriedLoop::Index whole_ = 0;              // a regular array, or the offsets of level 0
  std::vector<CarriedLoop::Index> elements_;  // how many there are so far, by level
  std::vector<Buffer> offsets_;               // of the levels after the first
  std::optional<Buffer> data_;
};

}  // namespace planish::passes
