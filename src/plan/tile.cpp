#include "plan/tile.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/print.h"
#include "ir/walk.h"
#include "plan/operators.h"

namespace planish::plan {
namespace {

class TilePlanner {
 public:
  TilePlanner(const Context& cx, const TileQuestion& question)
      : cx_(cx), question_(question), plan_(std::make_unique<TilePlan>(cx.storage)) {}

  Tried<TilePlan> run() {
    WhyNot why_not = look_at_operator();
    if (why_not.empty()) why_not = look_at_body();
    if (!why_not.empty()) return refused<TilePlan>(std::move(why_not));
    return {std::move(plan_), {}};
  }

 private:
  using Levels = uint64_t;  // a bit for each level before the reduced one

  // A row of an array, or one of a row: what is read of it is read of the array.
  struct View {
    ir::Var array;
    std::vector<ir::Atom> indices;
  };

  WhyNot look_at_operator() {
    std::span<const ir::Level> outer = question_.levels;
    if (question_.elements.empty()) outer = outer.first(outer.size() - 1);
    if (outer.empty()) return nothing_to_do("there is one result only");
    if (is_irregular(question_.levels)) return nothing_to_do("rows have different lengths");
    const auto is_scalar = [&](const ir::Stm& stm) {
      return all_scalars(cx_.storage, stm.pattern);
    };
    if (std::ranges::count_if(question_.stms, is_scalar) > cx_.target.strategies.tiles.body)
      return "its body is long";
    if (question_.results.size() != question_.neutral.size())
      return "it gives arrays besides what it combines";
    if (!is_tile_operator(question_.op)) return "its operator is not one operation on vectors";
    outer_ = outer;
    if (question_.elements.empty()) step_dependent_.insert(question_.levels.back().index.id);
    has_rows_ = outer.size() > 1;
    int64_t widest = 1;
    for (const ir::Atom& neutral : question_.neutral)
      widest = std::max<int64_t>(widest, byte_size(cx_.type(neutral)->elem));
    plan_->lanes = cx_.target.vectors.bytes / widest;
    return {};
  }

  // Also the smallest and largest of integers, as in the shortest paths of a graph.
  static bool takes_tiles(ir::BinaryOp op, Prim prim) {
    const bool chooses = op == ir::BinaryOp::Min || op == ir::BinaryOp::Max;
    return takes_lanes(op, prim) || (chooses && is_lane_prim(prim));
  }
  bool is_tile_operator(const ir::Lambda& op) const {
    return is_reorderable(op) && std::ranges::all_of(op.body->stms, [&](const ir::Stm& stm) {
             const Prim prim = cx_.type(stm.pattern[0])->elem;
             return is_lane_prim(prim) && takes_tiles(ir::as<ir::Binary>(stm.op)->op, prim);
           });
  }

  WhyNot look_at_body() {
    for (size_t k = 0; k < outer_.size() && k < 64; k++)
      levels_[outer_[k].index.id] = Levels{1} << k;
    if (has_rows_) plan_->row_dependent.insert(outer_[outer_.size() - 2].index.id);
    plan_->kinds.set(outer_.back().index, LaneKind::Affine);
    for (const ir::Stm& stm : question_.stms) {
      for (ir::Var var : stm.pattern) bound_.insert(var.id);
    }
    // Elements are read of rows that the first statements give.
    size_t next_element = 0;
    const auto read_elements = [&]() -> WhyNot {
      for (; next_element < question_.elements.size(); next_element++) {
        const TileQuestion::Element& read = question_.elements[next_element];
        if (bound_.contains(read.array.id) && !seen_.contains(read.array.id)) break;
        if (WhyNot why = look_at_element(read); !why.empty()) return why;
      }
      return {};
    };
    if (WhyNot why = read_elements(); !why.empty()) return why;
    for (const ir::Stm& stm : question_.stms) {
      if (WhyNot why = look_at(stm); !why.empty()) return why;
      for (ir::Var var : stm.pattern) seen_.insert(var.id);
      if (WhyNot why = read_elements(); !why.empty()) return why;
    }
    if (std::ranges::none_of(question_.results,
                             [&](const ir::Atom& result) { return plan_->is_vector(result); }))
      return nothing_to_do("nothing is read side by side");
    return {};
  }

  LaneKind kind(const ir::Atom& atom) const { return plan_->kinds.kind(atom); }
  // Is it the number of the step, or found from it?
  bool is_step(const ir::Atom& atom) const {
    return atom == ir::Atom() || (atom.var && step_dependent_.contains(atom.var.id));
  }

  // Notes what the variable depends on, by what the operation uses.
  void depend(ir::Var var, ir::Var on) {
    if (plan_->depends_on_row(on)) plan_->row_dependent.insert(var.id);
    if (step_dependent_.contains(on.id)) step_dependent_.insert(var.id);
    if (auto found = levels_.find(on.id); found != levels_.end()) {
      const Levels levels = found->second;
      levels_[var.id] |= levels;
    }
  }

  WhyNot in_lanes(ir::Var var) {
    const Prim prim = cx_.type(var)->elem;
    if (!is_lane_prim(prim)) return "there are no vectors of " + std::string(prim_name(prim));
    if (byte_size(prim) * plan_->lanes >
        cx_.target.strategies.tiles.most_registers * cx_.target.vectors.bytes)
      return "a vector of it takes too many registers";
    return {};
  }

  WhyNot look_at_element(const TileQuestion::Element& read) {
    seen_.insert(read.element.id);
    step_dependent_.insert(read.element.id);
    depend(read.element, read.array);
    // The index of the step is the same for all lanes.
    return look_at_read(read.element, read.array, std::array{ir::Atom()});
  }

  WhyNot look_at(const ir::Stm& stm) {
    if (stm.pattern.size() != 1) return "an operation in its body gives several values";
    const ir::Var var = stm.pattern[0];
    ir::for_each_var_use(stm.op, [&](ir::Var used) { depend(var, used); });
    const ir::Body alone{{&stm, 1}, {}};
    plan_->kinds.analyse(alone);
    if (!cx_.type(var)->is_scalar()) return look_at_view(stm);
    const bool is_vector = plan_->is_vector(var);
    bool uses_index = false;
    ir::for_each_atom(stm.op, [&](const ir::Atom& atom) {
      uses_index = uses_index || kind(atom) == LaneKind::Affine;
    });
    const auto on_vectors = [&](bool has_form) -> WhyNot {
      if (!is_vector) return {};
      if (uses_index) return "it computes with the index of the column";
      if (!has_form) return std::string(op_text(stm.op)) + " has no form for vectors";
      return in_lanes(var);
    };
    return ir::match(
        stm.op, [](const ir::Same&) { return WhyNot(); },
        [&](const ir::Unary& n) { return on_vectors(takes_lanes(n.op, cx_.type(n.x)->elem)); },
        [&](const ir::Binary& n) { return on_vectors(takes_tiles(n.op, cx_.type(n.x)->elem)); },
        [&](const ir::Convert&) { return on_vectors(false); },
        [&](const ir::Index& n) { return look_at_read(var, n.array, n.indices); },
        [&](const auto&) {
          return WhyNot(std::string(op_text(stm.op)) + " is not done in tiles");
        });
  }

  // Rows that are taken apart: flattening leaves them to later passes.
  WhyNot look_at_view(const ir::Stm& stm) {
    if (const auto* same = ir::as<ir::Same>(stm.op)) {
      views_[stm.pattern[0].id] = view_of(same->value.var);
      return {};
    }
    const auto* index = ir::as<ir::Index>(stm.op);
    if (index == nullptr) return "it makes an array";
    View view = view_of(index->array);
    view.indices.insert(view.indices.end(), index->indices.begin(), index->indices.end());
    views_[stm.pattern[0].id] = std::move(view);
    return {};
  }

  View view_of(ir::Var array) const {
    auto found = views_.find(array.id);
    return found == views_.end() ? View{array, {}} : found->second;
  }

  WhyNot look_at_read(ir::Var var, ir::Var array, std::span<const ir::Atom> indices) {
    View read = view_of(array);
    read.indices.insert(read.indices.end(), indices.begin(), indices.end());
    if (bound_.contains(read.array.id)) return "it reads an array that is made inside";
    auto levels = levels_.find(var.id);
    const Levels all = outer_.size() < 64 ? (Levels{1} << outer_.size()) - 1 : ~Levels{0};
    if (levels != levels_.end() && levels->second == all) plan_->shares = false;
    size_t affine = 0;
    for (size_t k = 0; k < read.indices.size(); k++) {
      if (read.indices[k] == ir::Atom()) continue;
      if (kind(read.indices[k]) == LaneKind::Varying) return "it reads at a computed place";
      if (kind(read.indices[k]) == LaneKind::Uniform) continue;
      affine++;
      if (cx_.layouts.is_dense_along(read.array, k)) continue;
      // What is packed may lie in any way: it is read once for many rows.
      if (!has_rows_) return nothing_to_do("columns do not lie side by side");
      if (plan_->depends_on_row(var))
        return "what does not lie side by side is another for each row";
      plan_->strided.insert(var.id);
    }
    if (affine == 0) return {};
    if (affine > 1) return "it reads along a diagonal";
    if (std::ranges::any_of(read.indices, [&](const ir::Atom& at) { return is_step(at); }))
      plan_->reads_columns = true;
    plan_->kinds.set(var, LaneKind::Varying);
    return in_lanes(var);
  }

  const Context& cx_;
  const TileQuestion& question_;
  std::unique_ptr<TilePlan> plan_;
  std::span<const ir::Level> outer_;
  bool has_rows_ = false;
  std::unordered_set<uint32_t> bound_;  // in the body
  std::unordered_set<uint32_t> seen_;
  std::unordered_map<uint32_t, Levels> levels_;  // that variables depend on
  std::unordered_set<uint32_t> step_dependent_;
  std::unordered_map<uint32_t, View> views_;
};

}  // namespace

Tried<TilePlan> try_tile(const Context& cx, const TileQuestion& question) {
  if (!cx.target.tiles) return refused<TilePlan>(nothing_to_do("tiles are disabled"));
  return TilePlanner(cx, question).run();
}

Tried<TilePlan> try_tile(const Context& cx, const ir::SegRed& op) {
  return try_tile(cx, {op.space.levels, op.body->stms, op.body->results, *op.op, op.neutral});
}

}  // namespace planish::plan
