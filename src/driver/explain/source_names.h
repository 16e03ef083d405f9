// Which variables have names that the user gave them.
//
// Note [Names of the source]
// Names of variables are for people: those of the prelude are among them, and passes make up
// others. `iota (2*r + 1)` makes a variable for the sum, which the prelude calls `n`; the user's
// `n` is something else. So a name counts if the source has it where the variable comes from: a
// `let` binds it to what stands at the place of the variable's statement, or it occurs in the
// function whose parameter the variable is. Copies that passes make of a variable keep its name and
// its place.
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "driver/explain/source_text.h"
#include "ir/program.h"

namespace planish::explain {

class SourceNames {
 public:
  // `core` is the program whose variables have the names of the source, `flat` what became of it.
  SourceNames(const ir::Program& core, const ir::Program& flat, const SourceText& source);

  // Empty: it has none.
  std::string_view name(ir::Var var) const;

 private:
  enum class Bound : uint8_t { Statement, Parameter };
  struct Definition {
    ir::PlaceId place;
    Bound bound = Bound::Statement;
  };
  void add(ir::Var var, const Definition& definition);
  void body(const ir::Body* body);
  uint64_t key(ir::Var var, ir::PlaceId place) const;
  std::string_view find(ir::Var var, const Definition& definition) const;

  const ir::Storage& storage_;
  const SourceText& source_;
  std::unordered_map<ir::Var, std::string_view> names_;
  std::unordered_set<uint64_t> keys_;  // names and places of the variables of `core`
  bool in_core_ = true;                // while the programs are looked at
};

}  // namespace planish::explain
