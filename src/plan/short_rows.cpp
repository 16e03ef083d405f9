#include "plan/short_rows.h"

#include <algorithm>
#include <unordered_set>

#include "ir/match.h"
#include "ir/print.h"
#include "ir/walk.h"
#include "plan/operators.h"

namespace planish::plan {
namespace {

class ShortRowsPlanner {
 public:
  ShortRowsPlanner(const Context& cx, const ir::SegRed& op)
      : cx_(cx),
        figures_(cx.target.strategies.rows),
        op_(op),
        plan_(std::make_unique<ShortRowsPlan>(cx.storage)) {}

  Tried<ShortRowsPlan> run() {
    WhyNot why_not = look_at_operator();
    if (why_not.empty()) why_not = look_at_body();
    if (!why_not.empty()) return refused<ShortRowsPlan>(std::move(why_not));
    const bool is_small = op_.neutral.size() == 1 && op_.body->stms.size() <= figures_.block_body;
    if (plan_->gathers) {
      plan_->lanes = cx_.target.vectors.gathers ? std::min(plan_->lanes, figures_.gathered_lanes)
                                                : figures_.loaded_lanes;
    } else if (is_small) {
      plan_->block_vectors = figures_.block_vectors;
      plan_->wide_block_vectors = figures_.wide_block_vectors;
    }
    // All arrays together: the cache has room for so much.
    if (arrays_ > 0) plan_->ahead = figures_.ahead / arrays_;
    return {std::move(plan_), {}};
  }

 private:
  WhyNot look_at_operator() {
    if (!cx_.has_masks()) return nothing_to_do("no single lanes can be loaded");
    if (op_.body->stms.size() > figures_.short_body) return "its body is long";
    if (op_.body->results.size() != op_.neutral.size())
      return "it gives arrays besides what it combines";
    if (!is_lane_operator(cx_.storage, *op_.op))
      return "its operator is not one operation on vectors";
    int64_t widest = 1;
    for (const ir::Atom& neutral : op_.neutral)
      widest = std::max<int64_t>(widest, byte_size(cx_.type(neutral)->elem));
    plan_->lanes = static_cast<unsigned>(cx_.target.vectors.bytes / widest);
    return {};
  }

  WhyNot look_at_body() {
    plan_->kinds.set(op_.space.levels.back().index, LaneKind::Affine);
    plan_->kinds.analyse(*op_.body);
    for (const ir::Stm& stm : op_.body->stms) {
      for (ir::Var var : stm.pattern) bound_.insert(var.id);
    }
    for (const ir::Stm& stm : op_.body->stms) {
      if (std::string why = look_at(stm); !why.empty()) return why;
    }
    if (std::ranges::any_of(op_.body->results, [&](const ir::Atom& result) {
          return kind(result) == LaneKind::Affine;
        }))
      return "it combines the index itself";
    return {};
  }

  LaneKind kind(const ir::Atom& atom) const { return plan_->kinds.kind(atom); }

  std::string look_at(const ir::Stm& stm) {
    if (stm.pattern.size() != 1 || !cx_.type(stm.pattern[0])->is_scalar())
      return std::string(op_text(stm.op)) + " gives no scalar";
    const ir::Var var = stm.pattern[0];
    const Prim prim = cx_.type(var)->elem;
    const bool is_vector = kind(var) == LaneKind::Varying;
    bool uses_index = false;
    ir::for_each_atom(stm.op, [&](const ir::Atom& atom) {
      uses_index = uses_index || kind(atom) == LaneKind::Affine;
    });
    const auto on_vectors = [&](bool has_form) -> std::string {
      if (!is_vector) return {};
      if (uses_index) return "it computes with the index in the row";
      if (!has_form) return std::string(op_text(stm.op)) + " has no form for vectors";
      if (!is_lane_prim(prim) && prim != Prim::Bool)
        return "there are no vectors of " + std::string(prim_name(prim));
      return {};
    };
    return ir::match(
        stm.op, [&](const ir::Same&) { return on_vectors(true); },
        [&](const ir::Unary& n) { return on_vectors(takes_lanes(n.op, cx_.type(n.x)->elem)); },
        [&](const ir::Binary& n) {
          const Prim operand = cx_.type(n.x)->elem;
          return on_vectors(takes_vectors(n.op, operand) &&
                            (is_lane_prim(operand) || operand == Prim::Bool));
        },
        [&](const ir::Convert& n) {
          return on_vectors(is_integer(prim) && is_integer(cx_.type(n.value)->elem));
        },
        [&](const ir::Index& n) { return look_at_read(var, n); },
        [&](const ir::Check& n) -> std::string {
          plan_->has_checks = true;
          if (kind(n.condition) != LaneKind::Varying)
            return "a check does not depend on the element";
          return {};
        },
        [&](const auto&) { return std::string(op_text(stm.op)) + " is not done in lanes"; });
  }

  std::string look_at_read(ir::Var var, const ir::Index& n) {
    if (bound_.contains(n.array.id)) return "it reads an array that is made inside";
    const auto is_uniform = [&](const ir::Atom& at) { return kind(at) == LaneKind::Uniform; };
    const auto varying =
        static_cast<size_t>(std::ranges::find_if_not(n.indices, is_uniform) - n.indices.begin());
    if (varying == n.indices.size()) {
      plan_->reads_empty_rows &= is_there_for_all(n);
      return {};
    }
    if (!std::ranges::all_of(n.indices.subspan(varying + 1), is_uniform))
      return "it reads along a diagonal";
    const Prim prim = cx_.type(var)->elem;
    if (!is_lane_prim(prim)) return "there are no vectors of " + std::string(prim_name(prim));
    if (kind(n.indices[varying]) == LaneKind::Varying) {
      plan_->gathers = true;
    } else if (!cx_.layouts.is_dense_along(n.array, varying)) {
      return "elements of a row do not lie side by side";
    } else {
      arrays_++;
    }
    return {};
  }

  // Is the element there even if the row is empty?
  bool is_there_for_all(const ir::Index& index) const {
    const std::span<const ir::Level> levels = op_.space.levels;
    // The offsets may have got another name, with another size.
    if (cx_.layouts.are_same(index.array, levels.back().offsets))
      return levels.size() == 2 && index.indices[0].var == levels[0].index;
    const ir::Type* type = cx_.type(index.array);
    for (size_t k = 0; k < index.indices.size(); k++) {
      const auto level = std::ranges::find_if(
          levels, [&](const ir::Level& l) { return index.indices[k].var == l.index; });
      if (level == levels.end() || level->offsets || type->dims[k].kind != ir::DimKind::Var ||
          !(level->bound.var == type->dims[k].var))
        return false;
    }
    return true;
  }

  const Context& cx_;
  const RowFigures& figures_;
  const ir::SegRed& op_;
  std::unique_ptr<ShortRowsPlan> plan_;
  std::unordered_set<uint32_t> bound_;  // in the body
  int64_t arrays_ = 0;                  // that rows lie in one after the other
};

}  // namespace

Tried<ShortRowsPlan> try_short_rows(const Context& cx, const ir::SegRed& op) {
  return ShortRowsPlanner(cx, op).run();
}

}  // namespace planish::plan
