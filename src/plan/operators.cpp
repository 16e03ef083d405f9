#include "plan/operators.h"

#include <algorithm>

#include "ir/facts.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish::plan {
namespace {

bool compares_or_decides(ir::BinaryOp op, Prim prim) {
  using enum ir::BinaryOp;
  switch (op) {
    case Eq:
    case Ne:
    case Lt:
    case Le:
    case Gt:
    case Ge: return true;
    case And:
    case Or:
    case Xor: return !is_float(prim);
    case Min:
    case Max: return is_integer(prim);
    default: return false;
  }
}

bool has_vector_prim(const ir::Storage& storage, const ir::Atom& atom) {
  const ir::Type* type = storage.type(atom);
  return type->is_scalar() && (type->elem == Prim::Bool || is_lane_prim(type->elem));
}

}  // namespace

bool has_checks(const ir::Body* body) {
  return std::ranges::any_of(body->stms, [](const ir::Stm& stm) {
    bool found = stm.op->kind == ir::Kind::Check;
    ir::for_each_body(stm.op, [&](const ir::Body* inner) { found = found || has_checks(inner); });
    ir::for_each_lambda(stm.op,
                        [&](const ir::Lambda* inner) { found = found || has_checks(inner->body); });
    return found;
  });
}

bool is_straight(const ir::Body* body) {
  return std::ranges::all_of(body->stms, [](const ir::Stm& stm) {
    bool straight = stm.op->kind != ir::Kind::Loop && stm.op->kind != ir::Kind::Call;
    ir::for_each_lambda(stm.op, [&](const ir::Lambda*) { straight = false; });
    ir::for_each_body(stm.op,
                      [&](const ir::Body* inner) { straight = straight && is_straight(inner); });
    return straight;
  });
}

bool is_reorderable(const ir::Lambda& op) {
  const size_t count = op.body->results.size();
  if (op.body->stms.size() != count) return false;
  for (size_t k = 0; k < count; k++) {
    const ir::Stm& stm = op.body->stms[k];
    const auto* binary = ir::as<ir::Binary>(stm.op);
    if (binary == nullptr || !ir::is_associative(binary->op)) return false;
    if (!(op.body->results[k].var == stm.pattern[0])) return false;
    ir::Var left = op.params[k].var;
    ir::Var right = op.params[count + k].var;
    const bool direct = binary->x.var == left && binary->y.var == right;
    const bool swapped = binary->x.var == right && binary->y.var == left;
    if (!direct && !swapped) return false;
  }
  return true;
}

bool is_vectorised(const ir::Storage& storage, const ir::Lambda& op) {
  if (!is_reorderable(op)) return false;
  const auto extremes = std::ranges::count_if(op.body->stms, [&](const ir::Stm& stm) {
    const ir::BinaryOp kind = ir::as<ir::Binary>(stm.op)->op;
    return is_float(storage.type(stm.pattern[0])->elem) &&
           (kind == ir::BinaryOp::Min || kind == ir::BinaryOp::Max);
  });
  return extremes == 0 || extremes == std::ranges::ssize(op.body->stms);
}

bool are_scalars(const ir::Storage& storage, std::span<const ir::Atom> neutral) {
  return std::ranges::all_of(neutral,
                             [&](const ir::Atom& atom) { return storage.type(atom)->is_scalar(); });
}

bool all_scalars(const ir::Storage& storage, std::span<const ir::Var> vars) {
  return std::ranges::all_of(vars, [&](ir::Var var) { return storage.type(var)->is_scalar(); });
}

bool takes_lanes(ir::UnaryOp op, Prim prim) {
  using enum ir::UnaryOp;
  return op == Neg || (is_float(prim) && (op == Abs || op == Sqrt));
}

bool takes_lanes(ir::BinaryOp op, Prim prim) {
  using enum ir::BinaryOp;
  return op == Add || op == Sub || op == Mul ||
         (is_float(prim) && (op == Div || op == Min || op == Max));
}

bool is_lane_prim(Prim prim) {
  return prim == Prim::F32 || prim == Prim::F64 || prim == Prim::I32 || prim == Prim::I64 ||
         prim == Prim::U32 || prim == Prim::U64;
}

bool is_lane_operator(const ir::Storage& storage, const ir::Lambda& op) {
  if (!is_reorderable(op)) return false;
  for (const ir::Stm& stm : op.body->stms) {
    const Prim prim = storage.type(stm.pattern[0])->elem;
    if (!is_lane_prim(prim) || !takes_lanes(ir::as<ir::Binary>(stm.op)->op, prim)) return false;
  }
  return true;
}

bool takes_vectors(ir::BinaryOp op, Prim prim) {
  return compares_or_decides(op, prim) || takes_lanes(op, prim);
}

bool is_vector_operator(const ir::Storage& storage, const ir::Lambda& op) {
  const auto is_plain = [&](const ir::Atom& atom) { return has_vector_prim(storage, atom); };
  const auto gives_names = [&](const ir::Body* body) {
    return body->stms.empty() && std::ranges::all_of(body->results, is_plain);
  };
  return std::ranges::all_of(op.body->stms, [&](const ir::Stm& stm) {
    if (!std::ranges::all_of(stm.pattern, is_plain)) return false;
    return ir::match(
        stm.op, [&](const ir::Same& n) { return is_plain(n.value); },
        [&](const ir::Unary& n) {
          const Prim prim = storage.type(n.x)->elem;
          return is_plain(n.x) && (prim == Prim::Bool || takes_lanes(n.op, prim));
        },
        [&](const ir::Binary& n) {
          const Prim prim = storage.type(n.x)->elem;
          return is_plain(n.x) && takes_vectors(n.op, prim);
        },
        [&](const ir::If& n) { return gives_names(n.then_body) && gives_names(n.else_body); },
        [](const auto&) { return false; });
  });
}

bool is_irregular(std::span<const ir::Level> levels) {
  return std::ranges::any_of(levels, [](const ir::Level& level) { return bool(level.offsets); });
}

}  // namespace planish::plan
