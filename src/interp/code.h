// The executable form of a program: what compile.h makes of the IR, and the handlers run.
//
// Note [Code of the interpreter]
// The variables of a function, those of all its bodies and lambdas included, have slots in one
// frame: scalars (and accumulators) in an array of 64-bit words, arrays in an array of handles. So
// bodies and lambdas run in the frame of the function around them, and their free variables cost
// nothing. Constants are scalars with negative slots; they are filled in when a frame is made.
//
// A body is a list of instructions, each of them a function pointer with its operands. Where a
// value is used for the last time, an instruction after it gives up the handle, so that memory is
// freed early.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "interp/array.h"
#include "ir/node.h"

namespace planish::interp {

class Machine;
struct Instr;
struct FunctionCode;

using Slot = int32_t;
using Handler = void (*)(uint64_t* scalars, const Instr& instr, Machine& machine);

// What instructions that are more than an operation on scalars need.
struct OpData {
  const ir::Stm* stm = nullptr;  // the statement it was made of

  OpData() = default;
  OpData(const OpData&) = delete;
  OpData& operator=(const OpData&) = delete;
  virtual ~OpData() = default;
};

struct Instr {
  Handler run = nullptr;
  Slot a = 0;  // usually the result
  Slot b = 0;
  Slot c = 0;
  Slot d = 0;
  const OpData* data = nullptr;
};

// How a value gets from one slot to another.
enum class Transfer : uint8_t { Scalar, CopyArray, TakeArray };

struct Source {
  Slot slot = 0;
  Transfer transfer = Transfer::Scalar;
};
struct Move {
  Source from;
  Slot to = 0;
};

struct Code {
  std::vector<Instr> instrs;
  std::vector<Source> results;
};

// What is known of an array before it is made: the slots of its dimensions.
struct ArraySpec {
  static constexpr Slot kVarying = INT32_MIN;

  Prim elem = Prim::Unit;
  std::vector<Slot> dims;

  // How many dimensions come before the first that varies: those of the handle.
  size_t fixed_count() const {
    size_t count = 0;
    while (count < dims.size() && dims[count] != kVarying) count++;
    return count;
  }
  bool boxed() const { return fixed_count() < dims.size(); }
};

enum class ValueKind : uint8_t { Scalar, Array, Acc };

// An array that an operator goes through element by element, and the parameter that gets the
// element. An accumulator is given as it is.
struct Input {
  ValueKind kind = ValueKind::Scalar;  // of the element
  Prim elem = Prim::Unit;
  bool consumed = false;  // the elements are
  Slot from = 0;
  Slot param = 0;
};
// An array that is made of what the iterations give, or an accumulator.
struct Output {
  ValueKind kind = ValueKind::Scalar;  // of the element
  Source element;
  ArraySpec spec;
  Slot to = 0;
  Slot initial = 0;  // Acc: its value if there are no iterations
};

struct FunctionCode {
  const ir::Function* fn = nullptr;
  std::vector<uint64_t> constants;  // slot -1 is the last
  uint32_t scalar_count = 0;
  uint32_t array_count = 0;
  std::vector<ir::Var> array_vars;  // by slot, for messages
  std::vector<Move> params;         // `to` is the slot
  Code body;
  std::string error;  // why it cannot run: a broken rule of the IR

  // Of a constant, once it has been computed: by result.
  struct Computed {
    uint64_t scalar = 0;
    Array array;
  };
  std::vector<Computed> computed;
  bool is_computed = false;

  size_t frame_bytes() const {
    return (constants.size() + scalar_count) * sizeof(uint64_t) + array_count * sizeof(Array);
  }
};

// Owns the code of a program.
struct ProgramCode {
  std::deque<FunctionCode> functions;
  std::vector<std::unique_ptr<OpData>> data;
};

}  // namespace planish::interp
