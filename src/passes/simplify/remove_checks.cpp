#include "passes/simplify/remove_checks.h"

#include "analysis/iteration.h"
#include "analysis/ranges.h"
#include "ir/scalar_eval.h"
#include "passes/common/facts.h"
#include "passes/common/forward.h"

namespace planish::passes {

using namespace ir;

namespace {

using Truth = Ranges::Truth;

class RemoveChecks : public ForwardRewriter {
 public:
  explicit RemoveChecks(const Program& program)
      : ForwardRewriter(*program.storage), ranges_(storage_) {}

  Var binder(Var var) override {
    Var now = ForwardRewriter::binder(var);
    ranges_.bind(now);
    return now;
  }

  const Body* body(const Body* old) override {
    ranges_.enter();
    size_t context = contexts_.size();
    if (context > 0) enter_body(contexts_.back().op, old);
    const Body* now = ForwardRewriter::body(old);
    if (context > 0) {
      std::vector<Ranges::Outcome>& outcomes = contexts_.back().outcomes.emplace_back();
      for (const Atom& result : now->results) {
        bool is_number = is_integer_scalar(type_of(result));
        outcomes.push_back(is_number ? ranges_.outcome(result) : Ranges::Outcome{});
      }
    }
    ranges_.leave();
    return now;
  }

 protected:
  bool rewrite_early(const Stm& stm) override {
    contexts_.push_back({stm.op, {}});
    return false;
  }

  void rewrite(const Stm& stm) override {
    Context context = std::move(contexts_.back());
    contexts_.pop_back();
    if (const Check* check = as<Check>(stm.op)) return rewrite_check(stm, *check);
    emit(stm);
    Stm now = stm;
    std::vector<Var> pattern;
    for (Var var : stm.pattern) pattern.push_back(use(var));
    now.pattern = pattern;
    ranges_.define(now);
    if (const If* op = as<If>(stm.op)) join(*op, pattern, context.outcomes);
    if (pattern.size() != 1) return;
    if (as<Iota>(stm.op) != nullptr) arrays_.define(pattern.front(), stm);
    if (std::optional<Atom> known = known_value(pattern.front(), stm.op))
      replace(stm.pattern.front(), *known);
  }

 private:
  // A statement whose bodies are being looked at.
  struct Context {
    const Op* op = nullptr;                              // of the old program
    std::vector<std::vector<Ranges::Outcome>> outcomes;  // by body, then by result
  };

  static bool is_integer_scalar(const Type* type) {
    return type->is_scalar() && is_integer(type->elem);
  }

  void rewrite_check(const Stm& stm, const Check& check) {
    std::optional<Ranges::Answer> answer = ranges_.decide(check.condition);
    if (answer && answer->truth == Truth::True) {
      Var reason = answer->reason.check;
      return replace(stm.pattern.front(), reason ? Atom(reason) : Atom::unit());
    }
    emit(stm);
    ranges_.assume(check.condition, Truth::True, use(stm.pattern.front()));
  }

  std::optional<Atom> known_value(Var var, const Op* op) {
    const Type* type = storage_.type(var);
    if (is_integer_scalar(type)) {
      std::optional<Atom> simpler = ranges_.simpler(var);
      bool in_program = simpler && (simpler->is_const() || !invented_.contains(simpler->var));
      return in_program ? simpler : std::nullopt;
    }
    const Binary* compared = as<Binary>(op);
    if (compared == nullptr || !is_comparison(compared->op)) return std::nullopt;
    std::optional<Ranges::Answer> answer = ranges_.decide(var);
    if (!answer || answer->reason.order != 0) return std::nullopt;
    return Atom::boolean(answer->truth == Truth::True);
  }

  void join(const If& op, const std::vector<Var>& pattern,
            const std::vector<std::vector<Ranges::Outcome>>& outcomes) {
    for (size_t i = 0; i < pattern.size(); i++) {
      if (is_integer_scalar(storage_.type(pattern[i])))
        ranges_.join(pattern[i], op.condition, outcomes[0][i], outcomes[1][i]);
    }
  }

  // ---- What holds in a body because it runs. All operations are of the old program.

  void enter_body(const Op* op, const Body* body) {
    for (const Atom& count : iteration_of(op, body).counts) ranges_.assume_at_least(atom(count), 1);
    match(
        op,
        [&](const If& node) {
          ranges_.assume(atom(node.condition), body == node.then_body ? Truth::True : Truth::False);
        },
        [&](const Match& node) {
          for (const MatchCase& one : node.cases) {
            if (one.body == body && is_integer(one.value.prim))
              ranges_.assume_equal(atom(node.value), one.value);
          }
        },
        [&](const Loop& node) { enter_loop(node, body); },
        [&]<class Node>(const Node& node) {
          if constexpr (requires { node.space; }) enter_space(node.space);
        });
    const Lambda* lambda = element_function(op);
    if (lambda != nullptr && lambda->body == body) enter_lambda(op, *lambda);
  }

  void enter_space(const Space& space) {
    // The bound of an irregular level is the sum of all its lengths.
    for (const Level& level : space.levels) ranges_.set_index(use(level.index), atom(level.bound));
  }

  void enter_loop(const Loop& loop, const Body* body) {
    if (loop.condition != nullptr) {
      if (body == loop.body) ranges_.assume(atom(loop.condition->results[0]), Truth::True);
      return;
    }
    Var index = use(loop.index);
    ranges_.set_index(index, atom(loop.bound));
    for (size_t i = 0; i < loop.params.size(); i++) {
      Var param = loop.params[i].param.var;
      if (!is_integer_scalar(storage_.type(param))) continue;
      if (std::optional<Const> step = step_of(*body, param, body->results[i]))
        ranges_.set_progression(use(param), atom(loop.params[i].init), *step, index);
    }
  }

  // The constant that the body adds to the parameter in every iteration.
  static std::optional<Const> step_of(const Body& body, Var param, const Atom& result) {
    for (const Stm& stm : body.stms) {
      if (stm.pattern.size() != 1 || Atom(stm.pattern.front()) != result) continue;
      const Binary* op = as<Binary>(stm.op);
      if (op == nullptr || op->op != BinaryOp::Add) return std::nullopt;
      if (op->x == Atom(param) && op->y.is_const()) return op->y.constant;
      if (op->y == Atom(param) && op->x.is_const()) return op->x.constant;
      return std::nullopt;
    }
    return std::nullopt;
  }

  // Elements of an iota are known.
  void enter_lambda(const Op* op, const Lambda& lambda) {
    std::span<const Var> arrays = element_arrays(op);
    Var position;
    for (size_t i = 0; i < arrays.size(); i++) {
      const Iota* iota = arrays_.definition<Iota>(atom(arrays[i]));
      if (iota == nullptr) continue;
      Var param = use(lambda.params[i].var);
      Prim prim = storage_.type(param)->elem;
      bool plain = iota->start == Atom(make_int(prim, 0)) && iota->step == Atom(make_int(prim, 1));
      if (plain && prim == Prim::I64) {
        ranges_.set_index(param, iota->count);
        continue;
      }
      if (!position) {
        position = storage_.new_var({}, storage_.types.scalar(Prim::I64));
        invented_.insert(position);
        ranges_.set_index(position, iota->count);
      }
      ranges_.set_progression(param, iota->start, iota->step, position);
    }
  }

  Ranges ranges_;
  Facts arrays_;
  std::vector<Context> contexts_;
  std::unordered_set<Var> invented_;  // stand for something, and are no variables of the program
};

}  // namespace

Program remove_checks(const Program& program) { return RemoveChecks(program).program(program); }

}  // namespace planish::passes
