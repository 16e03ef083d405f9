#include "analysis/lane_kinds.h"

#include <algorithm>

#include "analysis/inner_bodies.h"
#include "ir/match.h"

namespace planish {

using namespace ir;

namespace {

LaneKind join(LaneKind one, LaneKind other) { return one == other ? one : LaneKind::Varying; }

// Affine values of another base are not the same.
LaneKind without_affine(LaneKind kind) {
  return kind == LaneKind::Uniform ? kind : LaneKind::Varying;
}

}  // namespace

LaneKind LaneKinds::kind(Var var) const {
  auto found = kinds_.find(var.id);
  return found == kinds_.end() ? LaneKind::Uniform : found->second;
}

// Kinds only go up, so this comes to an end.
void LaneKinds::raise(Var var, LaneKind kind) {
  const Type* type = storage_.type(var);
  // Units have one value, whoever makes them.
  if (kind == LaneKind::Uniform || (type->is_scalar() && type->elem == Prim::Unit)) return;
  LaneKind& known = kinds_[var.id];
  const LaneKind next = std::max(known, kind);
  changed_ = changed_ || next != known;
  known = next;
}

void LaneKinds::analyse(const Body& body) {
  do {
    changed_ = false;
    visit(body);
  } while (changed_);
}

bool LaneKinds::diverges(const Loop& loop) const {
  return !is_uniform(loop.condition != nullptr ? loop.condition->results[0] : loop.bound);
}

void LaneKinds::visit(const Body& body) {
  for (const Stm& stm : body.stms) visit(stm);
}

LaneKind LaneKinds::of_operands(const Op* op) const {
  LaneKind kind = LaneKind::Uniform;
  for_each_var_use(op, [&](Var used) { kind = std::max(kind, without_affine(this->kind(used))); });
  return kind;
}

void LaneKinds::visit(const Stm& stm) {
  match(
      stm.op, [&](const Loop& loop) { visit(stm, loop); },
      [&](const Reduce& reduce) { visit(stm, reduce); },
      [&](const If& branch) {
        visit_branches(stm, {branch.then_body, branch.else_body}, diverges(branch));
      },
      [&](const Match& branch) {
        std::vector<const Body*> bodies;
        for (const MatchCase& one : branch.cases) bodies.push_back(one.body);
        if (branch.otherwise != nullptr) bodies.push_back(branch.otherwise);
        visit_branches(stm, bodies, diverges(branch));
      },
      // How long it is does not matter to its elements.
      [&](const Iota& iota) {
        raise(stm.pattern[0],
              std::max(without_affine(kind(iota.start)), without_affine(kind(iota.step))));
      },
      [&](const Same& same) { raise(stm.pattern[0], kind(same.value)); },
      [&](const Binary& binary) {
        const LaneKind x = kind(binary.x);
        const LaneKind y = kind(binary.y);
        const bool is_sum = binary.op == BinaryOp::Add &&
                            (x == LaneKind::Uniform || y == LaneKind::Uniform) && x != y;
        const bool is_difference =
            binary.op == BinaryOp::Sub && x == LaneKind::Affine && y == LaneKind::Uniform;
        raise(stm.pattern[0], is_sum || is_difference ? std::max(x, y) : of_operands(stm.op));
      },
      [&](const auto&) { visit_other(stm); });
}

void LaneKinds::visit_other(const Stm& stm) {
  LaneKind kind = of_operands(stm.op);
  for_each_inner_body(stm.op, [&](const Body* inner) {
    visit(*inner);
    for (const Stm& one : inner->stms) kind = std::max(kind, of_operands(one.op));
  });
  for (Var var : stm.pattern) raise(var, kind);
}

void LaneKinds::visit_branches(const Stm& stm, const std::vector<const Body*>& bodies,
                               bool diverges) {
  for (const Body* body : bodies) visit(*body);
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    LaneKind kind = this->kind(bodies[0]->results[k]);
    for (const Body* body : bodies) kind = join(kind, this->kind(body->results[k]));
    raise(stm.pattern[k], diverges ? LaneKind::Varying : kind);
  }
}

void LaneKinds::visit(const Stm& stm, const Loop& loop) {
  for (const LoopParam& param : loop.params) raise(param.param.var, kind(param.init));
  if (loop.condition != nullptr) visit(*loop.condition);
  visit(*loop.body);
  for (size_t k = 0; k < loop.params.size(); k++) {
    const Var param = loop.params[k].param.var;
    raise(param, join(kind(param), kind(loop.body->results[k])));
    raise(stm.pattern[k], diverges(loop) ? LaneKind::Varying : kind(param));
  }
}

void LaneKinds::visit(const Stm& stm, const Reduce& reduce) {
  const size_t count = reduce.neutral.size();
  // Element i of all lanes at once: that of a view differs.
  const auto element = [&](Var array) { return without_affine(kind(array)); };
  if (reduce.map != nullptr) {
    for (size_t k = 0; k < reduce.arrays.size(); k++)
      raise(reduce.map->params[k].var, element(reduce.arrays[k]));
    visit(*reduce.map->body);
  }
  for (size_t k = 0; k < count; k++) {
    const Var state = reduce.op->params[k].var;
    raise(state, without_affine(kind(reduce.neutral[k])));
    raise(reduce.op->params[count + k].var, reduce.map != nullptr
                                                ? without_affine(kind(reduce.map->body->results[k]))
                                                : element(reduce.arrays[k]));
  }
  visit(*reduce.op->body);
  for (size_t k = 0; k < count; k++) {
    const Var state = reduce.op->params[k].var;
    raise(state, without_affine(kind(reduce.op->body->results[k])));
    raise(stm.pattern[k], diverges(reduce) ? LaneKind::Varying : kind(state));
  }
  // What is gathered is made for each lane.
  for (size_t k = count; k < stm.pattern.size(); k++) raise(stm.pattern[k], LaneKind::Varying);
}

}  // namespace planish
