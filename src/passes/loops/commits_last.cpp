#include "passes/loops/commits_last.h"

#include <algorithm>
#include <unordered_set>

#include "ir/chunk_steps.h"
#include "ir/walk.h"

namespace planish::passes {

using namespace ir;

namespace {

class CommitsLast : public Rebuild {
 public:
  explicit CommitsLast(const Program& program) : Rebuild(*program.storage), program_(program) {}

  const Body* body(const Body* old) override {
    const Body* now = body_children(old);
    return takes_chunks(*now) ? ordered(now) : now;
  }

 private:
  const Body* ordered(const Body* body) {
    ChunkStep step(program_);
    std::vector<Stm> first;
    std::vector<Stm> last;
    std::unordered_set<Var> given_last;
    for (const Stm& stm : body->stms) {
      const ChunkStep::Deed deed = step.next(stm);
      const bool is_last = deed == ChunkStep::Deed::Commits ||
                           (!last.empty() && (deed == ChunkStep::Deed::Consumes ||
                                              takes_chunk(stm.op) || uses(stm, given_last)));
      if (is_last) given_last.insert(stm.pattern.begin(), stm.pattern.end());
      (is_last ? last : first).push_back(stm);
    }
    first.insert(first.end(), last.begin(), last.end());
    if (std::ranges::equal(first, body->stms, {}, &Stm::op, &Stm::op)) return body;
    const Body made{storage_.arena.copy(first), body->results};
    return storage_.arena.make<Body>(made);
  }

  bool uses(const Stm& stm, const std::unordered_set<Var>& vars) const {
    const Body alone{{&stm, 1}, {}};
    return std::ranges::any_of(free_variables(storage_, &alone),
                               [&](Var var) { return vars.contains(var); });
  }

  const Program& program_;
};

}  // namespace

Program commits_last(const Program& program) {
  CommitsLast commits_last(program);
  Program result = program;
  for (const Function*& fn : result.functions) fn = commits_last.function_children(fn);
  return result;
}

}  // namespace planish::passes
