// Values as text of NESL: `[(1, "a"), (2, "b")]`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "nesl/types/type_table.h"
#include "runtime/value.h"

namespace planish::nesl {

// "0.5", "1.0E10": as few digits as read back to the same number.
std::string float_text(double value);

class ValueText {
 public:
  // Programs want to know the type of the elements of empty vectors.
  enum class For : uint8_t { People, Programs };
  ValueText(TypeTable& types, const Interner& names, For reader = For::People)
      : types_(types), names_(names), reader_(reader) {}

  // `leaves` are the arrays that the value is made of.
  std::string text(const Type* type, std::span<const runtime::Value> leaves);

 private:
  // A place in the value: the leaves that begin with this one, so many vectors inside, at this
  // number of all that lie there.
  struct At {
    size_t leaf = 0;
    size_t depth = 0;
    size_t number = 0;
  };

  void append(const Type* type, At at);
  void append_scalar(const Type* type, At at);
  void append_vector(const Type* type, At at);
  void append_parts(const Type* type, At at);
  size_t leaf_count(const Type* type);
  // The elements of a vector: the number of the first one, and how many there are.
  std::pair<size_t, size_t> elements(At at);
  template <class T>
  T scalar(At at) const;

  TypeTable& types_;
  const Interner& names_;
  For reader_;
  std::span<const runtime::Value> leaves_;
  std::vector<std::vector<std::vector<size_t>>> starts_;  // of rows: by leaf and dimension
  std::string out_;
};

}  // namespace planish::nesl
