#include "runtime/native/parallel.h"

using namespace planish::native;

#if defined(__SANITIZE_THREAD__)
// Memory that TBB itself allocates and frees: Note [ThreadSanitizer and TBB].
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions();
const char* __tsan_default_suppressions() { return "called_from_lib:libtbb.so\n"; }
#endif

int32_t planish_parallel_for(planish_context* context, int64_t count, int64_t item_cost,
                             planish_range_function function, void* closure) {
  return for_ranges(*context, count, cost_in(*context, item_cost), [&](int64_t begin, int64_t end) {
    return function(context, closure, begin, end);
  });
}
