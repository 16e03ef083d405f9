// Failures of a run, for the other parts of the runtime.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/native/context.h"

namespace planish::native {

void forget_failure(planish_context& context);
// At the end of a run: the path as it is told.
void finish_failure(planish_context& context);

// Records the message unless there is a failure already. True if it is the one that counts.
bool record_failure(planish_context& context, std::string message);

// Adds to the message which elements of sequences were worked on.
void name_elements(planish_context& context, int32_t status);

// So many calls, not known, stand outwards of those that were added so far.
void leave_out_callers(planish_context& context, int64_t count);

// So many calls that will be added next are not of those that led to the failure.
void ignore_callers(planish_context& context, int64_t count);

// Of an array of so many bytes; negative: more than can be counted. Gives PLANISH_OUT_OF_MEMORY.
int32_t record_out_of_memory(planish_context& context, int64_t bytes);
// Of something else.
int32_t record_out_of_memory(planish_context& context);
int32_t record_out_of_memory(planish_context& context, std::string message);
// How an array of so many bytes is told that cannot be made.
std::string out_of_memory_text(int64_t bytes);
// How something else of so many bytes is told that the limit has no room for.
std::string out_of_memory_text(planish_context& context, std::string_view what, int64_t bytes);

}  // namespace planish::native
