// Variables, types and constants.
#pragma once

#include "ir/parse/text_reader.h"

namespace planish::ir {

class ValueReader : public TextReader {
 public:
  using TextReader::TextReader;

 protected:
  void reserve_numbers();
  Var var() { return variable().var; }
  Var binder();
  Param param();
  std::span<const Param> params();
  void check_bound(const Variables& variables);

  const Type* type();
  Atom atom();
  Const constant();
  std::span<const Atom> atoms(std::string_view open, std::string_view close) {
    return list<Atom>(open, close, [this] { return atom(); });
  }
  std::span<const Atom> shape() { return atoms("[", "]"); }
  std::span<const Atom> neutral() { return atoms("{", "}"); }
  std::span<const Var> vars() {
    return list<Var>("(", ")", [this] { return var(); });
  }

 private:
  Known& variable();  // the next token
  void bind(Known& known, uint32_t offset, const Type* type);
  Dim dim();
  bool at_constant() const;
};

}  // namespace planish::ir
