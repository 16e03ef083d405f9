// How arrays lie in memory, as far as that is known before the program runs.
//
// Note [Layouts]
// An array is row-major, or a view with a stride for each dimension: a transposition, every second
// element. Most strategies need elements side by side, which are those along a dimension whose
// stride is 1. What the code generator finds when it emits a view is what stands here or better: it
// may know of a number that it is a constant.
//
// Some arrays are not made at all, because they are only read element by element: Note [Arrays that
// are not made] in plan/elements.h.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/program.h"

namespace planish::plan {

enum class Where : uint8_t {
  Host,  // parallel operators are started here
  Task,  // inside of one
};

enum class Elements : uint8_t {
  InMemory,
  Computed,  // from their index
  Same,      // all are one value
  Pieces,    // in the arrays that are concatenated
};

class Layouts {
 public:
  explicit Layouts(const ir::Storage& storage) : storage_(storage) {}

  bool is_row_major(ir::Var array) const { return !strides_.contains(array.id); }
  // Do elements that are neighbours along the dimension lie side by side?
  bool is_dense_along(ir::Var array, size_t dim) const;
  Elements elements(ir::Var array) const;
  // The iota whose elements are computed; null: there is none.
  const ir::Iota* progression(ir::Var array) const;
  // Are its elements computed, i64s of which each is one more than the one before?
  bool is_counted(ir::Var array) const;
  // Are these two names of the same memory, from its first element on?
  bool are_same(ir::Var one, ir::Var other) const;

  // ---- While a program is walked over
  // What a statement binds: views get the layout of what they are a view of.
  void bind(const ir::Stm& stm);
  void not_made(ir::Var array, Elements elements, const ir::Iota* progression = nullptr);
  // A parameter that stands for the elements of an array, or for the array.
  void element_of(ir::Var param, ir::Var array);
  void same_as(ir::Var var, ir::Var array);
  void by_columns(ir::Var matrix);
  void strided(ir::Var array);  // by numbers that are not known
  // Strides of the host that are sizes are other numbers in a task: there both are values that it
  // was given.
  void enter(Where where) { where_ = where; }

 private:
  using Strides = std::vector<ir::Dim>;  // varying: not known

  struct Strided {
    Strides strides;
    Where where;  // it was made
  };

  Strides strides(ir::Var array) const;
  void set(ir::Var var, Strides strides) { strides_[var.id] = {std::move(strides), where_}; }
  void slice(ir::Var var, const ir::Slice& op);
  void flat_slice(ir::Var var, const ir::FlatSlice& op);
  void rearrange(ir::Var var, const ir::Rearrange& op);
  ir::Var first_name(ir::Var var) const;

  const ir::Storage& storage_;
  Where where_ = Where::Host;
  std::unordered_map<uint32_t, Strided> strides_;  // of arrays that are not row-major
  std::unordered_map<uint32_t, Elements> elements_;
  std::unordered_map<uint32_t, const ir::Iota*> progressions_;
  std::unordered_map<uint32_t, ir::Var> names_;  // of what has another name
};

}  // namespace planish::plan
