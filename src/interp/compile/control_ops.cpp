#include "interp/compile/control_ops.h"

#include <algorithm>

#include "ir/chunk_steps.h"

namespace planish::interp {

void ControlOps::operation(const ir::If& op) {
  auto* data = make<IfData>();
  const Slot condition = scalar(op.condition);
  std::vector<Slot> to;
  for (size_t i = 0; i < state_.stm->pattern.size(); i++) to.push_back(result(i));
  data->then_code = bodies_.body(*op.then_body, to);
  data->else_code = bodies_.body(*op.else_body, to);
  emit(branch, 0, condition, 0, 0, data);
}

void ControlOps::operation(const ir::Match& op) {
  auto* data = make<MatchData>();
  const Slot value = scalar(op.value);
  std::vector<Slot> to;
  for (size_t i = 0; i < state_.stm->pattern.size(); i++) to.push_back(result(i));
  for (const ir::MatchCase& one : op.cases)
    data->cases.push_back({one.value.bits, bodies_.body(*one.body, to)});
  data->has_otherwise = op.otherwise != nullptr;
  if (op.otherwise != nullptr) data->otherwise = bodies_.body(*op.otherwise, to);
  emit(match_value, 0, value, 0, 0, data);
}

// The parameters of a loop and the variables bound to it have the same slots: the ones end where
// the others begin.
void ControlOps::operation(const ir::Loop& op) {
  auto* data = make<LoopData>();
  std::vector<Source> initial;
  std::vector<Slot> params;
  for (const ir::LoopParam& param : op.params) {
    initial.push_back(source(param.init));
    params.push_back(new_slot(kind(type(param.param.var)), param.param.var));
  }
  emit_moves(initial, params);
  const Slot bound = op.index ? scalar(op.bound) : 0;
  open_body();
  for (size_t i = 0; i < params.size(); i++) bind_at(op.params[i].param.var, params[i]);
  const Slot index = op.index ? bind(op.index) : 0;
  if (op.index)
    data->index_prim = type(op.index).elem;
  else
    data->condition = bodies_.body(*op.condition, {});
  data->body = bodies_.statements(*op.body, params);
  data->has_step = ir::repeatable_statements(state_.program, *op.body) > 0;
  for (size_t i = 0; i < params.size(); i++) {
    if (kind(type(op.params[i].param.var)) == ValueKind::Array) data->kept.push_back(params[i]);
  }
  close_body();
  for (size_t i = 0; i < params.size(); i++) bind_at(pattern(i), params[i]);
  emit(op.index ? for_loop : while_loop, index, bound, 0, 0, data);
}

void ControlOps::operation(const ir::Call& op) {
  auto* data = make<CallData>();
  auto found = state_.functions.find(op.fn);
  if (found == state_.functions.end())
    throw BrokenRule{"there is no function " + std::string(storage_.text(op.fn))};
  data->callee = found->second;
  const std::span<const ir::Param> params = data->callee->fn->params;
  if (params.size() != op.args.size())
    throw BrokenRule{"a call has another number of arguments than the function has parameters"};
  // Parameters are bound first, each in the next slot of its kind.
  Slot next_scalar = 0;
  Slot next_array = 0;
  for (size_t i = 0; i < params.size(); i++) {
    const bool is_array = kind(type(params[i].var)) == ValueKind::Array;
    data->args.push_back({source(op.args[i]), is_array ? next_array++ : next_scalar++});
  }
  for (size_t i = 0; i < state_.stm->pattern.size(); i++) data->pattern.push_back({result(i)});
  state_.calls.emplace_back(data, state_.fn);
  emit(data->callee->fn->constant ? use_constant : call, 0, 0, 0, 0, data);
}

void ControlOps::operation(const ir::Foreign& op) {
  auto* data = make<ForeignData>();
  data->function = runtime::find_performing_function(op.symbol);
  if (data->function == nullptr)
    throw BrokenRule{"the interpreter cannot call the foreign function " + std::string(op.symbol)};
  for (const ir::Atom& arg : op.args)
    data->args.push_back({kind(arg), prim(arg), source(arg).slot});
  const std::span<const ir::Var> given = state_.stm->pattern;
  for (size_t i = 0; i < given.size(); i++) {
    const ir::Type* type = storage_.type(given[i]);
    ForeignData::Result& made = data->results.emplace_back();
    made = {type->is_array() ? ValueKind::Array : ValueKind::Scalar, type, result(i), {}};
    for (const ir::Dim& dim : type->dims) {
      const auto size = std::ranges::find(given, dim.var);
      const bool is_given = dim.kind == ir::DimKind::Var && size != given.end();
      made.sizes.push_back(is_given ? std::optional(size_t(size - given.begin())) : std::nullopt);
    }
  }
  emit(foreign, 0, 0, 0, 0, data);
}

}  // namespace planish::interp
