#include "ir/parse/place_reader.h"

namespace planish::ir {

void PlaceReader::place_line() {
  expect("@");
  uint32_t offset = peek().start;
  if (number("the number of a place") != state_.places.size() && !failed()) {
    fail_at(offset, "expected place number " + std::to_string(state_.places.size()));
  }
  expect("=");
  Place place;
  place.file = storage_.names.intern(string("the name of a file"));
  place.line = number("a line");
  expect(":");
  place.column = number("a column");
  expect("-");
  place.end_line = number("a line");
  expect(":");
  place.end_column = number("a column");
  if (accept("from")) place.caller = this->place();
  state_.places.push_back(storage_.place(place));
}

void PlaceReader::places() {
  state_.places.push_back({});
  int depth = 0;
  for (at_ = 0; peek().kind != TextToken::End; at_++) {
    if (peek().kind == TextToken::Symbol) {
      depth += peek().text == "{" ? 1 : peek().text == "}" ? -1 : 0;
    }
    // Functions and parameters may have this name, too, but do not stand after a function, a type
    // of an entry point or the first word.
    const Token& before = tokens_[at_ > 0 ? at_ - 1 : 0];
    bool after_all = at_ == 1 || before.text == "}" || before.text == ")" ||
                     before.kind == TextToken::String || before.text == "types";
    if (depth == 0 && after_all && at("places")) break;
  }
  if (!accept("places")) {
    at_ = 0;
    return;
  }
  size_t table = at_ - 1;
  while (at("@") && !failed()) place_line();
  if (peek().kind != TextToken::End) fail("`@`");
  if (failed()) return;
  tokens_[table] = tokens_.back();
  tokens_.resize(table + 1);
  at_ = 0;
}

PlaceId PlaceReader::place() {
  if (!accept("@")) return {};
  uint32_t offset = peek().start;
  uint32_t place = number("the number of a place");
  if (place < state_.places.size()) return state_.places[place];
  fail_at(offset, "there is no place @" + std::to_string(place));
  return {};
}

}  // namespace planish::ir
