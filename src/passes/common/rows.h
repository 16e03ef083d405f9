// How irregular arrays are represented by regular ones, and code that works on the representation.
//
// Note [Representation of rows]
// A dimension that varies is a *level*. Level 0 is the first one. The rows of a level are numbered
// in the order of their elements: those of level 0 of a `[n][m][?]t` are 0 … n*m-1. A level has an
// array of offsets, one more than it has rows: row number r consists of the elements offsets[r] …
// offsets[r+1]-1 of the level. An element of a level holds as many rows of the next one as the
// fixed dimensions between them say (its *group*); the elements of the last level lie in the array
// of data, which keeps the fixed dimensions after it.
//
//   [n][?]t          offsets: [n+1]i64                          data: [k]t
//   [n][m][?][3]t    offsets: [n*m+1]i64                        data: [k][3]t
//   [n][?][m][?]t    offsets: [n+1]i64, [j*m+1]i64              data: [k]t
//
// The offsets of level 0 are those of the array and no others. They need not begin with 0, and
// further offsets and data may have more than belongs to the array: so a part of an irregular array
// costs nothing, it is a slice of the offsets of one level. An array is *packed* if nothing else is
// there. Offsets are never written to once they are made, so arrays of the same shape share them,
// and only data is consumed.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/build/builder.h"

namespace planish::passes {

struct Rows {
  std::vector<ir::Var> offsets;  // by level, outermost first
  ir::Var data;
  bool packed = false;  // known to be
};

// An array while code is made for it: regular or not.
struct RowsValue {
  ir::Atom atom;             // regular, or a scalar
  std::optional<Rows> rows;  // irregular
};

// Which dimensions of an array vary.
class Levels {
 public:
  explicit Levels(std::span<const ir::Dim> dims);
  size_t count() const { return at_.size(); }
  size_t dim(size_t level) const { return at_[level]; }
  size_t last_dim() const { return at_.back(); }
  // The first level at or after a dimension; count() if there is none.
  size_t from(size_t dim) const;
  friend bool operator==(const Levels&, const Levels&) = default;

 private:
  std::vector<size_t> at_;
};

// Some of the elements of an array: those that the first so many dimensions lead to.
struct Units {
  size_t depth = 0;  // how many dimensions
  ir::Atom start;    // the number of the first in the level, or at the top
  ir::Atom count;
};

// Adds code to the body being built. What is added at the level of the statement being replaced
// gets its certificates.
class RowsBuilder {
 public:
  explicit RowsBuilder(ir::Storage& storage) : builder(storage), storage_(storage) {}

  ir::Builder builder;

  // The statement that the code from now on replaces, as long as this lives.
  class Replacing {
   public:
    Replacing(RowsBuilder& rows, const ir::Stm& stm)
        : rows_(rows),
          certs_(std::exchange(rows.certs_, stm.certs)),
          depth_(std::exchange(rows.depth_, rows.builder.depth())),
          place_(std::exchange(rows.builder.place, stm.place)) {}
    ~Replacing() {
      rows_.certs_ = certs_;
      rows_.depth_ = depth_;
      rows_.builder.place = place_;
    }
    Replacing(const Replacing&) = delete;
    Replacing& operator=(const Replacing&) = delete;

   private:
    RowsBuilder& rows_;
    std::span<const ir::Var> certs_;
    size_t depth_;
    ir::PlaceId place_;
  };

  // ---- Statements
  void add(std::span<const ir::Var> pattern, const ir::Op* op,
           std::span<const Attribute> attrs = {});
  void bind(ir::Var var, const ir::Op* op) { add({&var, 1}, op); }
  ir::Var let(std::string_view name, const ir::Type* type, const ir::Op* op);
  template <class T>
  const T* make(T node) {
    return builder.make(node);
  }
  template <class T>
  std::span<const T> list(const std::vector<T>& items) {
    return builder.list(items);
  }

  // ---- Numbers
  ir::Atom plus(const ir::Atom& x, const ir::Atom& y);
  ir::Atom minus(const ir::Atom& x, const ir::Atom& y);
  ir::Atom times(const ir::Atom& x, const ir::Atom& y);
  ir::Atom scalar(ir::BinaryOp op, const ir::Atom& x, const ir::Atom& y);
  ir::Atom product(std::span<const ir::Dim> dims);

  // ---- Types
  const ir::Type* i64() { return storage_.types.scalar(Prim::I64); }
  const ir::Type* numbers(const ir::Atom& count) { return array_type(Prim::I64, count, {}); }
  const ir::Type* array_type(Prim elem, const ir::Atom& count, std::span<const ir::Dim> inner);
  const ir::Type* type(const ir::Atom& atom) { return storage_.type(atom); }
  // The outermost dimension of a regular array.
  ir::Atom size(ir::Var array) { return ir::Builder::atom(storage_.type(array)->dims[0]); }

  // ---- Regular arrays
  ir::Atom index(ir::Var numbers, const ir::Atom& at);
  ir::Var slice(ir::Var array, const ir::Atom& start, const ir::Atom& count);
  ir::Var iota(const ir::Atom& count, const ir::Atom& step = ir::Atom::i64(1));
  ir::Var reshape(ir::Var array, std::span<const ir::Dim> dims);
  ir::Var copy(ir::Var array);
  ir::Var concat(std::string_view name, const std::vector<ir::Var>& arrays, const ir::Atom& count);
  // An array of zeros of a type.
  ir::Var blank(const ir::Type* type);
  // One i64 for each element of the arrays; `give` makes the code for it from the elements.
  template <class Give>
  ir::Var map(std::string_view name, const ir::Atom& width, const std::vector<ir::Var>& arrays,
              Give give);

  // ---- Offsets
  // Where rows of these lengths begin and end. `kept`: the lengths are never consumed, and may be
  // used again.
  enum class Lengths : uint8_t { Lent, Kept };
  ir::Var offsets_of(ir::Var lengths, Lengths are);
  // The length that all rows have, where it is known to be the same.
  std::optional<ir::Atom> length_of_all(ir::Var offsets) const;
  // Not to be consumed.
  ir::Var lengths_of(ir::Var offsets, const ir::Atom& count);

  // ---- Irregular arrays. Dimensions are those of the array's type.
  // How many elements a level's rows consist of have one row each.
  ir::Atom group(std::span<const ir::Dim> dims, size_t level);
  ir::Atom row_count(const Rows& rows, size_t level);
  // Units next to each other: a view. If no level is left, a slice of the data.
  RowsValue part(const Rows& rows, std::span<const ir::Dim> dims, const Units& units);
  // Units with any numbers: a fresh array.
  RowsValue gather(const Rows& rows, std::span<const ir::Dim> dims, size_t depth, ir::Var numbers);
  // The same array, with nothing else in its representation.
  Rows pack(const Rows& rows, std::span<const ir::Dim> dims);
  // A fresh one.
  Rows copy(const Rows& rows, std::span<const ir::Dim> dims);
  // Rows of the same type, one array after the other; all levels from the given one on. Fresh.
  struct RowRange {
    Rows rows;
    ir::Atom start;
    ir::Atom count;
    bool all = false;  // known to be all rows of a packed array
  };
  RowRange all_rows(const Rows& rows) {
    return {rows, ir::Atom::i64(0), row_count(rows, 0), rows.packed};
  }
  Rows join(const std::vector<RowRange>& ranges, std::span<const ir::Dim> dims, size_t level);
  // With other levels: dimensions become fixed or varying as in `to`.
  RowsValue convert(const RowsValue& value, std::span<const ir::Dim> from, const ir::Type* to);

 private:
  Rows joined_levels(std::vector<RowRange> ranges, std::span<const ir::Dim> dims, size_t level,
                     std::vector<ir::Var>& data);

  ir::Storage& storage_;
  std::span<const ir::Var> certs_;
  size_t depth_ = 0;
  std::unordered_map<ir::Var, ir::Var> lengths_;  // from which offsets were made
  std::unordered_map<ir::Var, ir::Atom> length_of_all_;
};

template <class Give>
ir::Var RowsBuilder::map(std::string_view name, const ir::Atom& width,
                         const std::vector<ir::Var>& arrays, Give give) {
  std::vector<ir::Param> params;
  std::vector<ir::Atom> elements;
  for (ir::Var array : arrays) {
    params.push_back({builder.new_var("", storage_.types.without_outer(storage_.type(array), 1))});
    elements.emplace_back(params.back().var);
  }
  const ir::Body* body = builder.body([&] { return std::vector<ir::Atom>{give(elements)}; });
  const ir::Lambda* fn =
      builder.arena().make<ir::Lambda>(ir::Lambda{builder.list(params), body, builder.place});
  return let(name, numbers(width), make(ir::Map{{}, width, fn, builder.list(arrays)}));
}

}  // namespace planish::passes
