// Calls of entry points, with the context locked.
#pragma once

#include "runtime/c_api/client_state.h"

namespace planish::client {

// A parameter or result that is read or written while the entry point runs.
inline bool is_sequence(const planish_value_table& table) {
  return table.count == 0 && table.leaf_count > 0;
}

// Throws Error, and has given no result then.
void call_entry(planish_client& client, const planish_entry_table& entry,
                const planish_argument* arguments, const planish_result* results,
                int32_t result_count);

}  // namespace planish::client
