// Where the host of a GPU waits for it: Note [Host level of a device] in analysis/host_code.h.
#pragma once

#include <cstdint>

#include "ir/program.h"

namespace planish {

enum class HostWait : uint8_t {
  No,
  Element,   // an element of an array is read
  Combined,  // the result of a reduction is
  Count,     // how many elements there are
  Shown,     // an array that is shown is copied, or something is performed
  Called,    // a foreign function is called
};

// What a statement at host level waits for; what is inside of it, or in the function that it calls,
// is another question.
HostWait host_wait(const ir::Storage& storage, const ir::Stm& stm);

}  // namespace planish
