#include "interp/performed_call.h"

#include "interp/values.h"

namespace planish::interp {

PerformedCall::PerformedCall(Machine& machine, const uint64_t* scalars, const ForeignData& op)
    : runtime::PerformedCall(machine.world()), machine_(machine), scalars_(scalars), op_(op) {
  for (const ForeignData::Result& result : op.results) {
    runtime::Value& value = results_.emplace_back();
    if (result.kind == ValueKind::Scalar) value = to_value(result.type->elem, 0);
  }
}

uint64_t PerformedCall::bits(size_t argument) const { return scalars_[op_.args[argument].slot]; }

std::span<const std::byte> PerformedCall::bytes(size_t argument) {
  auto found = arrays_.find(argument);
  if (found == arrays_.end())
    found = arrays_.emplace(argument, to_value(machine_.array(op_.args[argument].slot, op_))).first;
  return found->second.data;
}

void PerformedCall::give_bits(size_t result, uint64_t bits) {
  results_[result] = to_value(op_.results[result].type->elem, bits);
}

void* PerformedCall::give_array(size_t result, std::span<const int64_t> shape) {
  const ForeignData::Result& given = op_.results[result];
  runtime::Value& value = results_[result];
  value = {};
  value.prim = given.type->elem;
  auto bytes = static_cast<size_t>(byte_size(value.prim));
  for (size_t d = 0; d < shape.size(); d++) {
    value.dims.push_back({false, shape[d], {}});
    bytes *= static_cast<size_t>(shape[d]);
    if (const std::optional<size_t> size = given.sizes[d])
      give_bits(*size, static_cast<uint64_t>(shape[d]));
  }
  value.data.resize(bytes, std::byte{0});
  return value.data.data();
}

std::vector<std::string> PerformedCall::path() const { return machine_.path_to(op_.stm->place); }

void PerformedCall::fail(const std::string& message) {
  if (!failure_) failure_ = message;
}

}  // namespace planish::interp
