// Reads values as text of NESL, by their type.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nesl/types/type_table.h"
#include "runtime/value.h"

namespace planish::nesl {

class ValueReader {
 public:
  ValueReader(TypeTable& types, const Interner& names, std::string_view text)
      : types_(types), names_(names), text_(text) {}

  // The arrays that the value is made of. Nothing, and a message, if the text is no value of the
  // type, or goes on after it.
  std::optional<std::vector<runtime::Value>> read(const Type* type, std::string& error);

 private:
  // An array while it is read: its elements, and the lengths of what lies at each depth.
  struct Leaf {
    Prim prim{};
    runtime::ByteVector data;
    std::vector<std::vector<int64_t>> lengths;
  };
  struct Wrong {
    std::string message;
  };

  void add_leaves(const Type* type, size_t depth);
  // What is read goes to the leaves from this one on; gives the one behind them.
  size_t value(const Type* type, size_t leaf, size_t depth);
  size_t parts(const Type* type, size_t leaf, size_t depth);
  size_t vector(const Type* type, size_t leaf, size_t depth);
  void string(size_t leaf, size_t depth);
  void scalar(const Type* type, size_t leaf);
  template <class T>
  void add(size_t leaf, T element);

  void skip_space();
  bool take(char c);
  void expect(char c);
  std::string_view word();
  [[noreturn]] void wrong(std::string_view wanted);

  TypeTable& types_;
  const Interner& names_;
  std::string_view text_;
  size_t at_ = 0;
  std::vector<Leaf> leaves_;
};

}  // namespace planish::nesl
