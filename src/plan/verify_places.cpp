#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/alias.h"
#include "ir/match.h"
#include "ir/walk.h"
#include "plan/memory_rules.h"

namespace planish::plan {
namespace {

// Note [What lies at a place]
// Nearly all places are new memory, of which nobody knows. Two kinds are not:
//   * The results of an operator that combines arrays are made where its first operands lie.
//   * What consumes an array is made where that lies.
// In both cases nobody may read the old array from then on. What makes the new one may, but only
// row by row: each row of the new array is made where the row of the old one lies, and so on, down
// to scalars.
class PlaceVerifier : public MemoryRules {
 public:
  PlaceVerifier(const ir::Program& program, const Plan& plan, std::vector<std::string>& errors)
      : MemoryRules(program, plan, errors), placed_(program) {}

  void run() {
    for (const ir::Function* fn : program_.functions) {
      stm_ = nullptr;
      overwritten_.clear();
      body(*fn->body, {});
      for (size_t k = 0; k < fn->results.size(); k++) {
        if (!placed_.contains(fn->name, k)) outlives(*fn->body, fn->body->results[k]);
      }
    }
  }

 private:
  // By result: what lies at its place when the body begins; none: nothing that can be read.
  using Before = std::vector<ir::Var>;
  using Overwritten = std::unordered_map<uint32_t, size_t>;  // roots: when

  // ---- Bodies

  void body(const ir::Body& code, const Before& before) {
    const BodyMemory* memory = memory_of(code);
    if (memory == nullptr) return;
    for (size_t i = 0; i < code.stms.size(); i++) {
      stm_ = &code.stms[i];
      for (ir::Var var : arrays_used(*stm_)) is_whole(var);
      for (ir::Var var : stm_->pattern) {
        if (memory_.placements.contains(var.id))
          rule(root(var) == var, var, "memory is made for a view");
        if (const ir::Var source = memory_.taken_over(var)) {
          const auto* copy = ir::as<ir::Copy>(stm_->op);
          rule(copy != nullptr && root(copy->array) == source, var,
               "it is no copy of what it takes over");
          rule(memory->is_over(source, i), var, "what it takes over is needed later");
        }
      }
      temporaries(*stm_);
      inner_bodies(*memory, before);
      overwrite(*stm_);
    }
    stm_ = nullptr;
    for (const ir::Atom& result : code.results) {
      if (is_array(result)) is_whole(result.var);
    }
    results(code, *memory, before);
    concats(code, *memory);
  }

  void inner_bodies(const BodyMemory& memory, const Before& before) {
    const ir::Stm& stm = *stm_;
    const Overwritten until_now = overwritten_;
    Overwritten after = overwritten_;
    for_each_code(stm, [&](const ir::Body& inner) {
      overwritten_ = until_now;
      body(inner, before_inner(memory, before, stm, inner));
      stm_ = &stm;
      for (const auto& [id, time] : overwritten_) after[id] = time;
    });
    overwritten_ = std::move(after);
    const auto* loop = ir::as<ir::Loop>(stm.op);
    if (loop == nullptr) return;
    for (const ir::Atom& result : loop->body->results) outlives(*loop->body, result);
  }

  // What lies at the places of the results of a body in the statement.
  Before before_inner(const BodyMemory& memory, const Before& before, const ir::Stm& stm,
                      const ir::Body& inner) const {
    Before out(inner.results.size());
    const auto combining = [&](const ir::Lambda* op) {
      if (op == nullptr || op->body != &inner) return;
      for (size_t k = 0; k < out.size(); k++) {
        if (is_array(op->params[k].var)) out[k] = op->params[k].var;
      }
    };
    // The result of the statement's body at whose place the variable is made.
    const auto lies_at = [&](ir::Var made) {
      for (size_t k = 0; k < before.size(); k++) {
        if (before[k] && is_made_at(memory, k) && memory.results[k].made == made) return before[k];
      }
      return ir::Var();
    };
    ir::match(
        stm.op, [&](const ir::Reduce& op) { combining(op.op); },
        [&](const ir::Hist& op) { combining(op.op); },
        [&](const ir::WithAcc& op) { combining(op.op); },
        [&](const ir::SegRed& op) { combining(op.op); },
        [&](const ir::SegHist& op) { combining(op.op); },
        [&](const ir::Map& op) {
          for (size_t k = 0; k < out.size(); k++) {
            const ir::Var old = lies_at(stm.pattern[k]);
            if (!old) continue;
            for (size_t i = 0; i < op.arrays.size(); i++) {
              if (root(op.arrays[i]) == old && is_array(op.fn->params[i].var))
                out[k] = op.fn->params[i].var;
            }
          }
        },
        [&]<class T>(const T&) {
          if constexpr (std::is_same_v<T, ir::If> || std::is_same_v<T, ir::Match>) {
            for (size_t k = 0; k < out.size(); k++) out[k] = lies_at(stm.pattern[k]);
          }
        });
    return out;
  }

  // ---- What is overwritten

  // The array is still what it was when the variable was bound.
  void is_whole(ir::Var var) {
    auto found = overwritten_.find(root(var).id);
    if (found == overwritten_.end()) return;
    auto bound = bound_.find(var.id);
    rule(bound != bound_.end() && bound->second > found->second, var,
         "it is read after its memory was overwritten");
  }

  void overwrite(const ir::Stm& stm) {
    const auto* call = ir::as<ir::Call>(stm.op);
    const ir::Function* callee = call == nullptr ? nullptr : program_.find(call->fn);
    time_++;
    for (ir::Var var : ir::consumed_operands(storage_, stm.op, callee)) {
      if (is_array(var)) overwritten_[root(var).id] = time_;
    }
    time_++;
    for (ir::Var var : stm.pattern) bound_[var.id] = time_;
  }

  // ---- Results

  static bool is_made_at(const BodyMemory& memory, size_t k) {
    return memory.results[k].offer != Offer::Nothing && memory.results[k].made;
  }

  void results(const ir::Body& code, const BodyMemory& memory, const Before& before) {
    std::unordered_set<uint32_t> placed;
    for (const ResultMemory& result : memory.results) {
      if (!result.made) continue;
      const Definition defined = definition(code, result.made);
      rule(defined.stm != nullptr, result.made, "the body does not make what is to be at a place");
      if (result.offer != Offer::Nothing)
        rule(placed.insert(result.made.id).second, result.made, "it is made at two places");
    }
    for (size_t k = 0; k < before.size(); k++) {
      if (before[k] && memory.results[k].offer != Offer::Nothing)
        nobody_reads(code, memory, k, before[k]);
    }
  }

  // From the statement on that makes the result nobody reads what lies there.
  void nobody_reads(const ir::Body& code, const BodyMemory& memory, size_t k, ir::Var old) {
    const auto is_old = [&](ir::Var var) { return root(var) == old; };
    const size_t position = made_at(code, memory, memory.results[k].made);
    for (size_t i = position; i < code.stms.size(); i++) {
      stm_ = &code.stms[i];
      const std::vector<ir::Var> used = arrays_used(*stm_);
      const auto count = std::ranges::count_if(used, is_old);
      if (count == 0) continue;
      rule(i == position && count == 1 && reads_by_rows(*stm_, old), old,
           "it is read after something else was made where it lies");
    }
    stm_ = nullptr;
    // Results that are not made at their places are copied there, one after the other.
    for (size_t i = 0; i < code.results.size(); i++) {
      const ir::Var given = code.results[i].var;
      if (i == k || !is_array(given)) continue;
      rule(!is_old(given), given, "it is given after something else was made where it lies");
    }
  }

  // A map over its rows, or branches, whose bodies are looked at.
  bool reads_by_rows(const ir::Stm& stm, ir::Var old) const {
    if (const auto* map = ir::as<ir::Map>(stm.op)) {
      const auto is_old = [&](ir::Var var) { return root(var) == old; };
      return std::ranges::count_if(map->arrays, is_old) == 1;
    }
    return stm.op->kind == ir::Kind::If || stm.op->kind == ir::Kind::Match;
  }

  // The first statement that writes to the array: a concatenation is made with the first of its
  // pieces. As many as there are statements: it is copied at the end.
  static size_t made_at(const ir::Body& code, const BodyMemory& memory, ir::Var made) {
    const auto bound_at = [&](ir::Var var) {
      const auto binds = [&](const ir::Stm& stm) {
        return std::ranges::count(stm.pattern, var) > 0;
      };
      return static_cast<size_t>(std::ranges::find_if(code.stms, binds) - code.stms.begin());
    };
    if (!made) return code.stms.size();
    const size_t bound = bound_at(made);
    size_t position = bound;
    for (const InConcat& one : memory.in_concats) {
      if (one.statement == bound) position = std::min(position, bound_at(one.piece));
    }
    return position;
  }

  void concats(const ir::Body& code, const BodyMemory& memory) {
    std::unordered_set<uint32_t> pieces;
    for (const InConcat& one : memory.in_concats) {
      const auto* concat = one.statement < code.stms.size()
                               ? ir::as<ir::Concat>(code.stms[one.statement].op)
                               : nullptr;
      rule(concat != nullptr && std::ranges::count(concat->arrays, one.piece) == 1, one.piece,
           "it is made in a concatenation that it is no part of");
      rule(memory.is_over(one.piece, one.statement), one.piece,
           "it is used after it became a part of another array");
      rule(!MemoryPlan::result_of(memory, one.piece) && pieces.insert(one.piece.id).second,
           one.piece, "it is made at two places");
    }
  }

  // ---- What operators need while they run

  void temporaries(const ir::Stm& stm) {
    const auto found = memory_.temporaries.find(stm.op);
    const std::vector<Temporary> none;
    const std::vector<Temporary>& there = found == memory_.temporaries.end() ? none : found->second;
    for (ir::Var var : needed(stm)) {
      rule(std::ranges::count(there, var, &Temporary::of) == 1, var,
           "an operator has no memory for it, or has it twice");
    }
    for (const Temporary& one : there) {
      rule(one.placement.home != Home::Small, one.of, "an operator's memory may be too small");
      if (one.placement.home == Home::Frame)
        rule(one.placement.bytes == byte_count(one), one.of,
             "an operator's memory in the frame has another size");
    }
  }

  // -1: it is not a constant.
  static int64_t byte_count(const Temporary& one) {
    int64_t bytes = byte_size(one.elem);
    for (const ir::Dim& dim : one.dims) {
      if (dim.kind != ir::DimKind::Const) return -1;
      bytes *= std::max<int64_t>(dim.value, 0);
    }
    return bytes;
  }

  // What a strategy cannot do without.
  std::vector<ir::Var> needed(const ir::Stm& stm) const {
    const OperatorPlan& strategy = plan_.of(stm);
    std::vector<ir::Var> out;
    if (strategy.takes(Strategy::ColumnScan)) out.assign(stm.pattern.begin(), stm.pattern.end());
    if (strategy.strips != nullptr) {
      std::ranges::copy_if(strategy.strips->made, std::back_inserter(out),
                           [&](ir::Var var) { return !strategy.strips->rows.contains(var.id); });
    }
    if (strategy.lengths != nullptr) {
      for (size_t group : strategy.lengths->counted)
        out.push_back(stm.pattern[strategy.lengths->offsets.size() + group]);
    }
    return out;
  }

  // ---- The stack

  // What a function or an iteration gives is not on its stack.
  void outlives(const ir::Body& code, const ir::Atom& given) {
    if (!is_array(given)) return;
    const ir::Var made = root(given.var);
    const Definition defined = definition(code, made);
    if (auto place = memory_.placements.find(made.id); place != memory_.placements.end())
      rule(place->second.home == Home::Block, given.var, "it is on the stack, and outlives it");
    if (defined.stm == nullptr) return;
    if (defined.stm->op->kind != ir::Kind::If && defined.stm->op->kind != ir::Kind::Match) return;
    ir::for_each_inner_body(defined.stm->op, [&](const ir::Body* branch) {
      auto inner = memory_.bodies.find(branch);
      if (inner == memory_.bodies.end()) return;
      const ResultMemory& result = inner->second.results[defined.index];
      rule(result.transfer != Transfer::SmallCopy, given.var,
           "its copy is on the stack, and outlives it");
      if (result.offer == Offer::Nothing) outlives(*branch, branch->results[defined.index]);
    });
  }

  const PlacedResults placed_;
  size_t time_ = 0;
  std::unordered_map<uint32_t, size_t> bound_;  // variables: when; not there: before everything
  Overwritten overwritten_;                     // on the path to the statement at hand
};

}  // namespace

void verify_places(const ir::Program& program, const Plan& plan, std::vector<std::string>& errors) {
  PlaceVerifier(program, plan, errors).run();
}

}  // namespace planish::plan
