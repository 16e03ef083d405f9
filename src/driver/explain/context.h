// What the collectors of facts share.
#pragma once

#include <unordered_set>
#include <vector>

#include "analysis/shapes/shapes.h"
#include "driver/explain/size_text.h"
#include "driver/explain/source_names.h"
#include "driver/explain/source_text.h"
#include "ir/program.h"
#include "target/target.h"

namespace planish::explain {

struct Context {
  // The program after the standard passes, and what became of it before fuse_scans; both share
  // their storage.
  const ir::Program& core;
  const ir::Program& flat;
  const Target& target;  // that it was compiled for
  const ir::Storage& storage;
  const shapes::ShapeAnalysis& shapes;
  const SourceText& source;
  const SourceNames& names;
  const SizeText& sizes;

  // "25:4"
  std::string position(ir::PlaceId place) const {
    return source.position(source.users_place(place));
  }
};

// The function and all that it calls, each once.
std::vector<const ir::Function*> reachable(const ir::Program& program, const ir::Function& from);

// "map", "segred"; empty: it is no parallel operator of CORE or FLAT.
std::string_view operator_text(const ir::Op* op);
// The iteration space of an operator of FLAT; null: it is none.
const ir::Space* space_of(const ir::Op* op);
// In FLAT it is a loop of one thread.
bool is_core_operator(const ir::Op* op);

// An `if` that passes made to choose between versions of the code; null: it is none. Conditions of
// the program itself have places of their own: others stand at `own` ones, or compare what only
// passes count.
struct VersionChoice {
  const ir::If* choice = nullptr;
  SizeText::Condition condition;
  bool has_enough = false;  // the first branch leaves what is inside to one thread each
  explicit operator bool() const { return choice != nullptr; }
  const ir::Body* usual() const {
    const bool is_second = condition.is_equal_rows || condition.is_small;
    return is_second ? choice->else_body : choice->then_body;
  }
};
VersionChoice version_choice(const Context& cx, const ir::Stm& stm,
                             const std::unordered_set<uint32_t>& own);

// The places, by PlaceId::id, of the parallel operators in an entry point and in all that it calls,
// and of itself.
std::unordered_set<uint32_t> operator_places(const Context& cx, const ir::Function& entry);

}  // namespace planish::explain
