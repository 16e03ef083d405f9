#include "ir/parse.h"

#include "ir/parse/text_parser.h"

namespace planish::ir {

Parsed parse(std::string_view text) { return TextParser(text).bodies.run(); }

}  // namespace planish::ir
