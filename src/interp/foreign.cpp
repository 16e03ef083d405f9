#include "interp/foreign.h"

#include <unordered_map>

namespace planish::interp {

ForeignFunction find_foreign_function(std::string_view symbol) {
  static const std::unordered_map<std::string_view, ForeignFunction> kFunctions = {};
  const auto found = kFunctions.find(symbol);
  return found == kFunctions.end() ? nullptr : found->second;
}

}  // namespace planish::interp
