#include "plan/shared_tile.h"

#include <algorithm>
#include <unordered_map>

#include "ir/print.h"
#include "ir/walk.h"
#include "plan/operators.h"

namespace planish::plan {
namespace {

class SharedTilePlanner {
 public:
  SharedTilePlanner(const Context& cx, const ir::SegRed& op)
      : cx_(cx),
        figures_(cx.target.strategies.threads),
        op_(op),
        levels_(op.space.levels),
        plan_(std::make_unique<SharedTilePlan>()) {}

  Tried<SharedTilePlan> run() {
    WhyNot why_not = look_at_operator();
    if (why_not.empty()) why_not = look_at_body();
    if (!why_not.empty()) return refused<SharedTilePlan>(std::move(why_not));
    return {std::move(plan_), {}};
  }

 private:
  // What a value depends on.
  using Levels = uint8_t;
  static constexpr Levels kRow = 1, kColumn = 2, kStep = 4;

  WhyNot look_at_operator() {
    if (levels_.size() < 2) return nothing_to_do("there is one result only");
    if (is_irregular(levels_)) return nothing_to_do("rows have different lengths");
    if (op_.body->results.size() != op_.neutral.size())
      return "it gives arrays besides what it combines";
    if (!are_scalars(cx_.storage, op_.neutral)) return "it combines arrays";
    if (bytes_of(op_.neutral) > figures_.tile_bytes) return "it combines too many values";
    if (!is_straight(op_.body) || !is_straight(op_.op->body))
      return "there are loops or calls in it";
    if (op_.body->stms.size() > figures_.tile_element) return "its body is long";
    if (has_checks(op_.body) || has_checks(op_.op->body)) return "there are checks in it";
    return {};
  }

  WhyNot look_at_body() {
    for (const ir::Stm& stm : op_.body->stms) {
      if (!is_plain(stm)) return std::string(ir::op_text(stm.op)) + " is not done in tiles";
    }
    plan_->has_columns = levels_.size() > 2;
    if (plan_->has_columns) {
      if (WhyNot why = split(); why.empty()) return {};
      // Rows may need the same where columns do not.
      *plan_ = {};
    }
    return split();
  }

  // Operations on scalars alone.
  bool is_plain(const ir::Stm& stm) const {
    switch (stm.op->kind) {
      case ir::Kind::Same:
      case ir::Kind::Unary:
      case ir::Kind::Binary:
      case ir::Kind::Ternary:
      case ir::Kind::Convert:
      case ir::Kind::FromBits:
      case ir::Kind::Index: return all_scalars(cx_.storage, stm.pattern);
      default: return false;
    }
  }

  // Functions such as exp take tens of instructions, and a thread has many rows and columns.
  bool is_function(const ir::Stm& stm) const {
    using enum ir::UnaryOp;
    if (!is_float(cx_.type(stm.pattern[0])->elem)) return false;
    if (const auto* binary = ir::as<ir::Binary>(stm.op))
      return binary->op == ir::BinaryOp::Pow || binary->op == ir::BinaryOp::Atan2 ||
             binary->op == ir::BinaryOp::Hypot;
    const auto* unary = ir::as<ir::Unary>(stm.op);
    if (unary == nullptr) return false;
    switch (unary->op) {
      case Neg:
      case Abs:
      case Sgn:
      case Sqrt:
      case Rsqrt:
      case Ceil:
      case Floor:
      case Trunc:
      case Round: return false;
      default: return true;
    }
  }

  // Which values are kept.
  WhyNot split() {
    depends_.clear();
    const size_t count = levels_.size();
    depends_[levels_[count - 1].index.id] = kStep;
    if (plan_->has_columns) depends_[levels_[count - 2].index.id] = kColumn;
    depends_[levels_[count - (plan_->has_columns ? 3 : 2)].index.id] = kRow;
    for (const ir::Stm& stm : op_.body->stms) {
      Levels on = 0;
      ir::for_each_var_use(stm.op, [&](ir::Var var) { on |= levels_of(var); });
      for (ir::Var var : stm.pattern) depends_[var.id] = on;
      if (is_of_both(on) && ir::as<ir::Index>(stm.op) != nullptr)
        return nothing_to_do("it reads another element for each");
    }
    for (const ir::Stm& stm : op_.body->stms) {
      if (!is_of_both(levels_of(stm.pattern[0]))) continue;
      if (plan_->has_columns && is_function(stm))
        return "a function is computed for each row and column";
      ir::for_each_var_use(stm.op, [&](ir::Var var) { keep(var); });
    }
    for (const ir::Atom& result : op_.body->results) {
      if (!result.var || !is_of_both(levels_of(result.var)))
        return nothing_to_do("it does not depend on both");
    }
    if (plan_->of_rows.empty() || plan_->of_columns.empty())
      return nothing_to_do("there is nothing to share");
    if (bytes_of(plan_->of_rows) > figures_.tile_bytes ||
        bytes_of(plan_->of_columns) > figures_.tile_bytes)
      return "there is too much to share";
    const size_t rows = levels_.size() - (plan_->has_columns ? 3 : 2);
    plan_->rows_along_steps = are_along_steps(kRow, levels_[rows].index);
    plan_->columns_along_steps = are_along_steps(kColumn, levels_[rows + 1].index);
    return {};
  }

  Levels levels_of(ir::Var var) const {
    auto found = depends_.find(var.id);
    return found == depends_.end() ? Levels{0} : found->second;
  }
  // With columns: on rows and columns. Without: on rows and steps.
  bool is_of_both(Levels on) const {
    const Levels both = plan_->has_columns ? kRow | kColumn : kRow | kStep;
    return (on & both) == both;
  }

  void keep(ir::Var var) {
    const Levels on = levels_of(var);
    if (on == 0 || is_of_both(on)) return;
    // Indices are at hand.
    if (std::ranges::any_of(levels_, [&](const ir::Level& level) { return level.index == var; }))
      return;
    const Levels of_column = plan_->has_columns ? kColumn : kStep;
    std::vector<ir::Var>& to = (on & of_column) != 0 ? plan_->of_columns : plan_->of_rows;
    if (std::ranges::find(to, var) == to.end()) to.push_back(var);
  }

  template <class Values>
  int64_t bytes_of(const Values& values) const {
    int64_t bytes = 0;
    for (const auto& value : values) {
      const auto size = std::max<int64_t>(byte_size(cx_.type(value)->elem), 1);
      bytes = (bytes + size - 1) / size * size + size;
    }
    return bytes;
  }

  // The first array that is read by rows, or by columns, and by steps.
  bool are_along_steps(Levels side, ir::Var own) const {
    const ir::Var step = levels_.back().index;
    for (const ir::Stm& stm : op_.body->stms) {
      const auto* read = ir::as<ir::Index>(stm.op);
      const Levels on = levels_of(stm.pattern[0]);
      if (read == nullptr || (on & side) == 0 || (on & kStep) == 0) continue;
      for (size_t k = 0; k < read->indices.size(); k++) {
        if (read->indices[k] == ir::Atom(own) && cx_.layouts.is_dense_along(read->array, k))
          return false;
      }
      for (size_t k = 0; k < read->indices.size(); k++) {
        if (read->indices[k] == ir::Atom(step) && cx_.layouts.is_dense_along(read->array, k))
          return true;
      }
    }
    return false;
  }

  const Context& cx_;
  const ThreadFigures& figures_;
  const ir::SegRed& op_;
  const std::span<const ir::Level> levels_;
  std::unique_ptr<SharedTilePlan> plan_;
  std::unordered_map<uint32_t, Levels> depends_;
};

}  // namespace

Tried<SharedTilePlan> try_shared_tile(const Context& cx, const ir::SegRed& op) {
  if (!cx.target.tiles) return refused<SharedTilePlan>(nothing_to_do("tiles are disabled"));
  return SharedTilePlanner(cx, op).run();
}

}  // namespace planish::plan
