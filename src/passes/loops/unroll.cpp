#include "passes/loops/unroll.h"

#include "analysis/cost.h"
#include "ir/match.h"
#include "ir/scalar_eval.h"
#include "passes/common/forward.h"

namespace planish::passes {

using namespace ir;

namespace {

// In statements.
constexpr size_t kMaxAsked = 20'000;   // of one loop with the attribute, written out
constexpr size_t kMaxUnasked = 32;     // of one without
constexpr size_t kMaxGrowth = 60'000;  // of the program

class Unroll : public ForwardRewriter {
 public:
  explicit Unroll(const Program& program) : ForwardRewriter(*program.storage) {}

 protected:
  bool rewrite_early(const Stm& stm) override {
    const Loop* loop = as<Loop>(stm.op);
    if (loop == nullptr || loop->condition != nullptr) return false;
    Atom bound = atom(loop->bound);
    if (!bound.is_const() || as_int64(bound.constant) < 0) return false;
    auto count = static_cast<size_t>(as_int64(bound.constant));
    bool asked = has_attribute(stm.attrs, AttributeKind::Unroll);
    size_t limit = std::min(asked ? kMaxAsked : kMaxUnasked, kMaxGrowth - grown_);
    size_t size = std::max<size_t>(statement_count(loop->body), 1);
    if (count > limit || count * size > limit) return false;
    grown_ += count * size;
    write_out(stm, *loop, count, bound.constant.prim);
    return true;
  }

 private:
  void write_out(const Stm& stm, const Loop& loop, size_t count, Prim prim) {
    Stm instead_of = stm;
    instead_of.attrs = without_attribute(storage_.arena, stm.attrs, AttributeKind::Unroll);
    std::vector<Atom> values;
    for (const LoopParam& param : loop.params) values.push_back(atom(param.init));
    for (size_t i = 0; i < count; i++) {
      Substitution by{{loop.index, make_int(prim, static_cast<int64_t>(i))}};
      for (size_t p = 0; p < values.size(); p++) {
        Var old = loop.params[p].param.var;
        const Type* type = substitute(storage_, storage_.type(old), by);
        Var own = storage_.new_var(storage_.vars[old.id].name, type);
        by[old] = own;
        bind(own, values[p], stm);
      }
      values = splice(clone_body(storage_, loop.body, by), instead_of);
    }
    bind(stm.pattern, values, stm);
  }

  size_t grown_ = 0;
};

}  // namespace

Program unroll(const Program& program) { return Unroll(program).program(program); }

}  // namespace planish::passes
