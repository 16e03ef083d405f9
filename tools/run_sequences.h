// Running entry points that take or give sequences: elements are read and written while the program
// runs.
#pragma once

#include "backend_options.h"
#include "command.h"
#include "driver/run/execute.h"

namespace planish::tools {

inline constexpr OptionSpec kInOption{Option::In, "--in", "NAME=FILE",
                                      "read a parameter that is a sequence from a file"};
inline constexpr OptionSpec kOutOption{Option::Out, "--out", "N=FILE",
                                       "write result N, a sequence, to a file (0 is the first)"};

// Whether --in and --out are used with an entry point that has sequences; complains otherwise.
bool may_name_streams(const ir::Entry& entry, const Arguments& arguments);

ExitStatus run_with_sequences(Executable& executable, const ir::Function& entry,
                              const Arguments& arguments, int64_t memory_limit);

}  // namespace planish::tools
