#include "passes/loops/copy_updates.h"

#include "ir/match.h"
#include "passes/common/statement_rewriter.h"

namespace planish::passes {

using namespace ir;

namespace {

class CopyUpdates : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

 protected:
  bool rewrite(const Stm& stm) override {
    if (const auto* update = as<Update>(stm.op)) return of_copy(stm, *update);
    if (const auto* update = as<FlatUpdate>(stm.op)) return of_copy(stm, *update);
    const Stm now = stm_children(stm);
    builder_.add(now);
    return now.op != stm.op;
  }

 private:
  template <class T>
  bool of_copy(const Stm& stm, T update) {
    update.array =
        builder_.let("before", storage_.type(update.array), builder_.make(Copy{{}, update.array}));
    Stm made = stm;
    made.op = builder_.make(update);
    builder_.add(made);
    return true;
  }
};

}  // namespace

Program copy_updates(const Program& program) { return CopyUpdates(program).program(program); }

}  // namespace planish::passes
