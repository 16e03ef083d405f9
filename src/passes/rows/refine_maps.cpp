#include <unordered_set>

#include "passes/common/size_slice.h"
#include "passes/rows/size_refiner.h"

namespace planish::passes {

using namespace ir;

namespace {

// Does it cost next to nothing?
bool is_arithmetic(const Body& body) {
  return std::ranges::all_of(body.stms, [](const Stm& stm) {
    return as<Same>(stm.op) != nullptr || as<Unary>(stm.op) != nullptr ||
           as<Binary>(stm.op) != nullptr;
  });
}

}  // namespace

bool SizeRefiner::rewrite_map(const Stm& stm, const Map& op) {
  Stm now = stm;
  now.certs = certificates(stm.certs);
  std::vector<Var> arrays;
  std::unordered_set<Var> irregular;  // the sizes of rows that are taken from irregular arrays
  for (size_t i = 0; i < op.arrays.size(); i++) {
    Var array = use(op.arrays[i]);
    Var regular = regular_of(array);
    arrays.push_back(regular ? regular : array);
    if (storage_.type(arrays.back())->is_irregular())
      for_each_var_in(storage_.type(op.fn->params[i].var), [&](Var var) { irregular.insert(var); });
  }
  Map made = op;
  made.width = atom(op.width);
  made.arrays = storage_.arena.copy(arrays);
  std::vector<const Type*> row_types;
  {
    const KnownSizes::Extent extent(known_);
    for (const Param& param : op.fn->params) {
      std::optional<Atom> other = known_.find(param.var);
      if (other && !irregular.contains(param.var)) replace(param.var, *other);
    }
    made.fn = lambda(with_regular_rows(op.fn, arrays, stm.place));
  }
  for (size_t i = 0; i < stm.pattern.size(); i++) {
    const Atom& row = op.fn->body->results[i];
    if (row.var && new_type(stm.pattern[i])->is_irregular()) compute_sizes(stm, op, row.var);
  }
  {
    // What is known outside of the function, by checks that it may have made.
    const KnownSizes::Extent extent(known_);
    for (Var cert : certificates_of(*made.fn->body)) known_.note_check(cert);
    for (size_t i = 0; i < stm.pattern.size(); i++) {
      row_types.push_back(row_type(stm.pattern[i], op.fn->body->results[i]));
    }
  }
  std::vector<const Type*> types;
  bool changed = false;
  for (size_t i = 0; i < row_types.size(); i++) {
    const Type* type = new_type(stm.pattern[i]);
    types.push_back(type);
    if (row_types[i] == nullptr) {
      row_types[i] = type_of(made.fn->body->results[i]);
      continue;
    }
    types[i] = storage_.types.with_outer(type->dims.first(1), row_types[i]);
    changed = true;
  }
  if (changed) {
    Lambda copy = *made.fn;
    copy.body = with_results(copy.body, row_types, {}, stm.place);
    made.fn = storage_.arena.make<Lambda>(copy);
  }
  now.op = make(made);
  emit_regular(now, {stm.pattern.begin(), stm.pattern.end()}, types);
  return true;
}

const Lambda* SizeRefiner::with_regular_rows(const Lambda* fn, const std::vector<Var>& arrays,
                                             PlaceId place) {
  std::vector<Param> params(fn->params.begin(), fn->params.end());
  std::vector<Stm> stms;
  for (size_t i = 0; i < params.size(); i++) {
    const Type* array = storage_.type(arrays[i]);
    if (!storage_.type(params[i].var)->is_irregular() || array->is_irregular()) continue;
    Var made = storage_.new_var(storage_.vars[params[i].var.id].name,
                                storage_.types.without_outer(array, 1));
    stms.push_back(coercion(params[i].var, made, {}, place));
    params[i].var = made;
  }
  if (stms.empty()) return fn;
  stms.insert(stms.end(), fn->body->stms.begin(), fn->body->stms.end());
  Lambda copy = *fn;
  copy.params = storage_.arena.copy(params);
  copy.body = storage_.arena.make<Body>(Body{storage_.arena.copy(stms), fn->body->results});
  return storage_.arena.make<Lambda>(copy);
}

void SizeRefiner::compute_sizes(const Stm& stm, const Map& op, Var row) {
  const shapes::ShapedValue* value = shapes_.find(row);
  const Type* type = storage_.type(row);
  if (value == nullptr || type->is_acc() || type->is_irregular()) return;
  for (size_t i = 0; i < type->dims.size(); i++) {
    if (type->dims[i].kind != DimKind::Var || known_.find(value->dims[i])) continue;
    const Body* slice = size_slice(storage_, op.fn->body, type->dims[i].var);
    if (slice == nullptr) continue;
    std::vector<Var> free = free_variables(storage_, slice);
    // A length that all rows of an operand have is known outside.
    auto is_element = [&](const Param& param) {
      return std::ranges::find(free, param.var) != free.end() && atom(param.var) == Atom(param.var);
    };
    bool is_bound = std::ranges::any_of(op.fn->body->stms, [&](const Stm& inner) {
      return std::ranges::find(inner.pattern, type->dims[i].var) != inner.pattern.end();
    });
    if (!is_bound || std::ranges::any_of(op.fn->params, is_element)) continue;
    Atom size;
    if (is_arithmetic(*slice)) {
      Stm here = stm;
      here.attrs = {};
      size = splice(clone_body(storage_, slice), here)[0];
    } else {
      // Where there are no rows it need not have an end.
      Var some = let("some", storage_.types.scalar(Prim::Bool),
                     make(Binary{{}, BinaryOp::Lt, Atom::i64(0), atom(op.width)}), stm);
      const Body* none = storage_.arena.make<Body>(Body{{}, storage_.arena.copy({Atom::i64(0)})});
      const Op* guarded = make(If{{}, some, clone_body(storage_, slice), none});
      size = let("size", storage_.types.scalar(Prim::I64), inside(guarded), stm);
    }
    known_.note(value->dims[i], size);
  }
}

const Type* SizeRefiner::row_type(Var result, const Atom& row) {
  const Type* type = new_type(result);
  if (type->is_acc() || !type->is_irregular() || row.is_const()) return nullptr;
  if (!checks_are_in_scope(row.var)) return nullptr;
  const Type* rows = storage_.types.without_outer(type, 1);
  const Type* regular = regular_type(rows, shapes_.find(row.var)->dims, {});
  return regular->is_irregular() ? nullptr : regular;
}

}  // namespace planish::passes
