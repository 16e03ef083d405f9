// Places of the source, and the table of them.
#pragma once

#include "ir/parse/text_reader.h"

namespace planish::ir {

class PlaceReader : public TextReader {
 public:
  using TextReader::TextReader;

  // The table stands at the end, and is read first: what refers to it is made once.
  void places();
  PlaceId place();

 private:
  void place_line();
};

}  // namespace planish::ir
