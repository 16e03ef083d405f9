// What the tests of the verifier share: programs of one function, and the errors in them.
#pragma once

#include <string>

#include "ir/parse.h"
#include "ir/verify.h"

namespace planish::ir {

// All errors, one in a line; without the function they are in.
inline std::string errors_of(const std::string& text) {
  Parsed parsed = parse(text);
  if (parsed.error) {
    return "cannot read: " + std::to_string(parsed.error->column) + ": " + parsed.error->message;
  }
  std::string all;
  for (const VerifyError& error : verify(parsed.program)) {
    if (!all.empty()) all += "\n";
    all += std::string(rule_text(error.rule)) + ": " + error.message;
  }
  return all;
}

// A function with parameters and statements; it has no results.
inline std::string fn(const std::string& params, const std::string& stms) {
  return "fn f(" + params + ") -> () { " + stms + " in }";
}
inline std::string core(const std::string& params, const std::string& stms) {
  return errors_of("core " + fn(params, stms));
}
inline std::string flat(const std::string& params, const std::string& stms) {
  return errors_of("flat " + fn(params, stms));
}

}  // namespace planish::ir
