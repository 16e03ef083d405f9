// The errors that parts of the verifier find.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/print.h"
#include "ir/verify.h"

namespace planish::ir {

// Collects errors, with the function and place being looked at.
class ErrorList {
 public:
  explicit ErrorList(const Storage& storage) : storage_(storage) {}
  void add(Rule rule, std::string message) {
    if (!full()) errors.push_back({rule, std::move(message), place, function});
  }
  bool full() const { return errors.size() >= kMaxVerifyErrors; }
  std::string text(Var var) const { return var_text(storage_, var); }

  std::vector<VerifyError> errors;
  PlaceId place;
  Name function;

 private:
  const Storage& storage_;
};

}  // namespace planish::ir
