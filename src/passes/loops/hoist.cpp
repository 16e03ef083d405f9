#include "passes/loops/hoist.h"

#include <algorithm>
#include <set>

#include "analysis/consumed.h"
#include "analysis/cost.h"
#include "analysis/effects.h"
#include "analysis/inner_bodies.h"
#include "analysis/iteration.h"
#include "ir/alias.h"
#include "ir/build/builder.h"
#include "ir/call_graph.h"
#include "ir/scalar_eval.h"
#include "passes/common/total.h"

namespace planish::passes {

using namespace ir;

namespace {

// Note [Depths]
// A variable has the depth of the body that binds it, counted from the body of the function, which
// is 0. A statement may stand at the greatest depth of what it uses; a body is left through its
// iteration, one depth at a time, and what has left is looked at again in the body around it.
class Hoist : public Rebuild {
 public:
  Hoist(const Program& program, const Target& target)
      : Rebuild(*program.storage),
        builder_(storage_),
        costs_(program, target.costs),
        effects_(program),
        calls_(program),
        consumed_(program) {
    functions_ = program.functions;
  }

  Program program(const Program& program) {
    Program result = program;
    for (const Function*& fn : result.functions) {
      frames_.clear();
      op_ = nullptr;
      fn = function_children(fn);
    }
    return result;
  }

  Var binder(Var var) override {
    set_depth(var, static_cast<uint32_t>(frames_.size()));
    binder_types(var);
    return var;
  }

  const Body* body(const Body* old) override {
    open_frame(old);
    for (const Stm& stm : old->stms) statement(stm);
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    for (const Atom& result : old->results) note(frame.uses, result.var);
    if (!frames_.empty()) {
      std::set<uint32_t>& around = frames_.back().inner_uses;
      auto own = frame.uses.lower_bound(depth_here() + 1);
      around.insert(frame.uses.begin(), own);
      for (Leaving& stm : frame.leaving) arriving_.push_back(std::move(stm));
    }
    for (Var size : frame.sizes) sizes_.erase(size);
    if (!frame.changed) return old;
    return storage_.arena.make<Body>(
        Body{storage_.arena.copy(frame.stays), storage_.arena.copy(old->results)});
  }

 private:
  // A statement that leaves a body.
  struct Leaving {
    Stm stm;
    std::set<uint32_t> inner_uses;   // by its bodies: depths
    std::vector<Atom> guard_counts;  // not empty: only if all of them are positive
  };
  // A body that is being looked at.
  struct Frame {
    Iteration iteration;
    uint32_t repeated_depth =
        0;  // of the innermost body around that repeats, this included; 0: none
    std::vector<Stm> stays;
    std::vector<Leaving> leaving;
    std::set<uint32_t> uses;        // depths of what the statements that stay use
    std::set<uint32_t> inner_uses;  // of what the bodies of the current statement use
    std::vector<Var> sizes;         // that arrays bound here are the first to have
    bool has_effect = false;        // something that stays may stop the program or show a value
    bool changed = false;
  };

  uint32_t depth_here() const { return static_cast<uint32_t>(frames_.size()) - 1; }
  uint32_t depth(Var var) const { return var.id < depths_.size() ? depths_[var.id] : 0; }
  void set_depth(Var var, uint32_t depth) {
    if (var.id >= depths_.size()) depths_.resize(storage_.vars.size());
    depths_[var.id] = depth;
  }
  void note(std::set<uint32_t>& uses, Var var) {
    if (var) uses.insert(depth(var));
  }
  // Parameters of what stands in the current statement have types, too.
  void binder_types(Var var) {
    if (frames_.empty()) return note_sizes(var);
    for_each_var_in(storage_.type(var), [&](Var size) { note(frames_.back().inner_uses, size); });
  }
  void note_sizes(Var array) {
    for_each_var_in(storage_.type(array), [&](Var size) {
      uint32_t here = frames_.empty() ? 0 : depth_here();
      if (sizes_.emplace(size, here).second && here > 0) frames_.back().sizes.push_back(size);
    });
  }

  void open_frame(const Body* body) {
    Frame frame;
    uint32_t depth = static_cast<uint32_t>(frames_.size());
    if (op_ != nullptr) {
      frame.iteration = iteration_of(op_, body);
      frame.repeated_depth = frame.iteration.repeats() ? depth : frames_.back().repeated_depth;
    }
    frames_.push_back(std::move(frame));
  }

  // A statement of the old program: first its bodies, then what has left them, then the statement
  // itself.
  void statement(const Stm& old) {
    const Op* around = std::exchange(op_, old.op);
    std::vector<Leaving> before = std::exchange(arriving_, {});
    frames_.back().inner_uses.clear();
    Stm now = old;
    now.op = op_children(old.op);
    op_ = around;
    std::vector<Leaving> arrived = std::exchange(arriving_, std::move(before));
    std::set<uint32_t> inner_uses = std::exchange(frames_.back().inner_uses, {});
    std::set<Move> moves;
    for (size_t i = 0; i < arrived.size();) i = arrive(arrived, i, moves);
    go_along(inner_uses, moves);
    if (!arrived.empty() || now.op != old.op) frames_.back().changed = true;
    place({now, std::move(inner_uses), {}});
  }

  // What has arrived may go on its way out. What uses it, in a body that is done, knew it at the
  // depth before.
  struct Move {
    uint32_t was;
    uint32_t is;
    auto operator<=>(const Move&) const = default;
  };
  static void go_along(std::set<uint32_t>& uses, const std::set<Move>& moves) {
    for (const Move& move : moves) {
      if (uses.contains(move.was)) uses.insert(move.is);
    }
  }

  // Those that follow each other and have the same guard come together.
  size_t arrive(std::vector<Leaving>& arrived, size_t first, std::set<Move>& moves) {
    const bool is_guarded = !arrived[first].guard_counts.empty();
    size_t end = first + 1;
    while (is_guarded && end < arrived.size() &&
           arrived[end].guard_counts == arrived[first].guard_counts)
      end++;
    std::vector<std::pair<Var, uint32_t>> before;
    for (size_t i = first; i < end; i++) {
      go_along(arrived[i].inner_uses, moves);
      for (Var var : arrived[i].stm.pattern) before.emplace_back(var, depth(var));
    }
    if (is_guarded) {
      guard(std::span(arrived).subspan(first, end - first));
    } else {
      place(std::move(arrived[first]));
    }
    for (auto [var, was] : before) {
      if (depth(var) != was) moves.insert({was, depth(var)});
    }
    return end;
  }

  void place(Leaving one) {
    Frame& frame = frames_.back();
    std::set<uint32_t> uses = direct_uses(one.stm);
    uses.insert(one.inner_uses.begin(), one.inner_uses.end());
    uint32_t needed = 0;
    for (uint32_t depth : uses) {
      if (depth <= depth_here()) needed = std::max(needed, depth);
    }
    if (needed < frame.repeated_depth && leaves(one)) {
      frame.changed = true;
      for (Var var : one.stm.pattern) set_depth(var, depth_after_leaving(one, needed));
      frame.leaving.push_back(std::move(one));
      return;
    }
    for (Var var : one.stm.pattern) {
      set_depth(var, depth_here());
      note_sizes(var);
    }
    frame.has_effect |= effects_.has_effect(one.stm.op);
    frame.uses.insert(uses.begin(), uses.end());
    frame.stays.push_back(one.stm);
  }

  // What is cheap leaves all bodies that its operands allow; of other things it is known when they
  // arrive.
  uint32_t depth_after_leaving(const Leaving& one, uint32_t needed) {
    if (is_cheap_and_total(one.stm)) {
      for (uint32_t depth = needed + 1; depth < frames_.size(); depth++) {
        if (frames_[depth].iteration.repeats()) return depth - 1;
      }
    }
    return frames_.back().repeated_depth - 1;
  }
  bool is_cheap_and_total(const Stm& stm) {
    return may_move(stm) && is_total(storage_, stm.op) && costs_.of(stm).is_cheap();
  }

  std::set<uint32_t> direct_uses(const Stm& stm, std::span<const Var> except = {}) {
    std::set<uint32_t> uses;
    auto add = [&](Var var) {
      auto is_own = [&](std::span<const Var> own) {
        return std::find(own.begin(), own.end(), var) != own.end();
      };
      if (!is_own(except) && !is_own(stm.pattern)) note(uses, var);
    };
    for (Var cert : stm.certs) add(cert);
    for_each_var_use(stm.op, add);
    for (Var var : stm.pattern) for_each_var_in(storage_.type(var), add);
    return uses;
  }

  // The operands allow that the statement leaves the current body. Does it? Note [What may be
  // hoisted]
  bool leaves(Leaving& one) {
    const Stm& stm = one.stm;
    if (as<Check>(stm.op) != nullptr) return hoist_check(one);
    if (!may_move(stm)) return false;
    const Iteration& iteration = frames_.back().iteration;
    if (is_cheap_and_total(stm)) return true;
    if (!iteration.repeats()) return false;
    if (iteration.runs_surely()) return true;
    Cost cost = costs_.of(stm);
    bool total = is_total(storage_, stm.op);
    if (total && !cost.repeats && !cost.allocates) return true;
    if (total && is_empty_with(stm.op, iteration)) return true;
    if (cost.is_cheap() || iteration.runs != Runs::ForEach || !has_substitute(stm)) return false;
    one.guard_counts = iteration.counts;
    return true;
  }

  bool may_move(const Stm& stm) {
    if (stm.pattern.empty() || effects_.has_effect(stm.op)) return false;
    switch (stm.op->kind) {
      case Kind::Opaque:
      case Kind::Iota:
      case Kind::Replicate:
      case Kind::WithAcc: return false;
      default: break;
    }
    const Call* call = as<Call>(stm.op);
    if (call != nullptr && calls_.is_recursive(call->fn)) return false;
    const Loop* loop = as<Loop>(stm.op);
    if (loop != nullptr && loop->condition != nullptr) return false;  // it may have no end
    const Function* callee = call == nullptr ? nullptr : functions_.find(call->fn);
    if (!consumed_operands(storage_, stm.op, callee).empty()) return false;
    return std::ranges::all_of(stm.pattern, [&](Var var) {
      const Type* type = storage_.type(var);
      return !type->is_acc() && (!type->is_array() || !consumed_.contains(var));
    });
  }

  // It has nothing to do when the body does not run, since it goes over as many elements.
  bool is_empty_with(const Op* op, const Iteration& iteration) {
    if (iteration.counts.size() != 1) return false;
    return match(op, [&](const auto& node) {
      if constexpr (requires { node.width; }) {
        return node.width == iteration.counts.front();
      } else {
        return false;
      }
    });
  }

  // ---- Checks

  bool hoist_check(Leaving& one) {
    Frame& frame = frames_.back();
    if (frame.has_effect || frame.iteration.runs != Runs::ForEach) return false;
    Check check = *as<Check>(one.stm.op);
    for (const Atom& count : frame.iteration.counts) {
      Const zero = make_int(storage_.type(count)->elem, 0);
      if (count.is_const() && as_int64(count.constant) > 0) continue;
      Atom never = precede("never", Binary{{}, BinaryOp::Le, count, zero}, one.stm);
      check.condition = precede("fine", Binary{{}, BinaryOp::Or, never, check.condition}, one.stm);
    }
    one.stm.op = builder_.make(check);
    return true;
  }

  // A statement that leaves the current body, too.
  Atom precede(std::string_view name, const Binary& op, const Stm& like) {
    Var var = builder_.new_var(name, storage_.types.scalar(Prim::Bool));
    set_depth(var, frames_.back().repeated_depth - 1);
    Stm stm{storage_.arena.copy({var}), builder_.make(op), {}, {}, like.place};
    frames_.back().leaving.push_back({stm, {}, {}});
    return var;
  }

  // ---- Guards

  // Something of the same type can take the place of the results when the guard does not hold.
  bool has_substitute(const Stm& stm) {
    for (Var var : stm.pattern) {
      const Type* type = storage_.type(var);
      if (type->is_acc()) return false;
      for (const Dim& dim : type->dims) {
        if (dim.is_varying()) return false;
        bool own = std::ranges::find(stm.pattern, dim.var) != stm.pattern.end();
        if (dim.kind == DimKind::Var && !own && !is_size_outside(dim.var)) return false;
      }
    }
    return true;
  }

  // An array that was there before the current body has this size.
  bool is_size_outside(Var size) const {
    auto it = sizes_.find(size);
    return it != sizes_.end() && it->second < depth_here();
  }

  // let results = if 0 < n { statements } else { zeros }
  void guard(std::span<const Leaving> group) {
    builder_.place = group.front().stm.place;
    std::vector<Stm> stms;
    std::vector<Var> pattern;
    std::set<uint32_t> inner_uses;
    for (const Leaving& one : group) {
      stms.push_back(one.stm);
      pattern.insert(pattern.end(), one.stm.pattern.begin(), one.stm.pattern.end());
      std::set<uint32_t> uses = direct_uses(one.stm, pattern);
      inner_uses.insert(uses.begin(), uses.end());
      inner_uses.insert(one.inner_uses.begin(), one.inner_uses.end());
    }
    std::vector<Atom> results(pattern.begin(), pattern.end());
    const Body* inside =
        storage_.arena.make<Body>(Body{builder_.list(stms), builder_.list(results)});
    const Body* then_body = clone_body(storage_, inside);
    const Body* else_body = builder_.body([&] { return zeros(pattern); });
    Atom condition = guard_condition(group.front().guard_counts);
    const Op* op = builder_.make(If{{}, condition, then_body, else_body});
    place({{builder_.list(pattern), op, {}, {}, builder_.place}, std::move(inner_uses), {}});
  }

  Atom guard_condition(const std::vector<Atom>& counts) {
    Atom all = Atom::boolean(true);
    auto add = [&](const Binary& op) {
      Var var = builder_.new_var("runs", storage_.types.scalar(Prim::Bool));
      place({{storage_.arena.copy({var}), builder_.make(op), {}, {}, builder_.place}, {}, {}});
      return Atom(var);
    };
    for (const Atom& count : counts) {
      if (count.is_const() && as_int64(count.constant) > 0) continue;
      Const zero = make_int(storage_.type(count)->elem, 0);
      Atom runs = add({{}, BinaryOp::Gt, count, zero});
      all = all.is_const() ? runs : add({{}, BinaryOp::And, all, runs});
    }
    return all;
  }

  std::vector<Atom> zeros(const std::vector<Var>& pattern) {
    std::vector<Atom> results;
    Substitution none;  // sizes that the statements compute themselves
    for (Var var : pattern) {
      const Type* type = substitute(storage_, storage_.type(var), none);
      Atom zero = Const{type->elem, 0};
      if (type->is_scalar()) {
        none[var] = zero;
        results.push_back(zero);
        continue;
      }
      std::vector<Atom> dims;
      for (const Dim& dim : type->dims) dims.push_back(Builder::atom(dim));
      results.push_back(
          builder_.let("none", type, builder_.make(Replicate{{}, builder_.list(dims), zero})));
    }
    return results;
  }

  Builder builder_;
  CostModel costs_;
  Effects effects_;
  CallGraph calls_;
  ConsumedArrays consumed_;
  Functions functions_;
  std::vector<uint32_t> depths_;             // by Var::id
  std::unordered_map<Var, uint32_t> sizes_;  // of arrays in scope, with the depth of the array
  std::vector<Frame> frames_;
  std::vector<Leaving> arriving_;  // what has left the bodies of the current statement
  const Op* op_ = nullptr;         // whose bodies are being looked at
};

}  // namespace

Program hoist(const Program& program, const Target& target) {
  return Hoist(program, target).program(program);
}

}  // namespace planish::passes
