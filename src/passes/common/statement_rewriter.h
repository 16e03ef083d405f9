// What passes share that replace single statements by others: every body is built anew, statement
// by statement.
#pragma once

#include "ir/build/builder.h"
#include "ir/walk.h"

namespace planish::passes {

// A pass derives from it and says in rewrite() what becomes of a statement. Where nothing changes,
// the same nodes are used again.
class StatementRewriter : public ir::Rebuild {
 public:
  explicit StatementRewriter(const ir::Program& program)
      : Rebuild(*program.storage), builder_(storage_) {}

  ir::Program program(const ir::Program& program) {
    ir::Program result = program;
    for (const ir::Function*& fn : result.functions) fn = function_children(fn);
    return result;
  }

  const ir::Body* body(const ir::Body* old) override {
    builder_.begin();
    bool changed = false;
    for (const ir::Stm& stm : old->stms) {
      builder_.place = stm.place;
      changed |= rewrite(stm);
    }
    const ir::Body* made = builder_.end({old->results.begin(), old->results.end()});
    return changed ? made : old;
  }

 protected:
  // Adds to builder_ what becomes of a statement. True if that is not the same statement.
  virtual bool rewrite(const ir::Stm& stm) = 0;

  ir::Builder builder_;
};

}  // namespace planish::passes
