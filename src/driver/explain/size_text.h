// Sizes and conditions of a program in FLAT as a person would write them: in names of the source.
#pragma once

#include <string>
#include <unordered_map>

#include "driver/explain/decision_text.h"
#include "driver/explain/source_names.h"
#include "ir/program.h"

namespace planish::explain {

class SizeText {
 public:
  SizeText(const ir::Program& core, const ir::Program& flat, const SourceNames& names);

  // "n + 1", "length of ys", "all elements of xss"; empty: there are no words for it.
  std::string size(const ir::Atom& atom) const;
  // The same, and "?" where there are no words.
  std::string known_size(const ir::Atom& atom) const;
  // What a level goes over in each row: "length of xss[i]".
  std::string row_length(ir::Var offsets, const std::string& index) const;
  // When the condition is true and when it is not: "n >= 64" and "n < 64". Empty: it is not a
  // comparison of sizes.
  VersionText condition(const ir::Atom& atom) const;
  // "n x 4 bytes": the arrays that are bound.
  std::string memory(const ir::Stm& stm) const;
  std::string memory(ir::Var array) const;
  // The operation that the variable is the result of; null: it is a parameter.
  const ir::Op* definition(ir::Var var) const;

 private:
  void name_entry(const ir::Function& fn);
  void name_lengths(ir::Var array);
  void define(const ir::Body* body);
  // A name of the source for the array whose rows have these offsets; empty: there is none.
  std::string rows_name(ir::Var offsets) const;
  std::string_view made_up_name(ir::Var var) const;
  std::string expression(const ir::Atom& atom, size_t depth) const;
  std::string counted_by_flattening(ir::Var var) const;
  enum class When : uint8_t { True, False };
  std::string condition(const ir::Atom& atom, When when, size_t depth) const;

  const ir::Storage& storage_;
  const SourceNames& names_;
  std::unordered_map<ir::Var, const ir::Op*> definitions_;
  std::unordered_map<ir::Var, std::string> rows_;   // by offsets: the parameter that they are of
  std::unordered_map<ir::Var, std::string> sizes_;  // of the parts of such parameters
  std::unordered_map<ir::Var, std::string_view> lengths_;  // the array that is so long
};

// Bytes of an element.
size_t bytes_of(Prim prim);

}  // namespace planish::explain
