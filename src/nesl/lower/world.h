// Code for the built-in functions that talk to the world: calls of functions of the runtime
// (runtime/performing.h), which stay in their order.
#pragma once

#include "nesl/lower/joins.h"
#include "nesl/types/builtin.h"

namespace planish::nesl {

class Lowering;

class WorldCalls {
 public:
  explicit WorldCalls(Lowering& lowering) : l_(lowering) {}

  // Null: it is none of them.
  const AtomTree* call(Builtin id, const AtomTree* argument);
  // Seconds since some moment, when `done` has been evaluated; null: nothing has to be.
  Atom seconds(const AtomTree* done);

 private:
  enum class Given : uint8_t { Number, Seconds, Text };
  std::vector<const AtomTree*> foreign(std::string_view symbol, std::vector<Atom> args,
                                       std::initializer_list<Given> results);
  // The length of a text, the text, and what else is passed.
  std::vector<Atom> with_text(const AtomTree* text, std::initializer_list<Atom> more);
  // (flag, message): without a message it went well.
  const AtomTree* success(const AtomTree* message);

  Lowering& l_;
};

}  // namespace planish::nesl
