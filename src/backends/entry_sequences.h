// Running entry points that take or give sequences (ir/entry_sequence.h).
#pragma once

#include <functional>
#include <vector>

#include "ir/program.h"
#include "runtime/outcome.h"
#include "runtime/streams/stream.h"
#include "runtime/value.h"

namespace planish {

// Of a parameter or result that is a sequence.
runtime::ElementShape element_shape(const ir::EntryValue& sequence);

// Runs an entry point by `run`, which does not take sequences. Here they are arrays among the inputs
// and the results, for each component one.
runtime::Outcome run_on_arrays(
    const ir::Entry& entry, std::vector<runtime::Value> inputs, const runtime::RunOptions& options,
    const std::function<runtime::Outcome(std::vector<runtime::Value>, const runtime::RunOptions&)>&
        run);

}  // namespace planish
