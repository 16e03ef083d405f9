// Trees are walked by recursion. Whoever handles text from outside does it on a stack that is large
// enough for the deepest tree that the parser lets through.
#pragma once

#include <functional>

namespace planish {

// Runs fn on a thread with a stack of 1 GiB, of which only the pages touched cost memory, and waits
// for it. What fn throws is thrown to the caller.
void run_with_large_stack(const std::function<void()>& fn);

}  // namespace planish
