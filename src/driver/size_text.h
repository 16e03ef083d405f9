// Sizes and conditions of a program in FLAT as a person would write them: in names of the source.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "ir/program.h"

namespace planish {

class SizeText {
 public:
  // `core` is the program whose variables have the names of the source.
  SizeText(const ir::Program& core, const ir::Program& flat);

  // "n + 1", "sum of the row lengths of xss", "points of a branch".
  std::string size(const ir::Atom& atom) const;
  // What a level goes over in each row: "length of xss[i]".
  std::string row_length(ir::Var offsets, const std::string& index) const;
  // "n >= 64"; empty: it is not a comparison of sizes.
  std::string condition(const ir::Atom& atom) const;
  // When it is not true: "n < 64".
  std::string opposite(const ir::Atom& atom) const;
  // "n x 4 bytes": the arrays that are bound.
  std::string memory(const ir::Stm& stm) const;

 private:
  void name_entry(const ir::Function& fn);
  void define(const ir::Body* body);
  // A name of the source for the array whose rows have these offsets; empty: there is none.
  std::string rows_name(ir::Var offsets) const;
  std::string name(ir::Var var) const;
  std::string expression(const ir::Atom& atom, size_t depth) const;
  enum class When : uint8_t { True, False };
  std::string condition(const ir::Atom& atom, When when, size_t depth) const;

  const ir::Storage& storage_;
  std::unordered_set<ir::Var> named_;  // in the source
  std::unordered_map<ir::Var, const ir::Op*> definitions_;
  std::unordered_map<ir::Var, std::string>
      rows_;  // by offsets: the parameter that they are part of
  std::unordered_map<ir::Var, std::string> sizes_;  // of the parts of such parameters
};

}  // namespace planish
