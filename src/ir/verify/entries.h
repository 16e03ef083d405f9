// Entry points: the values that clients see, their components and their types.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ir/program.h"
#include "ir/verify/error_list.h"

namespace planish::ir {

class EntryVerifier {
 public:
  EntryVerifier(const Storage& storage, ErrorList& errors) : storage_(storage), errors_(errors) {}

  // The types that clients know. False if they mean nothing.
  bool types();
  // The variables of parameters and results exist and have types.
  void entry(const Function& fn, const Entry& entry);

 private:
  void values(std::span<const EntryValue> values, std::span<const Param> params,
              std::string_view what);
  bool components(const EntryValue& value, std::span<const Param> params);
  void client_type(std::string_view name, std::span<const Type* const> components);
  void error(Rule rule, std::string message) { errors_.add(rule, std::move(message)); }

  const Storage& storage_;
  ErrorList& errors_;
};

}  // namespace planish::ir
