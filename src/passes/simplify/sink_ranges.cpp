#include "passes/simplify/sink_ranges.h"

#include <unordered_map>

#include "ir/match.h"
#include "passes/common/statement_rewriter.h"

namespace planish::passes {

using namespace ir;

namespace {

class RangeSinker : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

 private:
  bool rewrite(const Stm& stm) override {
    if (const auto* range = as<Iota>(stm.op); range != nullptr && !in_task_)
      ranges_[stm.pattern[0]] = range;
    Stm now = stm;
    const bool around = in_task_;
    match(stm.op, [&](const auto& op) {
      if constexpr (requires { op.space; }) in_task_ = true;
    });
    now.op = op_children(stm.op);
    in_task_ = around;
    if (in_task_) now.op = with_ranges(now.op);
    builder_.add(now);
    return now.op != stm.op;
  }

  const Op* with_ranges(const Op* op) {
    return match(
        op, [&](const Map& node) { return with_ranges_of(node); },
        [&](const Reduce& node) { return with_ranges_of(node); },
        [&](const Scan& node) { return with_ranges_of(node); }, [&](const auto&) { return op; });
  }

  template <class T>
  const Op* with_ranges_of(const T& node) {
    std::vector<Var> arrays(node.arrays.begin(), node.arrays.end());
    bool changed = false;
    for (Var& array : arrays) {
      auto range = ranges_.find(array);
      if (range == ranges_.end()) continue;
      array = builder_.let(storage_.names.text(storage_.vars[array.id].name), storage_.type(array),
                           range->second);
      changed = true;
    }
    if (!changed) return &node;
    T now = node;
    now.arrays = builder_.list(arrays);
    return builder_.make(now);
  }

  std::unordered_map<Var, const Iota*> ranges_;
  bool in_task_ = false;
};

}  // namespace

Program sink_ranges(const Program& program) { return RangeSinker(program).program(program); }

}  // namespace planish::passes
