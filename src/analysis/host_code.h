// Who does what of a program in FLAT on a GPU: the host or threads of the device.
//
// Note [Host level of a device]
// All arrays lie in the memory of the device. The host has scalars only; it decides, counts,
// allocates and launches. At host level, that is in bodies of functions that the host runs and in
// the branches and loops there, may stand:
//   * operators over iteration spaces, which are kernels;
//   * what fills or copies whole arrays, as kernels of the runtime: copy, iota, replicate, concat,
//     reshape, array literals, updates of a part, or of an element by a scalar;
//   * views, which cost nothing;
//   * scalar code, and reads of single elements, for each of which the host waits;
//   * if, match, loop, check, trace, tuning, and calls of functions that obey the same rules;
//   * calls of foreign functions, before which the host waits for what it has queued. No thread makes
//     them, but those of functions that are code for GPUs, which only threads make.
// The operators of CORE are sequential in FLAT, and so are accumulators: they go from element to
// element, and stand in kernels only, also when there is only one thread to do so. The pass
// device_code puts them there. Constants are computed by the host, whoever uses them.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/call_graph.h"
#include "ir/program.h"

namespace planish {

// What an operation does, its bodies and the functions that it calls included.
struct Work {
  bool launches =
      false;  // has operators over iteration spaces, or calls foreign functions: the host's
  bool in_order = false;  // goes from element to element
  bool touches = false;   // reads or writes single elements
  bool bulk = false;      // makes, fills or copies arrays that are more than a few elements

  Work& operator|=(const Work& more);
  friend bool operator==(const Work&, const Work&) = default;
};

class HostCode {
 public:
  explicit HostCode(const ir::Program& program);

  Work of(const ir::Stm& stm) const;
  Work of(const ir::Body* body) const;
  Work of_function(Name fn) const;
  bool is_constant(Name fn) const;
  bool is_recursive(Name fn) const { return graph_.is_recursive(fn); }

  // What runs, unless something else calls it: entry points, constants, and what nobody calls.
  std::vector<const ir::Function*> roots() const;

 private:
  const ir::Storage& storage_;
  ir::Functions functions_;
  const ir::CallGraph graph_;
  std::unordered_map<Name, Work> work_;
};

// May it stand at host level? What is in its bodies, or in the function that it calls, is another
// question.
bool may_stand_at_host(const ir::Op* op);

// Does the operation repeat bodies, or choose among them, at the level where it stands?
bool is_control(const ir::Op* op);

// Breaches of Note [Host level of a device] as sentences; empty: there are none.
std::vector<std::string> verify_device_code(const ir::Program& program);

// Does it have arrays with varying dimensions? Then it has no meaning on a device.
bool has_irregular_arrays(const ir::Program& program);

}  // namespace planish
