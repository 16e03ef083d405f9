#include <algorithm>
#include <unordered_set>

#include "ir/alias.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "plan/memory_rules.h"

namespace planish::plan {
namespace {

// Follows the references that code holds. A body is left at its end or by a failure, where all that
// is held is released; so what counts on every path is that a reference is given up once: by a
// release after the last use, by a statement that hands it over, or as a result.
class ReferenceVerifier : public MemoryRules {
 public:
  using MemoryRules::MemoryRules;

  void run() {
    for (const ir::Function* fn : program_.functions) {
      stm_ = nullptr;
      std::vector<ir::Var> owned;
      for (const ir::Param& param : fn->params) add_array(owned, param);
      body(*fn->body, owned);
    }
  }

 private:
  void add_array(std::vector<ir::Var>& to, const ir::Param& param) const {
    if (is_array(param.var)) to.push_back(param.var);
  }

  // `given`: the references that the body is given.
  void body(const ir::Body& code, std::span<const ir::Var> given) {
    const BodyMemory* memory = memory_of(code);
    if (memory == nullptr) return;
    owns(code, *memory, given);
    last_uses(code, *memory);
    std::unordered_set<uint32_t> held;    // roots
    std::unordered_set<uint32_t> handed;  // roots that were held
    for (ir::Var var : given) held.insert(var.id);
    for (size_t i = 0; i < code.stms.size(); i++) {
      stm_ = &code.stms[i];
      for (ir::Var var : arrays_used(*stm_)) {
        is_there(*memory, var, i);
        rule(!handed.contains(root(var).id), var, "it is used after it was handed over");
      }
      keeps_root(*stm_);
      transfers(*memory, i, held, handed);
      inner_bodies(*memory, i);
      for (ir::Var var : stm_->pattern) {
        if (is_array(var) && root(var) == var) held.insert(var.id);
      }
    }
    stm_ = nullptr;
    results(code, *memory, handed);
  }

  // A body releases what it was given, and nothing else.
  void owns(const ir::Body& code, const BodyMemory& memory, std::span<const ir::Var> given) {
    // A body without statements may stand in several operations, and is planned for one of them.
    if (code.stms.empty()) return;
    for (ir::Var var : given)
      rule(std::ranges::count(memory.owned, var) == 1, var, "a body does not release what it owns");
    for (ir::Var var : memory.owned)
      rule(std::ranges::count(given, var) == 1, var, "a body releases what it was not given");
  }

  // What is over is released then.
  void last_uses(const ir::Body& code, const BodyMemory& memory) {
    LastUses last;
    const auto use = [&](ir::Var var, size_t position) {
      last[var.id] = last[root(var).id] = position;
      for (ir::Var piece : memory_.roots.pieces(var)) last[piece.id] = position;
    };
    for (size_t i = 0; i < code.stms.size(); i++) {
      for (ir::Var var : arrays_used(code.stms[i])) use(var, i);
    }
    for (const ir::Atom& result : code.results) {
      if (is_array(result)) use(result.var, code.stms.size());
    }
    for (const auto& [id, position] : memory.last_uses) {
      const ir::Var var{id};
      if (!is_array(var) || !(root(var) == var)) continue;
      auto found = last.find(id);
      rule(found != last.end() && position <= found->second, var, "it is kept after its last use");
    }
  }

  void is_there(const BodyMemory& memory, ir::Var var, size_t position) {
    const auto lasts = [&](ir::Var needed) {
      auto last = memory.last_uses.find(needed.id);
      rule(last != memory.last_uses.end() && last->second >= position, var,
           "it is used after it was released");
    };
    lasts(root(var));
    std::ranges::for_each(memory_.roots.pieces(var), lasts);
    rule(root(root(var)) == root(var), var, "it is a view of a view");
  }

  // A view does not hold a reference, so it has to keep that of the array.
  void keeps_root(const ir::Stm& stm) {
    const std::optional<ir::Atom> viewed = ir::viewed(stm.op);
    if (!viewed || !is_array(*viewed) || !is_array(stm.pattern[0])) return;
    const bool is_copied = memory_.placements.contains(stm.pattern[0].id);
    rule(is_copied || root(stm.pattern[0]) == root(viewed->var), stm.pattern[0],
         "it does not keep the array that it is part of");
  }

  // ---- Transfers

  void transfers(const BodyMemory& memory, size_t position,
                 const std::unordered_set<uint32_t>& held, std::unordered_set<uint32_t>& handed) {
    const StmMemory& stm = memory.stms[position];
    std::vector<ir::Atom> operands;
    std::unordered_set<uint32_t> inside;  // roots that a loop uses besides
    ir::match(
        stm_->op, [&](const ir::Call& op) { operands.assign(op.args.begin(), op.args.end()); },
        [&](const ir::Loop& op) {
          for (const ir::LoopParam& param : op.params) operands.push_back(param.init);
          ir::for_each_body(&op, [&](const ir::Body* inner) {
            for (ir::Var var : ir::free_variables(storage_, inner)) inside.insert(root(var).id);
          });
        },
        [](const auto&) {});
    rule(stm.operands.size() == operands.size(), {}, "not every operand says how it is given on");
    if (stm.operands.size() != operands.size()) return;
    for (size_t k = 0; k < operands.size(); k++) {
      const ir::Var var = operands[k].var;
      if (!is_array(var) || stm.operands[k] != Transfer::HandOver) continue;
      rule(memory.is_over(root(var), position), var, "it is handed over and used later");
      rule(!inside.contains(root(var).id), var, "it is handed over to a loop that uses it besides");
      rule(handed.insert(root(var).id).second, var, "it is handed over twice");
    }
    for (ir::Var var : stm.handed) {
      rule(root(var) == var, var, "a view is handed over to branches");
      rule(held.contains(var.id), var, "branches are given what the body does not hold");
      rule(memory.is_over(var, position), var, "it is handed over and used later");
      rule(handed.insert(var.id).second, var, "it is handed over twice");
    }
  }

  void inner_bodies(const BodyMemory& memory, size_t position) {
    const ir::Stm& stm = *stm_;
    const bool has_branches = stm.op->kind == ir::Kind::If || stm.op->kind == ir::Kind::Match;
    const auto* loop = ir::as<ir::Loop>(stm.op);
    for_each_code(stm, [&](const ir::Body& inner) {
      std::vector<ir::Var> given;
      if (has_branches) given = memory.stms[position].handed;
      if (loop != nullptr && &inner == loop->body) {
        for (const ir::LoopParam& param : loop->params) add_array(given, param.param);
      }
      body(inner, given);
      stm_ = &stm;
    });
  }

  void results(const ir::Body& code, const BodyMemory& memory,
               const std::unordered_set<uint32_t>& handed) {
    std::unordered_set<uint32_t> given;
    for (size_t k = 0; k < code.results.size(); k++) {
      if (!is_array(code.results[k])) continue;
      const ir::Var var = code.results[k].var;
      is_there(memory, var, code.stms.size());
      rule(!handed.contains(root(var).id), var, "it is given after it was handed over");
      const ResultMemory& result = memory.results[k];
      if (result.offer == Offer::Nothing && result.transfer == Transfer::HandOver)
        rule(given.insert(root(var).id).second, var, "one reference is given as two results");
    }
  }
};

}  // namespace

void verify_references(const ir::Program& program, const Plan& plan,
                       std::vector<std::string>& errors) {
  ReferenceVerifier(program, plan, errors).run();
}

}  // namespace planish::plan
