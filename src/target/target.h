// The machine that a program is compiled for, as far as decisions depend on it. Passes and code
// generators are given one; none of them has figures of its own that are to be tuned.
//
// Figures are those of a class of machines, and not of one: where two machines of a class want
// different ones, what they differ in stands here, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "target/strategy_figures.h"

namespace planish {

enum class Machine : uint8_t { Cpu, Gpu };

// What vectors can do.
struct VectorUnit {
  int64_t bytes = 16;  // of a register
  // What an instruction does at once: half a register, where it takes two steps, or where whole ones
  // slow the CPU down.
  int64_t step_bytes = 16;
  // The smallest elements, in bytes, of which some can be moved together by an instruction; 0:
  // there is none.
  int64_t least_compressed = 0;
  // Is a vector of elements at computed places loaded faster by one instruction than one by one?
  bool gathers = false;
  int64_t line = 64;  // bytes of a cache line
};

// About how long things take, in nanoseconds of one thread, as optimised code needs them. They are
// for comparing, and for cutting work into pieces, where a factor of two is no harm. Loops over
// arrays of simple operations are vectorised, so an element costs less than a statement.
struct OperationCosts {
  double simple = 0.3;
  double floating = 0.5;
  double division = 4;
  double root = 4;
  double transcendental = 10;
  double memory = 1;     // a load, a store, or what a view costs
  double element = 0.3;  // of an array that is filled or copied
  double allocation = 30;
  double call = 2;
  double check = 0.3;
  double trace = 1000;
  double tuning = 50;  // a name is looked up
};

// By what flattening decides how much of a nest becomes parallel.
struct FlattenThresholds {
  // Everything that can be parallel is, whatever it costs.
  bool all = false;
  // The figures by which versions are chosen when a program runs are tuning parameters of it.
  bool tunable = false;
  // So many outer iterations fill the machine: what is inside them is left to one thread each.
  int64_t enough_outer = 64;
  // Inner parallelism of a constant size up to this is not worth an iteration space of its own.
  int64_t small_inner = 32;
  // How often one nest is made in two versions, one inside the other: code size against a wrong
  // guess.
  size_t versions = 2;
  // Bodies with more statements are made in one version; inside of another version, with more than
  // the second.
  size_t version_statements = 1000;
  size_t inner_version_statements = 60;
  // As `enough_outer`, where nothing is known of how much work each of them is.
  int64_t enough_unknown = 512;
  // Recursion that is deeper than this is left to one thread for each of the calls that there are
  // then.
  int64_t deepest = 48;
  // Irregular nests are left to one thread for each outer iteration if all of them together have no
  // more elements than this, …
  int64_t small_work = 4096;
  // … or if there are enough of them and the longest row is not longer than this, …
  int64_t small_row = 4096;
  // … or it has at most one of so many parts of all elements.
  int64_t balanced_shares = 16;
  // Products whose sums are reduced again are tiles by themselves if there are so many of them in a
  // row.
  int64_t tile_columns = 16;
  // Few values with a parallel operator are sorted by bin if there are at most so many bins for
  // each of them.
  int64_t bins_per_value = 4;
  // Code between the levels of a nest that costs less is done again for each inner iteration, in
  // nanoseconds.
  double repeated_nanoseconds = 40;
};

// What arrays may take of the stack, in bytes; 0: there are none on it. More of them there means
// fewer allocations, but stacks are small.
struct StackLimits {
  // Arrays of constant size are part of the frame, as long as that stays small: tasks run on
  // ordinary stacks.
  int64_t frame_array = 4096;
  int64_t frame = 1 << 15;
  // So much may one have that turns out to be small.
  int64_t small_array = 1024;
};

struct StackFigures {
  StackLimits host = {};
  StackLimits task = {};
  // Recursions take no more of the stack for small arrays when less than this is left: what calls
  // need.
  int64_t for_calls = 1 << 20;
};

struct Target {
  std::string_view name;  // as options spell it
  Machine machine = Machine::Cpu;
  // Are products done in tiles, and is what is updated left where it is? Without that it can be seen
  // what it is worth.
  bool tiles = true;
  bool in_place = true;
  VectorUnit vectors = {};
  OperationCosts costs = {};
  FlattenThresholds flatten = {};
  StrategyFigures strategies = {};
  StackFigures stack = {};
};

// A CPU with vectors of 16 bytes: a code generator says what those of a real one can do.
Target cpu_target();
// A GPU with some hundred multiprocessors.
Target gpu_target();
// A CPU on which the smallest data is worth all parallelism: for tests, whose data is small.
Target small_target();
// A GPU whose limits are about a thousandth of those of a real one, so that small tests cross them.
Target small_gpu_target();

inline constexpr std::string_view kTargetNames[] = {"cpu", "gpu", "small", "gpu-small"};
// Nothing: there is none of that name.
std::optional<Target> find_target(std::string_view name);

}  // namespace planish
