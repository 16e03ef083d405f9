// Functions of the program: one for each definition or closure, its types, and which sizes of its
// argument are fixed and equal. So regular arrays stay regular through calls.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "nesl/lower/frame.h"
#include "nesl/lower/joins.h"
#include "nesl/types/definition.h"

namespace planish::nesl {

class Lowering;

// What is called: a definition with a body, or a closure, at types.
struct Code {
  const Definition* definition = nullptr;
  const Lambda* lambda = nullptr;
  std::span<const Type* const> type_args = {};
};

class Instances {
 public:
  explicit Instances(Lowering& lowering);

  // A call of a definition that is a function. The type is that of the argument.
  const AtomTree* call(const Code& code, const Type* type, const AtomTree* argument);
  // A call of a closure, with the values that it captured.
  const AtomTree* call(const Code& code, const Type* type, const AtomTree* captured,
                       const AtomTree* argument);
  // A call of a function of the prelude, which may be hidden from programs.
  const AtomTree* call_in_prelude(std::string_view name, const Type* type,
                                  const AtomTree* argument);
  // The value of a name that is bound at top level.
  const AtomTree* value(const Definition& definition);
  // What all names of its binding are bound to.
  const AtomTree* bound(const Definition& definition);

 private:
  struct Instance {
    Name name;
    bool in_progress = true;
    bool recursive = false;
    bool keyed = false;
    Join results;
    std::vector<Var> sizes;  // its parameters that are sizes
    ir::PlaceId place;
  };
  struct Parameters {
    std::vector<size_t> size_of_level;  // of each level: the number of the size, or kVaries
    std::vector<Atom> sizes;            // the values that a call passes
  };

  static Parameters parameters(std::span<const Level> levels);
  const AtomTree* call_instance(const Code& code, const Shape* structure, const AtomTree* argument);
  Instance& instance(const Code& code, const Shape* structure, const Parameters& parameters);
  std::vector<std::string_view> parameter_names(const Code& code, const Shape* structure);
  void make(Instance& made, const Code& code, const Shape* structure, const Parameters& parameters);
  const AtomTree* body(const Code& code, const AtomTree* argument, const Shape* structure);
  Instance& constant(const BindForm& form);
  void add_function(Instance& made, std::vector<ir::Param> params, const ir::Body* body,
                    const JoinedValue& results, bool is_constant);
  uint32_t epoch(uint32_t form);

  Lowering& l_;
  std::map<std::string, Instance> made_;
  std::vector<uint32_t> changes_;  // forms by which definitions get other bodies, in order
  bool changes_found_ = false;
};

}  // namespace planish::nesl
