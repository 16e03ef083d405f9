#include "passes/rows/size_refiner.h"

namespace planish::passes {

using namespace ir;
using shapes::Term;

void SizeRefiner::note_coercion(const Stm& stm) {
  const Coerce* op = as<Coerce>(stm.op);
  if (op == nullptr || !new_type(stm.pattern[0])->is_irregular()) return;
  const Var from = use(op->array);
  if (!storage_.type(from)->is_irregular()) regular_[use(stm.pattern[0])] = from;
}

Var SizeRefiner::regular_of(Var now) const {
  auto it = regular_.find(now);
  return it == regular_.end() ? Var{} : it->second;
}

const Type* SizeRefiner::regular_type(Var var) {
  const Type* type = new_type(var);
  if (type->is_acc() || !type->is_irregular() || shapes_.find(var) == nullptr) return type;
  return regular_type(type, shapes_.find(var)->dims, shapes_.checks(var));
}
const Type* SizeRefiner::regular_type(const Type* type, std::span<const Term> terms,
                                      std::span<const Var> checks) {
  if (!checks.empty()) return type;
  std::vector<Dim> dims(type->dims.begin(), type->dims.end());
  for (size_t i = 0; i < dims.size(); i++) {
    if (!dims[i].is_varying()) continue;
    std::optional<Atom> size = known_.find(terms[i]);
    // All or nothing: an array is represented by offsets as soon as one dimension varies.
    if (!size) return type;
    dims[i] = size->is_const() ? Dim::constant(static_cast<int64_t>(size->constant.bits))
                               : Dim::variable(size->var);
  }
  return storage_.types.array(type->elem, dims);
}

bool SizeRefiner::use_regular(const Stm& stm) {
  auto regular = [&](Var old) { return regular_of(use(old)); };
  auto replaced = [&](const Op* op) {
    Stm now = stm;
    now.certs = certificates(stm.certs);
    now.op = op;
    emit(now);
    return true;
  };
  return match(
      stm.op,
      [&](const RowLengths& op) {
        Var array = regular(op.array);
        if (!array) return false;
        std::span<const Dim> dims = storage_.type(array)->dims;
        return replaced(make(Replicate{{}, storage_.arena.copy({size(dims[0])}), size(dims[1])}));
      },
      [&](const RowLength& op) {
        Var array = regular(op.array);
        if (!array) return false;
        replace(stm.pattern[0], size(storage_.type(array)->dims[op.indices.size()]));
        return true;
      },
      [&](const EqualRowLength& op) {
        Var array = regular(op.array);
        if (!array) return false;
        replace(stm.pattern[0], size(dim_of_level(op, array)));
        return true;
      },
      [&](const ir::Index& op) {
        Var array = regular(op.array);
        if (!array || new_type(stm.pattern[0])->is_irregular()) return false;
        std::vector<Atom> indices;
        for (const Atom& index : op.indices) indices.push_back(atom(index));
        return replaced(make(ir::Index{{}, array, storage_.arena.copy(indices)}));
      },
      [&](const JoinRows& op) {
        Var array = regular(op.array);
        const Type* type = new_type(stm.pattern[0]);
        if (!array || type->is_irregular()) return false;
        std::vector<Atom> dims;
        for (const Dim& dim : type->dims) dims.push_back(size(dim));
        return replaced(make(Reshape{{}, array, storage_.arena.copy(dims)}));
      },
      [&](const Coerce& op) {
        Var array = regular(op.array);
        if (!array) return false;
        const Type* type = new_type(stm.pattern[0]);
        if (!type->is_irregular()) return replaced(make(Coerce{{}, array}));
        // Sizes that do not vary become others: the regular array has these, too.
        std::vector<Dim> dims(type->dims.begin(), type->dims.end());
        for (size_t i = 0; i < dims.size(); i++) {
          if (dims[i].is_varying()) dims[i] = storage_.type(array)->dims[i];
        }
        Var made =
            let("regular", storage_.types.array(type->elem, dims), make(Coerce{{}, array}), stm);
        replaced(make(Coerce{{}, made}));
        regular_[use(stm.pattern[0])] = made;
        return true;
      },
      [](const auto&) { return false; });
}

const Dim& SizeRefiner::dim_of_level(const EqualRowLength& op, Var regular) const {
  std::span<const Dim> dims = storage_.type(op.array)->dims;
  size_t at = 0;
  for (uint32_t level = 0; !dims[at].is_varying() || level++ < op.level; at++) {
  }
  return storage_.type(regular)->dims[at];
}

Atom SizeRefiner::size(const Dim& dim) {
  return dim.kind == DimKind::Var ? Atom(dim.var) : Atom::i64(dim.value);
}

}  // namespace planish::passes
