#include "passes/fusion/fuse.h"

#include <algorithm>

#include "ir/alias.h"
#include "ir/facts.h"
#include "ir/walk.h"
#include "passes/fusion/body_fuser.h"
#include "passes/fusion/prepare_views.h"
#include "passes/fusion/pull_elements.h"
#include "passes/fusion/push_views.h"
#include "passes/fusion/reduce_flattened.h"
#include "passes/fusion/whole_streams.h"

namespace planish::passes {

using namespace ir;

namespace {

// Outer bodies come first: fusing them brings inner operators together.
class Fuse : public Rebuild {
 public:
  Fuse(const Program& program, const Target& target)
      : Rebuild(*program.storage),
        effects_(program),
        costs_(program, target.costs),
        memory_(program) {}

  Program program(const Program& program) {
    Program result = program;
    for (const Function*& fn : result.functions) fn = function_children(fn);
    return result;
  }

  const Body* body(const Body* body) override {
    if (!has_arrays(body)) return body_children(body);
    const Body* by_rows = reduce_flattened(storage_, body);
    const Body* pushed = push_views(storage_, effects_, memory_, by_rows);
    const Body* prepared = prepare_views(storage_, effects_, memory_, pushed);
    return body_children(BodyFuser(storage_, effects_, costs_, memory_, prepared).run());
  }

 private:
  // There is nothing to fuse among numbers, and to look at all that is inside of a body takes time in
  // the square of the depth.
  bool has_arrays(const Body* body) const {
    return std::ranges::any_of(body->stms, [&](const Stm& stm) {
      return operator_parts(stm.op) || std::ranges::any_of(stm.pattern, [&](Var var) {
               return is_memory(storage_.type(var));
             });
    });
  }

  Effects effects_;
  CostModel costs_;
  MemoryClasses memory_;
};

}  // namespace

Program fuse(const Program& program, const Target& target) {
  const Program whole = whole_streams(program);
  return pull_elements(Fuse(whole, target).program(whole), target);
}

}  // namespace planish::passes
