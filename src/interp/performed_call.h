// Calls of functions of the runtime that perform something (runtime/performing.h), as the interpreter
// makes them. It never calls what users link: passes::choose_foreign leaves them their bodies.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "interp/machine.h"
#include "interp/ops.h"
#include "runtime/performing.h"

namespace planish::interp {

class PerformedCall final : public runtime::PerformedCall {
 public:
  PerformedCall(Machine& machine, const uint64_t* scalars, const ForeignData& op);

  uint64_t bits(size_t argument) const override;
  std::span<const std::byte> bytes(size_t argument) override;
  void give_bits(size_t result, uint64_t bits) override;
  void* give_array(size_t result, std::span<const int64_t> shape) override;
  std::vector<std::string> path() const override;
  void fail(const std::string& message) override;

  // A value for each result.
  const std::vector<runtime::Value>& results() const { return results_; }
  const std::optional<std::string>& failure() const { return failure_; }

 private:
  Machine& machine_;
  const uint64_t* scalars_;
  const ForeignData& op_;
  std::map<size_t, runtime::Value> arrays_;  // arguments that the function asked for
  std::vector<runtime::Value> results_;
  std::optional<std::string> failure_;
};

}  // namespace planish::interp
