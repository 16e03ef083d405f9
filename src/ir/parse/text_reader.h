// The tokens of a program's text, and how all parts of the parser read them.
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

// A variable that has been mentioned.
struct Known {
  Var var;
  uint32_t first = 0;  // where it is mentioned first
  bool bound = false;
};
using Variables = std::unordered_map<std::string_view, Known>;  // by token

// How far the text has been read. The parts of the parser share one.
struct TextState {
  explicit TextState(std::string_view given) : text(given), tokens(text_tokens(given)) {}

  std::string_view text;
  std::vector<TextTokenInfo> tokens;
  size_t at = 0;
  int depth = 0;  // of bodies
  Parsed result;
  Variables numbered;           // those with a number, of the program
  Variables local;              // those without, of the function
  std::vector<bool> taken;      // by variable number
  std::vector<PlaceId> places;  // by number
};

class TextReader {
 public:
  explicit TextReader(TextState& state)
      : state_(state),
        text_(state.text),
        tokens_(state.tokens),
        at_(state.at),
        result_(state.result),
        storage_(*state.result.program.storage) {}

 protected:
  using Token = TextTokenInfo;

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
  Arena& arena() { return storage_.arena; }

  TextState& state_;
  const std::string_view text_;
  std::vector<Token>& tokens_;
  size_t& at_;
  Parsed& result_;
  Storage& storage_;
};

}  // namespace planish::ir
