// Functions of the runtime that do something which is seen outside of the program: those that calls
// of foreign functions mean whose use is `performs` (ir::ForeignUse). The interpreter, code for CPUs
// and host code of GPUs call the same functions.
//
// A new one is a line of the table in performing.cpp. It takes scalars and arrays, and gives some: a
// scalar result that is a size of an array among the results is not given by itself, but by the
// shape of that array.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/world.h"

namespace planish::runtime {

// One call of such a function. Arguments and results are numbered from 0.
class PerformedCall {
 public:
  explicit PerformedCall(World& the_world) : world(the_world) {}
  virtual ~PerformedCall() = default;
  PerformedCall(const PerformedCall&) = delete;
  PerformedCall& operator=(const PerformedCall&) = delete;

  World& world;  // of the program

  // ---- Arguments
  // The bits of a scalar.
  virtual uint64_t bits(size_t argument) const = 0;
  // The elements of an array, row-major; for as long as the call lasts. What lies on a device is
  // copied by the first question.
  virtual std::span<const std::byte> bytes(size_t argument) = 0;

  int64_t integer(size_t argument) const { return static_cast<int64_t>(bits(argument)); }
  std::string_view text(size_t argument);

  // ---- Results
  virtual void give_bits(size_t result, uint64_t bits) = 0;
  // The place for all elements of an array. Its shape has the sizes that are known before the call.
  // Null: it has not, or there is no memory, and the call has failed.
  virtual void* give_array(size_t result, std::span<const int64_t> shape) = 0;

  void give(size_t result, int64_t value) { give_bits(result, static_cast<uint64_t>(value)); }
  void give(size_t result, double value) { give_bits(result, std::bit_cast<uint64_t>(value)); }
  void give(size_t result, std::string_view text);

  // Where the call stands and from where that was inlined, innermost first.
  virtual std::vector<std::string> path() const { return {}; }
  // The first of these places that a user has written.
  std::string place() const;

  // What the program's arrays take, and the most that they have taken; nothing: nobody counts.
  struct MemoryUse {
    int64_t in_use = 0;
    int64_t peak = 0;
  };
  virtual std::optional<MemoryUse> memory() const { return std::nullopt; }

  // The program fails with this message, at the place of the call. The first one counts.
  virtual void fail(const std::string& message) = 0;
};

using PerformingFunction = void (*)(PerformedCall& call);

// Null: there is none of this name.
PerformingFunction find_performing_function(std::string_view symbol);

}  // namespace planish::runtime
