// Going through arrays element by element, and making arrays of what the iterations give.
#pragma once

#include <span>
#include <vector>

#include "interp/machine.h"
#include "interp/ops.h"
#include "interp/scratch.h"
#include "interp/views.h"

namespace planish::interp {

// The arrays that an operator goes through.
class Elements {
 public:
  Elements(std::span<const Input> inputs, int64_t width, const OpData& op, Machine& m);
  // Gives the parameters the elements of one iteration.
  void load(int64_t iteration, uint64_t* s) {
    for (size_t k = 0; k < inputs_.size(); k++) {
      const Input& input = inputs_[k];
      Cursor& cursor = cursors_[k];
      if (input.kind == ValueKind::Scalar)
        s[input.param] = load_bits(input.elem, cursor.array.data() + iteration * cursor.step);
      else if (input.kind == ValueKind::Array)
        load_row(input, cursor, iteration);
    }
  }
  // Gives the parameters the elements from one on, as arrays.
  void load_chunk(int64_t start, int64_t count);

 private:
  struct Cursor {
    Array array;
    int64_t step = 0;  // in bytes
  };
  void load_row(const Input& input, Cursor& cursor, int64_t iteration);

  std::span<const Input> inputs_;
  const OpData& op_;
  Machine& m_;
  Scratch<Cursor, 4> cursors_;
};

// The arrays that an operator makes.
class Results {
 public:
  Results(std::span<const Output> outputs, int64_t width, const OpData& op, Machine& m);
  // Takes what an iteration gave.
  void store(int64_t iteration, uint64_t* s) {
    for (size_t k = 0; k < outputs_.size(); k++) {
      const Output& output = outputs_[k];
      Target& target = targets_[k];
      if (output.kind == ValueKind::Scalar)
        store_bits(target.elem, target.array.data() + iteration * target.step,
                   s[output.element.slot]);
      else if (output.kind == ValueKind::Array)
        store_row(output, target, iteration);
      else
        s[output.to] = s[output.element.slot];
    }
  }
  // Takes arrays with the elements from one on.
  void store_chunk(int64_t start, int64_t count, uint64_t* s);
  // Binds the arrays to their variables.
  void finish();

 private:
  struct Target {
    Array array;
    int64_t step = 0;
    Prim elem{};
  };
  void store_row(const Output& output, Target& target, int64_t iteration);

  std::span<const Output> outputs_;
  const OpData& op_;
  Machine& m_;
  Scratch<Target, 4> targets_;
};

// Arrays of rows that follow each other. They grow while rows are appended.
class RowResults {
 public:
  RowResults(std::span<const RowGroup> groups, const OpData& op, Machine& m);
  // Takes the rows that an iteration gave.
  void append();
  // Binds the totals and the arrays to their variables.
  void finish(uint64_t* s);

 private:
  struct Growing {
    std::vector<Array> arrays;  // with room for more
    int64_t count = 0;          // of elements in each
    int64_t capacity = 0;
  };
  void grow(const RowGroup& group, Growing& growing, int64_t needed);

  std::span<const RowGroup> groups_;
  const OpData& op_;
  Machine& m_;
  std::vector<Growing> growing_;
};

// The elements of an array with these numbers, as a new array.
Array gathered(const Array& from, std::span<const int64_t> numbers, const OpData& op, Machine& m);

// ---- Combining

// Starts with the neutral values, which are copied if they may be consumed.
void set_neutral(const Combine& combine, std::span<const Move> neutral, const OpData& op,
                 Machine& m);
// Binds what has been combined, as new arrays.
void bind_combined(std::span<const Move> results, const OpData& op, Machine& m);

// Arrays that are written to at indexed positions: those of a scatter, a hist, or an accumulator.
// They are consumed, and fresh when it is over.
class Targets {
 public:
  Targets(std::span<const Move> dests, std::span<const Slot> shape, const OpData& op, Machine& m);
  // Replaces the elements at a position by values of the current frame. A position outside is
  // ignored.
  void replace(std::span<const int64_t> position, std::span<const Slot> values);
  // Combines the elements at a position with the values in combine.right.
  void combine(std::span<const int64_t> position, const Combine& combine);
  // Binds the arrays to the results.
  void finish();

 private:
  bool inside(std::span<const int64_t> position);
  std::byte* place(const Array& array, std::span<const int64_t> position) const;

  std::span<const Move> dests_;
  const OpData& op_;
  Machine& m_;
  Scratch<int64_t, 4> shape_;
  Scratch<Array, 2> arrays_;
};

}  // namespace planish::interp
