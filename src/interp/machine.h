// The state of a program that is being interpreted: frames, the path of calls, and how it fails.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interp/array.h"
#include "interp/code.h"
#include "interp/interp.h"
#include "ir/program.h"
#include "runtime/world.h"

namespace planish::interp {

// Thrown to end the program.
struct Stopped {
  runtime::Failure failure;
};

struct Frame {
  const FunctionCode* fn = nullptr;
  uint64_t* scalars = nullptr;
  Array* arrays = nullptr;
};

// Memory for frames: last in, first out, never moved.
class FrameStack {
 public:
  // Null: there are too many.
  std::byte* push(size_t bytes);
  void pop(size_t bytes);

 private:
  static constexpr size_t kBlock = size_t{1} << 20;
  static constexpr size_t kLimit = size_t{256} << 20;

  struct Block {
    std::unique_ptr<std::byte[]> memory;
    size_t size = 0;
    size_t used = 0;
  };
  std::vector<Block> blocks_;
  size_t current_ = 0;  // number of blocks in use
  size_t total_ = 0;
};

class Machine {
 public:
  Machine(const ir::Storage& storage, Heap& heap, const runtime::RunOptions& options);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  Heap& heap;
  Frame frame;          // of the function that runs
  const int64_t chunk;  // how many elements of a stream
  // The operation that runs, for failures that do not know it.
  const OpData* at = nullptr;
  // Of a step that may be done again (Note [Steps that are done again] in ir/chunk_steps.h): what it begins with.
  bool is_in_step = false;
  std::vector<Array> kept;

  // The array in a slot; stops the program if it is stale.
  Array& array(Slot slot, const OpData& op) {
    Array& found = frame.arrays[slot];
    if (!found.usable()) [[unlikely]]
      stale(slot, op);
    return found;
  }
  // A count of elements in a slot.
  int64_t size(Slot slot, const OpData& op) {
    auto value = static_cast<int64_t>(frame.scalars[slot]);
    if (value < 0) [[unlikely]]
      bug(op, "a negative size that was not checked before");
    return value;
  }
  // The same, inside of so many points. If there are none, the size may be that of a branch that is
  // not taken.
  int64_t size_inside(int64_t points, Slot slot, const OpData& op) {
    return points == 0 ? std::max<int64_t>(0, static_cast<int64_t>(frame.scalars[slot]))
                       : size(slot, op);
  }
  void transfer(const Source& from, Slot to, const OpData& op);
  // Looks whether the program is to be stopped.
  void poll() {
    if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) [[unlikely]]
      interrupted();
  }

  // Calls a function: the arguments go from this frame to its frame, and the results back.
  void call(const FunctionCode& fn, const OpData& op, std::span<const Move> args,
            std::span<const Move> results);
  // Computes the value of a constant, if that was not done before.
  void ensure_computed(FunctionCode& fn, ir::PlaceId place);
  // Runs `body(caller's frame)` in a new frame of the function.
  template <class Body>
  void in_new_frame(const FunctionCode& fn, ir::PlaceId place, Body body);

  // The program failed at an operation.
  [[noreturn]] void fail(ir::PlaceId place, std::string message);
  // The IR broke a rule.
  [[noreturn]] void bug(const OpData& op, std::string message);

  // A place of the function that runs, and of the calls that led there, innermost first.
  std::vector<std::string> path_to(ir::PlaceId place) const { return failure(place, "").path; }

  // The variable in a slot of arrays, as it is printed.
  std::string variable(Slot array) const;
  void write_trace(const std::string& text);
  // What the tuning parameter was set to; null: nothing.
  const int64_t* tuned(std::string_view name) const;
  runtime::World& world();

 private:
  [[noreturn]] void stale(Slot slot, const OpData& op);
  [[noreturn]] void interrupted();
  [[noreturn]] void out_of_memory(double bytes);
  runtime::Failure failure(ir::PlaceId place, std::string message) const;
  void enter(const FunctionCode& fn, ir::PlaceId place);
  void leave(const Frame& caller);

  const ir::Storage& storage_;
  const std::atomic<bool>* interrupt_;
  std::string* trace_;
  const runtime::TuningValues* tuning_;
  runtime::World* world_;
  std::unique_ptr<runtime::World> own_world_;  // if none was given
  FrameStack frames_;
  std::vector<ir::PlaceId> calls_;  // where each function that runs was called, outermost first
  const char* stack_end_ = nullptr;
};

// Runs the instructions; the results are where the code says.
inline void run(const Code& code, Machine& machine) {
  uint64_t* scalars = machine.frame.scalars;
  const Instr* end = code.instrs.data() + code.instrs.size();
  for (const Instr* instr = code.instrs.data(); instr != end; instr++)
    instr->run(scalars, *instr, machine);
}

// The data of the instruction, which is now the one that runs.
template <class T>
const T& data_of(const Instr& instr, Machine& machine) {
  machine.at = instr.data;
  return static_cast<const T&>(*instr.data);
}

template <class Body>
void Machine::in_new_frame(const FunctionCode& fn, ir::PlaceId place, Body body) {
  struct Guard {
    Machine& machine;
    Frame caller;
    ~Guard() { machine.leave(caller); }
  };
  const Frame caller = frame;
  enter(fn, place);
  Guard guard{*this, caller};
  body(guard.caller);
}

}  // namespace planish::interp
