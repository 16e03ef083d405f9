// The textual form of programs. docs/ir.md shows its grammar; parse.h reads it back.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ir/constant_text.h"
#include "ir/program.h"

namespace planish::ir {

struct PrintOptions {
  bool places = true;  // `@12` after what has a place, and the table of places at the end
  // Lines of comment before a statement, without the dashes; null: none.
  std::function<std::vector<std::string>(const Stm&)> notes = nullptr;
};

std::string print(const Program& program, const PrintOptions& options = {});
// One function, without the line that says the stage.
std::string print(const Storage& storage, const Function& fn, const PrintOptions& options = {});
// A body in braces, without places.
std::string print(const Storage& storage, const Body& body);

// Parts, as they stand in messages and dumps.
std::string type_text(const Storage& storage, const Type* type);
std::string var_text(const Storage& storage, Var var);
std::string atom_text(const Storage& storage, const Atom& atom);
std::string dim_text(const Storage& storage, const Dim& dim);
std::string_view kind_text(Kind kind);
std::string_view check_kind_text(CheckKind kind);
std::string_view foreign_use_text(ForeignUse use);
// The word that the operation begins with: `add`, `map`.
std::string_view op_text(const Op* op);

// A name as it can stand in the text: as it is, or in back quotes; text in double quotes.
std::string name_text(std::string_view name);
std::string quoted(std::string_view text);
std::string_view component_text(ComponentKind kind);

}  // namespace planish::ir
