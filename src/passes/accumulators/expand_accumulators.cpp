#include "passes/accumulators/expand_accumulators.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"
#include "passes/accumulators/gather_updates.h"

namespace planish::passes {

using namespace ir;

namespace {

class ExpandAccumulators : public Rebuild {
 public:
  explicit ExpandAccumulators(const Program& program)
      : Rebuild(*program.storage),
        builder_(storage_),
        uses_(program),
        gatherer_(storage_, builder_, uses_) {}

  Program program(const Program& program) {
    Program result = program;
    // Expanding one may ask for others.
    for (size_t i = 0; i < result.functions.size(); i++) {
      result.functions[i] = function_children(result.functions[i]);
      for (const Function* made : gatherer_.take_functions()) result.functions.push_back(made);
    }
    return result;
  }

  Atom atom(const Atom& old) override {
    auto it = replaced_.find(old.var);
    return old.var && it != replaced_.end() ? it->second : old;
  }

  const Body* body(const Body* old) override {
    builder_.begin();
    bool changed = false;
    for (const Stm& old_stm : old->stms) {
      Stm stm = stm_children(old_stm);
      const auto* with = as<WithAcc>(stm.op);
      if (with != nullptr && !uses_.is_sequential(stm) &&
          uses_.is_expandable(with->fn->body, with->fn->params[0].var)) {
        expand(stm, *with);
        changed = true;
        continue;
      }
      changed = changed || stm.op != old_stm.op || stm.certs.data() != old_stm.certs.data();
      builder_.add(stm);
    }
    std::vector<Atom> results;
    for (const Atom& result : old->results) results.push_back(atom(result));
    changed = changed || !std::ranges::equal(results, old->results);
    const Body* made = builder_.end(results);
    return changed ? made : old;
  }

 private:
  // All at once.
  void expand(const Stm& stm, const WithAcc& op) {
    builder_.place = stm.place;
    std::vector<const Type*> types;
    for (Var array : op.arrays) types.push_back(storage_.type(array));
    std::vector<Atom> others;
    std::vector<Updates> all =
        gatherer_.gather_all(op.fn->body, op.fn->params[0].var, types, op.shape.size(), others);
    builder_.place = stm.place;
    std::vector<Var> dests(op.arrays.begin(), op.arrays.end());
    for (const Updates& updates : all) {
      std::span<const Var> source = builder_.list(gatherer_.rows(updates));
      std::vector<Var> written;
      for (Var dest : dests) written.push_back(builder_.new_var("written", storage_.type(dest)));
      std::span<const Var> to = builder_.list(dests);
      const Op* write = nullptr;
      if (op.op == nullptr) {
        write = builder_.make(Scatter{{}, updates.count, op.shape, to, nullptr, source});
      } else {
        write = builder_.make(Hist{{},
                                   updates.count,
                                   op.shape,
                                   clone_lambda(storage_, op.op),
                                   op.neutral,
                                   to,
                                   nullptr,
                                   source});
      }
      builder_.add(written, write, stm.certs);
      dests = written;
    }
    const size_t arrays = dests.size();
    for (size_t i = 0; i < arrays; i++) replaced_[stm.pattern[i]] = dests[i];
    for (size_t i = arrays; i < stm.pattern.size(); i++)
      builder_.add(stm.pattern.subspan(i, 1), builder_.make(Same{{}, others[i - arrays]}));
  }

  Builder builder_;
  AccumulatorUses uses_;
  UpdateGatherer gatherer_;
  Substitution replaced_;  // arrays that accumulators give
};

}  // namespace

Program expand_accumulators(const Program& program) {
  return ExpandAccumulators(program).program(program);
}

}  // namespace planish::passes
