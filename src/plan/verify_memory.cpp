#include "plan/verify_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "analysis/inner_bodies.h"
#include "ir/match.h"
#include "ir/print.h"

namespace planish::plan {
namespace {

class MemoryVerifier {
 public:
  MemoryVerifier(const ir::Program& program, const Plan& plan)
      : program_(program), storage_(*program.storage), memory_(plan.memory), placed_(program) {}

  std::vector<std::string> run() {
    for (const ir::Function* fn : program_.functions) {
      stm_ = nullptr;
      body(*fn->body);
      for (size_t k = 0; k < fn->results.size(); k++) {
        if (!placed_.contains(fn->name, k)) outlives(*fn->body, fn->body->results[k]);
      }
    }
    return std::move(errors_);
  }

 private:
  void rule(bool holds, ir::Var var, const char* text) {
    if (holds) return;
    std::string where;
    if (stm_ != nullptr && !stm_->pattern.empty())
      where = fmt::format(" (at {})", ir::var_text(storage_, stm_->pattern[0]));
    errors_.push_back(fmt::format("{}{}: {}", ir::var_text(storage_, var), where, text));
  }
  bool is_array(ir::Var var) const { return var && storage_.type(var)->is_array(); }
  ir::Var root(ir::Var var) const { return memory_.roots.of(var); }

  // The arrays that it uses, and what is inside of it.
  std::vector<ir::Var> arrays_used(const ir::Stm& stm) const {
    std::vector<ir::Var> out;
    const auto use = [&](ir::Var var) {
      if (is_array(var)) out.push_back(var);
    };
    ir::for_each_var_use(stm.op, use);
    const auto inside = [&](const auto* inner) {
      std::ranges::for_each(ir::free_variables(storage_, inner), use);
    };
    ir::for_each_body(stm.op, inside);
    ir::for_each_lambda(stm.op, inside);
    return out;
  }

  // ---- Bodies

  void body(const ir::Body& code) {
    auto found = memory_.bodies.find(&code);
    if (found == memory_.bodies.end()) {
      errors_.emplace_back("a body has no plan of its memory");
      return;
    }
    const BodyMemory& memory = found->second;
    if (memory.stms.size() != code.stms.size() || memory.results.size() != code.results.size()) {
      errors_.emplace_back("the plan of the memory of a body is that of another one");
      return;
    }
    std::unordered_set<uint32_t> handed;  // roots
    for (size_t i = 0; i < code.stms.size(); i++) {
      stm_ = &code.stms[i];
      for (ir::Var var : arrays_used(*stm_)) {
        is_there(memory, var, i);
        rule(!handed.contains(root(var).id), var, "it is used after it was handed over");
      }
      transfers(memory, i, handed);
      places_of(*stm_);
      inner_bodies(memory, i);
    }
    stm_ = nullptr;
    for (const ir::Atom& result : code.results) {
      if (!is_array(result.var)) continue;
      is_there(memory, result.var, code.stms.size());
      rule(!handed.contains(root(result.var).id), result.var,
           "it is given after it was handed over");
    }
    results(code, memory);
    concats(code, memory);
  }

  void inner_bodies(const BodyMemory& memory, size_t position) {
    const ir::Stm& stm = *stm_;
    const bool has_branches = ir::as<ir::If>(stm.op) != nullptr || ir::as<ir::Match>(stm.op);
    for_each_inner_body(stm.op, [&](const ir::Body* inner) {
      body(*inner);
      stm_ = &stm;
      // A body without statements may stand in several operations, and is planned for one of them.
      if (!has_branches || inner->stms.empty()) return;
      auto found = memory_.bodies.find(inner);
      if (found == memory_.bodies.end()) return;
      for (ir::Var owned : memory.stms[position].handed)
        rule(std::ranges::count(found->second.owned, owned) == 1, owned,
             "a branch does not release what it owns");
    });
    const auto* loop = ir::as<ir::Loop>(stm.op);
    if (loop == nullptr) return;
    for (const ir::Atom& result : loop->body->results) outlives(*loop->body, result);
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

  // ---- Transfers

  void transfers(const BodyMemory& memory, size_t position, std::unordered_set<uint32_t>& handed) {
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
      rule(memory.is_over(var, position), var, "it is handed over and used later");
      rule(handed.insert(var.id).second, var, "it is handed over twice");
    }
  }

  // ---- Places

  void places_of(const ir::Stm& stm) {
    for (ir::Var var : stm.pattern) {
      auto found = memory_.placements.find(var.id);
      if (found == memory_.placements.end()) continue;
      rule(root(var) == var, var, "memory is made for a view");
    }
  }

  // What a function or an iteration gives is not on its stack.
  void outlives(const ir::Body& code, const ir::Atom& given) {
    if (!is_array(given.var)) return;
    const ir::Var made = root(given.var);
    auto found = memory_.bodies.find(&code);
    const Definition defined = definition(code, made);
    if (auto place = memory_.placements.find(made.id); place != memory_.placements.end())
      rule(place->second.home == Home::Block, given.var, "it is on the stack, and outlives it");
    if (defined.stm == nullptr || found == memory_.bodies.end()) return;
    if (ir::as<ir::If>(defined.stm->op) == nullptr && ir::as<ir::Match>(defined.stm->op) == nullptr)
      return;
    for_each_inner_body(defined.stm->op, [&](const ir::Body* branch) {
      auto inner = memory_.bodies.find(branch);
      if (inner == memory_.bodies.end()) return;
      if (inner->second.results[defined.index].offer == Offer::Nothing)
        outlives(*branch, branch->results[defined.index]);
    });
  }

  void results(const ir::Body& code, const BodyMemory& memory) {
    std::unordered_set<uint32_t> placed;
    for (const ResultMemory& result : memory.results) {
      if (!result.made) continue;
      const Definition defined = definition(code, result.made);
      rule(defined.stm != nullptr, result.made, "the body does not make what is to be at a place");
      if (result.offer != Offer::Nothing)
        rule(placed.insert(result.made.id).second, result.made, "it is made at two places");
    }
  }

  void concats(const ir::Body& code, const BodyMemory& memory) {
    for (const InConcat& one : memory.in_concats) {
      const auto* concat = one.statement < code.stms.size()
                               ? ir::as<ir::Concat>(code.stms[one.statement].op)
                               : nullptr;
      rule(concat != nullptr && std::ranges::count(concat->arrays, one.piece) == 1, one.piece,
           "it is made in a concatenation that it is no part of");
      rule(memory.is_over(one.piece, one.statement), one.piece,
           "it is used after it became a part of another array");
      rule(!MemoryPlan::result_of(memory, one.piece), one.piece, "it is made at two places");
    }
  }

  const ir::Program& program_;
  const ir::Storage& storage_;
  const MemoryPlan& memory_;
  const PlacedResults placed_;
  const ir::Stm* stm_ = nullptr;
  std::vector<std::string> errors_;
};

}  // namespace

std::vector<std::string> verify_memory(const ir::Program& program, const Plan& plan) {
  return MemoryVerifier(program, plan).run();
}

}  // namespace planish::plan
