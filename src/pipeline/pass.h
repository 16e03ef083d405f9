// What a pass says about itself, and how the order of passes is checked when the compiler is built.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ir/program.h"
#include "passes/common/decisions.h"
#include "target/target.h"

namespace planish {

// What is known of a program between two passes. The verifier's rules (types, scopes, consumption)
// hold always and are not listed.
enum class Property : uint32_t {
  None = 0,
  NoCopies = 1u << 0,         // nothing is bound that is only another name for something (`same`)
  NoDeadCode = 1u << 1,       // everything bound is used or has an effect, every function is called
  NoSmallCalls = 1u << 2,     // what is worth inlining has been inlined
  NoRows = 1u << 3,           // all arrays are regular
  FlatParallelism = 1u << 4,  // the program is FLAT
  DeviceCode = 1u << 5,       // the host goes over no elements: analysis/host_code.h
};

constexpr Property operator|(Property a, Property b) {
  return static_cast<Property>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}
constexpr Property without(Property all, Property some) {
  return static_cast<Property>(static_cast<uint32_t>(all) & ~static_cast<uint32_t>(some));
}
constexpr bool includes(Property all, Property some) {
  return without(some, all) == Property::None;
}

// What a pass is given besides the program.
struct PassContext {
  const Target& target;
  Decisions* decisions = nullptr;  // where it says what it decided; null: nobody asks
};

// A pass is a function from a program to a program. It works on any valid program; where `needs`
// does not hold (a pass was disabled, or called by hand) it finds less to do.
struct Pass {
  std::string_view
      name;  // that of its function, its files, its flag and its folder of golden tests
  Property needs = Property::None;
  Property gives = Property::None;
  Property breaks = Property::None;
  ir::Program (*run)(const ir::Program& program, const PassContext& context) = nullptr;
};

// Every pass finds what it needs when the program has the properties `start`, and at the end those
// of `goal` hold.
constexpr bool well_ordered(std::span<const Pass> pipeline, Property start, Property goal) {
  Property known = start;
  for (const Pass& pass : pipeline) {
    if (!includes(known, pass.needs)) return false;
    known = without(known, pass.breaks) | pass.gives;
  }
  return includes(known, goal);
}

}  // namespace planish
