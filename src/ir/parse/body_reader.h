// Programs, functions, lambdas, bodies and statements.
#pragma once

#include "ir/parse/value_reader.h"

namespace planish::ir {

struct TextParser;

class BodyReader : public ValueReader {
 public:
  BodyReader(TextState& state, TextParser& all) : ValueReader(state), all_(all) {}

  Parsed run();
  const Lambda* lambda();
  const Body* body();

 private:
  const Function* function();
  std::vector<Attribute> attrs();
  Stm stm();

  TextParser& all_;  // the other parts
};

}  // namespace planish::ir
