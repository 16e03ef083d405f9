#include "plan/concats.h"

#include <algorithm>

#include "ir/match.h"
#include "ir/walk.h"
#include "plan/plan.h"

namespace planish::plan {
namespace {

// How often variables are used in a body, and by which statement of it they are bound.
struct Uses {
  std::unordered_map<uint32_t, size_t> count;
  std::unordered_map<uint32_t, size_t> bound_at;

  Uses(const ir::Storage& storage, const ir::Body& body) {
    const auto use = [&](ir::Var var) { count[var.id]++; };
    for (size_t i = 0; i < body.stms.size(); i++) {
      const ir::Stm& stm = body.stms[i];
      for (ir::Var var : stm.pattern) bound_at[var.id] = i;
      ir::for_each_var_use(stm.op, use);
      ir::for_each_body(stm.op, [&](const ir::Body* inner) {
        std::ranges::for_each(ir::free_variables(storage, inner), use);
      });
      ir::for_each_lambda(stm.op, [&](const ir::Lambda* inner) {
        std::ranges::for_each(ir::free_variables(storage, inner), use);
      });
    }
    for (const ir::Atom& result : body.results) {
      if (result.var) use(result.var);
    }
  }

  bool knows(const ir::Dim& dim, size_t position) const {
    if (dim.kind == ir::DimKind::Const) return true;
    auto found = bound_at.find(dim.var.id);
    return found == bound_at.end() || found->second < position;
  }
};

// When memory for an array is asked for: when its first piece is made, if that is made in its place.
size_t asked_at(const ir::Body& body, const Uses& uses, const BodyMemory& memory, ir::Var array) {
  const size_t made_at = uses.bound_at.at(array.id);
  size_t first = made_at;
  if (body.stms[made_at].op->kind != ir::Kind::Concat) return first;
  for (const InConcat& each : memory.in_concats) {
    if (each.statement == made_at)
      first = std::min(first, asked_at(body, uses, memory, each.piece));
  }
  return first;
}

}  // namespace

void find_concats(const ir::Storage& storage, const ir::Body& body, const Plan& strategies,
                  const PlacedResults& placed, BodyMemory& out) {
  std::optional<Uses> uses;
  for (size_t i = 0; i < body.stms.size(); i++) {
    const ir::Stm& stm = body.stms[i];
    const auto* op = ir::as<ir::Concat>(stm.op);
    if (op == nullptr || !out.last_uses.contains(stm.pattern[0].id)) continue;
    if (strategies.of(stm).takes(Strategy::Pieces)) continue;
    if (!uses) uses.emplace(storage, body);
    const auto all_sizes_known = [&](size_t position) {
      return std::ranges::all_of(op->arrays, [&](ir::Var piece) {
        return std::ranges::all_of(storage.type(piece)->dims,
                                   [&](const ir::Dim& dim) { return uses->knows(dim, position); });
      });
    };
    for (ir::Var piece : op->arrays) {
      const Definition made = definition(body, piece);
      if (made.stm == nullptr) continue;
      std::string why_not;
      if (uses->count[piece.id] != 1) {
        why_not = "something else uses it";
      } else if (!makes_array(made.stm->op, made.index, placed)) {
        why_not = "it is not made by one statement";
      } else if (!all_sizes_known(asked_at(body, *uses, out, piece))) {
        why_not = "the sizes of the others are not known yet";
      }
      if (!why_not.empty()) {
        out.why_not_in_concat.try_emplace(piece.id, std::move(why_not));
      } else {
        out.in_concats.push_back({piece, i});
      }
    }
  }
}

}  // namespace planish::plan
