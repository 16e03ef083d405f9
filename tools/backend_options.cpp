#include "backend_options.h"

#include <algorithm>

#include "operands.h"

namespace planish::tools {
namespace {

constexpr unsigned kMostThreads = 4096;

}  // namespace

std::optional<BackendOptions> BackendOptions::from(const Arguments& arguments) {
  BackendOptions options;
  if (arguments.value(Option::Backend) == kInterpBackend) options.backend_ = Backend::Interp;
  if (arguments.has(Option::Threads)) {
    const std::optional<unsigned> threads = whole_number(arguments, Option::Threads, 0);
    if (!threads) return std::nullopt;
    options.native_.threads = static_cast<int32_t>(std::min(*threads, kMostThreads));
  }
  options.code_.fast_math = arguments.has(Option::FastMath);
  // Who wants to know how long compiling takes wants it done.
  if (!arguments.has(Option::NoCache) && !arguments.has(Option::TimePasses))
    options.cache_ = CodeCache::of_this_user();
  return options;
}

void BackendOptions::set(CompileOptions& options) const {
  options.backend = backend_;
  options.code = code_;
  options.native = native_;
  options.cache = cache_ ? &*cache_ : nullptr;
}

}  // namespace planish::tools
