#include "runtime/outcome.h"

namespace planish::runtime {

Failure compiler_bug(std::string message) {
  Failure failure;
  failure.message = "compiler bug: " + std::move(message);
  failure.compiler_bug = true;
  return failure;
}

}  // namespace planish::runtime
