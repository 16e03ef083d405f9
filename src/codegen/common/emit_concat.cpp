// Concatenation.
//
// Note [Concatenated arrays]
// What is concatenated is often made just before: the results of two calls, both halves of a
// transform. If nothing else uses it, and if the sizes of all arrays are known by then, the first
// of them to be made gets memory for all, and each is made where it belongs. Others are copied.
// Arrays that are read by elements only are not concatenated at all: Note [Pieces].
#include <algorithm>

#include "codegen/common/emit.h"
#include "ir/alias.h"
#include "ir/match.h"
#include "ir/walk.h"

namespace planish::codegen {
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

}  // namespace

void FunctionEmitter::plan_concats() {
  const ir::Body& body = *scopes_.back().body;
  std::optional<Uses> uses;
  for (size_t i = 0; i < body.stms.size(); i++) {
    const ir::Stm& stm = body.stms[i];
    const auto* op = ir::as<ir::Concat>(stm.op);
    if (op == nullptr || !scopes_.back().last_use.contains(stm.pattern[0].id)) continue;
    if (m.plan.of(stm).takes(Strategy::Pieces)) continue;
    if (!uses) uses.emplace(m.storage, body);
    const auto all_sizes_known = [&](size_t position) {
      return std::ranges::all_of(op->arrays, [&](ir::Var piece) {
        return std::ranges::all_of(type(piece)->dims,
                                   [&](const ir::Dim& dim) { return uses->knows(dim, position); });
      });
    };
    for (ir::Var piece : op->arrays) {
      const plan::Definition made = plan::definition(body, piece);
      if (made.stm == nullptr || uses->count[piece.id] != 1 ||
          !plan::makes_array(made.stm->op, made.index, m.placed_results) ||
          !all_sizes_known(uses->bound_at[piece.id]))
        continue;
      scopes_.back().late_destinations.try_emplace(
          piece.id, [this, &stm, op, piece](Prim, llvm::ArrayRef<llvm::Value*>) {
            return place_in_concat(stm.pattern[0], *op, piece);
          });
    }
  }
}

// Where one of the arrays belongs in the concatenation, which is made now if it is not there yet.
Array FunctionEmitter::place_in_concat(ir::Var var, const ir::Concat& op, ir::Var wanted) {
  if (!scopes_.back().concats.contains(var.id)) {
    std::vector<llvm::Value*> dims = sizes(type(op.arrays[0]));
    for (ir::Var piece : op.arrays.subspan(1))
      dims[0] = b.CreateNSWAdd(dims[0], size(type(piece)->dims[0]));
    bind_root(var, allocate(var, dims));
  }
  scopes_.back().concats[var.id].insert(wanted.id);
  llvm::Value* at = i64(0);
  for (ir::Var piece : op.arrays) {
    if (piece == wanted) break;
    at = b.CreateNSWAdd(at, size(type(piece)->dims[0]));
  }
  Array place = part_from(array(var), type(var), at);
  place.owner = nullptr;
  return place;
}

void FunctionEmitter::operation(const ir::Stm& stm, const ir::Concat& op) {
  ir::Var var = stm.pattern[0];
  if (m.plan.of(stm).takes(Strategy::Pieces)) return bind_pieces(var, op.arrays);
  auto planned = scopes_.back().concats.find(var.id);
  if (planned == scopes_.back().concats.end()) bind_root(var, allocate(var));
  const Array made = array(var);
  llvm::Value* at = i64(0);
  for (ir::Var piece : op.arrays) {
    std::vector<llvm::Value*> dims = sizes(type(piece));
    if (planned == scopes_.back().concats.end() || !planned->second.contains(piece.id))
      copy(part_from(made, type(var), at), array(piece), type(var)->elem, dims);
    at = b.CreateNSWAdd(at, dims[0]);
  }
}

// The array from a position of the outer dimension on.
Array FunctionEmitter::part_from(const Array& whole, const ir::Type* whole_type, llvm::Value* at) {
  Array out = whole;
  out.data = element_pointer(whole, whole_type, {at});
  return out;
}

}  // namespace planish::codegen
