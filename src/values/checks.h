// What is made sure of while the program runs.
#pragma once

#include <string_view>
#include <vector>

#include "values/emitter.h"

namespace planish::values {

// Text and atoms, which are shown when a check fails.
using Message = std::vector<ir::MessagePart>;

class Checks {
 public:
  explicit Checks(ValueBuilder& values);

  // The certificate, or none if checks are off or the condition is known to hold.
  std::vector<Var> check(Atom condition, ir::CheckKind kind, Message message);
  std::vector<Var> check_not_zero(Atom divisor);

  ir::MessagePart text(std::string_view words);
  static ir::MessagePart part(Atom atom) { return {{}, atom}; }
  void add_dims(Message& message, std::span<const Dim> dims);  // "[3][?]"

  // Off in expressions under `#[unsafe]`. exchange() gives what was so until now.
  enum class Mode : uint8_t { On, Off };
  bool are_on() const { return mode_ == Mode::On; }
  Mode exchange(Mode mode) { return std::exchange(mode_, mode); }

 private:
  ir::Storage& storage_;
  Arena& arena_;
  Builder& builder_;
  Mode mode_ = Mode::On;
};

}  // namespace planish::values
