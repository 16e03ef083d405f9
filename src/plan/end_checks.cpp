#include "plan/end_checks.h"

#include <algorithm>
#include <unordered_map>

#include "analysis/cost.h"
#include "ir/match.h"
#include "ir/scalar_eval.h"
#include "ir/walk.h"

namespace planish::plan {
namespace {

// Numbers that are added and multiplied come to at most so many bits.
constexpr int kMostBits = 62;

class EndChecksPlanner {
 public:
  explicit EndChecksPlanner(const Context& cx)
      : cx_(cx), plan_(std::make_unique<EndChecksPlan>()) {}

  Tried<EndChecksPlan> run(const EvenBody& loop) {
    plan_->indices = loop.indices;
    for (ir::Var index : loop.indices) bits_[index.id] = loop.index_bits;
    for (ir::Var other : loop.others) inner_.insert(other.id);
    const auto no = [](WhyNot why) { return refused<EndChecksPlan>(std::move(why)); };
    if (loop.known != nullptr) known_ = *loop.known;
    const size_t checks = check_count(loop.body, known_);
    if (checks == 0 && loop.places.empty()) return no(nothing_to_do("there are no checks in it"));
    if (bits_.empty()) return no("no index grows evenly");
    if (statement_count(&loop.body) > cx_.target.strategies.ranges.checked_body)
      return no("its body is long");
    for (const ir::Stm& stm : loop.body.stms) look_at(stm);
    if (plan_->passed.size() != checks)
      return no("a check is of something that does not grow evenly");
    if (std::ranges::all_of(loop.places, [&](const WrittenPlace& at) { return is_even(at); }))
      plan_->places = loop.places;
    if (checks == 0 && plan_->places.empty())
      return no(nothing_to_do("the places that it writes to do not grow evenly"));
    return {std::move(plan_), {}};
  }

 private:
  // How many bits a number has that grows evenly; 0: it does not.
  int bits(const ir::Atom& atom) const {
    auto found = atom.var ? bits_.find(atom.var.id) : bits_.end();
    return found == bits_.end() ? 0 : found->second;
  }
  bool is_fixed(const ir::Atom& atom) const {
    return atom.is_const() || fixed_.contains(atom.var.id) ||
           (bits(atom) == 0 && !conditions_.contains(atom.var.id) &&
            !inner_.contains(atom.var.id) && cx_.type(atom)->is_scalar());
  }
  bool is_condition(const ir::Atom& atom) const {
    return is_fixed(atom) || conditions_.contains(atom.var.id);
  }

  void look_at(const ir::Stm& stm) {
    if (const auto* check = ir::as<ir::Check>(stm.op)) {
      if (!is_condition(check->condition)) return;
      plan_->passed.insert(stm.op);
      plan_->needed.push_back(&stm);
      return;
    }
    if (const ir::Body* branch = taken_branch(stm.op, known_)) {
      for (const ir::Stm& inner : branch->stms) look_at(inner);
    }
    for (ir::Var var : stm.pattern) inner_.insert(var.id);
    if (stm.pattern.size() != 1 || !cx_.type(stm.pattern[0])->is_scalar()) return;
    const bool is_scalar_operation = ir::match(
        stm.op, [](const ir::Unary&) { return true; }, [](const ir::Binary&) { return true; },
        [](const ir::Ternary&) { return true; }, [](const ir::Convert&) { return true; },
        [](const auto&) { return false; });
    if (!is_scalar_operation) return;
    bool all_fixed = true;
    ir::for_each_atom(stm.op,
                      [&](const ir::Atom& atom) { all_fixed = all_fixed && is_fixed(atom); });
    const auto* binary = ir::as<ir::Binary>(stm.op);
    const uint32_t id = stm.pattern[0].id;
    if (all_fixed) {
      fixed_.insert(id);
    } else if (binary == nullptr || !(is_even(id, *binary) || is_convex(id, *binary))) {
      return;
    }
    plan_->needed.push_back(&stm);
  }

  // A sum, or a product with what is the same in all iterations.
  bool is_even(uint32_t id, const ir::Binary& op) {
    if (cx_.type(op.x)->elem != Prim::I64) return false;
    const bool is_sum = op.op == ir::BinaryOp::Add || op.op == ir::BinaryOp::Sub;
    if (!is_sum && op.op != ir::BinaryOp::Mul) return false;
    int size[2] = {0, 0};
    bool fixed[2] = {false, false};
    for (const bool second : {false, true}) {
      const ir::Atom& atom = second ? op.y : op.x;
      fixed[second] = bits(atom) == 0;
      if (fixed[second] && !is_fixed(atom)) return false;
      size[second] = fixed[second] ? kSmallBits : bits(atom);
    }
    if (!is_sum && !fixed[0] && !fixed[1]) return false;
    const int made = is_sum ? std::max(size[0], size[1]) + 1 : size[0] + size[1];
    if (made > kMostBits) return false;
    if (fixed[0]) plan_->small.push_back(op.x);
    if (fixed[1]) plan_->small.push_back(op.y);
    bits_[id] = made;
    return true;
  }

  bool is_even(const WrittenPlace& place) const {
    return (bits(place.index) > 0 || is_fixed(place.index)) && is_fixed(place.extent);
  }

  // True in the first and the last iteration, and so in all between.
  bool is_convex(uint32_t id, const ir::Binary& op) {
    using enum ir::BinaryOp;
    const auto is_number = [&](const ir::Atom& atom) { return bits(atom) > 0 || is_fixed(atom); };
    const bool compares = op.op == Lt || op.op == Le || op.op == Gt || op.op == Ge || op.op == Eq;
    const bool found = compares ? cx_.type(op.x)->elem == Prim::I64 && is_number(op.x) &&
                                      is_number(op.y) && is_one_even(op)
                                : op.op == And && cx_.type(op.x)->elem == Prim::Bool &&
                                      is_condition(op.x) && is_condition(op.y);
    if (found) conditions_.insert(id);
    return found;
  }
  // The difference of two might wrap around.
  bool is_one_even(const ir::Binary& op) const { return bits(op.x) == 0 || bits(op.y) == 0; }

  const Context& cx_;
  std::unique_ptr<EndChecksPlan> plan_;
  std::unordered_map<uint32_t, bool> known_;
  std::unordered_map<uint32_t, int> bits_;
  std::unordered_set<uint32_t> fixed_;  // variables of the body that are the same in all iterations
  std::unordered_set<uint32_t>
      conditions_;                      // and those that are true in all if they are at both ends
  std::unordered_set<uint32_t> inner_;  // all that the body binds
};

}  // namespace

const ir::Body* taken_branch(const ir::Op* op, const std::unordered_map<uint32_t, bool>& known) {
  const auto* branch = ir::as<ir::If>(op);
  if (branch == nullptr || !branch->condition.var) return nullptr;
  auto found = known.find(branch->condition.var.id);
  if (found == known.end()) return nullptr;
  return found->second ? branch->then_body : branch->else_body;
}

size_t check_count(const ir::Body& body, const std::unordered_map<uint32_t, bool>& known) {
  size_t count = 0;
  for (const ir::Stm& stm : body.stms) {
    count += stm.op->kind == ir::Kind::Check ? 1 : 0;
    if (const ir::Body* branch = taken_branch(stm.op, known)) {
      count += check_count(*branch, known);
      continue;
    }
    const auto inside = [&](const ir::Body* inner) { count += check_count(*inner, known); };
    ir::for_each_body(stm.op, inside);
    ir::for_each_lambda(stm.op, [&](const ir::Lambda* inner) { inside(inner->body); });
  }
  return count;
}

EvenBody loop_over_elements(const Context& cx, const ir::Lambda& fn,
                            std::span<const ir::Var> arrays) {
  EvenBody loop{*fn.body, {}};
  bool is_whole = false;  // pieces are ranges already; what updates an accumulator keeps its order
  for (size_t k = 0; k < arrays.size(); k++) {
    const ir::Var var = fn.params[k].var;
    const ir::Type* type = cx.type(var);
    const ir::Iota* iota = cx.layouts.progression(arrays[k]);
    const bool is_even = iota != nullptr && iota->step.is_const() && type->is_scalar() &&
                         type->elem == Prim::I64 && std::abs(as_int64(iota->step.constant)) <= 2;
    (is_even ? loop.indices : loop.others).push_back(var);
    if (is_even && cx.layouts.is_counted(arrays[k]) && iota->start == ir::Atom::i64(0))
      loop.counters.push_back(var);
    is_whole = is_whole || type->is_acc() || cx.layouts.elements(arrays[k]) == Elements::Pieces;
  }
  if (is_whole) loop.counters.clear();
  return loop;
}

Tried<EndChecksPlan> try_end_checks(const Context& cx, const EvenBody& loop) {
  return EndChecksPlanner(cx).run(loop);
}

}  // namespace planish::plan
