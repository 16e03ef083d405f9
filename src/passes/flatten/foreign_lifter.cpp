#include "passes/flatten/foreign_lifter.h"

#include "ir/foreign_call.h"
#include "passes/flatten/flattening.h"

namespace planish::passes {

using namespace ir;

ForeignLifter::ForeignLifter(Flattening& all)
    : storage_(all.storage),
      builder_(all.builder),
      arrays_(all.arrays),
      layout_(all.layout),
      values_(all.values),
      gatherer_(all.gatherer) {}

void ForeignLifter::lift_foreign(Nest& nest, const Stm& stm, const Foreign& op) {
  builder_.place = stm.place;
  Call call;
  call.points = layout_.point_count(nest);
  call.args.push_back(call.points);
  for (const Atom& arg : op.args) {
    const Lifted all = argument(nest, arg, nest.lifted(arg));
    if (all.rows) call.args.emplace_back(all.rows->offsets);
    call.args.emplace_back(all.array);
  }
  for (const Var dest : op.dests) {
    const Lifted all = argument(nest, dest, nest.owned_lifted(dest));
    call.offsets.emplace_back(all.rows->offsets);
    call.dests.push_back(all.array);
    call.pattern.push_back(builder_.new_var("overwritten", storage_.type(all.array)));
    call.results.push_back({call.pattern.back(), all.rows});
  }
  nest.bind(stm.pattern);
  for (size_t k = op.dests.size(); k < stm.pattern.size(); k++) add_result(nest, stm, k, call);
  call.args.insert(call.args.end(), call.offsets.begin(), call.offsets.end());
  Foreign all = op;
  all.symbol = op.lifted;
  all.lifted = {};
  if (op.use == ForeignUse::Device) all.use = ForeignUse::Pure;
  all.cost = 0;
  all.args = builder_.list(call.args);
  all.dests = builder_.list(call.dests);
  // The place of the call, not of the nest: it is part of the path of a failure.
  builder_.add({storage_.arena.copy(call.pattern),
                builder_.make(all),
                storage_.arena.copy(nest.certs),
                {},
                stm.place});
  hold_results(nest, stm, call);
}

Lifted ForeignLifter::argument(Nest& nest, const Atom& arg, const std::optional<Lifted>& held) {
  const Lifted value = held ? *held : gatherer_.gather(nest, {}, {&arg, 1})[0];
  const Type* type = storage_.type(arg);
  return type->is_scalar() ? layout_.with_one_dim(nest, value, type)
                           : values_.as_rows(nest, value, type, type->rank());
}

void ForeignLifter::add_result(Nest& nest, const Stm& stm, size_t k, Call& call) {
  const Var var = stm.pattern[k];
  const Type* type = storage_.type(var);
  Lifted& result = call.results.emplace_back();
  Dim size = Builder::dim(call.points);
  if (type->is_array() && foreign_result(storage_, stm, k) == ForeignResult::AskedFor) {
    const Var total = builder_.new_var("total", storage_.types.scalar(Prim::I64));
    call.pattern.push_back(total);
    size = Dim::variable(total);
  } else if (type->is_array()) {
    result.rows = layout_.segments(nest, arrays_.sizes(type->dims));
    call.offsets.emplace_back(result.rows->offsets);
    size = Builder::dim(result.rows->total);
  }
  result.array = builder_.new_var("result", storage_.types.array(type->elem, {&size, 1}));
  call.pattern.push_back(result.array);
}

// Numbers first: types of rows mention them.
void ForeignLifter::hold_results(Nest& nest, const Stm& stm, const Call& call) {
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    const Type* type = storage_.type(stm.pattern[k]);
    if (type->is_array()) continue;
    const Type* wanted = storage_.types.with_outer(nest.dims(), type);
    values_.hold(nest, stm.pattern[k], {arrays_.in_shape(call.results[k].array, wanted), {}});
  }
  for (size_t k = 0; k < stm.pattern.size(); k++) {
    if (storage_.type(stm.pattern[k])->is_scalar()) continue;
    const Lifted& result = call.results[k];
    values_.hold(nest, stm.pattern[k],
                 result.rows ? result : asked_for(nest, stm, stm.pattern[k], result.array));
  }
}

Lifted ForeignLifter::asked_for(Nest& nest, const Stm& stm, Var var, Var elements) {
  const Type* type = storage_.type(var);
  const Segments rows = layout_.segments(nest, arrays_.sizes(type->dims));
  const Atom given = Builder::atom(storage_.type(elements)->dims[0]);
  const Atom is_right = builder_.binary(BinaryOp::Eq, given, rows.total, "is_right");
  const Var checked = builder_.new_var("c", storage_.types.scalar(Prim::Unit));
  const auto message =
      builder_.list<MessagePart>({{"the foreign function gives ", {}},
                                  {{}, given},
                                  {" elements for all rows, but their sizes add up to ", {}},
                                  {{}, rows.total}});
  builder_.add({builder_.list<Var>({checked}),
                builder_.make(Check{{}, is_right, CheckKind::Size, message}),
                storage_.arena.copy(nest.certs),
                {},
                stm.place});
  const Dim total = Builder::dim(rows.total);
  return {builder_.let("rows", storage_.types.array(type->elem, {&total, 1}),
                       builder_.make(Coerce{{}, elements}), builder_.list<Var>({checked})),
          rows};
}

}  // namespace planish::passes
