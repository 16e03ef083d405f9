#include "plan/loop_lanes.h"

#include <algorithm>

#include "analysis/lane_kinds.h"
#include "ir/match.h"
#include "plan/operators.h"

namespace planish::plan {
namespace {

class LoopLanes {
 public:
  LoopLanes(const ir::Storage& storage, const ir::Body& body, ir::Var index)
      : storage_(storage), kinds_(storage) {
    kinds_.set(index, LaneKind::Affine);
    kinds_.analyse(body);
  }

  // Is all of it done by vectors?
  bool takes(const ir::Body& body) {
    return std::ranges::all_of(body.stms, [&](const ir::Stm& stm) { return takes(stm); }) &&
           std::ranges::all_of(body.results, [&](const ir::Atom& atom) { return is_scalar(atom); });
  }
  // The largest element that is met, in bytes.
  int64_t widest() const { return widest_; }

 private:
  bool takes(const ir::Stm& stm) {
    if (!all_scalars(storage_, stm.pattern)) return false;
    for (ir::Var var : stm.pattern) see(storage_.type(var)->elem);
    return ir::match(
        stm.op, [](const ir::Same&) { return true; }, [](const ir::Convert&) { return true; },
        [&](const ir::Unary& node) {
          const Prim prim = storage_.type(node.x)->elem;
          return prim == Prim::Bool || takes_lanes(node.op, prim);
        },
        [&](const ir::Binary& node) { return takes_vectors(node.op, storage_.type(node.x)->elem); },
        [&](const ir::If& node) { return chooses(*node.then_body) && chooses(*node.else_body); },
        [&](const ir::Index& node) { return is_neighbouring(node); },
        [](const auto&) { return false; });
  }

  static bool chooses(const ir::Body& body) { return body.stms.empty(); }

  bool is_neighbouring(const ir::Index& node) const {
    const std::span<const ir::Atom> indices = node.indices;
    return std::ranges::all_of(indices.first(indices.size() - 1),
                               [&](const ir::Atom& each) { return kinds_.is_uniform(each); }) &&
           kinds_.kind(indices.back()) != LaneKind::Varying;
  }

  bool is_scalar(const ir::Atom& atom) {
    const ir::Type* type = storage_.type(atom);
    if (!type->is_scalar()) return false;
    see(type->elem);
    return true;
  }

  void see(Prim prim) { widest_ = std::max<int64_t>(widest_, byte_size(prim)); }

  const ir::Storage& storage_;
  LaneKinds kinds_;
  int64_t widest_ = 1;
};

}  // namespace

int64_t loop_lanes(const ir::Storage& storage, const VectorUnit& vectors, const ir::Body& body,
                   ir::Var index) {
  LoopLanes lanes(storage, body, index);
  return lanes.takes(body) ? std::max<int64_t>(1, vectors.bytes / lanes.widest()) : 1;
}

}  // namespace planish::plan
