// Code for the built-in functions that talk to the world: calls of functions of the runtime
// (runtime/world.h), which stay in their order.
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
  // Seconds since some moment.
  Atom seconds();

 private:
  using Types = std::initializer_list<const ir::Type*>;
  const AtomTree* traced(const AtomTree* text);
  std::vector<Var> foreign(std::string_view symbol, std::vector<Atom> args, Types results);
  // The length of a text, the text, and what else is passed.
  std::vector<Atom> with_text(const AtomTree* text, std::initializer_list<Atom> more);
  Atom one_number(std::string_view symbol, std::vector<Atom> args);
  const AtomTree* text(std::string_view symbol, Atom length);
  // (flag, message), from the length of the message.
  const AtomTree* success(Atom failed);

  Lowering& l_;
};

}  // namespace planish::nesl
