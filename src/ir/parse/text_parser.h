// The parts of the parser of programs' text, put together for one text.
#pragma once

#include "ir/parse/body_reader.h"
#include "ir/parse/entry_reader.h"
#include "ir/parse/op_reader.h"
#include "ir/parse/place_reader.h"

namespace planish::ir {

struct TextParser {
  explicit TextParser(std::string_view text)
      : state(text), places(state), entries(state), bodies(state, *this), ops(state, bodies) {}

  TextState state;
  PlaceReader places;
  EntryReader entries;
  BodyReader bodies;
  OpReader ops;
};

}  // namespace planish::ir
