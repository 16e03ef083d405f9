// What `planish explain` says about a program. text.h, json.h and html.h print it; nothing here is
// in any form yet.
//
// An entry point has a summary, the causes that usually make such programs slow, and the calls of
// parallel operators as they stand in the source, each with what became of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/host_waits.h"
#include "analysis/shapes/shapes.h"
#include "ir/program.h"
#include "passes/common/decisions.h"
#include "plan/plan.h"

namespace planish::explain {

// The same text, whichever call it was inlined through.
inline bool is_same_range(const ir::Place& a, const ir::Place& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column && a.end_line == b.end_line &&
         a.end_column == b.end_column;
}

// Large data take one of several versions of the code.
enum class Path : uint8_t { Usual, Other };

// A kernel of a program for a GPU.
struct Kernel {
  std::string name;
  std::string body;  // the function of runtime/kernels that it consists of
  std::string how;   // "a warp, or some lanes of one, for each row"
  std::string when;  // "rows are shorter"; empty: always
  bool allocates = false;
  bool recurses = false;
};
// The way of a kernel, without its name.
struct KernelWay {
  std::string how;
  std::string when;
  friend bool operator==(const KernelWay&, const KernelWay&) = default;
};

// An operator of FLAT that does some or all of the work of a call, or a loop of one thread.
struct Work {
  std::string kind;                // "segred"; of a loop in one thread "reduce"
  std::vector<std::string> sizes;  // of the levels of its iteration space: "n", "length of rows[i]"
  bool irregular = false;          // a level is
  bool parallel = false;
  Path path = Path::Usual;
  std::string version;                 // when it is what runs: "n >= 64"; empty: always
  std::string writes;                  // "n x 4 bytes"
  std::optional<Because> why;          // it is not parallel; none: nobody said
  std::vector<plan::Decision> how;     // what the plan says, the best first
  std::vector<KernelWay> kernels;      // on a GPU
  std::optional<ir::Place> joined_to;  // the loop of which it is a part
  size_t count = 1;                    // how many there are that are alike

  friend bool operator==(const Work&, const Work&) = default;
};

enum class Fate : uint8_t {
  Parallel,    // there are operators for it
  Fused,       // it is done by the operators of another call
  Sequential,  // it is a loop
  Gone,        // no code is left: a view, or something that is not needed
};

// A call of a parallel operator, or of a function of the prelude that uses some, at a place of the
// source.
struct Call {
  std::string name;  // as the source has it: "map", "f32.sum", "++"
  ir::Place source;
  std::optional<size_t> inside;  // the number of the call around it
  std::string shape;             // of its result
  shapes::Regularity regularity = shapes::Regularity::Regular;
  std::string reason;  // of that
  Fate fate = Fate::Gone;
  std::vector<Work> works;
  std::optional<ir::Place> fused_into;
  // Why what is inside became operators of their own, whatever the sizes; none: it did not.
  std::optional<Because> taken_apart;
};

enum class CauseKind : uint8_t {
  OneThread,
  WaitInLoop,
  AppendInLoop,
  CopyInLoop,
  HeavyElement,
  SequentialLoop,
  FewElements,
  Gather,
};
// "append-in-loop"
std::string_view code_of(CauseKind kind);

// Something that usually makes programs slow.
struct Cause {
  CauseKind kind{};
  ir::Place place;
  std::string message;
  std::string advice;
  std::optional<ir::Place> loop;  // that has it
};

struct Summary {
  std::string parallel;
  std::string sequential;
  std::string memory;
  std::string waits;
  // On a GPU; empty: there is nothing to say.
  std::string kernels;
  std::string copies;
};

enum class Threads : uint8_t { Many, One };

// A kernel where it is launched.
struct KernelAt {
  Kernel kernel;
  const ir::Stm* stm = nullptr;
  ir::Place place;
  std::string loop;  // that launches it in each iteration: "the loop at 25:4"; empty: none does
  Threads threads = Threads::Many;
};
// The host waits for the device.
struct Wait {
  HostWait kind{};
  ir::Place place;
  std::string loop;  // as above
};
// An array that is transposed, so that threads side by side read side by side.
struct DeviceCopy {
  ir::Place place;
  std::string array;   // "`m`"
  std::string memory;  // "n x m x 4 bytes"
  std::string loop;    // as above
};
struct DeviceFacts {
  std::vector<KernelAt> kernels;
  std::vector<Wait> waits;
  std::vector<DeviceCopy> copies;
};

struct Entry {
  std::string name;
  ir::Place place;
  Summary summary;
  std::vector<Cause> causes;          // the gravest first
  std::vector<Call> calls;            // in the order of the source
  std::optional<DeviceFacts> device;  // on a GPU
};

}  // namespace planish::explain
