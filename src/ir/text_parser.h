// The state of reading a program; parse.cpp reads what stands around operations, parse_op.cpp
// operations.
//
// After the first error the parser stands at the end of the text, where nothing more can be read:
// all lists end, and what is still asked for has its default.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/parse.h"
#include "ir/text_lexer.h"

namespace planish::ir {

class TextParser {
 public:
  explicit TextParser(std::string_view text);
  Parsed run();

 private:
  using Token = TextTokenInfo;

  // ---- Tokens
  const Token& peek() const { return tokens_[at_]; }
  bool failed() const { return result_.error.has_value(); }
  bool at(std::string_view text) const;  // is the next token this word or symbol?
  bool accept(std::string_view text);
  void expect(std::string_view text);
  void fail(std::string_view expected);  // at the next token
  void fail_at(uint32_t offset, std::string message);
  uint32_t number(std::string_view what);
  std::string string(std::string_view what);
  std::string_view string_view(std::string_view what) { return arena().copy(string(what)); }
  Name name(std::string_view what);

  // What `one` gives, between the brackets and separated by commas.
  template <class T, class F>
  std::span<const T> list(std::string_view open, std::string_view close, F one) {
    expect(open);
    std::vector<T> items;
    while (!at(close) && !failed()) {
      if (!items.empty()) expect(",");
      items.push_back(one());
    }
    expect(close);
    return arena().copy(items);
  }

  // ---- Around operations
  void places();
  void place_line();
  const Function* function();
  const Entry* entry();
  ComponentKind component_kind();
  EntryValue entry_value();
  std::string_view client_type();
  void entry_types();
  EntryTypePart entry_type_part();
  std::vector<Attribute> attrs();
  PlaceId place();
  const Body* body();
  Stm stm();
  const Lambda* lambda();
  std::span<const Param> params();
  Param param();
  Var binder();
  const Type* type();
  Dim dim();

  // ---- Variables
  struct Known {
    Var var;
    uint32_t first = 0;  // where it is mentioned first
    bool bound = false;
  };
  using Variables = std::unordered_map<std::string_view, Known>;  // by token
  void reserve_numbers();
  Known& variable();  // the next token
  Var var() { return variable().var; }
  void bind(Known& known, uint32_t offset, const Type* type);
  void check_bound(const Variables& variables);

  // ---- Operations
  const Op* op();
  Atom atom();
  Const constant();
  bool at_constant() const;
  std::span<const Atom> atoms(std::string_view open, std::string_view close) {
    return list<Atom>(open, close, [this] { return atom(); });
  }
  std::span<const Atom> shape() { return atoms("[", "]"); }
  std::span<const Atom> neutral() { return atoms("{", "}"); }
  std::span<const Var> vars() {
    return list<Var>("(", ")", [this] { return var(); });
  }
  std::span<const SliceDim> slice_dims();
  void flat_dims(Atom& offset, std::span<const FlatDim>& dims);
  Space space();
  std::span<const uint32_t> numbers(std::string_view what);
  const Lambda* optional_lambda() { return at("\\") ? lambda() : nullptr; }
  const Lambda* lambda_of() { return accept("of") ? lambda() : nullptr; }
  const Lambda* lambda_then() { return accept("then") ? lambda() : nullptr; }
  const Body* body_of() {
    expect("of");
    return body();
  }
  const Op* array_node(Kind kind);
  const Op* control_node(Kind kind);
  std::span<const Var> written();
  const Op* nested_node(Kind kind);
  const Op* flat_node(Kind kind);
  const Op* check_node();
  const Op* loop_node();
  const Op* match_node();

  template <class T>
  const Op* make(T node) {
    node.kind = T::K;
    return arena().make<T>(node);
  }
  Arena& arena() { return storage_.arena; }

  std::string_view text_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  int depth_ = 0;
  Parsed result_;
  Storage& storage_;
  Variables numbered_;           // those with a number, of the program
  Variables local_;              // those without, of the function
  std::vector<bool> taken_;      // by variable number
  std::vector<PlaceId> places_;  // by number
};

}  // namespace planish::ir
